"""A learner that says the same of every row, as baselines do: its score has the law of the rows alone.

Nothing is learned that could vary with the training rows, so folds tell nothing about the spread (stratified ones even
take the chance of the class shares out of it: measured coverage of 0.95 was 0.43 to 0.58 for a constant's accuracy).
What is left: the share of a class is a proportion of the rows (Wilson), other means over rows have the t of the rows.
One that says the class shares of its training rows, or the larger class, has their law (`class_shares`). A score that
any constant has whatever the rows, as an AUC of ½, is known and has no interval. The same goes for the mean of the
other rows by a score that counts from the mean: R² is 0 by construction, and what is printed falls short of that by the
size of the sample alone (a jackknife's 95% interval about −0.02 held the true −0.01 in 70 of 100). Whether it says the
same is seen from its predictions, and whether a score depends on the rows by weighing them anew.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates._base import Interval
from referee.kinds import Array
from referee.metrics import Metric, Predictions
from referee.reading import demands
from referee.reading.draft import Draft
from referee.reading.intervals.class_shares import of_class_shares
from referee.reading.intervals.one_test_set import of_a_mean
from referee.reading.scores import Pass, Scores, ScoreTable

SAME = 1e-9
SAID = ("labels", "scores", "probabilities", "values", "quantiles")


def of_a_constant(table: ScoreTable, scores: Scores, made: Draft, level: float) -> Draft:
    """The draft with the interval of a constant, where the learner said the same of all rows of each part."""
    found = table.first.get(scores.learner)
    if found is None or not says_the_same(found):
        return made
    law = of_class_shares(table, scores, found, level)
    return _of_rows(table, scores, made, found, level) if law is None else _by_law(made, law, scores.metric)


def _of_rows(table: ScoreTable, scores: Scores, made: Draft, found: Pass, level: float) -> Draft:
    """A constant of which no more is known than that it is one, and the mean of a target."""
    metric = scores.metric
    if _known_beforehand(metric, found.predictions):
        return replace(made, interval=None, reason=f"it says the same of every row, so its {metric.title} is "
                       f"{_known(made.value)} by construction, whatever the rows")
    if _is_mean_of_others(found) and (ideal := _whatever_the_mean(metric, found.predictions)) is not None:
        return replace(made, interval=None, reason=f"it says the mean of the other rows, whose {metric.title} is "
                       f"{_known(ideal)} by construction, whatever the rows, but for the size of the sample")
    traits = table.plan.traits
    if metric.per_row is None or traits.alone or traits.of_a_series or demands.complementary_halves(traits) is None:
        return made                                 # halves have the chance of the class shares in their variance
    groups = None if table.problem.groups is None else table.problem.groups[found.row]
    try:
        interval = of_a_mean(metric, np.asarray(metric.per_row(found.predictions), dtype=float), groups, level=level)
    except (Undefined, BadInput):
        return made
    return replace(made, interval=interval, reason="")


def _by_law(made: Draft, law: Interval, metric: Metric) -> Draft:
    """The interval of the law, which holds the value; none where all shares score the same."""
    if law.high - law.low <= SAME:
        return replace(made, interval=None, reason=f"it says the same of every row, so its {metric.title} is "
                       f"{_known(law.low)} by construction, whatever the rows")
    return replace(made, reason="", interval=replace(law, low=min(law.low, made.value), high=max(law.high, made.value)))


def _known(value: float) -> str:
    """A score that is known but for rounding errors: 0, not −2.22e−16."""
    return f"{round(value, 12) + 0.0:.4g}"


def says_the_same(found: Pass) -> bool:
    """Whether all rows of each part got one answer; parts of single rows cannot tell."""
    if _neighbours_differ(found):
        return False
    each, sizes = np.unique(found.fold, return_counts=True)
    if sizes.min() < 2:
        return False
    parts = [np.flatnonzero(found.fold == part) for part in each]
    said = [array for name in SAID if (array := getattr(found.predictions, name)) is not None]
    return bool(said) and all((array[rows] == array[rows[0]]).all() for rows in parts for array in said)


def _neighbours_differ(found: Pass) -> bool:
    """Whether two rows of a part that follow each other got different answers: for most models one look tells."""
    together = found.fold[1:] == found.fold[:-1]
    said = [array.reshape(array.shape[0], -1) for name in SAID
            if (array := getattr(found.predictions, name)) is not None]
    return any((together & (array[1:, 0] != array[:-1, 0])).any() for array in said if array.shape[1])


def _known_beforehand(metric: Metric, said: Predictions) -> bool:
    """Whether one answer for all rows has the same score whatever the shares of the classes, or the targets, are."""
    same: dict[str, Any] = {name: _first_everywhere(array) for name in SAID
                            if (array := getattr(said, name)) is not None}
    one = replace(said, **same)
    try:
        as_is = metric.score(one)
        return all(abs(metric.score(replace(one, weights=weights)) - as_is) <= 1e-12 for weights in _weighings(said))
    except (Undefined, BadInput):
        return False


def _is_mean_of_others(found: Pass) -> bool:
    """Whether the numbers said of each part are the means of the targets of all other rows."""
    said, truth = found.predictions.values, found.predictions.truth
    if said is None or np.unique(found.fold).size < 2:
        return False
    means = [(said[found.fold == part][0], truth[found.fold != part].mean(axis=0)) for part in np.unique(found.fold)]
    near = 1e-9 * max(1.0, float(np.abs(truth).max()))
    return all(bool((np.abs(one - mean) <= near).all()) for one, mean in means)


def _whatever_the_mean(metric: Metric, said: Predictions) -> float | None:
    """The score of saying the targets' own mean, if that is the same for any targets."""
    found = []
    try:
        for weights in (np.ones(len(said.truth)), *_weighings(said)):
            mean = np.average(said.truth, axis=0, weights=weights)
            same = np.broadcast_to(mean, said.truth.shape).copy()
            found.append(metric.score(replace(said, values=same, weights=weights)))
    except (Undefined, BadInput):
        return None
    return found[0] if np.ptp(found) <= 1e-9 else None


def _first_everywhere(array: Array) -> Array:
    return np.broadcast_to(array[:1], array.shape).copy()


def _weighings(said: Predictions) -> list[Array]:
    """Other shares of the classes, or of low and high targets."""
    truth = said.truth if said.truth.ndim == 1 else said.truth[:, 0]
    high = truth > np.median(truth) if said.n_classes is None else truth == truth.max()
    return [np.where(high, 3.0, 1.0), np.where(high, 1.0, 2.0)]
