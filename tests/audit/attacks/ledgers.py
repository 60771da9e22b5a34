"""Ledgers that the product itself made, with tests that later work showed unsound."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import referee
from audit.attacks.shelf import shelve
from referee.data import load

MODELS = ["naive-bayes", "lda"]


def compared(design: str, test: str | None) -> Callable[[Path], Path]:
    """A ledger of one comparison on the bundled irises."""
    def make(folder: Path) -> Path:
        path = folder / "l.db"
        named = {} if test is None else {"test": test}
        referee.compare(MODELS, load("iris"), design=design, metrics="accuracy", seed=1, ledger=path, **named)
        return path
    return make


shelve("flexer-t over three times ten folds", compared("kfold:folds=10,repeats=3", "flexer-t"), finds="F-10|F-11")
shelve("paired t over ten folds", compared("kfold:folds=10", "mooney-t"), finds="F-10|F-11")
shelve("clean: the default comparison of a ledger", compared("kfold:folds=10,repeats=3", None))
