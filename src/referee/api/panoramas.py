"""panorama: every estimator side by side."""

from __future__ import annotations

import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any

from referee.api.ledgers import opened
from referee.api.open_rows import open_rows
from referee.api.results import PanoramaResult
from referee.api.studies import VERSIONED, Prepared, fitted
from referee.data import Problem, load
from referee.errors import BadInput
from referee.estimates._base import check_level
from referee.kinds import Task
from referee.learners import resolve
from referee.ledger import Ledger, StudyCard
from referee.reading.panorama import panorama_plan, see
from referee.running import Local, Progress, silent
from referee.study import choose_metrics


def prepare_panorama(  # noqa: PLR0913 - what a panorama declares
    models: Any, problem: Problem, *, metrics: Any = None, resamples: int = 200, truth: Any = None, level: float = 0.95,
    seed: int = 0, command: str = "",
) -> Prepared:
    """Fix which estimators are run on which learners, and by which metrics."""
    usual = "rmse" if problem.task is Task.REGRESSION else "accuracy"
    chosen = choose_metrics(usual if metrics is None else metrics, problem)
    check_level(level)
    learners = resolve(models, problem)
    columns = len(chosen) * (problem.y.shape[1] if problem.y.ndim > 1 else 1)
    truths = [] if truth is None else [float(t) for t in (truth if isinstance(truth, list | tuple) else [truth])]
    if truths and (len(learners) != 1 or len(truths) != columns):
        raise BadInput(f"{len(truths)} truths for {len(learners)} learners with {columns} numbers each; a truth is the "
                       f"value of one learner, one for each metric and target.")
    plan, left_out = panorama_plan(problem, seed=seed, resamples=resamples)
    card = StudyCard(
        name=problem.name, problem=problem.fingerprint, plan=plan.fingerprint,
        learners=tuple(learner.fingerprint(seed) for learner in learners),
        declared={
            "verb": "panorama", "names": [learner.name for learner in learners], "metrics": [m.name for m in chosen],
            "level": level, "seed": seed, "truth": truths, "left_out": left_out, "why": "", "command": command,
            "versions": {name: version(name) for name in VERSIONED} | {"python": platform.python_version()},
        },
    )
    return Prepared(problem=problem, plan=plan, learners=learners, metrics=chosen, seed=seed, card=card)


def look_around(
    prepared: Prepared, ledger: Ledger, *, engine: Local | None = None, progress: Progress = silent,
) -> PanoramaResult:
    """Declare the panorama in the ledger, fit what is missing, and show it."""
    done = fitted(prepared, ledger, engine, progress)
    return PanoramaResult(see(ledger, prepared.card), done)


def panorama(  # noqa: PLR0913 - a door of a notebook
    models: Any, X: Any, y: Any = None, *, metrics: Any = None, resamples: int = 200, truth: Any = None,
    level: float = 0.95, seed: int = 0, jobs: int | None = None, time_limit: float | None = None,
    ledger: str | Path | Ledger | None = None, progress: Progress = silent, **data: Any,
) -> PanoramaResult:
    """Every estimator on one learner (or several) side by side: does the picture look as it should?

    Resubstitution, five bootstrap estimators, 10-fold, 10×10-fold, leave-one-out, one and ten hold-outs, sharing their
    fits. With several regression targets there is one column a target. `truth` is the true value where it is known.

    >>> result = panorama("gaussian-nb", "iris", resamples=20, jobs=1)
    >>> result.panorama.columns[0].value("kfold-repeated")
    0.9553
    """
    prepared = prepare_panorama(models, open_rows(load(X, y=y, **data), ledger), metrics=metrics, resamples=resamples,
                                truth=truth, level=level, seed=seed)
    with opened(ledger) as store:
        return look_around(prepared, store, engine=Local(workers=jobs, time_limit=time_limit), progress=progress)
