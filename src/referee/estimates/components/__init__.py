"""Where the spread of a learner's score comes from: the sample, the split, the seed."""

from referee.estimates.components.read import Components, Spreads, components

__all__ = ["Components", "Spreads", "components"]
