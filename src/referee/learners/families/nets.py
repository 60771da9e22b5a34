"""Neural nets: one hidden layer of 100 units, standardised features (and target), at most 500 passes."""

from __future__ import annotations

from referee.learners.named import LEARNERS, NamedLearner, Trait, for_both

LEARNERS.add(NamedLearner(
    name="mlp", title="multilayer perceptron",
    sentence="A neural net with one hidden layer of 100 units, fitted by Adam in at most 500 passes.",
    forms=for_both("sklearn.neural_network.MLP", max_iter=500),
    traits=frozenset({Trait.SCALED, Trait.INDICATORS, Trait.SPARSE, Trait.TARGET_SCALED, Trait.JOINT_TARGETS}),
    aliases=("neural-net",),
))
