"""The verbs a notebook imports; the only room where both sides of the ledger meet."""

from referee.api.judged_sets import JudgedSets
from referee.api.judging import judge, judge_sklearn, judge_table
from referee.api.ledgers import opened, reread
from referee.api.panoramas import look_around, panorama, prepare_panorama
from referee.api.results import CalibrationResult, PanoramaResult, Result
from referee.api.studies import Prepared, carry_out, compare, evaluate, prepare
from referee.api.tables import calibration, rank
from referee.comparisons.family import Ask
from referee.data import BUNDLED, Problem, load
from referee.running import Local

__all__ = [
    "BUNDLED", "Ask", "CalibrationResult", "JudgedSets", "Local", "PanoramaResult", "Prepared", "Problem", "Result",
    "calibration", "carry_out", "compare", "evaluate", "judge", "judge_sklearn", "judge_table", "load", "look_around",
    "opened", "panorama", "prepare", "prepare_panorama", "rank", "reread",
]
