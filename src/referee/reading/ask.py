"""What is asked of a family of comparisons, fixed before anyone looks, and what was tried on the rows before."""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.comparisons.multiplicity.adjust import RULES
from referee.errors import BadInput, UnknownName
from referee.estimates._base import check_level
from referee.reading.corrections import CORRECTIONS, MAX_T
from referee.reading.differences.named import TESTS
from referee.reading.method import named_test

FAMILIES = {
    "declared": "the comparisons of this study alone",
    "ledger": "these, and every other comparison the ledger has seen made on the same rows",
    "online": "these, with a share of the error rate that is safe to stop at whenever one likes what one sees",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """How a family is to be judged; fixed before anyone looks."""

    level: float = 0.95
    test: str | None = None             # None: what the design calls for
    adjust: str = "holm"
    against: str | None = None          # compare all with this learner; None: all pairs
    relevant: float | None = None       # the smallest difference that matters, in the metric's unit
    family: str = "ledger"              # what is corrected for; see FAMILIES
    side: str | None = None             # only whether this learner is better than others is asked: one-sided

    def __post_init__(self) -> None:
        check_level(self.level)
        object.__setattr__(self, "test", named_test(self.test))
        if self.test is not None:
            _ = TESTS[self.test]
        if self.adjust not in CORRECTIONS:
            raise UnknownName("correction", self.adjust, CORRECTIONS, hint=f"There are: {', '.join(CORRECTIONS)}")
        if self.family not in FAMILIES:
            raise UnknownName("family", self.family, FAMILIES, hint=f"There are: {', '.join(FAMILIES)}")
        if self.relevant is not None and not 0 < self.relevant < math.inf:
            raise BadInput(f"relevant is the smallest difference that matters, above 0 and finite, not "
                           f"{self.relevant!r}.")

        self._check_side()

    def _check_side(self) -> None:
        """A side is that of the learner which all others are compared with."""
        if self.side is None:
            return
        if self.against not in {None, self.side}:
            raise BadInput(f"side says that {self.side} is expected to be better than all others, and against compares "
                           f"with {self.against}; leave out one of the two.")
        if self.adjust not in RULES:
            raise BadInput(f"{self.adjust} is for two-sided comparisons; with a side take {' or '.join(RULES)}.")
        object.__setattr__(self, "against", self.side)

    @property
    def declared_test(self) -> str | None:
        """The test asked for; max-T implies the one that flips the rows of a pair."""
        return self.test or ("signflip" if self.adjust == MAX_T else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What has been tried on the same rows beside this study's own comparisons."""

    others: int = 0        # comparisons of other studies
    turn: int = 1          # which study of these rows this is
    baseline: int = 0      # comparisons of other studies with a baseline, which are a question of their own
    data_sets: int = 1     # of this study: the same comparisons are made on each (Salzberg 1997, section 3.5)

    def counted(self, family: str) -> int:
        """How many comparisons join the family."""
        return self.others if family == "ledger" else 0

    def share(self, family: str) -> float:
        """The share of the error rate that this study may spend: 1/(t(t+1)), which add up to 1 over all t."""
        return 1 / (self.turn * (self.turn + 1)) if family == "online" else 1.0
