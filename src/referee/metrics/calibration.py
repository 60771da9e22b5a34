"""Calibration errors: how far stated probabilities are from the frequencies they announce, by bins.

ECE and MCE: Naeini et al. (2015); root mean square: the bin-mean form of Guo's calibration RMSE; debiased square:
Bröcker (2012), Ferro & Fricker (2012), Kumar et al. (2019), which may be below 0 and is reported as it is.
Two classes: the probability of class 1. More: `of="top-label"` (the most probable class, default) or `"class-wise"`
(the mean over classes against the rest); the two are never mixed. 15 equal-mass bins by default.
Weakness: all but the debiased are above 0 under perfect calibration, and bins hide what happens inside them.
Truth may be codes 0 … k-1 or any k labels, in the sorted order of which the columns stand.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Unpack

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput, Undefined
from referee.kinds import Direction, Needs, Task
from referee.metrics._base import FAMILIES, METRICS, Family, Metric
from referee.metrics.bins import BINS, Bins, binned, check_binning
from referee.metrics.predictions import Predictions
from referee.metrics.vectors import Coding, forecast
from referee.spec import format_spec

TOP_LABEL, CLASS_WISE = "top-label", "class-wise"


def expected_gap(table: Bins) -> float:
    """Σ (n_b/n) |p̄_b − ō_b|."""
    return float(table.share @ np.abs(table.gap))


def largest_gap(table: Bins) -> float:
    """The largest |p̄_b − ō_b|."""
    return float(np.abs(table.gap).max())


def root_mean_square_gap(table: Bins) -> float:
    """√ Σ (n_b/n) (p̄_b − ō_b)²."""
    return math.sqrt(float(table.share @ table.gap**2))


def debiased_square_gap(table: Bins) -> float:
    """Σ (n_b/n) [(p̄_b − ō_b)² − ō_b(1−ō_b)/(n_b−1)]."""
    if (table.count <= 1).any():
        raise Undefined("the debiased calibration error needs two rows in every bin; ask for fewer bins.")
    noise = table.observed * (1 - table.observed) / (table.count - 1)
    return float(table.share @ (table.gap**2 - noise))


def tables(predictions: Predictions, bins: int = BINS, kind: str = "equal-mass", of: str = TOP_LABEL) -> list[Bins]:
    """The reliability tables an error is computed from: one, or one for each class; worked out once."""
    key = ("bins", bins, kind, of)
    if key not in predictions.kept:
        if predictions.k == 2:
            ranked = [predictions.ranked_probability(1)]
        elif of == TOP_LABEL:
            ranked = [predictions.top_ranked]
        else:
            ranked = [predictions.ranked_probability(c) for c in range(predictions.k)]
        predictions.kept[key] = [binned(one, bins, kind) for one in ranked]
    kept: list[Bins] = predictions.kept[key]
    return kept


def _score(error: Callable[[Bins], float], bins: int, kind: str, of: str) -> Callable[[Predictions], float]:
    check_binning(bins, kind)
    if of not in (TOP_LABEL, CLASS_WISE):
        raise BadInput(f"of must be {TOP_LABEL} or {CLASS_WISE}, not {of!r}.")

    def score(predictions: Predictions) -> float:
        return float(np.mean([error(table) for table in tables(predictions, bins, kind, of)]))

    return score


def reliability(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
                bins: int = BINS, kind: str = "equal-mass", **coding: Unpack[Coding]) -> Bins:
    """The reliability table: of class 1 for two classes, of the top label for more.

    >>> reliability([0, 0, 1, 1], [0.1, 0.3, 0.7, 0.9], bins=2).observed
    array([0., 1.])
    """
    return tables(forecast(truth, probabilities, weights, **coding), bins, kind)[0]


def ece(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
        bins: int = BINS, kind: str = "equal-mass", of: str = TOP_LABEL, **coding: Unpack[Coding]) -> float:
    """The expected calibration error.

    >>> ece([0, 0, 1, 1], [0.1, 0.3, 0.7, 0.9], bins=2)
    0.2
    """
    return _score(expected_gap, bins, kind, of)(forecast(truth, probabilities, weights, **coding))


def mce(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
        bins: int = BINS, kind: str = "equal-mass", of: str = TOP_LABEL, **coding: Unpack[Coding]) -> float:
    """The largest calibration error of a bin.

    >>> mce([0, 0, 1, 1], [0.1, 0.3, 0.7, 0.9], bins=4)
    0.3
    """
    return _score(largest_gap, bins, kind, of)(forecast(truth, probabilities, weights, **coding))


def calibration_rmse(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
                     bins: int = BINS, kind: str = "equal-mass", of: str = TOP_LABEL,
                     **coding: Unpack[Coding]) -> float:
    """The root mean squared calibration error of bins.

    >>> calibration_rmse([0, 0, 1, 1], [0.1, 0.3, 0.7, 0.9], bins=2)
    0.2
    """
    return _score(root_mean_square_gap, bins, kind, of)(forecast(truth, probabilities, weights, **coding))


def calibration_debiased(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
                         bins: int = BINS, kind: str = "equal-mass", of: str = TOP_LABEL,
                         **coding: Unpack[Coding]) -> float:
    """The squared calibration error less what chance alone would give; may be below 0.

    >>> calibration_debiased([0, 1, 0, 1], [0.3, 0.3, 0.7, 0.7], bins=2)
    -0.21
    """
    return _score(debiased_square_gap, bins, kind, of)(forecast(truth, probabilities, weights, **coding))


def _family(name: str, title: str, error: Callable[[Bins], float], reference: str, lowest: float = 0.0) -> None:
    """Register an error with the default bins, its class-wise sister, and the family of other bins."""

    def make(bins: int = BINS, kind: str = "equal-mass", of: str = TOP_LABEL) -> Metric:
        usual = {"bins": BINS, "kind": "equal-mass", "of": TOP_LABEL}
        told = {key: value for key, value in {"bins": bins, "kind": kind, "of": of}.items() if value != usual[key]}
        notes = [str(of)] * (of != TOP_LABEL) + [f"{bins} {kind} bins"] * (len(told) > (of != TOP_LABEL))
        return Metric(
            name=format_spec(name, told), title=title + (f" ({', '.join(notes)})" if notes else ""),
            task=Task.CLASSIFICATION, needs=Needs.PROBABILITIES, direction=Direction.MINIMISE, bounds=(lowest, 1.0),
            score=_score(error, bins, kind, of), symmetric=False, attained=lowest == 0.0, reference=reference)

    METRICS.add(make())
    METRICS.add(make(of=CLASS_WISE))
    FAMILIES.add(Family(name=name, make=make))


_family("ece", "expected calibration error", expected_gap, "Naeini et al. 2015")
_family("mce", "largest calibration error", largest_gap, "Naeini et al. 2015")
_family("calibration_rmse", "calibration RMSE", root_mean_square_gap, "Guo 2024, 4.1.3; Kumar et al. 2019")
_family("calibration_debiased", "debiased squared calibration error", debiased_square_gap, "Kumar et al. 2019", -1.0)
