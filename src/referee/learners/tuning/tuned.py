"""A tuned learner: a learner, the settings it may have, and how one of them is chosen inside each training part.

How it works, once for all presets. `tuned` declares; `resolve` makes a `TunedLearner` of it, which holds one plain
learner for each setting. Inside the training part of every outer split, the running room fits each of them on the inner
splits: plain jobs, recorded, resumable and parallel like any other. Then `choose` looks at the inner predictions, which
are all of training rows, and names a setting; that plain learner is fitted on the whole training part, and what it says
of the test rows is recorded under the tuned learner's name, with the choice in the notes. Nothing here is given a test
row: the inner splits are made from training rows, and selection is given nothing else.

Salzberg (1997), section 3.3: tune inside the training set only. Known weakness: the number of fits is the outer splits
times (settings times inner splits + 1); where that is too much, cross-validate all settings once and correct the best
score (`estimates.bbc_cv`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from referee.data.problem import Problem
from referee.designs import Split
from referee.errors import BadInput, Undefined
from referee.kinds import Array, Task
from referee.learners._base import Learner
from referee.learners.tuning.choice import Choice, Rule, choose
from referee.learners.tuning.inner import Inner
from referee.learners.tuning.space import Setting
from referee.metrics import Metric, Predictions, metric, smoothed_prior
from referee.metrics.past import Past
from referee.spec import parse_spec

USUAL = {Task.CLASSIFICATION: "accuracy", Task.REGRESSION: "rmse"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """How a setting is chosen.

    >>> Tuning.parse("salzberg:rule=one-se,select=roc_auc").rule.value
    'one-se'
    """

    inner: Inner | None = None            # None: as the study says, or nested
    select: str | Metric | None = None    # metric; None: the study's primary one
    rule: Rule = Rule.BEST
    draws: int | None = None
    seed: int = 0                         # of the draws; the divisions take the study's

    @classmethod
    def parse(cls, text: str) -> Tuning:
        """From "nested", "kfold:folds=3,rule=one-se", "salzberg:draws=50,select=roc_auc"."""
        name, parameters = parse_spec(text)
        own = {key: parameters.pop(key) for key in ("select", "rule", "draws", "seed") if key in parameters}
        inner = name + (":" + ",".join(f"{k}={v!r}" for k, v in parameters.items()) if parameters else "")
        return cls.of(inner=inner, **own)

    @classmethod
    def of(cls, *, inner: str | None = None, select: Any = None, rule: str = "best", draws: int | None = None,
           seed: int = 0) -> Tuning:
        """From names, each checked."""
        if rule not in set(Rule):
            raise BadInput(f"rule is {' or '.join(Rule)}, not {rule!r}.")
        if isinstance(select, str) and "." not in parse_spec(select)[0]:
            metric(select)
        return cls(inner=None if inner is None else Inner.parse(inner), select=select, rule=Rule(rule), draws=draws,
                   seed=seed)

    def within(self, study: Tuning) -> Tuning:
        """What was left open here, as the study says it."""
        return replace(self, inner=self.inner or study.inner, select=self.select or study.select)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tuned:
    """What `tuned` declares: it becomes a learner when the problem is known."""

    base: Any                     # a spec, an estimator object or its class
    space: Any
    tuning: Tuning


def tuned(  # noqa: PLR0913 - what there is to say about tuning, by keyword
    base: Any, space: Any, *, inner: str | None = None, select: Any = None, rule: str = "best",
    draws: int | None = None, seed: int = 0,
) -> Tuned:
    """A model whose parameters are tuned inside every training part, to be given wherever a model is.

    `space` is a dict of parameters and the values to try (from simple to complex), or laws such as
    "loguniform(0.01, 100)" of which `draws` settings are drawn. `inner` is "nested" (if nothing else is said),
    "salzberg", "flexer" or "ttv", or a design such as "kfold:folds=3,repeats=2". `select` is the metric that chooses
    (the study's primary one if not said), `rule` is "best" or "one-se": the first setting within one standard error of
    the best.

    >>> model = tuned("knn", {"n_neighbors": [15, 5, 1]}, inner="salzberg")
    >>> model.tuning.inner.spec
    'holdout:test=0.3333333333333333'
    """
    how = Tuning.of(inner=inner, select=select, rule=rule, draws=draws, seed=seed)
    return Tuned(base=base, space=space, tuning=how)


class InnerPredictions(Protocol):
    """What a model said of the test rows of one inner split."""

    @property
    def labels(self) -> Array | None: ...  # noqa: D102
    @property
    def scores(self) -> Array | None: ...  # noqa: D102
    @property
    def probabilities(self) -> Array | None: ...  # noqa: D102
    @property
    def values(self) -> Array | None: ...  # noqa: D102
    @property
    def quantiles(self) -> Array | None: ...  # noqa: D102


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TunedLearner(Learner):
    """One plain learner for each setting, and how one of them is chosen."""

    candidates: tuple[Learner, ...]
    settings: tuple[Setting, ...]
    inner: Inner
    metric: Metric
    rule: Rule

    def n_fits(self, n_train: int) -> int:
        """Fits for one training part of so many rows: every setting on every inner split, and the one chosen."""
        return len(self.candidates) * self.inner.n_splits(n_train) + 1

    def choose(self, problem: Problem, splits: Sequence[Split],
               said: Sequence[Sequence[InnerPredictions | None]]) -> Choice:
        """The setting for one training part, from what each said (settings, inner splits) of its inner test rows."""
        scores = np.full((len(self.candidates), len(splits)), np.nan)
        errors: list[float | None] = [None] * len(self.candidates)
        reason = "the fits failed"
        for j, split in enumerate(splits):
            prior, past = _prior(problem, split), self._past(problem, split)
            for i, row in enumerate(said):
                answer = row[j]
                if answer is None:
                    continue
                predictions = replace(_predictions(problem, split, answer, prior), past=past)
                try:
                    scores[i, j] = self.metric.score(predictions)
                except (Undefined, BadInput) as error:
                    reason = str(error).rstrip(".")
                    continue
                if self.rule is Rule.ONE_SE and len(splits) == 1:
                    errors[i] = _error_over_rows(self.metric, predictions)
        if not np.isfinite(scores).any():
            raise Undefined(f"{self.name} cannot choose a setting by {self.metric.title}: {reason}.")
        return choose(scores, self.metric.direction, rule=self.rule, row_errors=errors)

    def _past(self, problem: Problem, split: Split) -> Past | None:
        """Of the inner training rows, where the metric asks for it."""
        if self.metric.season is None:
            return None
        return Past.of(problem.y, problem.groups, train=split.train_rows, test=split.test)


def unmade(seed: int) -> Any:  # noqa: ARG001 - in the place of `Learner.make`
    """A tuned learner is no single estimator before a setting is chosen."""
    raise BadInput("a tuned learner is fitted by a run, which chooses its setting inside each training part.")


def _predictions(problem: Problem, split: Split, said: InnerPredictions, prior: Array | None) -> Predictions:
    return Predictions(truth=problem.y[split.test], n_classes=len(problem.classes) or None, labels=said.labels,
                       scores=said.scores, probabilities=said.probabilities, values=said.values,
                       quantiles=said.quantiles, prior=prior)


def _prior(problem: Problem, split: Split) -> Array | None:
    """The class shares of the inner training rows; those of the outer test rows are not known here."""
    if problem.task is Task.REGRESSION:
        return None
    return smoothed_prior(np.bincount(problem.y[split.train_rows], minlength=len(problem.classes)))


def _error_over_rows(chosen: Metric, predictions: Predictions) -> float | None:
    """The standard error of a score that is a plain mean over rows."""
    if chosen.per_row is None or chosen.outer(4.0) != 4.0 or predictions.n_rows < 2:
        return None
    values = np.asarray(chosen.per_row(predictions), dtype=float)
    return float(values.std(ddof=1) / np.sqrt(values.size))


def usual_metric(problem: Problem) -> str:
    """The metric that chooses where nothing says which."""
    return USUAL[problem.task]
