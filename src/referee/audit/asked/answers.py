"""What a reader answers, as evidence: yes is found, no is the text's own word, the rest could not look.

A yes is a finding of the check that the question belongs to, with its quote. A no passes nothing: that a study says it
was done properly is what the study says. It is told beside the check, and settles what was only asked about by sound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from referee.audit.asked.questions import QUESTIONS, Question
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
class ReaderAnswer:
    """One answer, with what it was read from."""

    question: str
    word: Word
    quotes: tuple[str, ...] = ()
    line: int | None = None          # of the first quote
    note: str = ""

    @property
    def asked(self) -> Question:
        """The question."""
        return QUESTIONS[self.question]

    @property
    def quoted(self) -> str:
        """The quotes as they stand in a sentence, and the line of the first."""
        said = ", and ".join(f"“{_cut(quote)}”" for quote in self.quotes)
        return f"{said}{'' if self.line is None else f' (line {self.line})'}"

    def sentence(self, reader: str) -> str:
        """What a finding says of it."""
        note = f" {self.note.rstrip('.')}." if self.note else ""
        return f"By what {reader} reads, {self.asked.says}: {self.quoted}.{note}"

    def evidence(self, reader: str) -> Json:
        """The same for JSON."""
        return {"question": self.question, "reader": reader, "quotes": list(self.quotes), "line": self.line,
                "note": self.note}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All that one reader answered about one text."""

    reader: str
    answers: tuple[ReaderAnswer, ...] = field(default=())

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
        """What is told beside a check that found nothing: that the text says of itself that it is not so."""
        denied, void = self.about(code, Word.NO), self.about(code, Word.NOTHING)
        parts = [f"by what {self.reader} reads it is not so: {one.quoted}, which is the text's own word"
                 for one in denied]
        if void and not denied:
            parts.append(f"by what {self.reader} reads there is nothing of the kind")
        return "; ".join(parts)

    @property
    def sentence(self) -> str:
        """How much was answered, and what."""
        told = [f"{self.counted(word)} {name}" for word, name in (
            (Word.YES, "yes"), (Word.NO, "no"), (Word.NOTHING, "do not apply"))]
        left = len(QUESTIONS) - sum(self.counted(word) for word in (Word.YES, Word.NO, Word.NOTHING))
        return f"Read by {self.reader}, of {len(QUESTIONS)} questions: {', '.join(told)}, {left} not told."


def unsaid(answers: Iterable[ReaderAnswer], sentences: Sequence[str]) -> Iterator[ReaderAnswer]:
    """The answers whose quotes no finding of the same check quotes already.

    >>> one = ReaderAnswer(question="tuned", word=Word.YES, quotes=("epoch chosen on test",))
    >>> list(unsaid([one], ["By its own words: “The epoch chosen on test data is used.”"]))
    []
    """
    told = [f" {' '.join(_words(sentence))} " for sentence in sentences]
    for one in answers:
        if not any(f" {' '.join(_words(quote))} " in sentence for quote in one.quotes for sentence in told):
            yield one


def _words(text: str) -> list[str]:
    return [word.casefold() for word in WORD.findall(text)]


def _cut(quote: str) -> str:
    quote = " ".join(quote.split()).strip('“”"').rstrip(".")
    return quote if len(quote) <= LONGEST else quote[:LONGEST - 1] + "…"
