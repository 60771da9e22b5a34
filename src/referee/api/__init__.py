"""The verbs a notebook imports; the only room where both sides of the ledger meet."""

from referee.advice import RULES
from referee.api import vault
from referee.api.advice_result import AdviceResult
from referee.api.advising import advise
from referee.api.audits import audit_study
from referee.api.chance_result import ChanceResult
from referee.api.chances import PreparedChance, chance, prepare_chance, see_chance
from referee.api.curve_result import CurveResult
from referee.api.curves import draw_curve, learning_curve, prepare_curve
from referee.api.decomposition_result import DecompositionResult
from referee.api.decompositions import decompose, prepare_decomposition, share_of, take_apart
from referee.api.judged_sets import JudgedSets
from referee.api.judging import judge, judge_sklearn, judge_table
from referee.api.ledgers import opened, reread
from referee.api.open_rows import open_rows
from referee.api.panoramas import look_around, panorama, prepare_panorama
from referee.api.plans import PlanResult, plan
from referee.api.results import CalibrationResult, PanoramaResult, Result
from referee.api.sensitivities import PreparedSensitivity, carry_out_sensitivity, prepare_sensitivity, sensitivity
from referee.api.sensitivity_result import SensitivityResult
from referee.api.spread_result import SpreadResult
from referee.api.spreads import PreparedSpread, components, prepare_components, spread_out
from referee.api.starting import init_study
from referee.api.studies import Prepared, carry_out, compare, evaluate, prepare
from referee.api.study_files import run_study
from referee.api.study_run import StudyRun
from referee.api.surveys import survey
from referee.api.tables import calibration, rank
from referee.api.tune import prepare_tune, tune
from referee.api.watching import WatchResult, watch
from referee.data import BUNDLED, Problem, load
from referee.data.prediction_table.importers import IMPORTERS as FORMATS
from referee.designs import FixedTest, Portions
from referee.learners import tuned
from referee.reading.family import Ask
from referee.running import Local
from referee.study.curve.contrasts import CurveAsk

__all__ = [
    "BUNDLED",
    "FORMATS",
    "RULES",
    "AdviceResult",
    "Ask",
    "CalibrationResult",
    "ChanceResult",
    "CurveAsk",
    "CurveResult",
    "DecompositionResult",
    "FixedTest",
    "JudgedSets",
    "Local",
    "PanoramaResult",
    "PlanResult",
    "Portions",
    "Prepared",
    "PreparedChance",
    "PreparedSensitivity",
    "PreparedSpread",
    "Problem",
    "Result",
    "SensitivityResult",
    "SpreadResult",
    "StudyRun",
    "WatchResult",
    "advise",
    "audit_study",
    "calibration",
    "carry_out",
    "carry_out_sensitivity",
    "chance",
    "compare",
    "components",
    "decompose",
    "draw_curve",
    "evaluate",
    "init_study",
    "judge",
    "judge_sklearn",
    "judge_table",
    "learning_curve",
    "load",
    "look_around",
    "open_rows",
    "opened",
    "panorama",
    "plan",
    "prepare",
    "prepare_chance",
    "prepare_components",
    "prepare_curve",
    "prepare_decomposition",
    "prepare_panorama",
    "prepare_sensitivity",
    "prepare_tune",
    "rank",
    "reread",
    "run_study",
    "see_chance",
    "sensitivity",
    "share_of",
    "spread_out",
    "survey",
    "take_apart",
    "tune",
    "tuned",
    "vault",
    "watch",
]
