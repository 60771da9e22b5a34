"""Arrays as people bring them: labels 1 and 2, pandas columns, per cent for shares, one run, scores that tie."""

import math
import tracemalloc

import numpy as np
import pandas as pd
import pytest

from referee import comparisons as c
from referee import estimates as e
from referee import metrics as m
from referee.comparisons import power
from referee.errors import BadInput, NotJustified, RefereeError, Undefined
from referee.kinds import Direction

THREE = [[0.7, 0.2, 0.1], [0.2, 0.7, 0.1], [0.1, 0.7, 0.2], [0.7, 0.2, 0.1]]


# --- ties among models -----------------------------------------------------------------------------------------------

@pytest.mark.parametrize("test", [c.friedman, c.quade])
@pytest.mark.parametrize(("row", "n", "exact"), [
    ([0.9, 0.9, 0.5], 3, 1 / 9), ([0.9, 0.9, 0.9, 0.5], 4, 4.0**-3), ([0.9, 0.9, 0.5], 5, 3.0**-4),
    ([0.9, 0.7, 0.5], 3, 6.0**-2),
])
def test_full_agreement_with_ties_has_its_exact_p(test, row, n, exact):
    """(k!/∏t!)^(1−N): the share of all orders of the scores within rows in which all rows agree."""
    assert test([row] * n).p == pytest.approx(exact, rel=1e-12)


def test_rounding_decides_no_rank():
    scores = [[0.1 + 0.2, 0.3, 0.25], [0.5, 0.4, 0.3], [0.6, 0.5, 0.4]]
    rounded = [[0.3, 0.3, 0.25], *scores[1:]]
    for test in (c.friedman, c.quade):
        assert test(scores) == test(rounded)
    assert c.nemenyi(scores).mean_ranks.tolist() == c.nemenyi(rounded).mean_ranks.tolist()


def test_means_of_the_same_folds_in_another_order_tie():
    folds = np.random.default_rng(0).uniform(0.6, 0.9, size=(12, 10))
    table = [[f.mean(), np.mean(f[::-1]), sum(sorted(f)) / 10] for f in folds]
    assert c.nemenyi(table).mean_ranks.tolist() == [2, 2, 2]
    with_worse = np.column_stack([table, np.array(table)[:, 0] - 0.1])
    assert c.friedman(with_worse).p == pytest.approx(4.0**-11)


@pytest.mark.parametrize("direction", ["min", "minimise", "lower is better", Direction.MINIMISE])
def test_a_direction_may_be_a_word(direction):
    assert c.nemenyi([[1, 2, 3]] * 4, direction=direction).mean_ranks.tolist() == [1, 2, 3]
    assert c.friedman([[1, 2, 4]] * 4, direction=direction).p > 0
    with pytest.raises(BadInput, match="direction"):
        c.friedman([[1, 2, 3]] * 4, direction="smaller")


# --- labels ----------------------------------------------------------------------------------------------------------

def test_labels_from_one_with_a_class_missing_are_asked_about():
    """Columns for classes 1, 2, 3 and rows of 1 and 2 only: codes 0 … 2 or labels 1 … 3? Both would be numbers."""
    with pytest.raises(BadInput, match="classes="):
        m.log_loss([1, 2, 2, 1], THREE)
    right = -np.log([0.7, 0.7, 0.7, 0.7]).mean()
    assert m.log_loss([1, 2, 2, 1], THREE, classes=[1, 2, 3]) == pytest.approx(right)
    assert m.log_loss([1, 2, 2, 1, 3], [*THREE, [0.1, 0.1, 0.8]]) == pytest.approx((4 * right - math.log(0.8)) / 5)
    assert m.log_loss([0, 1, 1, 0], THREE) == pytest.approx(right)
    assert m.brier([1, 2, 2, 1], THREE, classes=[1, 2, 3]) == pytest.approx(m.brier([0, 1, 1, 0], THREE))


def test_one_class_of_two_is_asked_about():
    with pytest.raises(BadInput, match="classes="):
        m.log_loss([2, 2, 2], [0.9, 0.8, 0.7])
    assert m.log_loss([1, 1], [0.9, 0.8], classes=[1, 2]) == pytest.approx(-np.log([0.1, 0.2]).mean())
    assert m.log_loss([1, 1], [0.9, 0.8], positive=1, classes=[1, 2]) == pytest.approx(-np.log([0.9, 0.8]).mean())
    assert m.log_loss([1, 1], [0.9, 0.8]) == pytest.approx(-np.log([0.9, 0.8]).mean())      # 0 and 1 are codes


def test_two_classes_are_two_however_they_are_written():
    truth, said = np.array([1, 2, 2, 1, 2]), np.array([1, 2, 1, 1, 2])
    for name in ("precision", "recall", "specificity", "f1", "mcc", "jaccard"):
        function = getattr(m, name)
        assert function(truth, said) == function(truth - 1, said - 1)
        assert function(truth, said, positive=1) == function(2 - truth, 2 - said)
    assert m.roc_auc(truth, [0.1, 0.9, 0.4, 0.2, 0.8]) == e.delong(truth, [0.1, 0.9, 0.4, 0.2, 0.8]).value
    assert m.f1(["sick", "well", "sick"], ["sick", "sick", "well"], positive="sick") == pytest.approx(0.5)
    with pytest.raises(BadInput, match="ill"):
        m.f1(["sick", "well"], ["sick", "sick"], positive="ill")


@pytest.mark.parametrize("codes", [[20000, 1, 2], [94110, 10001, 60601], [2**62, 1, 2]])
def test_large_numbers_as_labels_cost_no_memory(codes):
    tracemalloc.start()
    assert m.accuracy(codes, [codes[0], 1, 1]) == pytest.approx(1 / 3 if codes[1] != 1 else 2 / 3)
    assert tracemalloc.get_traced_memory()[1] < 5e6
    tracemalloc.stop()


def test_many_distinct_labels_cost_no_square():
    rows = np.arange(30_000)
    tracemalloc.start()
    assert m.accuracy(rows, rows) == 1
    assert m.kappa(rows, rows) == 1
    assert m.f1_macro(rows, rows) == 1
    assert tracemalloc.get_traced_memory()[1] < 100e6
    tracemalloc.stop()


TEXT, OTHER = ["a", "b", "a", "b"], ["a", "b", "b", "b"]


@pytest.mark.parametrize("form", [
    list, tuple, np.array, lambda x: np.array(x, dtype=object), pd.Series, lambda x: pd.Series(x, dtype=object),
    lambda x: pd.Series(x, dtype="category"), lambda x: pd.Series(x, dtype="string"), pd.Index, pd.Categorical,
    lambda x: pytest.importorskip("polars").Series(x), lambda x: pytest.importorskip("pyarrow").array(x),
    lambda x: pytest.importorskip("pyarrow").chunked_array([x]), np.ma.masked_array,
])
def test_text_labels_of_any_form(form):
    for truth, said in ((form(TEXT), OTHER), (TEXT, form(OTHER)), (form(TEXT), form(OTHER))):
        assert m.accuracy(truth, said) == 0.75
        assert m.f1(truth, said) == pytest.approx(0.8)
    assert m.roc_auc(form(TEXT), [0.1, 0.9, 0.2, 0.8]) == 1
    assert e.delong(form(TEXT), [0.1, 0.9, 0.9, 0.8]).value == 0.625
    assert e.kohavi_wolpert([form(TEXT), OTHER], form(TEXT)).error == pytest.approx(1 / 8)


@pytest.mark.parametrize("numbers", [
    lambda x: pytest.importorskip("polars").Series(x), lambda x: pytest.importorskip("pyarrow").array(x), pd.Series,
    lambda x: pd.Series(x, dtype="Float64"), lambda x: np.array(x, dtype=object),
])
def test_numbers_of_any_form(numbers):
    a, b = [0.5, 0.7, 0.9, 0.8], [0.4, 0.65, 0.7, 0.75]
    assert c.paired_t(numbers(a), numbers(b)) == c.paired_t(a, b)
    assert e.t_mean(numbers(a)) == e.t_mean(a)
    assert m.mae(numbers(a), numbers(b)) == m.mae(a, b)


@pytest.mark.parametrize("hole", [None, math.nan, pd.NA, np.ma.masked])
@pytest.mark.parametrize("text", [True, False])
def test_a_missing_label_is_refused_with_its_place(hole, text):
    whole = ["a", "b", "a", "b"] if text else [0, 1, 0, 1]
    holed = (np.ma.masked_array(whole, mask=[0, 0, 1, 0]) if hole is np.ma.masked
             else [hole if i == 2 else label for i, label in enumerate(whole)])
    calls = [lambda: m.accuracy(holed, whole), lambda: m.accuracy(whole, holed), lambda: m.roc_auc(holed, [1, 2, 3, 4]),
             lambda: e.delong(holed, [1, 2, 3, 4]), lambda: e.kohavi_wolpert([whole, whole], holed),
             lambda: e.domingos([holed, whole], whole), lambda: e.no_information_zero_one(whole, holed),
             lambda: c.stuart_maxwell(holed, whole)]
    for call in calls:
        with pytest.raises(BadInput, match="2"):
            call()


def test_missing_numbers_are_refused_with_their_place():
    for call in (lambda: c.paired_t(np.ma.masked_array([1.0, 2, 3], mask=[0, 1, 0]), [1.0, 2, 4]),
                 lambda: e.t_mean(pd.Series([1.0, pd.NA, 3.0], dtype="Float64")),
                 lambda: e.squared_decomposition([[1.0, math.nan], [1.0, 2.0]], [1.0, 2.0]),
                 lambda: m.mae([1.0, math.nan], [1.0, 2.0])):
        with pytest.raises(BadInput, match="1"):
            call()


def test_columns_that_number_their_rows_differently_are_told():
    a, b = pd.Series([0.5, 0.7, 0.9], index=[2, 0, 1]), pd.Series([0.4, 0.65, 0.7])
    for call in (lambda: c.paired_t(a, b), lambda: m.mae(a, b), lambda: m.accuracy(a > 0.6, b > 0.6),
                 lambda: c.mcnemar(a > 0.6, b > 0.6), lambda: c.wilcoxon(a, b)):
        with pytest.raises(BadInput, match="index"):
            call()
    assert c.paired_t(a, b.loc[a.index]) == c.paired_t(a.to_numpy(), b.loc[a.index].to_numpy())


def test_weighted_kappa_goes_by_the_order_of_labels():
    """scikit-learn's 0.75 for each of these."""
    truth, said = np.array([0, 1, 2, 2, 0, 1]), np.array([0, 1, 1, 2, 1, 1])
    want = m.kappa(truth, said, distance="linear")
    for classes in ([2, 4, 8], [-8, -4, -2], ["a", "b", "c"], [1, 2, 3]):
        written = np.array(classes)
        assert m.kappa(written[truth], written[said], distance="linear") == pytest.approx(want)
    assert m.kappa([1, 3, 3, 1], [1, 3, 1, 1], distance="linear", classes=[1, 2, 3]) == pytest.approx(0.5)


# --- options, lengths, bounds ----------------------------------------------------------------------------------------

def test_bounds_that_do_not_hold_the_values_are_refused():
    per_cent = [81, 79, 84, 80]
    for call in (lambda b: e.t_mean(per_cent, bounds=b), lambda b: e.cv_clt(per_cent, bounds=b),
                 lambda b: e.corrected_t_interval(per_cent, n_train=90, n_test=10, bounds=b),
                 lambda b: e.percentile_bootstrap(e.mean_statistic(per_cent), seed=1, bounds=b),
                 lambda b: e.clustered_mean(per_cent, [0, 0, 1, 1], bounds=b)):
        with pytest.raises(BadInput, match="bounds"):
            call((0, 1))
        with pytest.raises(BadInput, match="bounds"):
            call((100, 0))
        assert call((0, 100)).value == 81


@pytest.mark.parametrize("call", [
    lambda: e.cv_clt([0.1, 0.4, 0.3, 0.2], [0, 0, 1, 1], variant="all_pairs"),
    lambda: e.delong([0, 1, 0, 1], [0.1, 0.9, 0.8, 0.7], scale="Logit"),
    lambda: power.mcnemar_power(100, 0.1, 0.2, variant="midp"), lambda: e.min_n_for_half_width(0.05, interval="bogus"),
    lambda: power.mcnemar_power(100, 0.1, 0.2, error_rate=5), lambda: c.power_at(2, 10, 95),
    lambda: e.optimism_from_errors(0.1, [0.2, 0.3], [0.1]), lambda: c.e_value(-1, 3),
    lambda: power.eval_size(0.1, -2.0), lambda: c.nemenyi_critical(1), lambda: c.dunn_critical(1),
    lambda: c.bayesian_sign([0.1, 0.2], [0.3, 0.1], draws=0), lambda: e.clopper_pearson(3, math.inf),
    lambda: e.squared_decomposition([[1.0, 2.0]] * 2, [1.0, 2.0], noise=-5), lambda: e.Interval(3, 1),
    lambda: c.two_proportion_z(0.8, 1, 0.7, 1), lambda: power.mcnemar_power(-5, 0.1, 0.2),
    lambda: e.BootstrapFits(full=[0.0, 1.0], losses=[[0.0, 1.0]], counts=[[0.5, 1.5]]),
    lambda: c.paired_t([1.0, 2.0], "x"), lambda: e.wilson("3", 5), lambda: e.t_mean(["a"]),
    lambda: m.accuracy([math.inf, 1], [1, 1]), lambda: c.mcnemar_counts(math.nan, 3, n=10),
    lambda: c.manova([[1.0, 2.0]] * 4, ["a", None, "b", "b"]), lambda: e.percentile_bootstrap([1, 2, 3], seed="x"),
])
def test_what_makes_no_sense_is_refused(call):
    with pytest.raises(RefereeError):
        call()


@pytest.mark.parametrize(("call", "said"), [
    (lambda: c.friedman([[1, 2, 3]] * 4, higher_is_better=False), "friedman is called 'higher_is_better'. It takes"),
    (lambda: c.paired_t([1.0, 2.0], [1.0, 3.0], levle=0.9), "did you mean 'level'"),
    (lambda: e.wilson(3, 5, alpha=0.05), "wilson is called 'alpha'. It takes: k, n, level"),
    (lambda: m.accuracy([1, 0], [1, 1], weight=[1, 1]), "weight"),
])
def test_a_keyword_that_is_none_is_answered(call, said):
    with pytest.raises(RefereeError, match=said):
        call()


def test_a_detail_that_is_not_there_is_named():
    said = c.mcnemar([1, 0, 1, 1], [0, 1, 1, 0])
    with pytest.raises(RefereeError, match="a_only"):
        said.detail("a_onyl")


def test_the_complaint_names_what_was_given():
    with pytest.raises(BadInput, match=r"^b "):
        c.mcnemar_counts(2.5, 3, n=10)
    with pytest.raises(BadInput, match="date"):
        c.paired_t(np.array(["2020-01-01", "2020-01-02"], dtype="M8[D]"), [1.0, 2.0])
    with pytest.raises(BadInput, match="truth has 1 value that is missing"):
        m.accuracy([0.0, math.nan], [0, 1])
    with pytest.raises(BadInput, match="b is missing"):
        c.paired_t([1.0, 2.0], math.nan)


def test_a_plain_vector_may_be_bootstrapped():
    values = [0.3, 0.1, 0.4, 0.2, 0.6]
    for method in (e.percentile_bootstrap, e.basic_bootstrap, e.bca_bootstrap, e.studentised_bootstrap):
        assert method(values) == method(e.mean_statistic(np.array(values)), seed=0)


def test_a_size_for_each_split():
    scores = [0.8, 0.81, 0.79, 0.83, 0.8]
    assert (e.corrected_t_interval(scores, n_train=[90] * 5, n_test=[10] * 5)
            == e.corrected_t_interval(scores, n_train=90, n_test=10))
    with pytest.raises(BadInput, match="n_test"):
        e.corrected_t_interval(scores, n_train=90, n_test=[10] * 4)


def test_probabilities_that_nearly_sum_to_one():
    """Three decimals, or half precision, are what files hold; they are taken and scaled, and more is told how."""
    three = [[0.333, 0.333, 0.333], [0.667, 0.167, 0.167], [0.1, 0.2, 0.7]]
    scaled = np.array(three) / np.sum(three, axis=1, keepdims=True)
    assert m.log_loss([0, 1, 2], three) == pytest.approx(m.log_loss([0, 1, 2], scaled), abs=1e-15)
    half = np.random.default_rng(1).dirichlet(np.ones(5), size=50).astype(np.float16)
    assert m.brier(np.arange(50) % 5, half) > 0
    with pytest.raises(BadInput, match="sum"):
        m.log_loss([0, 1, 2], [[0.3, 0.3, 0.3], *three[1:]])


# --- degenerate input ------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("result", [
    c.paired_t([0.6] * 2, [0.5] * 2), c.corrected_t([0.6] * 2, [0.5] * 2, n_train=90, n_test=10),
    c.tost([0.5] * 2, [0.5] * 2, margin=0.001), c.wilcoxon([0.6] * 8, [0.5] * 8), c.prob_outperform([0.5], [0.4]),
    c.paired_bootstrap([0.6] * 40, [0.5] * 40),
], ids=lambda r: r.method)
def test_a_difference_without_spread_is_not_called_sure(result):
    text = str(result)
    assert "all" in text or "only" in text, text
    assert "p < 0.001" not in text
    assert result.flags
    assert result.interval is None or result.interval.width > 0


def test_nothing_is_shown_by_two_equal_runs():
    assert not c.tost([0.5] * 2, [0.5] * 2, margin=0.001).equivalent
    assert not c.prob_outperform([0.5], [0.4]).meaningful


@pytest.mark.parametrize("unit", ["fold", "split"])
@pytest.mark.parametrize("test", [
    lambda unit: c.wilcoxon([0.8, 0.7, 0.9], [0.7, 0.6, 0.6], unit=unit),
    lambda unit: c.sign_test([0.8, 0.7, 0.9], [0.7, 0.6, 0.6], unit=unit),
    lambda unit: c.paired_t([0.8, 0.7, 0.9], [0.7, 0.6, 0.6], unit=unit),
    lambda unit: c.anova_repeated([[0.8, 0.7], [0.7, 0.6], [0.6, 0.6]], unit=unit),
    lambda unit: c.friedman([[0.8, 0.7], [0.7, 0.6], [0.6, 0.6]], unit=unit),
    lambda unit: c.quade([[0.8, 0.7], [0.7, 0.6], [0.6, 0.6]], unit=unit),
])
def test_folds_are_not_independent_for_any_test(test, unit):
    with pytest.raises(NotJustified, match="overlapping training sets"):
        test(unit)


def test_dropped_zeros_are_counted():
    said = c.wilcoxon([0.8, 0.7, 0.9, 0.5], [0.7, 0.6, 0.6, 0.5], zeros="drop")
    assert said.detail("zeros") == 1
    assert said.n_units == 3


# --- one-sided tests have one-sided intervals ------------------------------------------------------------------------

ONE, TWO = [0.5, 0.52, 0.55, 0.61, 0.58, 0.6], [0.45, 0.5, 0.52, 0.6, 0.59, 0.55]


@pytest.mark.parametrize("test", [
    c.paired_t, c.pooled_t, c.welch_t, lambda a, b, **o: c.corrected_t(a, b, n_train=90, n_test=10, **o),
    lambda a, b, **o: c.clustered_t(a, b, [0, 0, 1, 1, 2, 2], **o), c.diebold_mariano, c.long_run_t,
    lambda a, b, **o: c.cv_clt_z(a, b, [0, 0, 1, 1, 2, 2], **o),
    lambda a, b, **o: c.delong_paired([0, 1, 0, 1, 0, 1], a, b, **o),
    c.wilcoxon,
    lambda a, b, **o: c.mcnemar(np.greater(a, 0.53), np.greater(b, 0.53), variant="chi2", **o),
    lambda a, b, **o: c.paired_bootstrap(a * 6, b * 6, **o),
    lambda *_, **o: c.two_proportion_z(80, 100, 70, 100, **o),
])
def test_the_interval_has_the_side_of_the_test(test):
    both = test(ONE, TWO, level=0.9)
    greater, less = (test(ONE, TWO, level=0.95, alternative=side) for side in ("greater", "less"))
    assert greater.interval.low == pytest.approx(both.interval.low, abs=1e-9)
    assert less.interval.high == pytest.approx(both.interval.high, abs=1e-9)
    assert (greater.interval.high, less.interval.low) == (math.inf, -math.inf)
    assert "above" in str(greater.interval)
    assert "below" in str(less.interval)


def test_the_one_sided_interval_agrees_with_its_p():
    said = c.paired_t([0.5, 0.52, 0.55], [0.45, 0.5, 0.52], alternative="greater")
    assert said.p == pytest.approx(0.0317, abs=1e-4)
    assert said.interval.low > 0
    assert said.interval.high == math.inf


# --- words -----------------------------------------------------------------------------------------------------------

def test_the_number_of_things_agrees_with_the_word():
    from referee.metrics.murphy import murphy
    assert "(1 bin)" in str(murphy([0, 1], [0.2, 0.7], bins=1))


def test_constant_probabilities_are_not_called_separating():
    from referee.metrics.calibration_tests import cox
    with pytest.raises(Undefined, match="all probabilities are equal"):
        cox([0, 1, 0, 1], [0.4] * 4)


@pytest.mark.parametrize(("truth", "word"), [([0, 0, 0], "one class"), ([0, 1, 2], "two classes"),
                                             ([0, math.nan, 1], "missing"), ([0, 1], "2")])
def test_each_cause_has_its_sentence(truth, word):
    with pytest.raises(RefereeError, match=word):
        e.delong(truth, [0.1, 0.2, 0.3])
