"""Problems: what is to be learned and from which rows; how they are read, checked and named."""

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
