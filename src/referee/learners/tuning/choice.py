"""Which setting to use: the best inner score, or the simplest within one standard error of the best.

Breiman, L., Friedman, J., Olshen, R. and Stone, C. (1984). Classification and Regression Trees, section 3.4.3 (1 SE
rule); Hastie, Tibshirani & Friedman (2009), section 7.10. The standard error is that of the mean over inner splits, or
over rows where there is one inner split. Simplest is first declared, and ties go to the first declared as well.

The score of a setting is the mean of its scores on the inner splits. A split on which the metric exists for no setting
is left out for all; a setting that lacks a score where another has one is out of the race. Known weakness: inner splits
share training rows, so the standard error is a rule of thumb and no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from referee.errors import BadInput, Undefined
from referee.kinds import Array, Direction

ROUNDING = 1e-12       # of the largest mean: what differs by less is equal, and the first declared wins


class Rule(StrEnum):
    """How the setting is chosen from the inner scores."""

    BEST = "best"
    ONE_SE = "one-se"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The setting chosen, by its number, and what it was chosen by."""

    chosen: int
    best: int
    means: tuple[float | None, ...]      # of each setting over the inner splits; None: out of the race
    standard_error: float | None         # of the best setting's mean; None where it does not exist
    splits: int                          # inner splits that counted

    @property
    def score(self) -> float:
        """The inner score of the setting chosen."""
        score = self.means[self.chosen]
        assert score is not None
        return score


def choose(scores: Array, direction: Direction, *, rule: Rule = Rule.BEST,
           row_errors: Sequence[float | None] | None = None) -> Choice:
    """From scores (settings, inner splits), NaN where there is none; `row_errors`: standard errors over rows.

    >>> scores = np.array([[0.80, 0.84, 0.82], [0.90, 0.80, 0.85], [0.81, 0.83, 0.80]])
    >>> choose(scores, Direction.MAXIMISE).chosen
    1
    >>> choose(scores, Direction.MAXIMISE, rule=Rule.ONE_SE).chosen     # 0.85 - 0.029 = 0.821 > 0.82
    1
    """
    table = np.asarray(scores, dtype=float)
    if table.ndim != 2 or table.size == 0:
        raise BadInput(f"scores are (settings, inner splits), not of shape {table.shape}.")
    known = np.isfinite(table)
    counts = known.any(axis=0)
    racing = known[:, counts].all(axis=1)
    if not counts.any() or not racing.any():
        raise Undefined("no setting could be scored on the inner splits.")
    means = np.full(len(table), np.nan)
    means[racing] = table[racing][:, counts].mean(axis=1)
    gain = means * direction.value
    least = ROUNDING * float(np.nanmax(np.abs(gain)))
    best = int(np.flatnonzero(gain >= np.nanmax(gain) - least)[0])
    error = _standard_error(table[best, counts], row_errors[best] if row_errors is not None else None)
    chosen = best
    if rule is Rule.ONE_SE:
        if error is None:
            raise Undefined("the one-standard-error rule needs several inner splits, or a metric that is a mean over "
                            "rows.")
        chosen = int(np.flatnonzero(gain >= gain[best] - error - least)[0])
    return Choice(chosen=chosen, best=best, means=tuple(float(m) if np.isfinite(m) else None for m in means),
                  standard_error=error, splits=int(counts.sum()))


def _standard_error(scores: Array, over_rows: float | None) -> float | None:
    if scores.size > 1:
        return float(scores.std(ddof=1) / np.sqrt(scores.size))
    return over_rows
