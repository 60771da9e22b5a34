"""What a model said about some rows, next to what was true; work that metrics share is done once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from referee.errors import BadInput, Undefined
from referee.given.quantiles import parted
from referee.kinds import Array, Needs
from referee.metrics.checks import (
    check_codes,
    check_finite,
    check_no_nan,
    check_prior,
    check_probabilities,
    check_weights,
)
from referee.metrics.pairs import pair_wins
from referee.metrics.past import Past
from referee.metrics.ranked import Ranked

TABLE, LARGEST = 256, 8192         # classes up to which counts are taken from the table; up to which there is one
CHECKED = {Needs.LABELS: "_labels", Needs.SCORES: "ordering", Needs.PROBABILITIES: "_probabilities",
           Needs.VALUES: "_values"}


@dataclass(frozen=True, kw_only=True, eq=False)
class Predictions:
    """Truth and what was said, row by row.

    Classification: `truth` and `labels` are class codes 0 … n_classes-1, `probabilities` is
    (n, n_classes), `scores` is (n,) for two classes (higher means class 1) or (n, n_classes).
    Regression: `n_classes` is None, `truth` and `values` are (n,) or (n, targets).
    A weight of w means that the row stands there w times.

    Fields hold what was given; the properties below hold it checked, and are what metrics read.
    """

    truth: Array
    n_classes: int | None = None
    labels: Array | None = None
    scores: Array | None = None
    probabilities: Array | None = None
    values: Array | None = None
    weights: Array | None = None
    prior: Array | None = None        # class shares of the rows trained on, for information metrics
    classes: tuple[Any, ...] = ()     # the labels that the codes stand for, to name them by
    past: Past | None = None          # what was trained on of a series, for errors beside its steps
    costs: Array | None = None        # what it costs to be wrong about each row
    quantiles: Array | None = None    # of numbers: (n, 2 × levels), see `quantiles`

    @property
    def n_rows(self) -> int:
        """How many rows were predicted."""
        return int(self.truth.shape[0])

    def said(self, needs: Needs) -> Array:
        """What the model said of the kind asked for, checked; Undefined when it said nothing of the kind."""
        said: Array | None = getattr(self, CHECKED[needs])
        if said is None:
            raise Undefined(f"the model gave no {needs.value}.")
        if said.shape[0] != self.n_rows:
            raise BadInput(f"there are {said.shape[0]} {needs.value} for {self.n_rows} rows of truth.")
        if self.n_rows == 0:
            raise Undefined("there are no rows to score.")
        return said

    @property
    def k(self) -> int:
        """The number of classes, or Undefined when this is no classification."""
        if self.n_classes is None:
            raise Undefined("this number needs classes, and these are predictions of numbers.")
        return self.n_classes

    def named(self, code: int) -> str:
        """A class in words: by its label where that is known, by its code otherwise."""
        label = str(self.classes[code] if self.classes else code)
        return label if label.startswith("class ") else f"class {label}"

    @cached_property
    def codes(self) -> Array:
        """The true classes, checked."""
        return check_codes(self.truth, self.k, "truth")

    @cached_property
    def targets(self) -> Array:
        """The true numbers, checked."""
        return check_finite(self.truth, "truth")

    @cached_property
    def _labels(self) -> Array | None:
        return None if self.labels is None else check_codes(self.labels, self.k, "labels")

    @cached_property
    def _probabilities(self) -> Array | None:
        return None if self.probabilities is None else check_probabilities(self.probabilities, self.k)

    @cached_property
    def _values(self) -> Array | None:
        if self.values is None:
            return None
        values = check_finite(self.values, "values")
        if values.shape != self.truth.shape:
            raise BadInput(f"values have shape {values.shape}, but truth has {self.truth.shape}.")
        return values

    @cached_property
    def ordering(self) -> Array | None:
        """Scores to order rows by: the model's own, or its probabilities; (n,) for two classes."""
        if self.scores is None:
            said = self._probabilities
            return said if said is None or self.n_classes != 2 else said[:, 1]
        scores = check_no_nan(np.asarray(self.scores, dtype=float), "scores")
        wanted = (self.n_rows,) if self.n_classes == 2 else (self.n_rows, self.k)
        if scores.shape != wanted:
            raise BadInput(f"scores have shape {scores.shape}; for {self.k} classes it must be {wanted}.")
        return scores

    @cached_property
    def weight(self) -> Array:
        """One weight a row: the given ones, checked, or ones."""
        return np.ones(self.n_rows) if self.weights is None else check_weights(self.weights, self.n_rows)

    @property
    def weight_or_none(self) -> Array | None:
        """The given weights, checked, or None: sums without weights are faster."""
        return None if self.weights is None else self.weight

    def mean(self, rows: Array) -> float:
        """The weighted mean of one value a row."""
        if self.weights is None:
            return float(rows.mean())
        return float(self.weight @ rows / self.weight.sum())

    @cached_property
    def confusion(self) -> Array:
        """Weighted counts, true class by predicted class."""
        k = self.k
        if k > LARGEST:
            raise Undefined(f"a table of {k} by {k} classes is too large for this number.")
        cells = self.codes * k + self.said(Needs.LABELS)
        return np.bincount(cells, weights=self.weight_or_none, minlength=k * k).reshape(k, k).astype(float)

    @cached_property
    def tallies(self) -> tuple[Array, Array, Array]:
        """For each class the weighted counts of rows called so rightly, of rows that are and of rows called so."""
        if self.k <= TABLE:
            table = self.confusion
            return np.diag(table), table.sum(axis=1), table.sum(axis=0)
        labels, weight = self.said(Needs.LABELS), self.weight_or_none
        right = self.codes == labels
        counted = (np.bincount(self.codes[right], None if weight is None else weight[right], minlength=self.k),
                   np.bincount(self.codes, weight, minlength=self.k), np.bincount(labels, weight, minlength=self.k))
        return counted[0].astype(float), counted[1].astype(float), counted[2].astype(float)

    @cached_property
    def class_counts(self) -> Array:
        """The weighted count of each true class."""
        return np.bincount(self.codes, weights=self.weight_or_none, minlength=self.k).astype(float)

    @cached_property
    def columns(self) -> Array:
        """The probabilities, one contiguous row for each class: shape (n_classes, n)."""
        return np.ascontiguousarray(self.said(Needs.PROBABILITIES).T)

    @cached_property
    def true_class_probability(self) -> Array:
        """The probability given to what happened, one a row."""
        said = self.said(Needs.PROBABILITIES)
        cells = self.codes + self.k * np.arange(self.n_rows)
        return said.take(cells)

    @cached_property
    def score_columns(self) -> Array:
        """The scores of each class, or its probabilities, one contiguous row for each: shape (n_classes, n)."""
        if self.scores is None:
            return self.columns
        if self.k == 2:
            raise Undefined("scores of two classes are one number a row, and this needs one for each class.")
        return np.ascontiguousarray(self.said(Needs.SCORES).T)

    @cached_property
    def true_class_score(self) -> Array:
        """The score of the true class, one a row."""
        if self.scores is None:
            return self.true_class_probability
        return self.score_columns[self.codes, np.arange(self.n_rows)]

    @cached_property
    def pair_wins(self) -> Array:
        """How often each class wins against each other by its own score, see `pairs`."""
        return pair_wins(self.score_columns, self.codes, self.weight_or_none)

    @cached_property
    def top(self) -> Array:
        """The most probable class of each row, the first of them where several are."""
        return np.asarray(self.said(Needs.PROBABILITIES).argmax(axis=1))

    @cached_property
    def top_ranked(self) -> Ranked:
        """Rows in the order of the probability of their most probable class; a hit is where that class is true."""
        confidence = self.said(Needs.PROBABILITIES).take(self.top + self.k * np.arange(self.n_rows))
        return Ranked.of(confidence, self.top == self.codes, self.weight_or_none)

    @cached_property
    def checked_prior(self) -> Array:
        """The class shares of the rows trained on, each above 0 and below 1, or Undefined when not known."""
        if self.prior is None:
            raise Undefined("this number needs the prior: the class shares of the rows trained on.")
        return check_prior(self.prior, self.k)

    @cached_property
    def sum_of_squares(self) -> Array:
        """The sum of each row's squared probabilities."""
        said = self.said(Needs.PROBABILITIES)
        return np.asarray(np.einsum("ij,ij->i", said, said))

    @cached_property
    def kept(self) -> dict[tuple[object, ...], Any]:
        """Work that a metric with parameters wants to do once, under a key of its own."""
        return {}

    @cached_property
    def areas(self) -> dict[int, float]:
        """The areas under the ROC curves of classes against the rest, as far as they were asked for."""
        return {}

    @cached_property
    def _ranked(self) -> dict[tuple[bool, int], Ranked]:
        return {}

    def ranked(self, of: int = 1) -> Ranked:
        """All rows in the order of the scores for one class, and the rows of that class among them."""
        if self.scores is None:
            self.said(Needs.SCORES)
            return self.ranked_probability(of)
        if (True, of) not in self._ranked:
            scores = self.said(Needs.SCORES) if self.k == 2 else self.score_columns[of]
            self._ranked[True, of] = Ranked.of(scores, self.codes == of, self.weight_or_none)
        return self._ranked[True, of]

    def ranked_probability(self, of: int = 1) -> Ranked:
        """All rows in the order of the probability of one class, and the rows of that class among them."""
        if (False, of) not in self._ranked:
            self._ranked[False, of] = Ranked.of(self.columns[of], self.codes == of, self.weight_or_none)
        return self._ranked[False, of]

    @cached_property
    def law(self) -> tuple[Array, Array] | None:
        """The quantiles that were said and the levels they are of, both (n, levels), or None where one number was."""
        return None if self.quantiles is None else parted(self.quantiles, self.n_rows)

    def steps(self, season: int, power: int) -> Array:
        """How far the series of each row moved in a season of its past, see `Past`, or Undefined when not known."""
        if self.past is None:
            raise Undefined("this number needs the past of the series: the rows trained on, in order of time.")
        return self.past.steps(season, power)
