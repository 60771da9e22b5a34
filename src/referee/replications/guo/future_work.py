"""Section 6.2, future work: divergence from a known truth, a metric of accuracy and calibration, BIR over both.

TAN and AODE are among the learners, as they are in the work of Hope and Korb that the thesis goes on from.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from referee.api import opened
from referee.data.simulated import BayesianNetwork
from referee.kinds import Array
from referee.lab.fidelity import MODELS, fidelity
from referee.replications._base import Found, How, Item, Row, claim, told
from referee.replications.guo.agreement import below, error, taus
from referee.replications.guo.cloud import Point, cloud_figure, cloud_of, divergence_figure, mean_of
from referee.replications.guo.expected_value import on_networks, on_wine

LEARNERS = (*MODELS, "tan", "aode")
LAW = BayesianNetwork(classes=3, features=8)


def redo(how: How) -> Found:
    """On random Bayesian networks, whose truth is known."""
    repeats = 4 if how.quick else 20
    with opened(how.ledger) as ledger:
        table = fidelity(models=LEARNERS, laws=[LAW], repeats=repeats, seed=how.seed, jobs=how.jobs, ledger=ledger,
                         progress=lambda done, total: how.progress(done, total, 0))
        points = cloud_of(LAW, models=LEARNERS, repeats=repeats, how=how, ledger=ledger)
    return Found(rows=[*_divergence(table), *_against_accuracy(points), *_joint(points), *_cloud(points),
                       *on_networks(points), *on_wine(how)], pictures={
        "divergence from the truth against accuracy, each learner's mean over networks": partial(
            divergence_figure, points),
        "BIR of learners on random networks over accuracy and calibration error, each less that of the prior": partial(
            cloud_figure, points)})


def _divergence(table: Any) -> Iterator[Row]:
    found = {row.metric: row for row in table.rows}
    for name in ("bir", "log_loss", "brier", "accuracy"):
        row = found[name]
        yield told(f"{row.title}: agreement with the ranking by divergence", f"{row.mean[0]:.2f} ± {row.error[0]:.2f}",
                   "Kendall tau-b, and its standard error, over networks")


def _against_accuracy(points: list[Point]) -> Iterator[Row]:
    """KLD against accuracy: whether who is right more often is nearer to the truth."""
    names = list(dict.fromkeys(point.learner for point in points))
    for name in names:
        yield told(f"{name}: divergence, expected accuracy", f"{mean_of(points, name, 'divergence'):.3f} nats, "
                   f"{mean_of(points, name, 'right'):.3f}", "means over networks, against the true distribution")
    nearest = min(names, key=lambda name: mean_of(points, name, "divergence"))
    best = max(names, key=lambda name: mean_of(points, name, "right"))
    yield told("the nearest to the truth, and the most often right", f"{nearest}, and {best}")
    found = taus(points, "right", "divergence", turned=True)
    yield claim("accuracy is no substitute for divergence", "it is not (introduction)",
                f"tau-b of the two {np.mean(found):.2f} ± {error(found):.2f}", holds=below(found, 0.8),
                note="Kendall's tau-b of the two rankings of the learners on each network, and its standard error; 1 "
                     "if they were the same")


def _joint(points: list[Point]) -> Iterator[Row]:
    """CORP: score = miscalibration − discrimination + uncertainty, so the joint metric is the Brier score again."""
    gap = max(abs((p.discrimination - p.miscalibration) - (p.uncertainty - p.brier)) for p in points)
    yield claim("discrimination − miscalibration (CORP) joins accuracy and calibration", "a new metric is wanted",
                f"it is uncertainty − Brier score, to within {gap:.1g}", holds=gap < 1e-9,
                note="no new metric: to rank by it is to rank by the Brier score")
    yield told("rank correlation of BIR and that metric, over all learners and networks",
               f"{np.corrcoef(_ranks(points, 'bir'), _ranks(points, 'joint'))[0, 1]:.2f}")


def _cloud(points: list[Point]) -> Iterator[Row]:
    """Which of the two BIR goes with, by ranks, since one learner that is far off would decide a plane."""
    both = np.column_stack([_ranks(points, "accuracy"), _ranks(points, "calibration"), np.ones(len(points))])
    bir = _ranks(points, "bir")
    slopes = np.linalg.lstsq(both, bir, rcond=None)[0]
    noise = ((bir - both @ slopes) ** 2).sum() / (len(points) - 3)
    errors = 2 * np.sqrt(noise * np.diag(np.linalg.inv(both.T @ both)))
    yield claim("BIR rises with accuracy and falls with calibration error", "should follow both",
                f"places in BIR for a place in accuracy {slopes[0]:+.2f} ± {errors[0]:.2f}, in calibration error "
                f"{slopes[1]:+.2f} ± {errors[1]:.2f}", holds=_decided(float(slopes[0]), float(-slopes[1]), errors),
                note=f"{len(points)} points, each less the prior of its network; least squares on ranks, ± two "
                     f"standard errors as if points were independent")


def _decided(accuracy: float, calibration: float, errors: Array) -> bool | None:
    """Whether both are surely above 0, or one surely below; None where neither is sure."""
    if accuracy > errors[0] and calibration > errors[1]:
        return True
    return False if accuracy < -errors[0] or calibration < -errors[1] else None


def _ranks(points: list[Point], what: str) -> Array:
    return np.argsort(np.argsort([getattr(point, what) for point in points])).astype(float)


ITEM = Item(name="future-work",
            title="Section 6.2: divergence, a joint metric, BIR over accuracy and calibration, expected value",
            data="drawn: random Bayesian networks of 8 features and 3 classes, 300 rows to train and 300 to test",
            procedure="lab metric-fidelity on these networks; nine learners, TAN and AODE among them, and the prior "
                      "scored by divergence, accuracy, calibration, BIR, the terms of CORP and expected value; on red "
                      "wine by expected value", redo=redo)
