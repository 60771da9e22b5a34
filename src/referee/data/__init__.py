"""Problems: what is to be learned and from which rows; how they are read, checked and named."""

from referee.data.features import Column, ColumnKind, Features
from referee.data.make import make_problem
from referee.data.problem import Problem

__all__ = ["Column", "ColumnKind", "Features", "Problem", "make_problem"]
