"""Tuned learners: settings to choose from, and the choice inside each training part; see `tuned` for how it works."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.on_asking import on_asking

if TYPE_CHECKING:
    from referee.learners.tuning.choice import Choice, Rule, choose
    from referee.learners.tuning.inner import Inner
    from referee.learners.tuning.laws import Law
    from referee.learners.tuning.presets import PRESETS, Preset
    from referee.learners.tuning.search_objects import is_search, search_notes
    from referee.learners.tuning.space import settings_of_space, shown_setting
    from referee.learners.tuning.tuned import Tuned, TunedLearner, Tuning, tuned

__all__ = ["PRESETS", "Choice", "Inner", "Law", "Preset", "Rule", "Tuned", "TunedLearner", "Tuning", "choose",
           "is_search", "search_notes", "settings_of_space", "shown_setting", "tuned"]

__getattr__, __dir__ = on_asking(__name__, {
    "referee.learners.tuning.choice": "Choice Rule choose",
    "referee.learners.tuning.inner": "Inner",
    "referee.learners.tuning.laws": "Law",
    "referee.learners.tuning.presets": "PRESETS Preset",
    "referee.learners.tuning.search_objects": "is_search search_notes",
    "referee.learners.tuning.space": "settings_of_space shown_setting",
    "referee.learners.tuning.tuned": "Tuned TunedLearner Tuning tuned",
})
