"""Learners: by short name, by dotted path, or the user's own objects.

A file of a family registers its learners when it is imported, which the registry sees to; classes are named by path,
and scikit-learn is imported when the first learner is built.
"""

from referee.learners._base import Learner, Takes
from referee.learners.baseline import with_baseline
from referee.learners.complexity import complexity
from referee.learners.memory import may_keep_cases
from referee.learners.named import LEARNERS
from referee.learners.resolve import resolve
from referee.learners.tuning import PRESETS, Tuned, TunedLearner, Tuning, tuned

__all__ = ["LEARNERS", "PRESETS", "Learner", "Takes", "Tuned", "TunedLearner", "Tuning", "complexity",
           "may_keep_cases", "resolve", "tuned", "with_baseline"]
