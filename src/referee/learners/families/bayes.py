"""Bayesian classifiers and discriminant analysis: a law for the features of each class.

Quadratic discriminant analysis shrinks each class's covariance by 1 % towards a multiple of the identity:
without it, one-hot columns and classes with fewer rows than features leave nothing to invert.
No missing-value columns are added: a column of zeros and ones is far from the normal law assumed here.
"""

from __future__ import annotations

from referee.learners.named import LEARNERS, NamedLearner, Trait, for_classification

LEARNERS.add(NamedLearner(
    name="gaussian-nb", title="Gaussian naive Bayes",
    sentence="Independent normal features within each class.",
    forms=for_classification("sklearn.naive_bayes.GaussianNB"),
    aliases=("naive-bayes",),
))
LEARNERS.add(NamedLearner(
    name="complement-nb", title="complement naive Bayes",
    sentence="Multinomial naive Bayes fitted on the complement of each class; features brought to 0 to 1.",
    forms=for_classification("sklearn.naive_bayes.ComplementNB"),
    traits=frozenset({Trait.UNIT_RANGE, Trait.SPARSE}),
))
LEARNERS.add(NamedLearner(
    name="lda", title="linear discriminant analysis",
    sentence="Normal classes with one covariance.",
    forms=for_classification("sklearn.discriminant_analysis.LinearDiscriminantAnalysis"),
    instead=("linear", "ridge"),
))
LEARNERS.add(NamedLearner(
    name="qda", title="quadratic discriminant analysis",
    sentence="Normal classes, each with its own covariance, shrunk by 1 % so that it can be inverted.",
    forms=for_classification("sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis",
                             solver="eigen", shrinkage=0.01),
    traits=frozenset({Trait.SCALED}),
))
LEARNERS.add(NamedLearner(
    name="tan", title="tree-augmented naive Bayes",
    sentence="Every feature depends on the class and one other feature; numbers in five states.",
    forms=for_classification("referee.learners.tan.TreeAugmentedBayes"),
    traits=frozenset({Trait.NATIVE}),
))
LEARNERS.add(NamedLearner(
    name="aode", title="averaged one-dependence estimators",
    sentence="The mean of networks in which all features depend on the class and one of them; numbers in five states.",
    forms=for_classification("referee.learners.aode.AveragedOneDependence"),
    traits=frozenset({Trait.NATIVE}),
))
