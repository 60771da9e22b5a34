"""The z test of two hypotheses on two test sets."""

from __future__ import annotations

from referee.comparisons import two_proportion_z
from referee.replications._base import Found, How, Item, told


def redo(_: How) -> Found:
    """Mitchell (1997), chapter 5, whose example the slides follow: errors of 30 and 20 in a hundred each."""
    said = two_proportion_z(30, 100, 20, 100, alternative="greater")
    return Found(rows=[
        told("difference of the errors", f"{said.difference:.2f}"),
        told("standard error", f"{said.standard_error:.4f}"),
        told("z", f"{said.statistic:.3f}"),
        told("p, one-sided", f"{said.p:.4f}", "for test sets of their own; on one test set use McNemar's test")])


ITEM = Item(name="z-test", title="The z test for two hypotheses",
            data="errors of 30 and 20 in a hundred cases (Mitchell's example; the numbers of the slides were lost in "
                 "scanning)",
            procedure='two_proportion_z(30, 100, 20, 100, alternative="greater")', redo=redo)
