"""Mooney's two experiments of five trials: which is the better evidence?"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.api import trials
from referee.replications._base import Found, How, Item, Row, claim, number, told

EXPERIMENTS = {1: ((87, 83, 88, 82, 85), (82, 78, 83, 77, 80)), 2: ((90, 93, 80, 85, 77), (82, 76, 85, 75, 82))}


def _tried(which: int) -> Any:
    a, b = EXPERIMENTS[which]
    return trials({"trial": list(range(1, 6)), "System A": list(a), "System B": list(b)}, higher_is_better=True)


def redo(_: How) -> Found:
    """Averages as printed; then what the slides leave to the reader."""
    answers = {which: _tried(which) for which in EXPERIMENTS}
    one, two = (answers[which]["System A", "System B"] for which in (1, 2))
    rows: list[Row] = []
    for which, line in ((1, one), (2, two)):
        for name, printed, summary in zip("AB", (85, 80), line.line.summaries, strict=True):
            rows.append(number(f"experiment {which}: average of {name}", printed, summary.mean, digits=0))
        rows.append(number(f"experiment {which}: average difference", 5, line.difference, digits=0))
    interval = two.interval
    rows += [
        told("experiment 1: p (sign flips)", f"{one.p:.4f}", "all differences are +5: a t has no spread to judge by"),
        told("experiment 2: t", f"{two.comparison.statistic:.4f}"),
        told("experiment 2: p (paired t)", f"{two.p:.4f}"),
        told("experiment 2: 95% interval", f"{interval.low:.2f} to {interval.high:.2f}"),
        told("experiment 2: correlation of A and B", f"{np.corrcoef(*EXPERIMENTS[2])[0, 1]:.3f}",
             "negative: pairing does not help here (erratum 16)"),
        claim("experiment 1 is the better evidence", "which provides better evidence?",
              f"p {one.p:.4f} against {two.p:.4f}", holds=one.p < two.p,
              note="neither reaches 0.05: five trials can give no two-sided p below 0.0625 by sign flips")]
    return Found(rows=rows, answers={"experiment 2": answers[2]})


ITEM = Item(name="experiments", title="Experiments 1 and 2: five trials of two systems",
            data="shipped: the ten pairs of accuracies on the slide",
            procedure="trials experiment.csv --higher-is-better", redo=redo)
