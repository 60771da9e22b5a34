"""Problems: what is to be learned and from which rows; how they are read, checked and named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.on_asking import on_asking

if TYPE_CHECKING:
    from referee.data.bundled import BUNDLED, BundledSet, bundled
    from referee.data.column import Column, ColumnKind
    from referee.data.features import Features
    from referee.data.load import load
    from referee.data.make import make_problem
    from referee.data.openml import openml_problem
    from referee.data.problem import Problem
    from referee.data.reading import read_problem
    from referee.data.rows import row_hashes
    from referee.data.subset import subset

__all__ = [
    "BUNDLED", "BundledSet", "Column", "ColumnKind", "Features", "Problem", "bundled", "load", "make_problem",
    "openml_problem", "read_problem", "row_hashes", "subset",
]

__getattr__, __dir__ = on_asking(__name__, {
    "referee.data.bundled": "BUNDLED BundledSet bundled",
    "referee.data.column": "Column ColumnKind",
    "referee.data.features": "Features",
    "referee.data.load": "load",
    "referee.data.make": "make_problem",
    "referee.data.openml": "openml_problem",
    "referee.data.problem": "Problem",
    "referee.data.reading": "read_problem",
    "referee.data.rows": "row_hashes",
    "referee.data.subset": "subset",
})
