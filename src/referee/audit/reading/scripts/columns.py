"""The columns of a frame, as far as the code tells: which were taken away, which were made, and of which others.

What a column holds of the same row is written by its name; what it holds of a later one by its name and AHEAD; by
chance it is NOISE. A column that is known by its place alone is written "#-1".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

AHEAD = " of a later row"
ROLLED = " among rows before"
NOISE = "chance"
STAY = {
    "copy", "dropna", "fillna", "reset_index", "sort_values", "sort_index", "sample", "head", "tail", "query", "astype",
    "drop_duplicates", "replace", "to_numpy", "interpolate", "ffill", "bfill", "clip", "round", "to_pandas", "collect",
    "lazy", "unique", "drop_nulls", "fill_null", "fill_nan", "filter", "sort", "infer_objects", "convert_dtypes",
    "shuffle", "take", "skip", "isin", "where", "mask", "merge", "join", "numpy", "float", "groupby", "group_by", "map",
    "apply", "transform", "shift", "rolling", "diff", "pct_change", "ewm", "expanding", "mean", "eval", "insert",
    "assign", "drop", "pop", "with_columns", "set_index", "select_dtypes", "pipe", "append", "concat", "asfreq",
    "tz_localize", "tz_convert", "rename_axis", "truncate", "between_time", "add", "sub", "mul", "div", "compute",
    "persist", "rename", "to_period", "to_timestamp", "reindex", "with_row_index", "sort_by", "cache", "squeeze",
}
"""Methods after which a frame has the columns it had, or those that are reckoned with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What is known of the columns of a frame."""

    only: frozenset[str] | None = None          # those it has, where they are named; None: all but those that are gone
    gone: frozenset[str] = frozenset()
    made: Mapping[str, frozenset[str]] = field(default_factory=dict)       # columns made in the code: of which others
    numbers: bool = False                       # those alone that hold numbers

    def holds(self, name: str) -> bool:
        """Whether a column is in it for sure."""
        if name.startswith("#"):
            return self.only is None and not self.gone
        return name in self.only if self.only is not None else (
            name not in self.gone and AHEAD not in name and ROLLED not in name and name != NOISE)

    def without(self, names: Iterable[str]) -> Table:
        """The same without some columns."""
        some = frozenset(names)
        return replace(self, gone=self.gone | some, only=None if self.only is None else self.only - some)

    def of(self, names: Iterable[str]) -> Table:
        """These columns alone."""
        return replace(self, only=frozenset(names), gone=frozenset())

    def like(self, other: Table) -> Table:
        """The columns that the other has."""
        if other.only is not None:
            return self.of(other.only)
        return replace(self.without(other.gone), numbers=self.numbers or other.numbers)

    def renamed(self, names: Mapping[str, str]) -> Table:
        """The same under other names.

        >>> Table(made={"ratio": frozenset({"A", "b"})}).renamed({"A": "a"}).made["ratio"] == {"a", "b"}
        True
        """
        def new(some: Iterable[str]) -> frozenset[str]:
            return frozenset(names.get(name, name) for name in some)

        return replace(self, only=None if self.only is None else new(self.only),
                       gone=new(self.gone) | (frozenset(names) - frozenset(names.values())),
                       made={names.get(name, name): new(of) for name, of in self.made.items()})

    def having(self, name: str, told: frozenset[str]) -> Table:
        """The same with a column made of others, or made anew."""
        made = {one: of for one, of in self.made.items() if one != name or name in told}
        if told - {name} and name not in told:
            made[name] = told
        return replace(self, made=made, gone=self.gone - {name},
                       only=None if self.only is None else self.only | {name})


def origins(made: Mapping[str, frozenset[str]], names: Iterable[str]) -> frozenset[str]:
    """Everything that columns are made of, through others too; themselves left out.

    >>> sorted(origins({"log": frozenset({"ratio"}), "ratio": frozenset({"price", "area"})}, ["log"]))
    ['area', 'price', 'ratio']
    """
    found: set[str] = set()
    waiting = [one for name in names for one in made.get(name, ())]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += made.get(one, ())
    return frozenset(found)


def united(tables: Iterable[Table]) -> Table:
    """Frames put beside each other, or one below the other: what any of them has."""
    some = list(tables)
    open_ = [one for one in some if one.only is None]
    named = frozenset().union(*(one.only or () for one in some))
    gone = frozenset.intersection(*(one.gone for one in open_)) - named if open_ else frozenset()
    made: dict[str, frozenset[str]] = {}
    for one in some:
        made |= one.made
    return Table(only=None if open_ else named, gone=gone, made=made)


def later(told: frozenset[str]) -> frozenset[str]:
    """The same columns of a later row."""
    return frozenset(f"{plain(name)}{AHEAD}" for name in told)


def summed(told: frozenset[str]) -> frozenset[str]:
    """The same columns among rows before."""
    return frozenset(name if AHEAD in name else f"{plain(name)}{ROLLED}" for name in told)


def plain(name: str) -> str:
    """A column, whatever rows it is taken of.

    >>> plain("price of a later row")
    'price'
    """
    return name.removesuffix(ROLLED).removesuffix(AHEAD)
