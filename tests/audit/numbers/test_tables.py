"""No correct table is accused, however it is rounded; planted errors of detectable size are found."""

from collections import Counter

import numpy as np
import pytest

from audit.numbers.checked import wrong
from audit.numbers.correct_tables import KINDS, correct_tables
from audit.numbers.planted import planted


def accused(tables):
    return [(str(one), table.csv()) for table in tables for one in wrong(table)]


def found_of(tables, seed):
    rng = np.random.default_rng(seed)
    there, missed = Counter(), Counter()
    for table in tables:
        for what, changed in planted(table, rng):
            there[table.kind, what] += 1
            missed[table.kind, what] += not wrong(changed)
    return there, missed


@pytest.mark.slow
def test_a_few_correct_tables_are_left_in_peace_and_their_planted_errors_found():
    tables = correct_tables(len(KINDS), seed=3)
    assert accused(tables) == []
    there, missed = found_of(tables, seed=3)
    assert sum(there.values()) > 15
    assert sum(missed.values()) == 0, missed


@pytest.mark.slow
def test_many_correct_tables_raise_no_alarm():                 # benchmarks/printed_tables.py has as many as one likes
    assert accused(correct_tables(150, seed=20)) == []


@pytest.mark.slow
def test_nine_in_ten_planted_errors_are_found():
    there, missed = found_of(correct_tables(100, seed=21), seed=21)
    assert sum(there.values()) > 200
    assert sum(missed.values()) <= 0.1 * sum(there.values()), missed
