"""On how many data sets is A truly better than B: partial conjunction of one test per data set.

Dror, R., Baumer, G., Bogomolov, M. and Reichart, R. (2017). TACL 5, 471–486. Nadeau, C. and Bengio, Y. (2003).

Each data set is tested by the corrected t over its repetitions, one-sided both ways; each way has half of the error
rate, so that both counts hold together. Bonferroni's version holds whatever the dependence of the data sets.
"""

from __future__ import annotations

import numpy as np

from referee.comparisons._laws import tail
from referee.comparisons.data_sets.partial_conjunction import partial_conjunction
from referee.comparisons.data_sets.rank_ask import RankAsk
from referee.data.scoreboard import Scoreboard
from referee.errors import NotJustified
from referee.kinds import Array


def share_tested(board: Scoreboard, said: float | None) -> float:
    """The share of rows tested in each repetition: as said, or one in k where the table numbers k folds."""
    if said is not None:
        return said
    if board.folds is None or board.folds < 2:
        raise NotJustified(f"{board.where} does not number folds, so the share of rows tested in each repetition must "
                           f"be said: test_share=0.1 for nine parts to train and one to test.")
    return 1 / board.folds


def truly_better(board: Scoreboard, i: int, j: int, ask: RankAsk) -> tuple[int, int] | None:
    """The numbers of data sets on which model i at least is better than j, and j than i; None where not asked for."""
    if ask.test_share is None:
        return None
    if not board.replicates or min(map(len, board.replicates)) < 2:
        raise NotJustified("on how many data sets one model is truly better needs repetitions (folds, runs) of every "
                           "data set in the table; here is one score each.")
    both = np.isfinite(board.scores[:, i]) & np.isfinite(board.scores[:, j])
    greater = np.array([_p_greater((r[:, i] - r[:, j]) * ask.direction.value, ask.test_share)
                        for r, here in zip(board.replicates, both, strict=True) if here])
    half = (1 + ask.level) / 2
    counts = [partial_conjunction(p, level=half).count for p in (greater, 1 - greater)]
    return counts[0], counts[1]


def _p_greater(d: Array, test_share: float) -> float:
    """The corrected t over the repetitions; without any spread, nothing is shown."""
    factor = 1 / len(d) + test_share / (1 - test_share)
    spread = float(d.std(ddof=1))
    if spread <= 1e-12 * max(1.0, float(np.abs(d).max())):
        return 0.5
    return float(tail(float(d.mean()) / (spread * factor**0.5), len(d) - 1, "greater"))
