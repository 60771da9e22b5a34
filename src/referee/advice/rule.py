"""A rule of advice: when it holds, what to do, what not to do, and who says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.advice.recipe import Recipe
from referee.advice.situation import Situation
from referee.kinds import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule. `design` gives the design it asks for, as one would type it; None where it asks for none here.

    Rules are tried in the order of their codes. Of the designs asked for, that of the last rule that fired is taken:
    the special case comes after the general one. What else it asks for it does to the recipe (`shape`). A rule that is
    about the division (`divides`) and whose design is not taken gives way.
    """

    code: str                                            # E-01 …
    when: str                                            # the condition in words, a clause that follows "when"
    condition: Callable[[Situation], bool]
    advice: str                                          # what to do, a clause
    reason: str                                          # why, a clause that follows "because"
    source: str                                          # who says so
    warning: str = ""                                    # what not to do, a clause that follows "not"
    design: Callable[[Situation], str | None] | None = None
    here: Callable[[Situation], str] | None = None       # the reason with the particulars of a situation
    shape: Callable[[Situation, Recipe], Recipe] | None = None       # what it does to the command
    divides: tuple[str, ...] = ()                        # designs that its advice speaks of, by name
    usual: bool = False                                  # holds nearly always: told in a footnote

    def why(self, situation: Situation) -> str:
        """The reason, in this situation, and the rule it comes from."""
        return f"{self.here(situation) if self.here else self.reason} (rule {self.code})"

    def gives_way(self, situation: Situation, spec: str) -> bool:
        """Whether another design than the one its advice speaks of was taken."""
        if not self.divides:
            return False
        if self.design is not None:
            return self.design(situation) != spec
        return spec.partition(":")[0] not in self.divides

    @property
    def name(self) -> str:
        """The code, under which it is registered."""
        return self.code

    def __str__(self) -> str:
        against = f"; not {self.warning}" if self.warning else ""
        return f"{self.code}: {self.advice}{against}, because {self.reason} ({self.source})."

    def to_dict(self) -> Json:
        """For JSON and for the ledger."""
        return {"code": self.code, "when": self.when, "advice": self.advice, "warning": self.warning,
                "reason": self.reason, "source": self.source}
