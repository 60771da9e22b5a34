"""Tuned learners: settings to choose from, and the choice inside each training part; see `tuned` for how it works."""

from referee.learners.tuning.choice import Choice, Rule, choose
from referee.learners.tuning.inner import Inner
from referee.learners.tuning.laws import Law
from referee.learners.tuning.presets import PRESETS, Preset
from referee.learners.tuning.search_objects import is_search, search_notes
from referee.learners.tuning.space import settings_of_space, shown_setting
from referee.learners.tuning.tuned import Tuned, TunedLearner, Tuning, tuned

__all__ = ["PRESETS", "Choice", "Inner", "Law", "Preset", "Rule", "Tuned", "TunedLearner", "Tuning", "choose",
           "is_search", "search_notes", "settings_of_space", "shown_setting", "tuned"]
