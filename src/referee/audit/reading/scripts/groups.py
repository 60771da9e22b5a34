"""Rows that belong together: what shows that a column names owners of several rows, and divisions that forget them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.audit.reading.scripts.rows import Way
from referee.audit.reading.scripts.seen import Seen
from referee.audit.reading.scripts.values import Value

if TYPE_CHECKING:
    from referee.audit.reading.scripts.source import Source
    from referee.audit.reading.scripts.trace import Trace

_NUMBER = r"(?:_?(?:id|ids|no|nr|num|number|code|key|name))"
_LIVING = r"patient|participant|speaker|volunteer|donor|individual|subj|singer|cow|rat|mouse|animal"
_PIECES = r"subject|person|session|video|recording|slide|case|clip|scan|film|specimen|song|conversation"
_KNOWN = (r"user|customer|device|hospital|household|author|site|machine|engine|student|driver|player|farm|family|"
          r"client|school|account|employee|member|vehicle|sensor|station")
OWNERS = re.compile(rf"^(?:(?:{_LIVING}|{_PIECES}|{_KNOWN})s?{_NUMBER}?|pid|uid|pids|sid)$", re.IGNORECASE)
"""Columns that may say to whom a row belongs."""
PIECE = re.compile(rf"^(?:visit|recording|session|trial|scan|slice|segment|epoch|clip|frame|image|repetition|replicate|"
                   rf"measurement|take|utterance|biopsy|specimen|tile|patch|window|beat){_NUMBER}?$", re.IGNORECASE)
"""Columns that number what belongs to one owner."""
SELDOM_AGAIN = re.compile(rf"^(?:(?:{_LIVING})s?{_NUMBER}?|(?:{_PIECES})s?{_NUMBER}|pid|pids)$", re.IGNORECASE)
"""Those of whom a model shall judge new ones; users and machines it may know already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Owned:
    """Code that treats several rows as those of one owner."""

    column: str
    line: int
    call: str
    judged: bool                # predictions are put together by it
    homes: frozenset[str]


def homes_of(rows: Iterable[Way]) -> frozenset[str]:
    """The files that rows come from."""
    return frozenset(str(way[0]) for way in rows)


def owner_among(words: Iterable[object]) -> str:
    """The first word that may name a column of owners."""
    return next((word for word in words if isinstance(word, str) and OWNERS.match(word)), "")


def owned(trace: Trace, value: Value, column: str, line: int, call: str) -> None:
    """Keep that rows are taken together by a column."""
    if column and (value.rows or value.models):
        judged = bool(value.models or value.said or value.answers)
        trace.owned.append(Owned(column=column, line=line, call=call, judged=judged, homes=homes_of(value.rows)))


def pieces(trace: Trace, value: Value, words: Iterable[str], line: int, call: str) -> None:
    """Keep that columns of owners and of their numbered pieces stand beside each other: one has several rows."""
    some = list(words)
    owner = next((word for word in some if SELDOM_AGAIN.match(word) and not PIECE.match(word)), "")
    if owner and any(PIECE.match(word) for word in some):
        owned(trace, value, owner, line, call)


def forgotten(source: Source, trace: Trace) -> Iterator[Seen]:
    """Rows divided one by one where the code itself takes several of them as those of one owner."""
    if any(d.how in {"by groups", "by time"} for d in trace.divisions):
        return
    divided = [d for d in trace.divisions if d.how in {"at random", "in blocks"} and d.homes and not d.inside]
    told = sorted((o for o in trace.owned if o.column not in trace.single), key=lambda o: (not o.judged, o.line))
    for division in divided[:1]:
        for one in told:
            if not one.homes & division.homes:
                continue
            strong = SELDOM_AGAIN.match(one.column) is not None
            severity = ("fatal" if strong else "serious") if one.judged else "serious" if strong else "warning"
            use = "puts predictions together by it" if one.judged else "shows that it has several rows each"
            yield Seen(code="F-21", severity=severity, line=division.line, place=source.place(division.line),
                       message=f"{division.call} divides row by row, and '{one.column}' says to whom a row belongs: "
                               f"{source.place(one.line)} ({one.call}) {use}. Rows of one {one.column} stand on both "
                               f"sides. Divide by it: GroupKFold, StratifiedGroupKFold or GroupShuffleSplit with "
                               f"groups={one.column}.", evidence={"owner": one.column})
            return
