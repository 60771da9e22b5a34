"""One thing noticed about how the rows hang together: a fact, its evidence, and the sentence that tells it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.kinds import Json


class Kind(StrEnum):
    """What can be noticed; the words of the answers that settle it (`groups="none"`) are among them."""

    GROUPS = "groups"           # rows that come from the same subject, site, run …
    TIME = "time"               # a column that says when
    ORDER = "order"             # rows that follow each other are alike
    SISTER = "sister"           # a column that is known only when the target is
    COPIES = "copies"           # rows that stand there more than once, exactly or nearly
    IDS = "ids"                 # a column that names the rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Noticed:
    """One thing noticed.

    `columns` are those it is about: of groups those whose values are a group's own, none where all columns are.
    `evidence` are the numbers that were measured, by name.

    >>> print(Noticed(kind=Kind.ORDER, columns=(), evidence=(("target", 0.99),), sentence="rows are in order."))
    rows are in order.
    """

    kind: Kind
    columns: tuple[str, ...]
    evidence: tuple[tuple[str, float], ...]
    sentence: str

    @property
    def exact(self) -> bool:
        """Of copies, whether rows were counted that repeat another exactly."""
        return self.kind is Kind.COPIES and any(name == "rows" for name, _ in self.evidence)

    def __str__(self) -> str:
        return self.sentence

    def to_dict(self) -> Json:
        """The fact for a JSON report or a ledger."""
        return {"kind": self.kind.value, "columns": list(self.columns), "evidence": dict(self.evidence),
                "sentence": self.sentence}
