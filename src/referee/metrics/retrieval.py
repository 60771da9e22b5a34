"""What stands at the top of the order: average precision, lift and the top-k share.

Average precision sums precision over the steps of recall, without interpolation, as scikit-learn does;
`average_precision_11` is the older mean of the interpolated precision at recall 0, 0.1, … 1 (Salton & McGill 1983).
More than two classes: the mean over classes against the rest. Ties are never broken by row order: rows with equal
scores enter together, and where only some of them fit (lift, top-k) each counts for the share that fits.
Truth may be codes 0 … k-1 or any k labels, in the sorted order of which the columns stand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput, Undefined
from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import FAMILIES, METRICS, Family, Idle, Metric, mean_of
from referee.metrics.predictions import Predictions
from referee.metrics.ranked import Ranked
from referee.metrics.tally import Tally
from referee.metrics.vectors import Coding, scored
from referee.spec import format_spec

RECALLS = 10      # tenths at which the 11-point average reads precision


def _at_hits(ranked: Ranked, what: str) -> tuple[Array, Array]:
    """For each hit taken as threshold, in ascending order: the weight of hits, and of all rows, at or above it."""
    if ranked.total_hits <= 0:
        raise Undefined(f"average precision is undefined: no row is {what}.")
    return ranked.total_hits - ranked.hits_before_hits, ranked.total - ranked.all_before_hits


def step_average(ranked: Ranked, what: str = "class 1") -> float:
    """Precision averaged over the steps of recall: over the hits, each at its own threshold."""
    found, taken = _at_hits(ranked, what)
    precision = found / np.where(taken > 0, taken, 1.0)     # nothing is taken only where the hit itself weighs 0
    total = precision.sum() if ranked.hit_weights is None else precision @ ranked.hit_weights
    return float(min(total / ranked.total_hits, 1.0))


def eleven_point(ranked: Ranked, what: str = "class 1") -> float:
    """The mean over recall 0, 0.1, … 1 of the best precision with at least that recall."""
    found, taken = _at_hits(ranked, what)
    best = np.maximum.accumulate(found / np.where(taken > 0, taken, 1.0))     # ascending threshold, falling recall
    # for each tenth the highest threshold that still has the recall; whole numbers, so that 0.3 is 0.3
    last = [np.flatnonzero(found * RECALLS >= tenth * ranked.total_hits)[-1] for tenth in range(RECALLS + 1)]
    return float(best[last].mean())


def _over_classes(one: Callable[[Ranked, str], float]) -> Callable[[Predictions], float]:
    def score(predictions: Predictions) -> float:
        if predictions.k == 2:
            return one(predictions.ranked(1), predictions.named(1))
        return float(np.mean([one(predictions.ranked(c), predictions.named(c)) for c in range(predictions.k)]))

    return score


def _tally(one: Callable[[Ranked, str], float]) -> Callable[[Predictions], Tally]:
    """The same, each row of a class counting once, in whichever part it stands."""

    def tally(predictions: Predictions) -> Tally:
        ranked = [predictions.ranked(c) for c in ([1] if predictions.k == 2 else range(predictions.k))]
        made = np.array([r.total_hits for r in ranked])
        won = [one(r, "") * n if n else 0.0 for r, n in zip(ranked, made, strict=True)]
        return Tally(won=np.array(won), made=made, unit="positive rows")

    return tally


def _lift(share: float) -> Callable[[Predictions], float]:
    if not 0 < share <= 1:
        raise BadInput(f"share must be above 0 and at most 1, not {share}; 0.1 is the best tenth.")

    def score(predictions: Predictions) -> float:
        if predictions.k != 2:
            raise Undefined(f"lift is for two classes, not for {predictions.k}.")
        ranked = predictions.ranked(1)
        if ranked.total_hits <= 0:
            raise Undefined(f"lift is undefined: no row is {predictions.named(1)}.")
        return float(ranked.hits_in_top(share * ranked.total) / (share * ranked.total_hits))

    return score


def top_k_hits(k: int) -> Callable[[Predictions], Array]:
    """The chance that the true class is among the k highest scores of its row, ties broken by lot."""
    if isinstance(k, bool) or k != int(k) or k < 1:
        raise BadInput(f"k must be a whole number from 1 up, not {k!r}.")

    def per_row(predictions: Predictions) -> Array:
        if predictions.k <= max(k, 2):
            raise Undefined(f"top-{k} says nothing about {predictions.k} classes; it needs more.")
        own = predictions.true_class_score
        higher, same = np.zeros(own.size), np.zeros(own.size)
        for column in predictions.score_columns:
            higher += column > own
            same += column == own
        return np.clip((k - higher) / same, 0.0, 1.0)

    return per_row


def average_precision(truth: npt.ArrayLike, scores: npt.ArrayLike, weights: npt.ArrayLike | None = None,
                      **coding: Unpack[Coding]) -> float:
    """Precision averaged over the steps of recall.

    >>> average_precision([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.833
    """
    return AVERAGE_PRECISION.score(scored(truth, scores, weights, **coding))


def average_precision_11(truth: npt.ArrayLike, scores: npt.ArrayLike, weights: npt.ArrayLike | None = None,
                         **coding: Unpack[Coding]) -> float:
    """The mean of the interpolated precision at recall 0, 0.1, … 1.

    >>> average_precision_11([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.848
    """
    return AVERAGE_PRECISION_11.score(scored(truth, scores, weights, **coding))


def lift(truth: npt.ArrayLike, scores: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
         share: float = 0.1, **coding: Unpack[Coding]) -> float:
    """How many times more positives the best share of rows holds than rows taken at random.

    >>> lift([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], share=0.25)
    2.0
    """
    return _lift(share)(scored(truth, scores, weights, **coding))


def top_k(truth: npt.ArrayLike, scores: npt.ArrayLike, weights: npt.ArrayLike | None = None, *, k: int = 3,
          **coding: Unpack[Coding]) -> float:
    """The share of rows whose true class is among the k with the highest scores.

    >>> top_k([0, 1, 2], [[6, 3, 1], [6, 3, 1], [6, 3, 1]], k=2)
    0.667
    """
    return mean_of(top_k_hits(k))(scored(truth, scores, weights, **coding))


def lift_metric(share: float = 0.1) -> Metric:
    """Lift in the best share of rows."""
    score = _lift(share)

    def tally(predictions: Predictions) -> Tally:
        made = predictions.class_counts[1:]
        return Tally(won=made * (score(predictions) if made.all() else 0.0), made=made, unit="positive rows")

    return Metric(name=format_spec("lift", {} if share == 0.1 else {"share": share}),
                  title=f"lift in the best {share:.3g}", bounds=(0.0, 1 / share), score=score, tally=tally,
                  task=Task.CLASSIFICATION, needs=Needs.SCORES, direction=Direction.MAXIMISE, binary_only=True,
                  symmetric=False, attained=False)


def top_k_metric(k: int = 3) -> Metric:
    """The share of rows whose true class is among the k highest."""
    per_row = top_k_hits(k)
    return Metric(name=format_spec("top_k", {} if k == 3 else {"k": k}), title=f"top-{k} accuracy", bounds=(0.0, 1.0),
                  score=mean_of(per_row), per_row=per_row, task=Task.CLASSIFICATION, needs=Needs.SCORES,
                  direction=Direction.MAXIMISE, least_classes=max(k, 2) + 1, idle=Idle.CONSTANT)


def _average(name: str, title: str, one: Callable[[Ranked, str], float], reference: str) -> Metric:
    return METRICS.add(Metric(
        name=name, title=title, score=_over_classes(one), tally=_tally(one), bounds=(0.0, 1.0),
        task=Task.CLASSIFICATION, needs=Needs.SCORES, direction=Direction.MAXIMISE, symmetric=False,
        reference=reference,
    ))


AVERAGE_PRECISION = _average("average_precision", "average precision", step_average, "Buckland & Gey 1994")
AVERAGE_PRECISION_11 = _average("average_precision_11", "average precision (11-point)", eleven_point,
                                "Salton & McGill 1983")
LIFT = METRICS.add(lift_metric())
TOP_K = METRICS.add(top_k_metric())
FAMILIES.add(Family(name="lift", make=lift_metric))
FAMILIES.add(Family(name="top_k", make=top_k_metric))
