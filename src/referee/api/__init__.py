"""The verbs a notebook imports; the only room where both sides of the ledger meet."""

from referee.api.audits import audit_study
from referee.api.decomposition_result import DecompositionResult
from referee.api.decompositions import decompose, prepare_decomposition, share_of, take_apart
from referee.api.judging import judge, judge_table
from referee.api.ledgers import opened, reread
from referee.api.panoramas import look_around, panorama, prepare_panorama
from referee.api.results import CalibrationResult, PanoramaResult, Result
from referee.api.spread_result import SpreadResult
from referee.api.spreads import PreparedSpread, components, prepare_components, spread_out
from referee.api.studies import Prepared, carry_out, compare, evaluate, prepare
from referee.api.surveys import survey
from referee.api.tables import calibration, rank
from referee.comparisons.family import Ask
from referee.data import BUNDLED, Problem, load
from referee.designs import FixedTest, Portions
from referee.running import Local

__all__ = [
    "BUNDLED", "Ask", "CalibrationResult", "DecompositionResult", "FixedTest", "Local", "PanoramaResult",
    "Portions", "Prepared", "PreparedSpread", "Problem", "Result", "SpreadResult", "audit_study", "calibration",
    "carry_out", "compare", "components", "decompose", "evaluate", "judge", "judge_table", "load", "look_around",
    "opened", "panorama", "prepare", "prepare_components", "prepare_decomposition", "prepare_panorama", "rank",
    "reread", "share_of", "spread_out", "survey", "take_apart",
]
