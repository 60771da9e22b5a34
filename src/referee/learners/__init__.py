"""Learners: by short name, by dotted path, or the user's own objects.

A file of a family registers its learners when it is imported, which the registry sees to; classes are named by path,
and scikit-learn is imported when the first learner is built.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.on_asking import on_asking

if TYPE_CHECKING:
    from referee.learners._base import Learner, Takes
    from referee.learners.baseline import with_baseline
    from referee.learners.complexity import complexity
    from referee.learners.memory import may_keep_cases
    from referee.learners.named import LEARNERS
    from referee.learners.resolve import resolve
    from referee.learners.tuning import PRESETS, Tuned, TunedLearner, Tuning, tuned

__all__ = ["LEARNERS", "PRESETS", "Learner", "Takes", "Tuned", "TunedLearner", "Tuning", "complexity",
           "may_keep_cases", "resolve", "tuned", "with_baseline"]

__getattr__, __dir__ = on_asking(__name__, {
    "referee.learners._base": "Learner Takes",
    "referee.learners.baseline": "with_baseline",
    "referee.learners.complexity": "complexity",
    "referee.learners.memory": "may_keep_cases",
    "referee.learners.named": "LEARNERS",
    "referee.learners.resolve": "resolve",
    "referee.learners.tuning": "PRESETS Tuned TunedLearner Tuning tuned",
})
