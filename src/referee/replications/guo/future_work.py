"""Section 6.2, future work: divergence from a known truth, a metric of accuracy and calibration, BIR over both."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from referee.api import opened
from referee.data.simulated import BayesianNetwork
from referee.lab.fidelity import fidelity
from referee.replications._base import Found, How, Item, Row, claim, told
from referee.replications.guo.cloud import Point, cloud_figure, cloud_of

LAW = BayesianNetwork(classes=3, features=8)


def redo(how: How) -> Found:
    """On random Bayesian networks, whose truth is known."""
    repeats = 4 if how.quick else 20
    with opened(how.ledger) as ledger:
        table = fidelity(laws=[LAW], repeats=repeats, seed=how.seed, jobs=how.jobs, ledger=ledger,
                         progress=lambda done, total: how.progress(done, total, 0))
        points = cloud_of(LAW, repeats=repeats, how=how, ledger=ledger)
    return Found(rows=[*_divergence(table), *_joint(points), *_cloud(points)],
                 pictures={"BIR of learners on random networks over accuracy and calibration error, each less that of "
                           "the prior": partial(cloud_figure, points)})


def _divergence(table: Any) -> Iterator[Row]:
    found = {row.metric: row for row in table.rows}
    for name in ("bir", "log_loss", "brier", "accuracy"):
        row = found[name]
        yield told(f"{row.title}: agreement with the ranking by divergence", f"{row.mean[0]:.2f} ± {row.error[0]:.2f}",
                   "Kendall tau-b, and its standard error, over networks")


def _joint(points: list[Point]) -> Iterator[Row]:
    """CORP: score = miscalibration − discrimination + uncertainty, so the joint metric is the Brier score again."""
    gap = max(abs((p.discrimination - p.miscalibration) - (p.uncertainty - p.brier)) for p in points)
    yield claim("discrimination − miscalibration (CORP) joins accuracy and calibration", "a new metric is wanted",
                f"it is uncertainty − Brier score, to within {gap:.1g}", holds=gap < 1e-9,
                note="no new metric: to rank by it is to rank by the Brier score")
    order = [np.argsort(np.argsort([getattr(p, what) for p in points])) for what in ("bir", "joint")]
    yield told("rank correlation of BIR and that metric, over all learners and networks",
               f"{np.corrcoef(order[0], order[1])[0, 1]:.2f}")


def _cloud(points: list[Point]) -> Iterator[Row]:
    """Which of the two BIR goes with, in the cloud."""
    rise = np.column_stack([[p.accuracy for p in points], [p.calibration for p in points], np.ones(len(points))])
    bir = np.array([p.bir for p in points])
    slopes = np.linalg.lstsq(rise, bir, rcond=None)[0]
    yield told("BIR by the plane through the cloud", f"{slopes[0]:+.2f} bits for accuracy +1, {slopes[1]:+.2f} for "
               f"calibration error +1", f"{len(points)} points, differences from the prior of the same network")
    yield claim("BIR rises with accuracy and falls with calibration error", "should follow both",
                f"{slopes[0]:+.2f} and {slopes[1]:+.2f}", holds=bool(slopes[0] > 0 > slopes[1]))


ITEM = Item(name="future-work", title="Section 6.2: divergence, a joint metric, BIR over accuracy and calibration",
            data="drawn: random Bayesian networks of 8 features and 3 classes, 300 rows to train and 300 to test",
            procedure="lab metric-fidelity on these networks; seven learners and the prior scored by accuracy, "
                      "calibration, BIR and the terms of CORP. Not done: TAN and AODE among the learners", redo=redo)
