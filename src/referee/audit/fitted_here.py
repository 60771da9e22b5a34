"""Predictions that were fitted to the very rows they are scored on, as their sums show.

A calibration on these rows leaves marks that one on other rows has by chance alone. After isotonic regression (and in
the leaves of a tree, the cells of a table) every probability is the share of its class among the rows that have it.
After a logistic one the probabilities sum to the cases, and so do their log odds times what is left over; after a
straight line through numbers the same holds of these. Numbers that were mapped quantile by quantile to the truth are
its numbers in another order; those of a forecast that says an earlier truth are not quite, as the last ones are missing
and others stand for them. Each is asked to hold to the last digit that is printed, and told only where chance would
give that less than once in a million files.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import logit
from scipy.stats import binom

from referee.kinds import Array
from referee.metrics import Predictions

SELDOM = 1e-6           # of chance: many files of many models are looked at
FEWEST_LEVELS = 4       # probabilities between 0 and 1 that several rows have
ROWS_EACH = 5           # rows of such a probability on average: else levels are no levels
NEARLY_ALL = 0.95       # of the rows between the ends
FEWEST = 50             # rows for a curve or a line
HALF = 0.5              # of the rows, at least, have a number of their own; at most, the truth in its own place
MOST_DIGITS = 8         # what is printed finer than that is not told apart
SPAN = 4.0              # standard deviations of the rounding of a sum, uniform in each row


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedHere:
    """What shows it: in words, and how often chance would."""

    sentence: str
    chance: float


def fitted_here(said: Predictions) -> FittedHere | None:
    """What shows that predictions were fitted to their own rows; None where nothing does."""
    if said.n_classes == 2 and said.probabilities is not None and np.isfinite(said.probabilities).all():
        share, truth = said.probabilities[:, 1], (said.truth == 1).astype(float)
        return _shares(share, truth) or _curve(share, truth)
    if said.n_classes is None and said.values is not None and said.values.ndim == 1:
        truth = np.asarray(said.truth, dtype=float)
        return _reordered(said.values, truth) or _line(said.values, truth)
    return None


def _shares(share: Array, truth: Array) -> FittedHere | None:
    """Every probability is the share of the class among its rows."""
    levels, which, counts = np.unique(share, return_inverse=True, return_counts=True)
    inner = (levels > 0) & (levels < 1) & (counts > 1)
    inner[[0, -1]] = False              # ends that were clipped, so that no log loss is endless
    if inner.sum() < FEWEST_LEVELS or share.size < ROWS_EACH * levels.size:
        return None
    ones = np.bincount(which, truth)
    off = _unit(share) / 2 + 1e-12
    fits = np.abs(ones / counts - levels) <= off
    if (counts * fits)[inner].sum() < NEARLY_ALL * counts[1:-1].sum():
        return None
    low, high = (np.clip(counts * (levels + side * off), 0, counts) for side in (-1, 1))
    chance = float(np.prod((binom.cdf(np.floor(high + 1e-9), counts, levels)
                            - binom.cdf(np.ceil(low - 1e-9) - 1, counts, levels))[inner]))
    if chance > SELDOM:
        return None
    return FittedHere(chance=chance, sentence=(
        f"each of its {int(inner.sum())} probabilities between the ends is, to the last digit, the share of the class "
        f"among the very rows that have it"))


def _reordered(values: Array, truth: Array) -> FittedHere | None:
    """The numbers are those of the truth, all of them, in another order."""
    if truth.size < FEWEST or np.unique(truth).size < HALF * truth.size or np.mean(values == truth) > HALF:
        return None
    if not np.array_equal(np.sort(values), np.sort(truth)):
        return None
    return FittedHere(chance=0.0, sentence=(
        f"its {truth.size:,} numbers are those of the truth, every one, in another order, as where forecasts are "
        f"mapped to the quantiles of what came, or stand beside the wrong rows"))


def _curve(share: Array, truth: Array) -> FittedHere | None:
    """The probabilities sum to the cases, with their log odds as weights too: what maximum likelihood asks for."""
    inner = (share > 0) & (share < 1)
    if inner.sum() < FEWEST or np.unique(share).size < FEWEST or not inner.all():
        return None
    odds, unit = logit(share), _unit(share)
    weights = np.column_stack([np.ones_like(odds), odds])
    # rounding moves the odds as well: by d / (p (1 - p)), of what is left over
    rounding = unit / np.sqrt(12) * np.sqrt([share.size, ((odds + (share - truth) / (share * (1 - share))) ** 2).sum()])
    chance = _chance(weights, share - truth, share * (1 - share), rounding)
    return None if chance is None else FittedHere(chance=chance, sentence=(
        "its probabilities sum to the cases to the last digit, and with their log odds as weights they do so again, as "
        "only a logistic curve fitted to these very rows makes them"))


def _line(values: Array, truth: Array) -> FittedHere | None:
    """What is left over sums to nothing, with the numbers themselves as weights too: what least squares asks for."""
    left = values - truth
    if values.size < FEWEST or np.unique(values).size < FEWEST or not left.any():
        return None
    weights = np.column_stack([np.ones_like(values), values - values.mean()])
    unit = float(np.hypot(_unit(values), _unit(truth)))
    rounding = unit / np.sqrt(12) * np.sqrt((weights**2).sum(axis=0) + np.array([0.0, (left**2).sum()]))
    chance = _chance(weights, left, np.full(values.size, left.var()), rounding)
    return None if chance is None else FittedHere(chance=chance, sentence=(
        "what it leaves over sums to nothing to the last digit, and with its numbers as weights it does so again, as "
        "only a line fitted to these very rows makes it"))


def _chance(weights: Array, left: Array, variance: Array, rounding: Array) -> float | None:
    """How often two such sums are as near to nothing as rounding lets them be; None where they are not, or it is often.

    The area of the rectangle that rounding allows, times the density of two normal sums at its middle.
    """
    if (np.abs(weights.T @ left) > SPAN * rounding).any():
        return None
    spread = np.linalg.det((weights.T * variance) @ weights)
    chance = float(np.prod(2 * SPAN * rounding) / (2 * np.pi * np.sqrt(spread))) if spread > 0 else 1.0
    return chance if chance < SELDOM else None


def _unit(numbers: Array) -> float:
    """The last digit that is printed of any of them."""
    same = 10.0 ** -(MOST_DIGITS + 2) * max(1.0, float(np.abs(numbers).max()))
    for digits in range(MOST_DIGITS):
        if np.abs(numbers - np.round(numbers, digits)).max() < same:
            return float(10.0**-digits)
    return float(10.0**-MOST_DIGITS)
