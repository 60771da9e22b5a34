"""Problems to fit: made up, and from well-known data; encoded by hand as named learners get them."""

import numpy as np
import pandas as pd

from referee.data.column import Column, ColumnKind
from referee.data.problem import Problem
from referee.kinds import Task
from referee.seeds import stream
from reference_tables import DATA

NUMBER, CATEGORY = ColumnKind.NUMBER, ColumnKind.CATEGORY


def columns_of(X, kinds):
    """What the data room would say about the columns of an encoded matrix."""
    said = []
    for i, kind in enumerate(kinds):
        missing = int(np.isnan(X[:, i]).sum())
        codes = 0 if kind is NUMBER else int(np.nanmax(X[:, i])) + 1
        said.append(Column(name=f"x{i}", kind=kind, categories=tuple(f"c{k}" for k in range(codes)), missing=missing))
    return tuple(said)


def problem(X, y, *, kinds=None, task=Task.CLASSIFICATION, name="made-up"):
    y = np.asarray(y)
    targets = tuple(f"y{i}" for i in range(1 if y.ndim == 1 else y.shape[1]))
    classes = tuple(range(int(y.max()) + 1)) if task is Task.CLASSIFICATION else ()
    return Problem(name=name, task=task, y=y, targets=targets, classes=classes,
                   columns=columns_of(X, kinds or [NUMBER] * X.shape[1]), fingerprint=name)


def numeric(n=120, width=4):
    return stream(1, "numeric").normal(size=(n, width)), [NUMBER] * width


def mixed(n=120):
    draw = stream(2, "mixed")
    X = np.column_stack([draw.normal(size=(n, 3)), draw.integers(0, 3, n), draw.integers(0, 2, n)]).astype(float)
    return X, [NUMBER, NUMBER, NUMBER, CATEGORY, CATEGORY]


def gappy(n=120):
    X, kinds = mixed(n)
    X[stream(3, "gaps").random(X.shape) < 0.15] = np.nan
    return X, kinds


TABLES = {"numeric": numeric, "mixed": mixed, "gappy": gappy}


def classes_from(X, k):
    """Classes that depend on the first feature, each with many rows."""
    first = np.where(np.isnan(X[:, 0]), 0.0, X[:, 0])
    return np.argsort(np.argsort(first)) * k // len(first)


def targets_from(X, k):
    """Targets on very different scales that depend on the features."""
    filled = np.where(np.isnan(X), 0.0, X)
    Y = np.column_stack([10.0**(2 * j) * (filled @ np.arange(1.0, 1 + X.shape[1]) + j) for j in range(k)])
    return Y[:, 0] if k == 1 else Y


def read(name, target):
    """A well-known data set, its text columns as codes of the sorted distinct values."""
    frame = pd.read_csv(DATA / f"{name}.csv.gz", keep_default_na=False, na_values=[""])
    said = frame.pop(target)
    kinds = [NUMBER if frame[c].dtype.kind in "if" else CATEGORY for c in frame]
    X = np.column_stack([
        frame[c].to_numpy(float) if kind is NUMBER else _codes(frame[c]) for c, kind in zip(frame, kinds, strict=True)
    ])
    return X, kinds, said


def _codes(column):
    codes = column.astype("category").cat.codes.to_numpy(float)
    return np.where(codes < 0, np.nan, codes)
