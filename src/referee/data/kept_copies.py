"""Rows that are alike in all features kept together: as one group, on one side of every division."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.data.problem import Problem
from referee.data.rows import row_hashes
from referee.fingerprint import fingerprint
from referee.kinds import frozen_array


def copies_together(problem: Problem) -> tuple[Problem, int]:
    """The problem with equal rows as groups, and how many rows repeat an earlier one.

    A problem whose rows come in groups or in time already, or without copies, is given back as it is. Rows that agree
    in the features and not in the target are kept together too: who has seen one knows of the other.

    >>> from referee.data.make import make_problem
    >>> kept, repeats = copies_together(make_problem([[1.0], [2.0], [1.0], [3.0]], list("abab"), name="toy"))
    >>> repeats, kept.groups.tolist()
    (1, [0, 1, 0, 2])
    """
    matrix = np.asarray(problem.require_features().matrix)
    _, first, codes = np.unique(row_hashes(matrix), return_index=True, return_inverse=True)
    repeats = problem.n_rows - len(first)
    if problem.groups is not None or problem.time is not None or not repeats:
        return problem, 0
    in_order = np.argsort(np.argsort(first))[codes.ravel()]          # groups by their first rows
    return replace(problem, groups=frozen_array(in_order),
                   fingerprint=fingerprint("copies together", problem.fingerprint)), repeats
