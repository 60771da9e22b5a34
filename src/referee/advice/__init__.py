"""Advice: given a problem and a goal, which design, and why; protocols of the papers by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.on_asking import on_asking

if TYPE_CHECKING:
    from referee.advice.design import DesignAdvice, advise_design, choose_design, one_pass
    from referee.advice.habits import Habit, habits_of
    from referee.advice.protocol import PROTOCOLS, Protocol
    from referee.advice.recipe import Recipe
    from referee.advice.rule import Rule
    from referee.advice.rules import RULES, fired, shaped
    from referee.advice.situation import Goal, Situation, by_metric, situation_of

__all__ = ["PROTOCOLS", "RULES", "DesignAdvice", "Goal", "Habit", "Protocol", "Recipe", "Rule", "Situation",
           "advise_design", "by_metric", "choose_design", "fired", "habits_of", "one_pass", "shaped", "situation_of"]

__getattr__, __dir__ = on_asking(__name__, {
    "referee.advice.design": "DesignAdvice advise_design choose_design one_pass",
    "referee.advice.habits": "Habit habits_of",
    "referee.advice.protocol": "PROTOCOLS Protocol",
    "referee.advice.recipe": "Recipe",
    "referee.advice.rule": "Rule",
    "referee.advice.rules": "RULES fired shaped",
    "referee.advice.situation": "Goal Situation by_metric situation_of",
})
