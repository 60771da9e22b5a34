"""Copies of rows can be told to belong together."""

import numpy as np
import pandas as pd

from referee.data import make_problem


def test_groups_called_copies_are_rows_equal_in_all_features_unless_a_column_is_called_so():
    rng = np.random.default_rng(4)
    x = np.concatenate([base := rng.normal(size=(40, 3)), base[:10]])
    y = np.where(np.arange(50) % 2, "a", "b")
    problem = make_problem(x, y, groups="copies")
    assert problem.n_groups == 40
    assert problem.groups[40:].tolist() == problem.groups[:10].tolist()
    assert not [one for one in problem.structure if one.exact]           # it was answered
    assert [one for one in make_problem(x, y, groups="none").structure if one.exact]
    frame = pd.DataFrame(x, columns=list("abc")).assign(copies=np.arange(50) // 5)
    assert make_problem(frame, y, groups="copies").n_groups == 10
