"""The names under which degenerate input is reported, and the words in which a result says so."""

from __future__ import annotations

from typing import Any

from referee.errors import BadInput, did_you_mean
from referee.written import Written

IDENTICAL = "identical"                 # no unit tells A from B
ZERO_VARIANCE = "zero_variance"         # every unit says the same
FEW_UNITS = "few_units"                 # too few for any exact two-sided test to reach 0.05
HISTORIC = "historic"                   # a recipe of an older paper, shown unsound since
RECURRING = "recurring"                 # a series whose losses come again after a season
LEARNED_LATER = "learned_later"         # a series whose models learned from later times too
UNDECIDABLE = "undecidable"             # too few for any difference to be shown
DOUBTS = (RECURRING, LEARNED_LATER, UNDECIDABLE)     # what a verdict is worth less for, wherever the result is told
FEW = 6
SENTENCES = {
    IDENTICAL: "no {unit} tells them apart", ZERO_VARIANCE: "all differences are equal: there is no spread to judge by",
    FEW_UNITS: "only {n} {units}", HISTORIC: "a historic recipe, since shown unsound",
    "no_disagreement": "they disagree on no {unit}",
    "dependence_ignored": "{units} with overlapping training sets are taken for independent",
    "lower_bound": "a lower bound of p", "bartlett_weights": "a variance below 0 was replaced by Bartlett's",
    RECURRING: ("losses come again after some {units}: unless that is a fixed season, false alarms are commoner than "
                "said"),
    LEARNED_LATER: ("models learned from later {units} too: where losses remembered much, 95% intervals held 89 of "
                    "100"),        # docs/time.md
    UNDECIDABLE: ("no difference between learners can be shown by {n} {units}: even if all of them favour one, that is "
                  "luck too often"),
}


def raised(**flags: bool) -> tuple[str, ...]:
    """The names of those that are up.

    >>> raised(identical=False, few_units=True)
    ('few_units',)
    """
    return tuple(name for name, up in flags.items() if up)


class Flagged(Written):
    """A result that says in its sentence what was degenerate about the input."""

    __slots__ = ()

    flags: tuple[str, ...]
    unit: str
    n_units: int

    @property
    def spoken(self) -> tuple[str, ...]:
        """The flags, in words."""
        units = self.unit if self.n_units == 1 else f"{self.unit}s"
        words = {"n": self.n_units, "unit": self.unit, "units": units}
        return tuple(SENTENCES.get(flag, flag.replace("_", " ")).format(**words) for flag in self.flags)

    @property
    def doubts(self) -> tuple[str, ...]:
        """Why its level may not hold, or nothing can be decided, in words."""
        return tuple(said for flag, said in zip(self.flags, self.spoken, strict=True) if flag in DOUBTS)

    def _told(self, sentence: str) -> str:
        """The sentence with what was degenerate, before its full stop."""
        return f"{sentence}. Note: {'; '.join(self.spoken)}." if self.flags else f"{sentence}."


class Detailed(Flagged):
    """A result with details that only this test has."""

    __slots__ = ()

    details: tuple[tuple[str, Any], ...]

    def detail(self, name: str) -> Any:
        """One of the details by name."""
        known = dict(self.details)
        if name not in known:
            raise BadInput(f"there is no detail {name!r}{did_you_mean(str(name), known)} "
                           f"There {'are' if known else 'is'} {', '.join(known) or 'none'}.")
        return known[name]
