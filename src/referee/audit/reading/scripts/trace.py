"""What was seen on the way through a script."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.audit.reading.scripts.groups import Owned, homes_of
from referee.audit.reading.scripts.roles import Misgiven
from referee.audit.reading.scripts.taught import Learned, Taught
from referee.audit.reading.scripts.values import Evaluation, Fit, Pick, Thing, Value
from referee.audit.reading.scripts.windows import APART, INSIDE


@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """Where rows were divided, and what was known of them there."""

    line: int
    call: str
    how: str                    # at random, in blocks, by time, by groups
    lagged: str = ""
    dated: str = ""
    homes: frozenset[str] = frozenset()     # files that the rows come from
    inside: bool = False        # within the rows of one owner
    name: str = ""              # by which its sides are known
    by: frozenset[str] = frozenset()        # columns whose values it keeps whole; empty where that is not known
    versions: tuple[int, str] | None = None     # several of each file, listed where


@dataclass(eq=False, slots=True)
class Trace:
    """Everything that the rules look at, in the order of the script."""

    evaluations: list[Evaluation] = field(default_factory=list)
    picks: list[Pick] = field(default_factory=list)
    fits: list[Fit] = field(default_factory=list)
    divisions: list[Division] = field(default_factory=list)
    targets: set[str] = field(default_factory=set)
    owned: list[Owned] = field(default_factory=list)
    single: set[str] = field(default_factory=set)          # columns of owners with one row each
    taught: list[Taught] = field(default_factory=list)
    learned: list[Learned] = field(default_factory=list)
    misgiven: list[Misgiven] = field(default_factory=list)
    called: dict[Thing, set[str]] = field(default_factory=dict)        # names of things: of variables, keys, labels
    group_columns: dict[str, int] = field(default_factory=dict)
    dynamic: list[str] = field(default_factory=list)        # code that is made as it runs
    stars: list[str] = field(default_factory=list)
    trained: int = 0
    number: int = 0

    def next(self) -> int:
        """The place of what happens now in the order of all."""
        self.number += 1
        return self.number

    def name(self, value: Value, name: object) -> None:
        """Keep what one thing is called; a name for several tells nothing of any."""
        if isinstance(name, str) and len(value.things) == 1 and not value.models:
            self.called.setdefault(value.things[0], set()).add(name)

    def evaluated(self, evaluation: Evaluation) -> Value:
        """Keep a score; what holds it holds no rows any more."""
        evaluation.number = self.next()
        self.evaluations.append(evaluation)
        return Value(evaluations=frozenset({evaluation}), loops=evaluation.loops)

    def picked(self, pick: Pick) -> Pick:
        """Keep that the best was taken."""
        pick.number = self.next()
        self.picks.append(pick)
        return pick

    def divided(self, values: Iterable[Value], *, line: int, call: str, how: str,  # noqa: PLR0913 - by keyword
                inside: bool = False, name: str = "", by: Iterable[str] = ()) -> None:
        """Keep that rows were divided."""
        values = list(values)
        some = [value for value in values if value.rows]
        self.divisions.append(Division(
            versions=next((v.versions for v in values if v.versions), None), line=line, call=call, how=how, lagged=next(
                (v.lagged for v in some if v.lagged and not v.lagged.startswith((APART, INSIDE))), ""),
            dated=next((v.dated for v in some if v.dated), ""), inside=inside, name=name, by=frozenset(by),
            homes=homes_of(way for v in some for way in v.rows)))
