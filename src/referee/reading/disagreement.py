"""Where two models disagree: the four counts of right and wrong answers, whatever the primary metric is."""

from __future__ import annotations

from referee.comparisons.two_models.paired_table import PairedTable
from referee.errors import NotComparable
from referee.reading.pairing import paired_rows
from referee.reading.scores import ScoreTable


def disagreement(table: ScoreTable, a: str, b: str) -> PairedTable | None:
    """Both right, only A, only B, neither; None where cases were predicted more than once, or no classes were said."""
    try:
        one, other = paired_rows(table, a, b)
    except NotComparable:
        return None
    truth, ours, theirs = one.predictions.truth, one.predictions.labels, other.predictions.labels
    if ours is None or theirs is None:
        return None
    return PairedTable.of(ours == truth, theirs == truth)
