"""Advice: given a problem and a goal, which design, and why."""

from referee.advice.design import DesignAdvice, advise_design

__all__ = ["DesignAdvice", "advise_design"]
