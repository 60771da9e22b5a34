"""Features that hold the target: itself, what it is made of, or what is made of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from referee.audit.reading.scripts.columns import AHEAD, NOISE, ROLLED, origins, plain
from referee.audit.reading.scripts.foreknown import foreknown
from referee.audit.reading.scripts.seen import Seen
from referee.audit.reading.scripts.source import Source
from referee.audit.reading.scripts.taught import Taught
from referee.audit.reading.scripts.trace import Trace

DEEPEST = 8
NUMBERED = r"_?(?:id|no|nr|num|number|key)"
ROW_NAMES = re.compile(rf"^(?:id|idx|index|row{NUMBERED}|unnamed: ?0|uuid|(?:sample|record|case|order|transaction|loan"
                       rf"|passenger|invoice|ticket|claim|application){NUMBERED})$", re.IGNORECASE)
"""Columns that only name a row."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is wrong with one feature."""

    code: str
    severity: str
    feature: str
    message: str


def given_away(source: Source, trace: Trace) -> Iterator[Seen]:
    """Each feature once, where it is first learned from."""
    known: set[str] = set()
    for one in trace.taught:
        for told in (*_present(one), *_of_later_rows(source, one), *_row_names(one)):
            if told.feature not in known:
                known.add(told.feature)
                yield Seen(code=told.code, severity=told.severity, line=one.line, place=source.place(one.line),
                           message=f"{one.call}: {told.message}")


def _present(one: Taught) -> Iterator[Told]:
    """The target, or all that it is made of; else what is made of it."""
    target = _listed(one.target)
    for number, level in enumerate(_levels(one)):
        held = [name for name in level if one.table.holds(name)]
        if level and (len(held) == len(level) or (one.several and held and number == 0)):
            itself = number == 0 and (len(level) == 1 or one.several)
            what = f"the target, {target}, is itself among the features" if itself else (
                f"the target, {target}, is made of {_listed(level)}, which {_are(level)} among the features")
            yield Told("F-24", "fatal", "the target", f"{what}. Drop {_listed(held)} from the features.")
            return
    yield from _made_of_it(one)


def _made_of_it(one: Taught) -> Iterator[Told]:
    hidden = {name for level in _levels(one) for name in level if not one.table.holds(name) and ROLLED not in name}
    for feature in sorted(one.table.made):
        of = origins(one.table.made, [feature])
        exact = of & hidden - {NOISE}
        summed = [plain(name) for name in of if ROLLED in name and plain(name) in hidden]
        if one.table.holds(feature) and exact:
            which = "which is the target" if exact & one.target else f"as the target is, {_listed(one.target)}"
            yield Told("F-24", "fatal", feature, (
                f"the feature '{feature}' is made of {_listed(exact)}, {which}: in use it will not be known. Drop it, "
                f"or make it of other columns."))
        elif one.table.holds(feature) and summed:
            yield Told("F-24", "serious", feature, (
                f"the feature '{feature}' sums up {_listed(summed)} over rows {_which(of)}, and so holds the target. "
                f"Shift by one row before: .shift(1).rolling(…)."))


def _which(of: frozenset[str]) -> str:
    return "before and after its own" if any(AHEAD in name for name in of) else "up to its own"


def _levels(one: Taught) -> list[frozenset[str]]:
    """The target, what it is made of, what that is made of …"""
    levels = [one.target]
    for _ in range(DEEPEST):
        below = frozenset().union(*(one.table.made.get(name, frozenset({name})) for name in levels[-1]))
        if below == levels[-1]:
            break
        levels.append(below)
    return levels


def _of_later_rows(source: Source, one: Taught) -> Iterator[Told]:
    """Features of later rows; where rows are sorted backwards, these are earlier ones."""
    if _backwards(source.tree):
        return
    for feature in sorted(one.table.made):
        ahead = [name for name in origins(one.table.made, [feature]) if AHEAD in name]
        if ahead and one.table.holds(feature) and not {feature, *ahead} & set().union(*_levels(one)):
            fixed = all(foreknown(plain(name)) for name in ahead)
            known = "is that known beforehand, as a calendar or a plan is? If not, drop it" if fixed else (
                "in use it will not be known. Drop it")
            yield Told("F-22", "warning" if fixed else "serious", feature, (
                f"the feature '{feature}' holds {_listed(map(plain, ahead))} of a later row (a negative shift, or a "
                f"centred mean): {known}, or shift the other way."))


def _backwards(tree: ast.Module) -> bool:
    """Whether rows are put into an order from late to early."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in {"ascending", "descending"}:
            given = node.value.value if isinstance(node.value, ast.Constant) else None
            if given is (node.arg == "descending"):
                return True
        if isinstance(node, ast.Slice) and node.step is not None and ast.unparse(node.step) == "-1":
            return True
    return False


def _row_names(one: Taught) -> Iterator[Told]:
    """Features that only name the row; asked about where the code lists them."""
    for name in sorted(one.table.only or ()):
        if ROW_NAMES.match(name):
            yield Told("F-24", "warning", name, (
                f"'{name}' is among the features; if it only names the rows it tells nothing of new ones, and may give "
                f"away how the rows were collected. Drop it."))


def _listed(names: Iterable[str]) -> str:
    several = sorted({f"column {name[1:]}" if name.startswith("#") else f"'{name}'" for name in names})
    return several[0] if len(several) == 1 else f"{', '.join(several[:-1])} and {several[-1]}"


def _are(names: frozenset[str]) -> str:
    return "is" if len(names) == 1 else "are all"
