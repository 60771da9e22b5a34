"""The verbs a notebook imports, a file each; the only room where both sides of the ledger meet.

A verb and what it stands on are loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from referee.on_asking import on_asking

if TYPE_CHECKING:
    from referee.advice import RULES
    from referee.api import vault
    from referee.api.advise import AdviceResult, advise
    from referee.api.answer import Answer
    from referee.api.asked import Asked
    from referee.api.audit import AuditResult, audit, audit_study
    from referee.api.calibration import CalibrationResult, calibration
    from referee.api.carry_out import Ready, StudyAnswer, carry_out
    from referee.api.chance import ChanceResult, PreparedChance, chance, prepare_chance
    from referee.api.compare import compare
    from referee.api.components import PreparedSpread, SpreadResult, components, prepare_components
    from referee.api.curve import CurveResult, curve, learning_curve, prepare_curve
    from referee.api.decompose import DecompositionResult, decompose, prepare_decomposition
    from referee.api.evaluate import evaluate
    from referee.api.gate import Gate, assert_not_worse, gate
    from referee.api.init import init, init_study
    from referee.api.judge import JudgedSets, judge, judge_sklearn, judge_table
    from referee.api.ledger import opened, scrubbed
    from referee.api.ledger_service import (
        back_up_ledger,
        checked_ledger,
        compact_ledger,
        export_ledger,
        import_ledger,
        merge_ledgers,
        prune_ledger,
    )
    from referee.api.panorama import PanoramaResult, panorama, prepare_panorama
    from referee.api.pictures import Picture
    from referee.api.plan import PlanResult, plan
    from referee.api.prepared import Prepared, prepare
    from referee.api.rank import RankingResult, rank
    from referee.api.reread import reread
    from referee.api.result import Result
    from referee.api.run import StudyRun, run, run_study
    from referee.api.sensitivity import PreparedSensitivity, SensitivityResult, prepare_sensitivity, sensitivity
    from referee.api.several_targets import TargetsResult
    from referee.api.survey import SurveyResult, survey
    from referee.api.trials import TrialsResult, trials
    from referee.api.tune import prepare_tune, tune
    from referee.api.unsealed_rows import unsealed_rows
    from referee.api.vault.query import VaultAnswer
    from referee.api.watch import WatchResult, watch
    from referee.data import BUNDLED, Problem, load
    from referee.data.prediction_table.importers import IMPORTERS as FORMATS
    from referee.data.propellers import propeller_rows
    from referee.designs import FixedTest, Portions
    from referee.learners import tuned
    from referee.ledger import LEDGERS, may_be_ledger
    from referee.reading.ask import Ask
    from referee.running import ENGINES, Dask, Local
    from referee.study.curve.contrasts import CurveAsk

__all__ = [
    "BUNDLED", "ENGINES", "FORMATS", "LEDGERS", "RULES", "AdviceResult", "Answer", "Ask", "Asked", "AuditResult",
    "CalibrationResult", "ChanceResult", "CurveAsk", "CurveResult", "Dask", "DecompositionResult", "FixedTest", "Gate",
    "JudgedSets", "Local", "PanoramaResult", "Picture", "PlanResult", "Portions", "Prepared", "PreparedChance",
    "PreparedSensitivity", "PreparedSpread", "Problem", "RankingResult", "Ready", "Result", "SensitivityResult",
    "SpreadResult", "StudyAnswer", "StudyRun", "SurveyResult", "TargetsResult", "TrialsResult", "VaultAnswer",
    "WatchResult", "advise", "assert_not_worse", "audit", "audit_study", "back_up_ledger", "calibration", "carry_out",
    "chance", "checked_ledger", "compact_ledger", "compare", "components", "curve", "decompose", "evaluate",
    "export_ledger", "gate", "import_ledger", "init", "init_study", "judge", "judge_sklearn", "judge_table",
    "learning_curve", "load", "may_be_ledger", "merge_ledgers", "opened", "panorama", "plan", "prepare",
    "prepare_chance", "prepare_components", "prepare_curve", "prepare_decomposition", "prepare_panorama",
    "prepare_sensitivity", "prepare_tune", "propeller_rows", "prune_ledger", "rank", "reread", "run", "run_study",
    "scrubbed", "sensitivity", "survey", "trials", "tune", "tuned", "unsealed_rows", "vault", "watch",
]

_look, __dir__ = on_asking(__name__, {
    "referee.advice": "RULES",
    "referee.api.advise": "AdviceResult advise",
    "referee.api.answer": "Answer",
    "referee.api.asked": "Asked",
    "referee.api.audit": "AuditResult audit audit_study",
    "referee.api.calibration": "CalibrationResult calibration",
    "referee.api.carry_out": "Ready StudyAnswer carry_out",
    "referee.api.chance": "ChanceResult PreparedChance chance prepare_chance",
    "referee.api.compare": "compare",
    "referee.api.components": "PreparedSpread SpreadResult components prepare_components",
    "referee.api.curve": "CurveResult curve learning_curve prepare_curve",
    "referee.api.decompose": "DecompositionResult decompose prepare_decomposition",
    "referee.api.evaluate": "evaluate",
    "referee.api.gate": "Gate assert_not_worse gate",
    "referee.api.init": "init init_study",
    "referee.api.judge": "JudgedSets judge judge_sklearn judge_table",
    "referee.api.ledger": "opened scrubbed",
    "referee.api.ledger_service": "back_up_ledger checked_ledger compact_ledger export_ledger import_ledger "
                                  "merge_ledgers prune_ledger",
    "referee.api.panorama": "PanoramaResult panorama prepare_panorama",
    "referee.api.pictures": "Picture",
    "referee.api.plan": "PlanResult plan",
    "referee.api.prepared": "Prepared prepare",
    "referee.api.rank": "RankingResult rank",
    "referee.api.reread": "reread",
    "referee.api.result": "Result",
    "referee.api.run": "StudyRun run run_study",
    "referee.api.sensitivity": "PreparedSensitivity SensitivityResult prepare_sensitivity sensitivity",
    "referee.api.several_targets": "TargetsResult",
    "referee.api.survey": "SurveyResult survey",
    "referee.api.trials": "TrialsResult trials",
    "referee.api.tune": "prepare_tune tune",
    "referee.api.unsealed_rows": "unsealed_rows",
    "referee.api.vault.query": "VaultAnswer",
    "referee.api.watch": "WatchResult watch",
    "referee.data": "BUNDLED Problem load",
    "referee.data.prediction_table.importers": "FORMATS",
    "referee.data.propellers": "propeller_rows",
    "referee.designs": "FixedTest Portions",
    "referee.learners": "tuned",
    "referee.ledger": "LEDGERS may_be_ledger",
    "referee.reading.ask": "Ask",
    "referee.running": "ENGINES Dask Local",
    "referee.study.curve.contrasts": "CurveAsk",
}, called={"FORMATS": "IMPORTERS"})


def __getattr__(name: str) -> Any:
    """Load what was asked for; the room of the vault is its verbs."""
    return import_module("referee.api.vault") if name == "vault" else _look(name)
