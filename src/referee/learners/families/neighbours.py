"""Nearest neighbours, on standardised features; one-hot columns count as they are."""

from __future__ import annotations

from referee.learners.named import LEARNERS, NamedLearner, Trait, for_both

TRAITS = frozenset({Trait.SCALED, Trait.INDICATORS, Trait.JOINT_TARGETS})

LEARNERS.add(NamedLearner(
    name="knn", title="5 nearest neighbours",
    sentence="The mean or vote of the 5 nearest training rows.",
    forms=for_both("sklearn.neighbors.KNeighbors"), traits=TRAITS, aliases=("k-nearest-neighbours",),
))
LEARNERS.add(NamedLearner(
    name="1nn", title="nearest neighbour",
    sentence="What the nearest training row had.",
    forms=for_both("sklearn.neighbors.KNeighbors", n_neighbors=1), traits=TRAITS,
))
