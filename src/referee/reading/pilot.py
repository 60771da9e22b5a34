"""A stored study as a pilot: how much its two models disagree, and how much their differences vary.

A pilot gives spreads, not the difference to plan for: planning for the difference just observed is planning for the
luck of the pilot. What the spreads are uncertain by is carried into the plan as a range at 80%.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from referee.comparisons.power.assumptions import Assumptions
from referee.errors import BadInput, NotComparable, Undefined
from referee.estimates.means.clustered_mean import clustered_mean
from referee.estimates.proportions.wilson import wilson
from referee.kinds import Array
from referee.metrics import Metric
from referee.reading.pairing import paired_splits
from referee.reading.scores import ScoreTable

RANGE = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Pilot:
    """What a study says about the spread of one difference."""

    a: str
    b: str
    metric: str
    difference: float                 # observed; shown, not planned for
    cases: int | None                 # rows that both models predicted
    splits: int
    by_case: Assumptions | None       # None: the metric has no value for a single case
    by_split: Assumptions | None
    by_case_range: tuple[Assumptions, Assumptions] | None = None      # low and high spread
    by_split_range: tuple[Assumptions, Assumptions] | None = None


def pilot_of(table: ScoreTable, a: str, b: str, metric: Metric) -> Pilot:
    """Read the spreads of one pair from scored predictions."""
    ours, theirs, both = paired_splits(table, a, b, metric)
    by_case, by_case_range, cases = _by_case(table, a, b, metric)
    by_split = by_split_range = None
    d = ours - theirs
    if d.size > 1 and np.ptp(d) > 0:
        train, test = float(table.n_train[both].mean()), float(table.n_test[both].mean())
        by_split = Assumptions(sd=float(d.std(ddof=1)), test_share=test / (train + test))
        by_split_range = _spread_range(by_split, d.size - 1)
    if by_case is None and by_split is None:
        raise Undefined(f"{a} and {b} differ nowhere in this study, so it says nothing about how much differences "
                        f"vary; give assumptions instead.")
    return Pilot(a=a, b=b, metric=metric.name, difference=float(d.mean()), cases=cases, splits=int(d.size),
                 by_case=by_case, by_split=by_split, by_case_range=by_case_range, by_split_range=by_split_range)


Ends = tuple[Assumptions, Assumptions] | None


def _by_case(table: ScoreTable, a: str, b: str, metric: Metric) -> tuple[Assumptions | None, Ends, int | None]:
    one, other = table.first.get(a), table.first.get(b)
    if metric.per_row is None or one is None or other is None:
        return None, None, None
    if not np.array_equal(one.row, other.row):
        raise NotComparable(f"{a} and {b} were not tested on the same rows, because some fits failed; complete the "
                            f"pilot first.")
    d = np.asarray(metric.per_row(one.predictions), float) - np.asarray(metric.per_row(other.predictions), float)
    if np.ptp(d) == 0:
        return None, None, d.size
    groups = None if table.problem.groups is None else table.problem.groups[one.row]
    if metric.proportion and groups is None:
        share = float(np.mean(d != 0))
        ends = wilson(round(share * d.size), d.size, level=RANGE)
        found = Assumptions(disagreement=share)
        return found, (replace(found, disagreement=ends.low), replace(found, disagreement=ends.high)), d.size
    found = Assumptions(sd=float(d.std(ddof=1)))
    df = d.size - 1
    if groups is not None:
        size, icc = _clusters(d, groups)
        found, df = replace(found, cluster_size=size, icc=icc), int(np.unique(groups).size) - 1
    return found, _spread_range(found, df), d.size


def _clusters(d: Array, groups: Array) -> tuple[float, float]:
    """Mean size, and the correlation that gives the design effect found: deff = 1 + (m − 1)·ICC."""
    size = d.size / np.unique(groups).size
    effect = clustered_mean(d, groups).design_effect
    return size, min(1.0, max(0.0, (effect - 1) / (size - 1))) if size > 1 else 0.0


def _spread_range(found: Assumptions, df: int) -> tuple[Assumptions, Assumptions]:
    """The 80% interval of a standard deviation, from the χ² law."""
    from scipy import special

    if found.sd is None:
        raise BadInput("a pilot by sd has one.")
    low, high = (found.sd * math.sqrt(df / special.chdtri(df, tail)) for tail in ((1 - RANGE) / 2, (1 + RANGE) / 2))
    return replace(found, sd=float(low)), replace(found, sd=float(high))
