"""Ranking over data sets: published tables, properties, and what too few data sets allow."""

import sys
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import referee
from referee.comparisons import bayesian_signed_rank, wilcoxon
from referee.comparisons.bayes.bayesian_pairs import bayesian_signed_rank_pairs
from referee.comparisons.data_sets.rank_ask import direction_of
from referee.comparisons.data_sets.wilcoxon_pairs import data_sets_needed, wilcoxon_pairs, wilcoxon_pairs_p
from referee.comparisons.many_models.cliques import groups_alike
from referee.comparisons.verdict import Outcome
from referee.errors import BadInput, NotComparable, NotJustified, UnknownName
from referee.kinds import Direction
from referee.seeds import stream
from reference_tables import TABLES


def of(rows, **options):
    """A ranking of an array whose columns are a, b, c, …"""
    x = np.asarray(rows, float)
    columns = {"dataset": [f"set {i}" for i in range(len(x))]}
    columns |= {chr(ord("a") + j): x[:, j] for j in range(x.shape[1])}
    return referee.rank(columns, **{"higher_is_better": True} | options).ranking


# Published statistics.


def test_demsar_2006():
    """Table 6 of the paper: mean ranks, χ² = 9.28, F = 3.69, critical difference 1.25."""
    r = referee.rank(TABLES / "demsar-2006-ranks.csv", higher_is_better=False).ranking
    assert dict(zip(r.board.models, np.round(r.mean_ranks, 3), strict=True)) == {
        "C4.5": 3.143, "C4.5+m": 2.0, "C4.5+cf": 2.893, "C4.5+m+cf": 1.964}
    assert round(r.omnibus.detail("chi2_without_tie_correction"), 2) == 9.28
    assert round(r.omnibus.detail("F_without_tie_correction"), 2) == 3.69
    assert round(r.omnibus.detail("chi2"), 3) == 10.228
    assert round(r.critical_difference, 2) == 1.25


def test_garcia_herrera_2008():
    """χ² = 39.647, F = 14.309 and the mean ranks of the paper's table 2."""
    r = referee.rank(TABLES / "garcia-herrera-2008-accuracy.csv", metric="accuracy", adjust="bergmann-hommel").ranking
    assert np.round(r.mean_ranks, 3).tolist() == [2.1, 3.25, 2.2, 4.333, 3.117]
    assert round(r.omnibus.detail("chi2_without_tie_correction"), 3) == 39.647
    assert round(r.omnibus.detail("F_without_tie_correction"), 3) == 14.309


def test_garcia_et_al_2010():
    """Mean ranks 1.771, 2.479, 2.479, 3.271; Friedman 16.225; Iman–Davenport 6.691. Two models tie for place 2."""
    r = referee.rank(TABLES / "garcia-herrera-2010-accuracy.csv", metric="accuracy").ranking
    assert np.round(r.mean_ranks, 3).tolist() == [1.771, 2.479, 2.479, 3.271]
    assert round(r.omnibus.detail("chi2_without_tie_correction"), 3) == 16.225
    assert round(r.omnibus.detail("F_without_tie_correction"), 3) == 6.691
    assert list(r.places().values()) == ["1", "2=", "2=", "4"]


@pytest.mark.slow
def test_benavoli_2017():
    """With differences up to 0.01 not mattering, j48 and j48gr are practically the same, as the paper finds."""
    r = referee.rank(TABLES / "benavoli-2017-10x10cv-accuracy.csv.gz", metric="accuracy", rope=0.01,
                     per_data_set=True).ranking
    assert r.n_data_sets == 54
    assert r.pair("j48", "j48gr").chances == pytest.approx((0, 1, 0), abs=1e-3)
    assert r.pair("aode", "hnb").chances[1] > 0.95
    assert r.pair("aode", "nbc").outcome is Outcome.BETTER
    more, less = r.pair("aode", "nbc").truly_better
    assert more > 5
    assert less == 0


@pytest.mark.slow
def test_fernandez_delgado_2014():
    """The paper's best, the parallel forest of caret, has a mean accuracy of 82.0%."""
    with pytest.raises(BadInput, match="449 scores missing"):
        referee.rank(TABLES / "fernandez-delgado-2014-accuracy.csv.gz", metric="accuracy")
    r = referee.rank(TABLES / "fernandez-delgado-2014-accuracy.csv.gz", metric="accuracy", missing="drop-models")
    assert r.ranking.models[0] == "parRF_caret"
    assert round(r.to_dict()["models"][0]["mean_score"], 1) == 82.0


# Pairs at once are pairs one by one.


@pytest.mark.parametrize(("n", "digits"), [(5, 1), (14, 1), (30, 8), (60, 2), (80, 9)])
def test_all_pairs_at_once_are_the_pairs_one_by_one(n, digits):
    x = np.round(stream(n, "scores").normal(size=(n, 4)), digits)
    together = wilcoxon_pairs(x)
    for row, (i, j) in enumerate(together.pairs):
        one = wilcoxon(x[:, i], x[:, j])
        assert together.p[row] == pytest.approx(one.p, rel=1e-12)
        assert together.difference[row] == pytest.approx(one.difference, abs=1e-12)
        assert together.ties[row] == one.detail("zeros")
        assert together.excess[row] == pytest.approx(one.detail("rank_sum_a") - one.detail("rank_sum_b"))
        if one.interval:
            assert (together.low[row], together.high[row]) == pytest.approx((one.interval.low, one.interval.high))
        else:
            assert together.low[row] == -np.inf


@pytest.mark.parametrize("rope", [0.0, 0.01])
def test_bayesian_pairs_at_once_are_the_pairs_one_by_one(rope):
    x = np.round(stream(2, "scores").normal(size=(14, 3)) * 0.02 + np.arange(3) * 0.006, 3)
    pairs = list(combinations(range(3), 2))
    for (i, j), found in zip(pairs, bayesian_signed_rank_pairs(x, pairs, rope=rope), strict=True):
        one = bayesian_signed_rank(x[:, i], x[:, j], rope=rope)
        assert (found.left, found.equal, found.right) == pytest.approx((one.left, one.equal, one.right), abs=2e-3)


@pytest.mark.slow
def test_compiled_stairs_are_the_same_stairs(monkeypatch):
    module = sys.modules[bayesian_signed_rank_pairs.__module__]
    x = np.round(stream(2, "scores").normal(size=(30, 4)) * 0.02 + np.arange(4) * 0.004, 3)
    pairs = list(combinations(range(4), 2))
    plain = bayesian_signed_rank_pairs(x, pairs, draws=1000)
    monkeypatch.setattr(module, "WORTH_COMPILING", 0)
    for one, other in zip(plain, bayesian_signed_rank_pairs(x, pairs, draws=1000), strict=True):
        # a draw may go the other way where two weights agree to the seven digits kept
        assert (one.left, one.equal, one.right) == pytest.approx((other.left, other.equal, other.right), abs=0.002)


def test_p_values_alone_are_those_of_the_whole():
    x = np.round(stream(3, "scores").normal(size=(60, 5)), 1)
    assert wilcoxon_pairs_p(x).tolist() == wilcoxon_pairs(x).p.tolist()


# Properties.

scores = st.lists(st.lists(st.integers(0, 6), min_size=3, max_size=3), min_size=6, max_size=14)


@pytest.mark.slow
@settings(max_examples=15)
@given(rows=scores)
def test_the_direction_turned_with_the_scores_changes_nothing_but_signs(rows):
    x = np.array(rows, float)
    up, down = of(x), of(-x, higher_is_better=False)
    assert np.array_equal(up.mean_ranks, down.mean_ranks)
    for one, other in zip(up.duels, down.duels, strict=True):
        assert (one.outcome, one.wins, one.losses, one.p) == (other.outcome, other.wins, other.losses, other.p)
        assert one.difference == -other.difference


@pytest.mark.slow
@settings(max_examples=15)
@given(rows=scores, order=st.permutations(range(3)))
def test_the_order_of_the_columns_does_not_matter(rows, order):
    x = np.array(rows, float)
    straight, turned = of(x), of(x[:, order])
    assert turned.mean_ranks.tolist() == straight.mean_ranks[list(order)].tolist()
    for i, j in combinations(range(3), 2):
        a, b = "abc"[i], "abc"[j]
        one, other = turned.pair(a, b), straight.pair("abc"[order[i]], "abc"[order[j]])
        assert (one.p_adjusted, one.outcome, one.wins) == (other.p_adjusted, other.outcome, other.wins)
        assert one.difference == pytest.approx(other.difference, abs=1e-12)


def test_swapped_arguments_flip_signs_and_nothing_else():
    r = of(stream(4, "x").normal(size=(20, 3)) + np.array([0, 0, 1.2]), rope=0.1)
    one, other = r.pair("a", "c"), r.pair("c", "a")
    assert (one.outcome, other.outcome) == (Outcome.WORSE, Outcome.BETTER)
    assert one.difference == -other.difference
    assert (one.interval.low, one.interval.high) == (-other.interval.high, -other.interval.low)
    assert (one.wins, one.ties, one.losses) == (other.losses, other.ties, other.wins)
    assert one.chances == other.chances[::-1]
    assert one.p == other.p


def test_a_model_against_itself():
    x = stream(5, "x").normal(size=(12, 2))
    r = of(np.column_stack([x, x[:, 0]]))
    twin = r.pair("a", "c")
    assert (twin.outcome, twin.p, twin.difference, twin.ties) == (Outcome.IDENTICAL, 1.0, 0.0, 12)
    assert r.mean_ranks[0] == r.mean_ranks[2]


def test_means_that_differ_by_rounding_only_are_ties():
    x = np.tile([[0.1 + 0.2, 0.3]], (8, 1))
    assert of(x).pair("a", "b").outcome is Outcome.IDENTICAL
    assert of(x).mean_ranks.tolist() == [1.5, 1.5]


def test_a_mean_rank_decision_depends_on_the_pool_and_ours_does_not():
    """Benavoli, Corani and Mangili (2016): raw pairwise p-values stay what they are when a third model enters."""
    x = stream(6, "x").normal(size=(15, 5))
    assert of(x[:, :2]).pair("a", "b").p == of(x).pair("a", "b").p


# Too few data sets, and what is refused.


def test_five_data_sets_decide_nothing_whatever_the_scores():
    r = of(np.arange(5)[:, None] + np.array([[10.0, 0.0]]))
    assert r.pair("a", "b").p == 0.0625
    assert r.pair("a", "b").outcome is Outcome.UNDECIDED
    assert (r.needed, r.best) == (6, None)


@pytest.mark.parametrize("pairs", [1, 3, 10, 190])
def test_the_data_sets_needed_are_the_fewest_that_can_decide(pairs):
    n = data_sets_needed(pairs)
    assert 2.0 ** (1 - n) * pairs <= 0.05 < 2.0 ** (2 - n) * pairs


def test_the_direction_is_never_guessed_in_silence():
    assert direction_of("")[2]
    assert not direction_of("", higher_is_better=False)[2]
    assert direction_of("RMSE")[0] is Direction.MINIMISE
    assert direction_of("AUC")[0] is Direction.MAXIMISE
    with pytest.raises(BadInput, match="lower is better for rmse, but higher is better was declared"):
        direction_of("rmse", higher_is_better=True)


def test_what_does_not_fit_is_refused():
    x = stream(7, "x").normal(size=(12, 11))
    with pytest.raises(NotJustified, match="use shaffer"):
        of(x, adjust="bergmann-hommel")
    with pytest.raises(NotJustified, match="with one named"):
        of(x, adjust="shaffer", against="a")
    with pytest.raises(UnknownName, match="correction"):
        of(x, adjust="shafer")
    with pytest.raises(UnknownName, match="model of this table"):
        of(x, against="z")
    with pytest.raises(NotJustified, match="needs repetitions"):
        of(x, per_data_set=True, test_share=0.1)
    with pytest.raises(NotJustified, match="does not number folds"):
        of(x, per_data_set=True)
    with pytest.raises(NotComparable, match="all were set against a"):
        of(x, against="a").pair("b", "c")


@pytest.mark.parametrize("control", "abcd")
def test_against_any_model_each_pair_is_its_own(control):
    x = stream(8, "x").normal(size=(20, 4))
    whole, r = of(x), of(x, against=control)
    for other in set("abcd") - {control}:
        duel = r.pair(other, control)
        assert (duel.a, duel.b, duel.p) == (other, control, whole.pair(other, control).p)


def test_against_one_model_only_its_pairs_are_tested():
    x = stream(8, "x").normal(size=(20, 4))
    r = of(x, against="c")
    assert {(d.a, d.b) for d in r.duels} == {("a", "c"), ("b", "c"), ("d", "c")}
    assert all(r.pair(m, "c").a == m and r.pair("c", m).b == m for m in "abd")
    assert r.pair("d", "c").p == of(x).pair("d", "c").p


def test_groups_are_the_maximal_ones_and_need_not_be_neighbours():
    alike = np.array([[1, 0, 1, 0], [0, 1, 1, 0], [1, 1, 1, 1], [0, 0, 1, 1]], bool)
    assert groups_alike(alike).members == ((0, 2), (1, 2), (2, 3))
    assert groups_alike(np.ones((20, 20), bool)).members == (tuple(range(20)),)
    assert groups_alike(np.eye(3, dtype=bool)).members == ()


def test_too_many_groups_fall_back_on_runs_of_neighbours():
    """Twelve pairs that are told apart, everything else not: 2^12 groups."""
    alike = np.ones((24, 24), bool)
    for i in range(0, 24, 2):
        alike[i, i + 1] = alike[i + 1, i] = False
    groups = groups_alike(alike)
    assert groups.neighbours_only
    assert all(alike[i, j] for group in groups.members for i in group for j in group)


def test_a_run_of_neighbours_needs_all_pairs_and_not_only_neighbours():
    """Twelve twins that are told apart make too many groups; behind them a chain in which only neighbours are alike."""
    alike = np.ones((28, 28), bool)
    for i in range(0, 24, 2):
        alike[i, i + 1] = alike[i + 1, i] = False
    alike[24:, :24] = alike[:24, 24:] = False
    alike[24:, 24:] = np.abs(np.subtract.outer(np.arange(4), np.arange(4))) <= 1
    groups = groups_alike(alike)
    assert groups.neighbours_only
    assert groups.members[-3:] == ((24, 25), (25, 26), (26, 27))


@pytest.mark.slow
def test_the_family_holds_its_level_over_data_sets():
    """G8 with no difference: the chance of any decision among 6 pairs of 4 models is at most 5%."""
    from referee.estimates import clopper_pearson
    wrong = sum(any(d.decided for d in of(stream(i, "null").standard_t(3, size=(15, 4))).duels) for i in range(1000))
    assert clopper_pearson(wrong, 1000, level=0.99).low <= 0.05


def test_the_set_that_holds_the_best_never_leaves_out_whom_the_tests_cannot_tell_from_the_first():
    """Few data sets: the bootstrap alone would name one model while the corrected test can't decide."""
    import referee

    scores = {"dataset": list("abcdefgh"), "nb": [.71, .80, .65, .90, .77, .58, .83, .69],
              "forest": [.74, .85, .69, .93, .81, .64, .84, .75], "svm": [.73, .86, .66, .92, .80, .60, .85, .70]}
    ranking = referee.rank(scores, metric="accuracy").ranking
    assert [ranking.board.models[i] for i in ranking.best.members] == ["forest"]
    assert ranking.may_be_best == ("forest", "svm")
