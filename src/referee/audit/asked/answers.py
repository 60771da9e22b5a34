"""What a reader answers, as evidence: yes is found, no is the text's own word, the rest could not look.

A yes is a finding of the check that the question belongs to, with its quote, or with the columns, rows and models that
it points at, and what these were measured to do. A no passes nothing: that a study says it was done properly is what
the study says. It is told beside the check, and settles what was only asked about by sound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from referee.audit._base import Finding, Severity
from referee.audit.asked.questions import QUESTIONS, Of, Question, asked_of
from referee.audit.asked.quotes import WORD
from referee.audit.prose.confession import LONGEST
from referee.kinds import Json


class Word(StrEnum):
    """The four answers: those of evidence everywhere."""

    YES = "yes"                      # found
    NO = "no"                        # looked for, and the text says it is not so
    UNTOLD = "not told"              # could not look
    NOTHING = "n/a"                  # does not apply


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointed:
    """What of a table an answer is about."""

    columns: tuple[str, ...] = ()
    rows: str = ""                   # the condition as it was written
    count: int = 0                   # rows that meet it
    of: int = 0
    models: tuple[str, ...] = ()

    def __str__(self) -> str:
        """As it stands in a sentence: column a; the 40 of 300 rows where fold = 3; model b."""
        parts = [f"{what}{'s' if len(names) > 1 else ''} {', '.join(names)}"
                 for what, names in (("column", self.columns), ("model", self.models)) if names]
        rows = f"the {self.count:,} of {self.of:,} rows where {_cut(self.rows)}" if self.rows else ""
        return "; ".join(filter(None, [*parts, rows]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What the rows say of what was pointed at."""

    sentence: str
    evidence: Json = field(default_factory=dict)
    idle: bool = False               # it was measured to change nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderAnswer:
    """One answer, with what it was read from."""

    question: str
    word: Word
    quotes: tuple[str, ...] = ()
    line: int | None = None          # of the first quote
    note: str = ""
    pointed: Pointed | None = None   # of a table, in place of quotes
    measured: Measured | None = None

    @property
    def asked(self) -> Question:
        """The question."""
        return QUESTIONS[self.question]

    @property
    def quoted(self) -> str:
        """The quotes as they stand in a sentence, and the line of the first."""
        said = ", and ".join(f"“{_cut(quote)}”" for quote in self.quotes)
        return f"{said}{'' if self.line is None else f' (line {self.line})'}"

    @property
    def severity(self) -> Severity:
        """That of the question; a warning where what was pointed at was measured to change nothing."""
        idle = self.measured is not None and self.measured.idle
        return min(self.asked.severity, Severity.WARNING) if idle else self.asked.severity

    def sentence(self, reader: str) -> str:
        """What a finding says of it."""
        note = f" {self.note.rstrip('.')}." if self.note else ""
        if self.pointed is None:
            return f"By what {reader} reads, {self.asked.says}: {self.quoted}.{note}"
        seen = f" {self.measured.sentence}" if self.measured is not None else ""
        return f"By what {reader} sees in the rows, {self.asked.says} ({self.pointed}).{note}{seen}"

    def evidence(self, reader: str) -> Json:
        """The same for JSON."""
        said: Json = {"question": self.question, "reader": reader, "note": self.note}
        if self.pointed is None:
            return said | {"quotes": list(self.quotes), "line": self.line}
        return said | {"columns": list(self.pointed.columns), "rows": self.pointed.rows, "count": self.pointed.count,
                       "models": list(self.pointed.models)} | (self.measured.evidence if self.measured else {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All that one reader answered about one text or table."""

    reader: str
    answers: tuple[ReaderAnswer, ...] = field(default=())
    of: Of = Of.WORDS

    def about(self, code: str, *words: Word) -> tuple[ReaderAnswer, ...]:
        """The answers to the questions of one check that are one of these words."""
        return tuple(one for one in self.answers if one.asked.code == code and one.word in words)

    @property
    def settled(self) -> frozenset[str]:
        """What may be heard in sentences, and is answered."""
        return frozenset(fault for one in self.answers if one.word is not Word.UNTOLD for fault in one.asked.faults)

    def counted(self, word: Word) -> int:
        """How many questions have this answer."""
        return sum(one.word is word for one in self.answers)

    def beside(self, code: str) -> str:
        """What is told beside a check that found nothing: that the text, or who looked, says that it is not so."""
        denied, void = self.about(code, Word.NO), self.about(code, Word.NOTHING)
        parts = [f"by what {self.reader} reads it is not so: {one.quoted}, which is the text's own word"
                 if self.of is Of.WORDS else f"by what {self.reader} sees in the rows it is not so: {_cut(one.note)}"
                 for one in denied]
        if void and not denied:
            parts.append(f"by what {self.reader} reads there is nothing of the kind")
        return "; ".join(parts)

    @property
    def sentence(self) -> str:
        """How much was answered, and what."""
        told = [f"{self.counted(word)} {name}" for word, name in (
            (Word.YES, "yes"), (Word.NO, "no"), (Word.NOTHING, "do not apply"))]
        asked = len(asked_of(self.of))
        left = asked - sum(self.counted(word) for word in (Word.YES, Word.NO, Word.NOTHING))
        read = "Read" if self.of is Of.WORDS else "Looked at"
        return f"{read} by {self.reader}, of {asked} questions: {', '.join(told)}, {left} not told."


def unsaid(answers: Iterable[ReaderAnswer], findings: Sequence[Finding]) -> Iterator[ReaderAnswer]:
    """The answers whose quotes, or whose columns as gravely, no finding of the same check has already."""
    told = [f" {' '.join(_words(finding.message))} " for finding in findings]
    named = [(set(finding.evidence.get("columns", ())), finding.severity) for finding in findings]
    for one in answers:
        columns = set() if one.pointed is None or one.pointed.rows or one.pointed.models else set(one.pointed.columns)
        if columns and any(columns <= names and one.severity <= severity for names, severity in named):
            continue
        if not any(f" {' '.join(_words(quote))} " in sentence for quote in one.quotes for sentence in told):
            yield one


def _words(text: str) -> list[str]:
    return [word.casefold() for word in WORD.findall(text)]


def _cut(quote: str) -> str:
    quote = " ".join(quote.split()).strip('“”"').rstrip(".")
    return quote if len(quote) <= LONGEST else quote[:LONGEST - 1] + "…"
