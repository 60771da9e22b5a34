"""The verbs a notebook imports; the only room where both sides of the ledger meet."""

from referee.api import vault
from referee.api.ledgers import opened, reread
from referee.api.open_rows import open_rows
from referee.api.panoramas import look_around, panorama, prepare_panorama
from referee.api.results import CalibrationResult, PanoramaResult, Result
from referee.api.studies import Prepared, carry_out, compare, evaluate, prepare
from referee.api.tables import calibration, rank
from referee.api.watching import WatchResult, watch
from referee.comparisons.family import Ask
from referee.data import BUNDLED, Problem, load
from referee.running import Local

__all__ = [
    "BUNDLED", "Ask", "CalibrationResult", "Local", "PanoramaResult", "Prepared", "Problem", "Result", "WatchResult",
    "calibration",
    "carry_out", "compare", "evaluate", "load", "look_around", "open_rows", "opened", "panorama", "prepare",
    "prepare_panorama", "rank", "reread", "vault", "watch",
]
