"""Which of your models is better, by how much, how sure you can be, and what is wrong with the way you found out.

>>> import referee
>>> result = referee.compare(["lda", "gaussian-nb"], "iris", design="kfold:folds=5", jobs=1)
>>> print(result["lda", "gaussian-nb"].outcome.value)
can't tell
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.api import (
        AdviceResult,
        Answer,
        AuditResult,
        CalibrationResult,
        ChanceResult,
        CurveResult,
        Dask,
        DecompositionResult,
        Gate,
        JudgedSets,
        PanoramaResult,
        Picture,
        PlanResult,
        RankingResult,
        Result,
        SensitivityResult,
        SpreadResult,
        StudyRun,
        SurveyResult,
        TargetsResult,
        TrialsResult,
        VaultAnswer,
        WatchResult,
        advise,
        assert_not_worse,
        audit,
        audit_study,
        calibration,
        chance,
        compare,
        components,
        curve,
        decompose,
        evaluate,
        gate,
        init,
        init_study,
        judge,
        judge_sklearn,
        learning_curve,
        panorama,
        plan,
        rank,
        reread,
        run,
        run_study,
        sensitivity,
        survey,
        trials,
        tune,
        tuned,
        vault,
        watch,
    )
    from referee.metrics import metric

__all__ = [
    "AdviceResult", "Answer", "AuditResult", "CalibrationResult", "ChanceResult", "CurveResult", "Dask",
    "DecompositionResult", "Gate", "JudgedSets", "PanoramaResult", "Picture", "PlanResult", "RankingResult", "Result",
    "SensitivityResult", "SpreadResult", "StudyRun", "SurveyResult", "TargetsResult", "TrialsResult", "VaultAnswer",
    "WatchResult", "__version__", "advise", "assert_not_worse", "audit", "audit_study", "calibration", "chance",
    "compare", "components", "curve", "decompose", "evaluate", "gate", "init", "init_study", "judge", "judge_sklearn",
    "learning_curve", "metric", "metric_study", "panorama", "plan", "rank", "replicate", "reread", "run", "run_study",
    "sensitivity", "survey", "trials", "tune", "tuned", "vault", "watch",
]

_ROOMS = frozenset({"comparisons", "designs", "estimates", "metrics", "testing"})     # of arrays, and of own things
_ELSEWHERE = {"metric": "referee.metrics", "metric_study": "referee.lab.metric_study",
              "replicate": "referee.replications"}
_VERBS = frozenset(__all__) - {"__version__", *_ELSEWHERE}


def __getattr__(name: str) -> Any:
    """Load the verbs, and what they stand on, when first needed (PEP 562)."""
    if name == "__version__":
        from importlib.metadata import version

        return version("referee")
    if name == "vault":
        return import_module("referee.api.vault")
    if name in _ROOMS:
        return import_module(f"referee.{name}")
    if name in _ELSEWHERE:
        return getattr(import_module(_ELSEWHERE[name]), name)
    if name in _VERBS:
        return getattr(import_module("referee.api"), name)
    raise AttributeError(f"module 'referee' has no attribute {name!r}")


class _House(ModuleType):
    """`referee.audit` is the verb; the room of that name, once imported, does not take its place."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name == "audit" and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _House


def __dir__() -> list[str]:
    """What there is to import."""
    return sorted({*__all__, *_ROOMS})
