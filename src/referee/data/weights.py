"""Weights of rows, which are one of two things, and the user says which.

`counts`: a row of weight w stands there w times. It is put there w times, and its copies are kept together as one group
(unless there are groups): they are never on both sides of a split, and bring no precision they do not have.
`sampling`: a row of weight w was drawn so that it stands for w cases. Scores are weighted means, and their intervals
and tests allow for it; Kish's effective number of rows is told. Fits are not weighted: that is `sample_weight`.
Rows of weight 0 are left out. Equal weights are none.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from referee.data.problem import Problem
from referee.data.subset import subset
from referee.data.wording import counted, rows_at
from referee.errors import BadInput, did_you_mean
from referee.fingerprint import fingerprint
from referee.kinds import Array

COUNTS, SAMPLING = "counts", "sampling"
MOST_COPIES = 5_000_000


def kind_said(word: str | None) -> str | None:
    """The word for weights that a file may hold, where it is one of the two things they can be."""
    if word is not None:
        check_kind((), word)
    return word


def check_kind(weights: Any, kind: str | None) -> None:
    """Refuse weights of which nobody said what they are, and a word for weights that are not there."""
    if weights is None and kind is None:
        return
    if weights is None:
        raise BadInput(f"weights_are={kind!r} says what weights are, and there are none; name them (weights=).")
    if kind is None:
        raise BadInput("say what the weights are: weights_are='counts' (a row stands there so often) or "
                       "weights_are='sampling' (it stands for so many cases); sample_weight is what fits are "
                       "handed.")
    if kind not in {COUNTS, SAMPLING}:
        raise BadInput(f"weights are counts or sampling, not {kind!r}{did_you_mean(kind, [COUNTS, SAMPLING])}")


def checked(given: Any, kind: str, where: str) -> Array:
    """Finite numbers from 0 on, not all of them 0; counts are whole.

    >>> checked([1, 0.5], "counts", "data")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: data: weights are no whole number in 1 row (row 2, counting from 1); counts say how often \
a row stands there.
    """
    try:
        weights = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise BadInput(f"{where}: weights must be numbers.") from None
    for bad, sentence in ((~np.isfinite(weights), "missing or infinite"), (weights < 0, "below 0")):
        if bad.any():
            raise BadInput(f"{where}: weights are {sentence} in {rows_at(np.flatnonzero(bad))}; give a number from 0 "
                           f"on.")
    if not weights.any():
        raise BadInput(f"{where}: every weight is 0, so that no row counts.")
    if kind == COUNTS and (odd := weights != np.trunc(weights)).any():
        raise BadInput(f"{where}: weights are no whole number in {rows_at(np.flatnonzero(odd))}; counts say how often "
                       f"a row stands there.")
    return weights


def weighed(problem: Problem, weights: Array, kind: str) -> Problem:
    """The problem with its rows counted so often, or with sampling weights."""
    if problem.has_several or problem.time is not None:
        what = "a series" if problem.time is not None else "rows of several targets"
        raise BadInput(f"{problem.name}: weights are for independent rows of one target, not for {what}.")
    rows = np.flatnonzero(weights)
    if rows.size < weights.size:
        problem = subset(problem, rows, notice=f"{counted(weights.size - rows.size, 'row')} of weight 0 left out.")
        weights = weights[rows]
    if (weights == weights[0]).all():
        return problem
    return _repeated(problem, weights.astype(np.int64)) if kind == COUNTS else _sampled(problem, weights)


def told(weights: Array, what: str) -> str:
    """What is said of sampling weights."""
    effective = weights.sum() ** 2 / (weights @ weights)
    return (f"{what} have sampling weights from {weights.min():.4g} to {weights.max():.4g}: scores are weighted means, "
            f"and {weights.size:,} {what} are worth as much as {effective:.0f} of equal weight (Kish).")


def _repeated(problem: Problem, times: Array) -> Problem:
    total = int(times.sum())
    if total > MOST_COPIES:
        raise BadInput(f"{problem.name}: the weights sum to {total:,} rows, more than {MOST_COPIES:,}; divide them by "
                       f"their common factor.")
    groups = np.arange(problem.n_rows) if problem.groups is None else problem.groups
    copies = np.repeat(np.arange(problem.n_rows), times)
    notice = f"{problem.n_rows:,} rows stand for {total:,} by their counts; the copies of a row stay together."
    return subset(replace(problem, groups=groups, ids=None), copies, notice=notice)


def _sampled(problem: Problem, weights: Array) -> Problem:
    notice = f"{told(weights, 'rows')} Fits are not weighted by them; sample_weight does that."
    return replace(problem, weights=weights, notices=(*problem.notices, notice),
                   fingerprint=fingerprint("sampling weights", problem.fingerprint, weights))
