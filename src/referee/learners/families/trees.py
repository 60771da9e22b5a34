"""Trees and their ensembles.

Convention: trees and forests see categories one-hot, as people expect of them; gradient boosting splits on
sets of categories itself and sends missing values to a side of their own. Boosting does not stop early:
scikit-learn would hold out rows above 10 000, and fail where a class has one row.
"""

from __future__ import annotations

from referee.learners.named import LEARNERS, NamedLearner, Trait, for_both, for_regression

PLAIN = frozenset({Trait.INDICATORS, Trait.JOINT_TARGETS})

LEARNERS.add(NamedLearner(
    name="tree", title="decision tree",
    sentence="One tree grown until its leaves are pure.",
    forms=for_both("sklearn.tree.DecisionTree"), traits=PLAIN, aliases=("decision-tree",),
))
LEARNERS.add(NamedLearner(
    name="forest", title="random forest",
    sentence="The mean of 100 trees, each grown on a bootstrap sample with random features at each split.",
    forms=for_both("sklearn.ensemble.RandomForest"), traits=PLAIN, aliases=("random-forest", "rf"),
))
LEARNERS.add(NamedLearner(
    name="extra-trees", title="extremely randomised trees",
    sentence="The mean of 100 trees that split at random thresholds.",
    forms=for_both("sklearn.ensemble.ExtraTrees"), traits=PLAIN,
))
LEARNERS.add(NamedLearner(
    name="hist-gradient-boosting", title="gradient boosting on histograms",
    sentence="100 small trees, each fitted to what the ones before it left; takes categories and gaps itself.",
    forms=for_both("sklearn.ensemble.HistGradientBoosting", early_stopping=False),
    traits=frozenset({Trait.NATIVE}), aliases=("boosting", "gradient-boosting"),
))
LEARNERS.add(NamedLearner(
    name="quantile-boosting", title="boosted trees for quantiles",
    sentence="Boosted trees for each of 19 quantiles of the target, 0.05 to 0.95; says the median as its number.",
    forms=for_regression("referee.learners.by_quantiles.QuantileBoosting"), traits=frozenset({Trait.MISSING_AS_IS}),
    instead=("hist-gradient-boosting",),
))
