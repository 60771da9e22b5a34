"""Baselines: what can be said without looking at the features."""

from __future__ import annotations

from referee.learners.named import LEARNERS, NamedLearner, Trait, for_classification, for_regression

LEARNERS.add(NamedLearner(
    name="prior", title="class shares",
    sentence="Says the class shares of the training rows, whatever the features.",
    forms=for_classification("sklearn.dummy.DummyClassifier", strategy="prior"),
    traits=frozenset({Trait.BASELINE, Trait.JOINT_TARGETS}), instead=("mean", "median"),
))
LEARNERS.add(NamedLearner(
    name="majority", title="majority class",
    sentence="Says the most frequent class of the training rows, and is certain of it.",
    forms=for_classification("sklearn.dummy.DummyClassifier", strategy="most_frequent"),
    traits=frozenset({Trait.BASELINE, Trait.JOINT_TARGETS}), instead=("median", "mean"),
))
LEARNERS.add(NamedLearner(
    name="mean", title="mean of the target",
    sentence="Says the mean of the training rows, whatever the features.",
    forms=for_regression("sklearn.dummy.DummyRegressor", strategy="mean"),
    traits=frozenset({Trait.BASELINE, Trait.JOINT_TARGETS}), instead=("prior", "majority"),
))
LEARNERS.add(NamedLearner(
    name="climatology", title="quantiles of the target",
    sentence="Says the quantiles of the training rows, whatever the features: for CRPS and pinball loss.",
    forms=for_regression("referee.learners.by_quantiles.PastQuantiles"),
    traits=frozenset({Trait.BASELINE}), instead=("prior",),
))
LEARNERS.add(NamedLearner(
    name="last", title="last value",
    sentence="Says the value of the last training row, whatever the features: for rows in order of time.",
    forms=for_regression("referee.learners.last_value.LastValue"),
    traits=frozenset({Trait.BASELINE, Trait.JOINT_TARGETS}), instead=("prior", "majority"),
))
LEARNERS.add(NamedLearner(
    name="seasonal", title="value a season ago",
    sentence="Says the value one season before, period=12 times ago for example: for rows in order of time.",
    forms=for_regression("referee.learners.by_time.SeasonalLast"),
    traits=frozenset({Trait.BASELINE, Trait.BY_TIME, Trait.JOINT_TARGETS}), aliases=("seasonal-naive", "snaive"),
    instead=("prior", "majority"),
))
LEARNERS.add(NamedLearner(
    name="drift", title="drift",
    sentence="Continues the line from the first to the last training value: for rows in order of time.",
    forms=for_regression("referee.learners.by_time.Drift"),
    traits=frozenset({Trait.BASELINE, Trait.BY_TIME, Trait.JOINT_TARGETS}), instead=("prior", "majority"),
))
LEARNERS.add(NamedLearner(
    name="median", title="median of the target",
    sentence="Says the median of the training rows, whatever the features.",
    forms=for_regression("sklearn.dummy.DummyRegressor", strategy="median"),
    traits=frozenset({Trait.BASELINE, Trait.JOINT_TARGETS}), instead=("majority", "prior"),
))
