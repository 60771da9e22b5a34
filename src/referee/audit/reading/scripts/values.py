"""What a name may hold, as far as it matters: rows, fitted things, predictions, scores, and what they went through."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from referee.audit.reading.scripts.columns import Table
from referee.audit.reading.scripts.rows import Part, Way


@dataclass(eq=False, slots=True, kw_only=True)
class Loop:
    """A loop, and what it goes through, as that shows."""

    line: int
    folds: bool = False
    seeds: bool = False             # its variable is given as a seed
    again: bool = False             # rows are divided by chance in it, anew each time
    thresholds: bool = False        # its variable cuts scores
    settings: bool = False          # its variable reaches what is made or fitted
    counted: bool = False           # it goes through numbers, and not through rows or files
    units: bool = False             # it goes through groups of rows, one after the other
    rows: frozenset[Way] = frozenset()      # it goes through these, one after the other
    windows: bool = False           # each of which is a window already
    stride: str = ""                # from one of its numbers to the next
    number: int = field(default_factory=count(1).__next__)


@dataclass(eq=False, slots=True, kw_only=True)
class Fit:
    """Something that was computed from rows: a step that was fitted, a mean that was taken."""

    step: str
    call: str
    line: int
    rows: frozenset[Way]
    sees: str | None                # target, rows, nothing; None: not known
    columns: frozenset[str] | None = None
    keys: frozenset[str] = frozenset()      # columns that its groups go by
    words: bool = False             # a vocabulary, a normalisation: what is asked of it is no prediction


@dataclass(eq=False, slots=True, kw_only=True)
class Thing:
    """An object that can be fitted, called or asked: an estimator, a splitter, a network, or something unknown."""

    name: str
    line: int
    known: bool = True
    parts: tuple[Thing, ...] = ()
    given: Mapping[str, Value] = field(default_factory=dict)
    rows: frozenset[Way] = frozenset()          # that it was last fitted on
    fitted_in: frozenset[Loop] = frozenset()    # loops that it was last fitted in
    through: frozenset[Fit] = frozenset()       # what its training data went through
    watched: tuple[tuple[frozenset[Way], int, str], ...] = ()      # rows that stopped its training
    lost: frozenset[str] = frozenset()
    step: Fit | None = None                     # as a step of the preparation
    search: Evaluation | None = None            # the scores of its own search
    picked: Pick | None = None
    follows: frozenset[Pick] = frozenset()      # choices that its settings come from
    nested: bool = False                        # itself cross-validated
    body: ast.ClassDef | None = None            # of a class of this file
    fields: dict[str, Value] = field(default_factory=dict)
    source: str = ""                            # of what may hold rows of its own: the call that made it
    loops: frozenset[Loop] = frozenset()


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Trained:
    """A thing as it was when it predicted."""

    thing: Thing
    rows: frozenset[Way]
    through: frozenset[Fit]
    watched: tuple[tuple[frozenset[Way], int, str], ...]
    lost: frozenset[str]


@dataclass(eq=False, slots=True, kw_only=True)
class Cut:
    """A mask over rows that was made of what models said of these rows."""

    line: int
    call: str
    rows: frozenset[Way]
    models: frozenset[Trained]
    told: bool = False              # the mask is shown: how many rows it leaves
    curve: bool = False             # its bound goes through several values


@dataclass(eq=False, slots=True, kw_only=True)
class Evaluation:
    """A score, and the rows it is of."""

    line: int
    call: str
    rows: frozenset[Way]
    kind: str = "held out"          # held out, cross-validated, search, watched, loss
    models: frozenset[Trained] = frozenset()
    things: tuple[Thing, ...] = ()
    through: frozenset[Fit] = frozenset()
    loops: frozenset[Loop] = frozenset()
    cut_by: frozenset[Evaluation] = frozenset()     # scores that chose the threshold of its labels
    lost: frozenset[str] = frozenset()
    printed: bool = False
    own: frozenset[Fit] = frozenset()               # what the rows of the score went through themselves
    averaged: bool = False
    averaged_over: frozenset[Loop] = frozenset()    # loops that had ended when its mean was taken
    shown_over: frozenset[Loop] = frozenset()       # … and when all of it was shown, and not the best alone
    each: bool = False                              # one figure a row, before any mean of them
    masks: bool = False                             # … by which rows were taken
    dropped: frozenset[Cut] = frozenset()           # masks that left rows out of it
    number: int = 0


@dataclass(eq=False, slots=True, kw_only=True)
class Pick:
    """The best of several scores was taken."""

    line: int
    call: str
    of: frozenset[Evaluation]
    reported: bool = False
    within: frozenset[Loop] = frozenset()           # loops it is taken anew in each time
    search: Thing | None = None
    tried: int = 0                                  # settings, where that is said
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Value:
    """What a name holds. What is empty is not in it."""

    rows: frozenset[Way] = frozenset()
    fits: frozenset[Fit] = frozenset()
    by_column: Mapping[str, frozenset[Fit]] = field(default_factory=dict)
    said: Mapping[str, Value] = field(default_factory=dict)     # columns that hold predictions
    models: frozenset[Trained] = frozenset()
    evaluations: frozenset[Evaluation] = frozenset()
    picks: frozenset[Pick] = frozenset()
    follows: frozenset[Pick] = frozenset()      # choices that it comes from: the best setting of a search
    things: tuple[Thing, ...] = ()
    items: Mapping[Any, Value] | None = None
    element: Value | None = None                # what going through it gives
    one_by_one: bool = False                    # … each time a row, and not one of several tables
    columns: frozenset[str] | None = None
    table: Table | None = None                  # what is known of its columns
    alias: str = ""                             # the name of a column that is being made, as polars has it
    names: Table | None = None                  # a list of the names of columns: of which
    told: frozenset[str] = frozenset()          # columns whose values of the same row it is made of
    loops: frozenset[Loop] = frozenset()
    lagged: str = ""                            # rows made of earlier ones: by what
    dated: str = ""
    lost: frozenset[str] = frozenset()
    side: Part | None = None                    # a mask or an index: what it takes of rows
    before: tuple[Part, ...] = ()     # … of those that were taken before: tr[a] is a part of tr
    index: bool = False                         # an index of which it is not known what it takes
    answers: str = ""                           # of predictions: labels, scores, or values, which may be either
    again: tuple[int, str] | None = None        # an index or list that has rows more than once: the line and call
    versions: tuple[int, str] | None = None     # a list of changed versions, several of each file: the line and call
    units: str = ""                             # the values of this column, each once
    grouped: bool = False
    keys: frozenset[str] = frozenset()          # … by which columns
    shuffled: str = ""                          # an order by chance: by what
    ranked: bool = False                        # of scores: in order, the best at one end
    stride: str = ""                            # of numbers: from one to the next
    window: str = ""                            # of windows: how many rows each has
    cuts: frozenset[Cut] = frozenset()          # a mask: made of what models said of the rows
    dropped: frozenset[Cut] = frozenset()       # of rows: masks that left some out
    words: tuple[str, ...] = ()                 # a word that is one of these
    constant: Any = None
    function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | None = None
    path: str = ""                              # of an imported name: sklearn.svm.SVC

    @property
    def takes(self) -> tuple[Part, ...]:
        """What an index or a mask takes of rows, part by part; empty where it is none."""
        return () if self.side is None else (*self.before, self.side)

    @property
    def all_fits(self) -> frozenset[Fit]:
        """What it went through, in any column."""
        return self.fits.union(*self.by_column.values()) if self.by_column else self.fits


NOTHING = Value()
NONE = Value()                  # the word None, which says that nothing was given


def joined(values: Iterable[Value]) -> Value:
    """What is made of several: it has what each has."""
    some = [value for value in values if value is not NOTHING]
    if len(some) == 1:
        return replace(some[0], items=None, element=None, constant=None, function=None, path="", side=None, before=(),
                       index=_is_index(some[0]), words=())
    if not some:
        return NOTHING
    with_rows = [value for value in some if value.rows]
    columns: frozenset[str] | None = None
    if with_rows and all(value.columns is not None for value in with_rows):
        columns = frozenset().union(*(value.columns or () for value in with_rows))
    return Value(
        rows=frozenset().union(*(v.rows for v in some)), fits=frozenset().union(*(v.fits for v in some)),
        by_column=_columns(some), models=frozenset().union(*(v.models for v in some)),
        evaluations=frozenset().union(*(v.evaluations for v in some)),
        picks=frozenset().union(*(v.picks for v in some)), follows=frozenset().union(*(v.follows for v in some)),
        things=tuple(dict.fromkeys(t for v in some for t in v.things)),
        columns=columns, told=frozenset().union(*(v.told for v in some)),
        loops=frozenset().union(*(v.loops for v in some)),
        lagged=next((v.lagged for v in some if v.lagged), ""), dated=next((v.dated for v in some if v.dated), ""),
        lost=frozenset().union(*(v.lost for v in some)), grouped=any(v.grouped for v in some),
        answers=_answers(some), shuffled=next((v.shuffled for v in some if v.shuffled), ""),
        again=next((v.again for v in some if v.again is not None), None),
        versions=next((v.versions for v in some if v.versions is not None), None), ranked=any(v.ranked for v in some),
        cuts=frozenset().union(*(v.cuts for v in some)), dropped=frozenset().union(*(v.dropped for v in some)),
        index=any(map(_is_index, some)))


def _is_index(value: Value) -> bool:
    """Whether it holds numbers of rows; a mask is as long as the rows, and holds these."""
    return value.index or (value.side is not None and not value.rows)


def _answers(values: list[Value]) -> str:
    kinds = {value.answers for value in values if value.answers}
    return "values" if len(kinds) > 1 else next(iter(kinds), "")


def _columns(values: list[Value]) -> dict[str, frozenset[Fit]]:
    found: dict[str, frozenset[Fit]] = {}
    for value in values:
        for name, fits in value.by_column.items():
            found[name] = found.get(name, frozenset()) | fits
    return found


def gathered(values: Iterable[Value]) -> Value:
    """A list or tuple: what all of it has, and each by its place."""
    some = list(values)
    whole = joined(some)
    constant = tuple(v.constant for v in some) if some and all(isinstance(v.constant, str) for v in some) else None
    return replace(whole, items=dict(enumerate(some)), constant=constant)


def either(one: Value, other: Value, why: str) -> Value:
    """What a name holds after a branch: where the two have other rows, which of them is not known."""
    if one is other:
        return one
    both = joined([one, other])
    if one.rows and other.rows and one.rows != other.rows:
        return replace(both, lost=both.lost | {why})
    return replace(both, items=_either_item(one, other, why),
                   element=one.element or other.element, function=one.function or other.function,
                   path=one.path or other.path, side=one.side if one.takes == other.takes else None,
                   before=one.before if one.takes == other.takes else ())


def _either_item(one: Value, other: Value, why: str) -> Mapping[Any, Value] | None:
    """The parts of what a name holds after a branch: each of either, where both have the same."""
    if one.items is None or other.items is None or one.items.keys() != other.items.keys():
        return one.items if one.items is not None and other.items is None else other.items
    return {key: either(item, other.items[key], why) for key, item in one.items.items()}


def chosen_by(value: Value, pick: Pick) -> Value:
    """A value, and each part of it, that a choice has set."""
    items = None if value.items is None else {key: chosen_by(item, pick) for key, item in value.items.items()}
    return replace(value, picks=value.picks | {pick}, items=items)


def ambiguous(value: Value, why: str) -> Value:
    """A value that is one of several sets of rows, as far as is known; which one, is lost."""
    return replace(value, lost=value.lost | {why}) if len(value.rows) > 1 else value


def element_of(value: Value) -> Value:
    """What going through a value gives each time."""
    if value.element is not None:
        return value.element
    items = list((value.items or {}).values())
    if not items:
        return replace(value, items=None, constant=None, names=None, ranked=False)
    if isinstance(value.constant, tuple) and all(isinstance(word, str) for word in value.constant):
        return replace(joined(items), words=value.constant)
    width = {len(item.items) if item.items is not None else -1 for item in items}
    whole = ambiguous(joined(items), "one of several sets of rows")
    if len(width) == 1 and (size := width.pop()) > 0:
        return replace(whole, items={n: joined((i.items or {}).get(n, NOTHING) for i in items) for n in range(size)})
    return whole


def words_of(values: Iterable[Value]) -> list[str]:
    """The words among values, as names of columns."""
    found: list[str] = []
    for value in values:
        if isinstance(value.constant, str):
            found.append(value.constant)
        elif isinstance(value.constant, tuple):
            found += [word for word in value.constant if isinstance(word, str)]
    return found


def own_rows(value: Value) -> Value:
    """A data set that is made from no rows of the script, as of a class that reads a folder: it has rows of its own."""
    sources = [thing.source for thing in value.things]
    if value.rows or not sources or not all(sources):
        return value
    rows = frozenset((source, *value.takes) for source in sources)
    return replace(value, rows=rows, things=(), side=None, before=())
