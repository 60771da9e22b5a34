"""Advice: given a problem and a goal, which design, and why; protocols of the papers by name."""

from referee.advice.design import DesignAdvice, advise_design
from referee.advice.protocol import PROTOCOLS, Protocol

__all__ = ["PROTOCOLS", "DesignAdvice", "Protocol", "advise_design"]
