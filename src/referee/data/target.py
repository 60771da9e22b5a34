"""The target of a problem: what is to be predicted, and whether it is a class or a number.

Unless the task is stated, text, categories and booleans are classes; whole numbers are classes when there
are two distinct ones, or at most 20 that occur twice or more on average; other numbers are quantities,
except that floats which take exactly two whole values are classes. Several targets are classes where each is text,
categories, or 0 and 1; other numbers are quantities. All targets of a problem are of one kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.data.encoding import DURATIONS, NUMBERS, TIMES, content, describe_column
from referee.data.task import places
from referee.data.too_small import require_large_enough
from referee.data.wording import counted, listed, quoted, rows_at, share
from referee.errors import BadInput, did_you_mean
from referee.kinds import Array, Task

if TYPE_CHECKING:
    import pandas as pd

MOST_INTEGER_CLASSES = 20


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Target:
    """The target as a problem holds it: class codes and classes, or numbers."""

    task: Task
    y: Array
    names: tuple[str, ...]
    classes: tuple[Any, ...] = ()
    ordered: bool = False               # an order of the classes was stated
    notices: tuple[str, ...] = ()

    @property
    def numeric(self) -> bool:
        """Whether the classes are numbers, which have an order of their own."""
        return bool(self.classes) and all(
            isinstance(label, int | float) and not isinstance(label, bool) for label in self.classes)


def infer_task(series: pd.Series[Any]) -> Task:
    """Whether one target holds classes or quantities.

    >>> import pandas as pd
    >>> [str(infer_task(pd.Series(values))) for values in (["a", "b"], [0, 1, 1], [0.0, 1.0], [1.5, 2.0, 2.0])]
    ['classification', 'classification', 'classification', 'regression']
    >>> str(infer_task(pd.Series(range(30))))
    'regression'
    """
    what = content(series)
    if what == "boolean" or what not in NUMBERS | TIMES | DURATIONS:
        return Task.CLASSIFICATION
    if what in TIMES | DURATIONS:
        return Task.REGRESSION
    distinct = series.nunique()
    whole = what == "integer" or _all_whole(series.to_numpy(dtype=np.float64))
    few = what == "integer" and distinct <= MOST_INTEGER_CLASSES and 2 * distinct <= len(series)
    return Task.CLASSIFICATION if few or (whole and distinct == 2) else Task.REGRESSION


def _all_whole(values: Array) -> bool:
    return bool((np.trunc(values) == values).all())


def read_target(frame: pd.DataFrame, *, where: str, task: Task | None, positive: Any = None,
                order: tuple[str, ...] = ()) -> Target:
    """The target from its column or columns, all of whose values are there."""
    names = tuple(str(name) for name in frame.columns)
    for position, name in enumerate(names):
        _refuse_infinity(frame.iloc[:, position], where, name)
    found = task or (infer_task(frame.iloc[:, 0]) if len(names) == 1 else _task_of_several(frame, where))
    if found is Task.REGRESSION:
        if positive is not None:
            raise BadInput(f"{where}: a positive class ({positive!r}) was named, but {_target(names)} holds numbers "
                           f"(regression); say task='classification' if they are classes.")
        return _quantities(frame, where, names)
    each = [_classes(frame.iloc[:, i], where, positive, order) for i in range(len(names))]
    return each[0] if len(each) == 1 else _side_by_side(each)


def _task_of_several(frame: pd.DataFrame, where: str) -> Task:
    """Of which kind several targets are; numbers are classes only where they are 0 and 1."""
    columns = [frame.iloc[:, i] for i in range(frame.shape[1])]
    words = [str(column.name) for column in columns if content(column) not in NUMBERS - {"boolean"}]
    measured = [str(column.name) for column in columns
                if str(column.name) not in words and not column.isin([0, 1]).all()]
    if words and measured:
        raise BadInput(f"{where}: target {words[0]!r} holds classes and target {measured[0]!r} numbers, and no model "
                       f"learns both; compare them one target at a time, or say task='classification' if all are "
                       f"classes.")
    return Task.REGRESSION if measured else Task.CLASSIFICATION


def _side_by_side(each: list[Target]) -> Target:
    """Several targets of classes as one: a column of codes for each, with its classes."""
    return Target(task=Task.CLASSIFICATION, y=np.column_stack([one.y for one in each]),
                  names=tuple(one.names[0] for one in each), classes=tuple(one.classes for one in each),
                  notices=tuple(notice for one in each for notice in one.notices))


def _target(names: tuple[str, ...]) -> str:
    return f"target {names[0]!r}" if len(names) == 1 else f"one of the targets {listed(names)}"


def _quantities(frame: pd.DataFrame, where: str, names: tuple[str, ...]) -> Target:
    columns = [_numbers(frame.iloc[:, i], where, name) for i, name in enumerate(names)]
    for column, name in zip(columns, names, strict=True):
        require_large_enough(column, f"{where}: target {name!r}")
    y = columns[0] if len(columns) == 1 else np.column_stack(columns)
    notices = [f"target {name!r} is constant: there is nothing to learn."
               for name, column in zip(names, columns, strict=True) if (column == column[0]).all()]
    return Target(task=Task.REGRESSION, y=y, names=names, notices=tuple(notices))


def _numbers(series: pd.Series[Any], where: str, name: str) -> Array:
    if content(series) not in NUMBERS:
        raise BadInput(f"{where}: target {name!r} is not a column of numbers (row 1 holds {str(series.iloc[0])!r}); "
                       f"regression needs numbers, classes need task='classification'.")
    return np.array(series.to_numpy(dtype=np.float64))      # a copy: the caller may go on to change theirs


def _refuse_infinity(series: pd.Series[Any], where: str, name: str) -> None:
    if content(series) not in {"floating", "mixed-integer-float"}:
        return
    infinite = np.flatnonzero(np.isinf(series.to_numpy(dtype=np.float64)))
    if infinite.size:
        raise BadInput(f"{where}: target {name!r} is infinite in {rows_at(infinite)}; "
                       f"give a number, or leave those rows out.")


def _classes(series: pd.Series[Any], where: str, positive: Any, order: tuple[str, ...]) -> Target:
    name = str(series.name)
    describe_column(series, name)       # refuses what can be no category
    codes, classes = _codes(series)
    if len(classes) < 2:
        raise BadInput(f"{where}: target {name!r} has one class only ({classes[0]!r}); there is nothing to tell apart.")
    notices: tuple[str, ...] = ()
    if order:
        ranked, notices = places(classes, order, f"target {name!r}")
        codes, classes = np.argsort(ranked)[codes], tuple(classes[i] for i in ranked)
    if positive is not None:
        codes, classes = _positive_last(codes, classes, positive, f"{where}: target {name!r}")
    stated = bool(order) or bool(getattr(series.dtype, "ordered", False))
    return Target(task=Task.CLASSIFICATION, y=codes, names=(name,), classes=classes, ordered=stated,
                  notices=(*notices, *_balance(codes, classes, name)))


def _codes(series: pd.Series[Any]) -> tuple[Array, tuple[Any, ...]]:
    """Codes by the natural order of the labels: a stated order, numbers by size, the rest as text."""
    import pandas as pd

    codes, distinct = pd.factorize(series)
    labels = [_plain(value) for value in distinct]
    if isinstance(series.dtype, pd.CategoricalDtype) and series.dtype.ordered:
        rank = {_plain(value): place for place, value in enumerate(series.dtype.categories)}
        order = sorted(range(len(labels)), key=lambda i: rank[labels[i]])
    else:
        comparable = len({isinstance(label, str) for label in labels}) == 1
        order = sorted(range(len(labels)), key=labels.__getitem__ if comparable else lambda i: str(labels[i]))
    return np.argsort(order)[codes], tuple(labels[i] for i in order)


def _plain(value: Any) -> Any:
    """A label as a plain Python value: what JSON and a ledger can hold."""
    plain = value.item() if isinstance(value, np.generic) else value
    return plain if isinstance(plain, str | int | float | bool) else str(plain)


def _positive_last(codes: Array, classes: tuple[Any, ...], positive: Any, what: str) -> tuple[Array, tuple[Any, ...]]:
    matches = [i for i, label in enumerate(classes) if label == positive] or [
        i for i, label in enumerate(classes) if str(label) == str(positive)]
    if not matches:
        raise BadInput(f"{what} has no class {positive!r}{did_you_mean(str(positive), map(str, classes))} "
                       f"Classes: {listed(classes)}.")
    order = [i for i in range(len(classes)) if i != matches[0]] + matches[:1]
    return np.argsort(order)[codes], tuple(classes[i] for i in order)


def _balance(codes: Array, classes: tuple[Any, ...], name: str) -> list[str]:
    counts = np.bincount(codes, minlength=len(classes))
    notices, largest = [], int(counts.argmax())
    if counts[largest] > 0.8 * codes.size:
        notices.append(f"{share(counts[largest] / codes.size)} of the rows have {name} = {classes[largest]}: "
                       f"accuracy alone would mislead.")
    rare = [classes[i] for i in np.flatnonzero(counts < 5)]
    if rare:
        notices.append(f"{counted(len(rare), 'class')} of target {name!r} "
                       f"{'has' if len(rare) == 1 else 'have'} fewer than 5 rows ({quoted(rare)}): "
                       f"a fold may be without them.")
    return notices
