"""A survey of papers: how many meet each demand, with the interval that so few papers leave (Wilson 1927).

The intervals are about papers like these, were the papers a random draw; each is by itself. A share that was printed
is held against the count: to the digits printed, it must be one that so many papers can give (GRIM).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.audit.numbers.granularity import grim
from referee.errors import BadInput
from referee.estimates import Interval, wilson
from referee.kinds import Json

ANSWERS = ("yes", "no", "unclear")


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """How many papers gave one answer to one question."""

    answer: str
    count: int
    n: int
    interval: Interval
    by: dict[str, int] = field(default_factory=dict)     # the same count, taken apart
    printed: float | None = None                         # as published, in per cent
    decimals: int = 1                                    # to which it was printed

    @property
    def percent(self) -> float:
        """The share in per cent."""
        return 100 * self.count / self.n

    @property
    def possible(self) -> bool:
        """Whether the printed share can be that of any number of these papers, to the decimals printed."""
        half = 0.5 * 10.0 ** -(self.decimals + 2)
        return self.printed is None or grim((self.printed / 100 - half, self.printed / 100 + half), self.n)

    def to_dict(self) -> Json:
        """For JSON."""
        return {"answer": self.answer, "count": self.count, "n": self.n, "percent": self.percent,
                "low": 100 * self.interval.low, "high": 100 * self.interval.high, "by": self.by,
                "printed": self.printed, "printed_is_possible": self.possible}


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One demand, and how the papers answer it."""

    question: str
    shares: tuple[Share, ...]

    def __getitem__(self, answer: str) -> Share:
        return next(share for share in self.shares if share.answer == answer)


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """All questions to all papers."""

    name: str
    n: int
    unit: str
    questions: tuple[Question, ...]
    about: str = ""
    source: str = ""

    def __getitem__(self, question: str) -> Question:
        return next(q for q in self.questions if q.question == question)

    @property
    def impossible(self) -> list[tuple[str, Share]]:
        """Printed shares that no number of these papers gives."""
        return [(q.question, share) for q in self.questions for share in q.shares if not share.possible]

    def to_dict(self) -> Json:
        """For JSON."""
        return {"survey": self.name, "about": self.about, "source": self.source, "unit": self.unit, "n": self.n,
                "questions": [{"question": q.question, "answers": [share.to_dict() for share in q.shares]}
                              for q in self.questions]}


def tally(question: str, answers: Iterable[str], *, of: tuple[str, ...] = ANSWERS, level: float = 0.95) -> Question:
    """Count answers given one by one; answers nobody gave are listed too.

    >>> tally("test", ["yes", "no", "no"])["no"].percent
    66.67
    """
    given = list(answers)
    known = [*of, *(answer for answer in dict.fromkeys(given) if answer not in of)]
    return counted_answers(question, {answer: given.count(answer) for answer in known}, level=level)


def counted_answers(question: str, counts: dict[str, int], *, by: dict[str, dict[str, int]] | None = None,
                    printed: dict[str, float] | None = None, decimals: int = 1, level: float = 0.95) -> Question:
    """Shares with their intervals from counts."""
    n = sum(counts.values())
    if n < 1:
        raise BadInput(f"nobody answered the question {question!r}; leave it out.")
    shares = tuple(Share(
        answer=answer, count=count, n=n, interval=wilson(count, n, level=level), printed=(printed or {}).get(answer),
        decimals=decimals,
        by={part: some.get(answer, 0) for part, some in (by or {}).items()}) for answer, count in counts.items())
    return Question(question=question, shares=shares)
