"""What to believe of a document: sentences that follow from the verdicts of this very run, and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.replications._base import Found, Item, Row, Verdict
from referee.replications.audited import SHOULD_BE

RIGHT = {Verdict.AGREES, Verdict.HOLDS}
WRONG = {Verdict.ERRATUM, Verdict.DIFFERS, Verdict.FAILS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """What is said if all the rows it is about come out, if some do not, or if that is not decided.

    Sentences may hold {right}, {wrong} and {of} (numbers of rows), {what} and {ours} (the first of them that decides,
    and what came out). Without any row that decides, nothing is said; nor where there is no sentence for what came out.
    """

    about: Callable[[str, Row], bool]           # the name of the item, and a row of it
    so: str = ""
    not_so: str = ""
    open: str = ""

    def said(self, found: Sequence[tuple[Item, Found]]) -> str:
        """The sentence, or nothing."""
        rows = [row for item, one in found for row in one.rows if self.about(item.name, row)]
        right, wrong, undecided = ([row for row in rows if row.verdict in of] for of in (RIGHT, WRONG, {Verdict.OPEN}))
        deciding = wrong or undecided or right
        if not deciding:
            return ""
        sentence = self.not_so if wrong else self.open if undecided else self.so
        return sentence.format(right=len(right), wrong=len(wrong), of=len(right) + len(wrong) + len(undecided),
                               what=deciding[0].what, ours=deciding[0].ours)


def of_item(name: str, what: str = "") -> Callable[[str, Row], bool]:
    """Rows of the items so named, those whose description holds these words.

    >>> from referee.replications._base import told
    >>> of_item("table-1", "bias of R")("table-1", told("lda: bias of R", "-0.1"))
    True
    """
    return lambda item, row: item == name and what in row.what


AUDIT = (Belief(about=lambda item, row: item == "audit" and row.printed == SHOULD_BE[False],
                so="The audit of “{what}” says: {ours}.",
                not_so="The audit of “{what}” says: {ours}; it should have said that it is not usable."),
         Belief(about=lambda item, row: item == "audit" and row.printed == SHOULD_BE[True],
                so="The audit of “{what}” says: {ours}.",
                not_so="Even of “{what}” the audit says: {ours}."))


def what_to_believe(beliefs: Sequence[Belief], found: Sequence[tuple[Item, Found]]) -> str:
    """One paragraph; empty where nothing that was run decides anything."""
    return " ".join(filter(None, (belief.said(found) for belief in (*beliefs, *AUDIT))))
