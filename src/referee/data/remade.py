"""A problem whose features were made anew from its table, its target and rows left as they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.data.feature_columns import build_features
from referee.data.identity import column_digests
from referee.data.problem import Problem
from referee.data.table import as_table
from referee.errors import BadInput
from referee.fingerprint import fingerprint


def remade(problem: Problem, given: Any) -> Problem:
    """The problem with other features, one row for each row.

    >>> from referee.data import load
    >>> iris = load("iris")
    >>> print(remade(iris, iris.features.given.iloc[:, :2]))
    iris: 150 rows, 2 features, target species: 3 classes, the rarest 33% (setosa)
    """
    made, _, _ = build_features(as_table(given, problem.name))
    features = replace(made, fit_parameters=problem.features.fit_parameters if problem.features else {})
    rows = features.n_rows
    if rows != problem.n_rows:
        raise BadInput(f"{problem.name} has {problem.n_rows:,} rows, and what was made of its features has {rows:,}; "
                       f"one row for each is needed.")
    return replace(problem, features=features, columns=features.columns,
                   fingerprint=fingerprint("remade", problem.fingerprint, list(column_digests(features))))
