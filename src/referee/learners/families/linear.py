"""Linear models.

Convention: features are standardised, so that one penalty means the same for each of them. The lasso and
the elastic net also standardise the target: with scikit-learn's penalty of 1 on a target in arbitrary
units they may be a constant in disguise; 0.01 on a standardised target is a mild penalty on any data.
The exact solvers of linear and ridge regression get a dense matrix (on a sparse one scikit-learn iterates).
"""

from __future__ import annotations

from referee.learners.named import LEARNERS, NamedLearner, Trait, for_classification, for_regression

SCALED = frozenset({Trait.SCALED, Trait.INDICATORS})
PENALTIES = tuple(10.0**power for power in range(-3, 4))

LEARNERS.add(NamedLearner(
    name="logistic", title="logistic regression",
    sentence="Linear log-odds with an L2 penalty (C=1) on standardised features.",
    forms=for_classification("sklearn.linear_model.LogisticRegression", max_iter=1000),
    traits=SCALED | {Trait.SPARSE}, aliases=("logistic-regression",), instead=("linear", "ridge"),
))
LEARNERS.add(NamedLearner(
    name="ridge-classifier", title="ridge classifier",
    sentence="Least squares on coded classes with an L2 penalty; gives scores, no probabilities.",
    forms=for_classification("sklearn.linear_model.RidgeClassifier"),
    traits=SCALED, instead=("ridge", "linear"),
))
LEARNERS.add(NamedLearner(
    name="sgd", title="linear model by stochastic gradient descent",
    sentence="Logistic or linear regression fitted in random passes over the rows; for many rows.",
    forms=for_classification("sklearn.linear_model.SGDClassifier", loss="log_loss")
    | for_regression("sklearn.linear_model.SGDRegressor"),
    traits=SCALED | {Trait.TARGET_SCALED},
))
LEARNERS.add(NamedLearner(
    name="linear", title="linear regression",
    sentence="Ordinary least squares.",
    forms=for_regression("sklearn.linear_model.LinearRegression"),
    traits=SCALED | {Trait.JOINT_TARGETS}, aliases=("ols",), instead=("logistic", "lda"),
))
LEARNERS.add(NamedLearner(
    name="ridge", title="ridge regression",
    sentence="Least squares with an L2 penalty (alpha=1) on standardised features.",
    forms=for_regression("sklearn.linear_model.Ridge"),
    traits=SCALED | {Trait.JOINT_TARGETS}, instead=("logistic", "ridge-classifier"),
))
LEARNERS.add(NamedLearner(
    name="ridge-cv", title="ridge regression, penalty chosen inside",
    sentence="Ridge regression; the penalty from 0.001 to 1000 by leave-one-out within the training rows.",
    forms=for_regression("sklearn.linear_model.RidgeCV", alphas=PENALTIES),
    traits=SCALED | {Trait.JOINT_TARGETS}, instead=("logistic", "ridge-classifier"),
))
LEARNERS.add(NamedLearner(
    name="lasso", title="lasso",
    sentence="Least squares with an L1 penalty (alpha=0.01) on standardised features and target.",
    forms=for_regression("sklearn.linear_model.Lasso", alpha=0.01, max_iter=10_000),
    traits=SCALED | {Trait.TARGET_SCALED}, instead=("logistic", "sgd"),
))
LEARNERS.add(NamedLearner(
    name="lasso-cv", title="lasso, penalty chosen inside",
    sentence="Lasso; the penalty by 5-fold cross-validation within the training rows.",
    forms=for_regression("sklearn.linear_model.LassoCV", max_iter=10_000),
    traits=SCALED | {Trait.TARGET_SCALED}, instead=("logistic", "sgd"),
))
LEARNERS.add(NamedLearner(
    name="elastic-net", title="elastic net",
    sentence="Least squares with half L1, half L2 penalty (alpha=0.01) on standardised features and target.",
    forms=for_regression("sklearn.linear_model.ElasticNet", alpha=0.01, max_iter=10_000),
    traits=SCALED | {Trait.TARGET_SCALED}, instead=("logistic", "sgd"),
))
