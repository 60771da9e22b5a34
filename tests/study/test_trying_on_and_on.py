"""Ten configurations that are no better, tried one after the other: how often is one of them called better or worse?"""

import numpy as np
import pytest
from scipy.stats import binom

from referee.reading.ask import Ask, Before
from referee.reading.judging import corrected
from referee.seeds import stream

TRIES, STUDIES, ROWS = 10, 2000, 400


def mid_p(only_a, only_b):
    """McNemar's mid-p, the default test on one set of test rows."""
    least, m = np.minimum(only_a, only_b), only_a + only_b
    return np.where(only_a == only_b, 1.0, 2 * binom.cdf(least, m, 0.5) - binom.pmf(least, m, 0.5))


@pytest.fixture(scope="module")
def p_values():
    """p of each of ten new configurations against the old one, all equally good, on the same test rows."""
    old = stream(1, "old").random((STUDIES, ROWS)) < 0.8
    found = np.empty((STUDIES, TRIES))
    for i in range(TRIES):
        new = stream(1, "new", i).random((STUDIES, ROWS)) < 0.8
        found[:, i] = mid_p((new & ~old).sum(axis=1), (old & ~new).sum(axis=1))
    return found


def adjusted(p, family, *, others, turn):
    """Holm by the rule for one comparison among others, value by value where values differ."""
    ask, before = Ask(family=family), Before(others=others, turn=turn)
    distinct, where = np.unique(p, return_inverse=True)
    return np.array([corrected([float(v)], ask, before)[0] for v in distinct])[where]


@pytest.mark.slow
def test_all_ten_read_at_the_end_with_the_ledger_s_family_hold_the_level(p_values):
    final = np.column_stack([adjusted(p_values[:, i], "ledger", others=TRIES - 1, turn=i + 1) for i in range(TRIES)])
    assert 0.015 <= (final <= 0.05).any(axis=1).mean() <= 0.05


@pytest.mark.slow
def test_judged_alone_each_time_they_do_not(p_values):
    alone = np.column_stack([adjusted(p_values[:, i], "declared", others=i, turn=i + 1) for i in range(TRIES)])
    assert (alone <= 0.05).any(axis=1).mean() > 0.2


@pytest.mark.slow
def test_who_stops_at_the_first_success_needs_the_online_family(p_values):
    """The count so far is not enough for those who stop when they like what they see; shares of the error rate are."""
    so_far = np.column_stack([adjusted(p_values[:, i], "ledger", others=i, turn=i + 1) for i in range(TRIES)])
    shares = np.column_stack([adjusted(p_values[:, i], "online", others=i, turn=i + 1) for i in range(TRIES)])
    assert 0.07 <= (so_far <= 0.05).any(axis=1).mean() <= 0.14
    assert 0.01 <= (shares <= 0.05).any(axis=1).mean() <= 0.05
