from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.comparisons import adjust, bergmann_hommel, shaffer
from referee.comparisons.multiplicity.all_pairs import exhaustive_sets, true_counts
from referee.errors import BadInput, Undefined
from referee.seeds import stream

six = st.lists(st.floats(0, 1), min_size=6, max_size=6)


@pytest.mark.parametrize(("key", "method"), [
    ("nemenyi_bonferroni", lambda p: adjust(p, "bonferroni")), ("holm", adjust), ("shaffer_static", shaffer),
    ("bergmann_hommel_closed", bergmann_hommel),
    ("bergmann_hommel_monotone", lambda p: bergmann_hommel(p, monotone=True))])
def test_garcia_herrera_2008(worked, key, method):
    case = worked("garcia-herrera-2008")
    assert method(case.expected["p"]) == case.near(np.array(case.expected[key]))


@given(six)
def test_the_stronger_procedure_never_gives_more(p):
    holm, static, closed = adjust(p, "holm"), shaffer(p), bergmann_hommel(p)
    assert (static <= holm + 1e-12).all()
    assert (closed <= bergmann_hommel(p, monotone=True) + 1e-12).all()
    assert (closed <= static + 1e-12).all()
    assert (closed >= np.array(p) - 1e-12).all()


def test_counts_and_sets_of_equalities():
    """S(k) of García and Herrera (2008), section 2.2; the sets are the Bell numbers less the empty set."""
    assert sorted(true_counts(5)) == [0, 1, 2, 3, 4, 6, 10]
    assert [len(exhaustive_sets(k)) + 1 for k in range(2, 8)] == [2, 5, 15, 52, 203, 877]
    for k in range(2, 7):
        assert {int(n) for n in exhaustive_sets(k).sum(axis=1)} | {0} == set(true_counts(k))


@given(six, st.permutations(range(4)))
def test_the_names_of_the_learners_do_not_matter(p, names):
    pairs = list(combinations(range(4), 2))
    moved = [p[pairs.index(tuple(sorted((names[i], names[j]))))] for i, j in pairs]
    for method in (shaffer, bergmann_hommel):
        one, two = method(p), method(moved)
        assert sorted(one) == pytest.approx(sorted(two))
        assert [one[pairs.index(tuple(sorted((names[i], names[j]))))] for i, j in pairs] == pytest.approx(two.tolist())


@pytest.mark.slow
def test_false_alarms_stay_at_the_level():
    """Four equal learners, all six z-tests of pairs, 1500 studies: any false alarm in at most 5%, ± noise."""
    means = stream(1, "null").normal(size=(1500, 4))
    from scipy.stats import norm
    alarms = {"shaffer": 0, "bergmann": 0}
    for row in means:
        p = [2 * norm.sf(abs(row[i] - row[j]) / 2**.5) for i, j in combinations(range(4), 2)]
        if min(p) < 0.05:
            alarms["shaffer"] += (shaffer(p) <= 0.05).any()
            alarms["bergmann"] += (bergmann_hommel(p) <= 0.05).any()
    assert 0.02 <= alarms["bergmann"] / 1500 <= 0.055 + 0.0095
    assert alarms["shaffer"] <= alarms["bergmann"]


def test_refusals():
    with pytest.raises(BadInput, match="not those of all pairs"):
        shaffer([0.1, 0.2])
    with pytest.raises(Undefined, match="use shaffer"):
        bergmann_hommel([0.5] * 45)
    assert shaffer([0.3]).tolist() == bergmann_hommel([0.3]).tolist() == [0.3]
