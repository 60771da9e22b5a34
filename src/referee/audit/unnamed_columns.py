"""Columns of a file of predictions that nobody named: by which its cases may belong together, or lie in time."""

from __future__ import annotations

from dataclasses import dataclass

from referee.kinds import Array

FEWEST, SOME = 5, 0.02      # forecasts of a model that were issued late; of all of its own


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Beside:
    """A column beside predictions that nobody named, and by which cases may belong together."""

    codes: Array                     # of each case
    items: bool = False              # it holds sentences: what is asked, not a kind of it
    names: bool = False              # most of its values stand there once: names of cases, some of which come again


@dataclass(frozen=True, slots=True, kw_only=True)
class Issued:
    """How many of a model's forecasts were issued when their date was over."""

    model: str                       # "" where no column names the models
    issue: str                       # the column that says when
    target: str                      # … and the one that says for when
    late: int
    of: int

    @property
    def many(self) -> bool:
        """Whether these are more than a slip."""
        return self.late >= max(FEWEST, SOME * self.of)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Dates:
    """A column of dates that nobody named as the times."""

    name: str
    times: Array                     # of each case
