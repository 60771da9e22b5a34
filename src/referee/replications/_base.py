"""What a replication is made of: documents, their items, and a row for each number or claim, with a verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.api import Answer
from referee.api.carry_out import Announce, unannounced
from referee.running import Progress, silent

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from referee.replications.belief import Belief


class Verdict(StrEnum):
    """How what came out stands to what is printed."""

    AGREES = "agrees"
    ERRATUM = "differs: erratum"                # as docs/errata.md explains
    DIFFERS = "differs"
    HOLDS = "pattern holds"                     # other data, or a claim without a number
    FAILS = "pattern does not hold"
    OPEN = "can't tell"                         # too little was fitted to say whether a pattern holds
    NOT_PRINTED = "no number printed"
    OTHER_DATA = "other data"                   # beside the printed number, and not to be compared with it
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One number or claim."""

    what: str
    printed: str
    ours: str
    verdict: Verdict
    erratum: int | None = None
    note: str = ""
    ratio: float | None = None                  # ours by printed, for the picture

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"what": self.what, "printed": self.printed, "ours": self.ours, "verdict": self.verdict.value,
                "erratum": self.erratum, "note": self.note}


def number(what: str, printed: float, ours: float, *, digits: int, erratum: int | None = None,
           note: str = "") -> Row:
    """A printed number beside ours: they agree where ours, to the digits printed, is the printed one.

    >>> number("risk", 0.64, 0.6415, digits=2).verdict.value
    'agrees'
    >>> number("tail", 0.0032, 0.0033002, digits=4, erratum=1).verdict.value
    'differs: erratum'
    """
    same = abs(ours - printed) <= 0.5 * 10.0**-digits * (1 + 1e-9)
    verdict = Verdict.AGREES if same else Verdict.DIFFERS if erratum is None else Verdict.ERRATUM
    return Row(what=what, printed=f"{printed:.{digits}f}", ours=f"{ours:.{digits}f}", verdict=verdict, note=note,
               erratum=None if same else erratum, ratio=round(ours, digits) / printed if printed else None)


def claim(what: str, printed: str, ours: str, *, holds: bool | None, erratum: int | None = None,
          note: str = "") -> Row:
    """A claim beside what came out; None where that does not decide it."""
    if holds is None:
        return Row(what=what, printed=printed, ours=ours, verdict=Verdict.OPEN, note=note)
    verdict = Verdict.HOLDS if holds else Verdict.FAILS if erratum is None else Verdict.ERRATUM
    return Row(what=what, printed=printed, ours=ours, verdict=verdict, erratum=None if holds else erratum, note=note)


def told(what: str, ours: str, note: str = "") -> Row:
    """What came out where the document prints no number."""
    return Row(what=what, printed="", ours=ours, verdict=Verdict.NOT_PRINTED, note=note)


def beside(what: str, printed: str, ours: str, note: str = "") -> Row:
    """What other data give, beside what is printed of data that are not public."""
    return Row(what=what, printed=printed, ours=ours, verdict=Verdict.OTHER_DATA, note=note)


def not_run(what: str, why: str, printed: str = "") -> Row:
    """What could not be done here, and what it takes; what is printed is told all the same."""
    return Row(what=what, printed=printed, ours="–", verdict=Verdict.NOT_RUN, note=why)


@dataclass(frozen=True, slots=True, kw_only=True)
class How:
    """How items that fit something are run."""

    quick: bool = True
    seed: int = 0
    jobs: int | None = None
    ledger: Any = None
    progress: Progress = silent
    announce: Announce = unannounced
    folder: Path | None = None                  # with the tables that do not come along

    def table(self, name: str) -> Path | None:
        """A table of that name in the folder, if it is there."""
        path = None if self.folder is None else self.folder / f"{name}.csv.gz"
        return path if path is not None and path.exists() else None

    def of_fits(self) -> dict[str, Any]:
        """For the verbs."""
        return {"seed": self.seed, "jobs": self.jobs, "ledger": self.ledger, "progress": self.progress,
                "announce": self.announce}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What came of an item: rows, and the answers of the verbs that show more."""

    rows: Sequence[Row]
    answers: dict[str, Answer] = field(default_factory=dict)        # by what their picture shows
    pictures: dict[str, Callable[[], Figure]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One table, figure, number or procedure of a document."""

    name: str
    title: str
    data: str
    procedure: str
    redo: Callable[[How], Found]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document and what of it can be redone."""

    name: str
    title: str
    items: tuple[Item, ...]
    beliefs: tuple[Belief, ...]         # what to believe of it, by what came out


TABLES = Path(__file__).parent
