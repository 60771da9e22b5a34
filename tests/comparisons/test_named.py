"""Tests as steps of the pipeline: what each takes, what it refuses, the marks it leaves, protocols."""

import numpy as np
import pytest

import referee
from referee.advice import PROTOCOLS
from referee.comparisons import bayesian_correlated_t, compare_targets, cv_clt_z, fivetwo_f, fivetwo_t, signflip
from referee.comparisons.verdict import Outcome
from referee.errors import BadInput, NotJustified, UnknownName
from referee.reading.differences.named import GROUPED, INDEPENDENT, TESTS
from referee.reading.pairing import paired_rows
from referee.seeds import stream

PAIR = ["nb", "tree"]
MODELS = {"nb": "gaussian-nb", "tree": "tree:max_depth=2"}
HISTORIC = {"mooney-t": "kfold:folds=5", "flexer-t": "kfold:folds=3,repeats=3",
            "reich-barai": "kfold:folds=3,repeats=3", "two-proportions": "kfold:folds=5"}


def compared(test=None, design=None, **options):
    options = {"metrics": "accuracy", "baseline": False, "jobs": 1} | options
    return referee.compare(MODELS, "breast-cancer", test=test, design=design, **options)


def scores(result, name):
    s = result.analysis.table.scores[name, "accuracy"]
    assert s.kept.all()
    return s.values


def test_five_by_two_is_the_array_function_on_the_stored_scores():
    for name, function in (("5x2cv-f", fivetwo_f), ("5x2cv-t", fivetwo_t)):
        result = compared(name, "kfold:folds=2,repeats=5")
        made = result[tuple(PAIR)].comparison
        a, b = (scores(result, p).reshape(5, 2) for p in PAIR)
        assert (made.p, made.difference) == (function(a, b).p, function(a, b).difference)


@pytest.mark.parametrize("test", ["5x2cv-f", "5x2cv-t"])
@pytest.mark.parametrize("design", ["kfold:folds=5", "kfold:folds=2,repeats=4", "holdout:test=0.5,repeats=10"])
def test_five_by_two_needs_five_by_two(test, design):
    with pytest.raises(NotJustified, match="kfold:folds=2,repeats=5"):
        compared(test, design)


def test_cv_clt_and_signflip_take_the_losses_of_the_rows():
    for name in ("cv-clt-z", "signflip"):
        result = compared(name, "kfold:folds=5")
        made, table = result[tuple(PAIR)].comparison, result.analysis.table
        one, other = paired_rows(table, *PAIR)
        right = [(side.predictions.labels == side.predictions.truth).astype(float) for side in (one, other)]
        direct = cv_clt_z(*right, one.fold) if name == "cv-clt-z" else signflip(*right)
        assert made.p == pytest.approx(direct.p)
        assert made.difference == pytest.approx(direct.difference)
        assert made.n_units == 569


@pytest.mark.parametrize(("test", "design"), [
    ("cv-clt-z", "kfold:folds=5,repeats=2"), ("cv-clt-z", "holdout:test=0.3"), ("signflip", "kfold:folds=5,repeats=2"),
    ("signflip", "resubstitution"), ("mooney-t", "kfold:folds=5,repeats=2"), ("flexer-t", "kfold:folds=5"),
    ("reich-barai", "kfold:folds=5"),
])
def test_a_test_that_does_not_fit_is_refused_before_anything_is_fitted(test, design):
    with pytest.raises(NotJustified):
        compared(test, design)


def test_rows_of_a_group_are_one_piece_of_evidence():
    random = stream(0, "groups")
    X, groups = random.normal(size=(120, 3)), np.repeat(np.arange(12), 10)
    y = (X[:, 0] + random.normal(size=120) > 0).astype(int)
    for test, design in (("signflip", "kfold:folds=4"), ("swap", "holdout:test=0.5")):
        result = referee.compare(MODELS, X, y, groups=groups, test=test, design=design,
                                 metrics="accuracy", baseline=False, jobs=1)
        made = result[tuple(PAIR)].comparison
        assert made.unit == "cluster"
        assert made.n_units == (12 if test == "signflip" else 6)


# Historic recipes: by name only, and marked for good.


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("test", "design"), HISTORIC.items())
def test_a_historic_test_is_marked_wherever_its_result_goes(test, design, tmp_path):
    result = compared(test, design)
    assert "historic" in result[tuple(PAIR)].comparison.flags
    assert "'flags': ['historic'" in str(result.to_dict())
    assert "WARNING: this rests on a historic test" in str(result).replace("\n", " ")
    page = result.report(tmp_path / "page.html").read_text(encoding="utf-8")
    assert "this rests on a historic test" in page


def test_no_historic_test_is_ever_a_default():
    assert not any(TESTS[name].historic for name in (*INDEPENDENT, *GROUPED))
    assert {t.name for t in TESTS if t.historic} == set(HISTORIC)
    assert "WARNING: this rests" not in str(compared(None, "kfold:folds=3"))


def test_mooney_is_the_paired_t_over_folds():
    from scipy import stats
    result = compared("mooney-t", "kfold:folds=5")
    a, b = (scores(result, name) for name in PAIR)
    assert result[tuple(PAIR)].comparison.p == pytest.approx(stats.ttest_rel(a, b).pvalue)


@pytest.mark.slow
def test_flexer_and_reich_barai_are_over_the_means_of_runs():
    from scipy import stats
    def welch(a, b):
        return stats.ttest_ind(a, b, equal_var=False)

    for name, test in (("flexer-t", stats.ttest_rel), ("reich-barai", welch)):
        result = compared(name, "kfold:folds=3,repeats=3")
        a, b = (scores(result, p).reshape(3, 3).mean(axis=1) for p in PAIR)
        assert result[tuple(PAIR)].comparison.p == pytest.approx(test(a, b).pvalue)


# Posterior shares.


@pytest.mark.slow
def test_posterior_shares_come_from_the_numbers_of_the_corrected_t():
    result = compared(None, "kfold:folds=5", relevant=0.02)
    verdict, table = result[tuple(PAIR)], result.analysis.table
    a, b = (scores(result, name) for name in PAIR)
    direct = bayesian_correlated_t(a, b, n_train=table.n_train, n_test=table.n_test, rope=0.02)
    assert verdict.posterior == direct
    turned = result[tuple(PAIR[::-1])]
    assert (turned.posterior.left, turned.posterior.right) == (direct.right, direct.left)
    assert verdict.to_dict()["posterior"]["within"] == direct.equal
    plain = compared(None, "kfold:folds=5")[tuple(PAIR)]
    assert (plain.posterior.rope, plain.posterior.equal) == (0.0, pytest.approx(0, abs=1e-12))
    # With a flat prior the chance of a side is the one-sided p-value of the corrected t.
    assert min(plain.posterior.left, plain.posterior.right) == pytest.approx(plain.comparison.p / 2)
    assert compared("mcnemar", "kfold:folds=5")[tuple(PAIR)].posterior is None


# Protocols.


@pytest.mark.parametrize("name", ["salzberg", "mooney"])
def test_a_protocol_sets_all_and_says_what_is_known_against_it(name):
    result = compared(protocol=name, metrics=None)
    declared, protocol = result.analysis.study.declaration, PROTOCOLS[name]
    assert (declared.test, declared.adjust) == (protocol.test, protocol.adjust)
    plan = result.analysis.plan
    assert (plan.design, plan.parameters["folds"], plan.parameters["repeats"]) == ("kfold", 10, 1)
    assert result.analysis.primary.name == "accuracy"
    text = " ".join(str(result).split())
    assert f"Protocol {name}: 10-fold cross-validation" in text
    assert "Known weakness: " in text
    assert ("WARNING: this rests on a historic test" in text) == (name == "mooney")


def test_a_protocol_and_what_contradicts_it_are_refused():
    with pytest.raises(BadInput, match="protocol salzberg sets test to binomial"):
        compared("mcnemar", protocol="salzberg")
    with pytest.raises(BadInput, match="sets design to kfold:folds=10"):
        compared(design="kfold:folds=5", protocol="mooney")
    with pytest.raises(UnknownName, match="did you mean 'salzberg'"):
        compared(protocol="salzburg")


# Identical models, swapped arguments, misaligned plans.


@pytest.mark.parametrize(("test", "design"), [
    ("corrected-t", "kfold:folds=5"), ("mcnemar", "kfold:folds=5"), ("binomial", "kfold:folds=5"),
    ("per-row-t", "kfold:folds=5"), ("signflip", "kfold:folds=5"), ("cv-clt-z", "kfold:folds=5"),
    ("5x2cv-f", "kfold:folds=2,repeats=5"), ("5x2cv-t", "kfold:folds=2,repeats=5"), *HISTORIC.items(),
    ("paired-bootstrap", "holdout:test=0.3"), ("swap", "holdout:test=0.3"),
])
def test_a_model_against_itself_is_identical_by_every_test(test, design):
    result = referee.compare({"one": "gaussian-nb", "other": "gaussian-nb:var_smoothing=1e-9"}, "iris", test=test,
                             design=design, metrics="accuracy", baseline=False, jobs=1)
    verdict = result["one", "other"]
    assert (verdict.outcome, verdict.p_adjusted, verdict.comparison.difference) == (Outcome.IDENTICAL, 1.0, 0.0)


def test_swapped_arguments_flip_signs_and_nothing_else():
    result = compared(None, "kfold:folds=5")
    one, other = result[tuple(PAIR)], result[tuple(PAIR[::-1])]
    assert one.comparison.difference == -other.comparison.difference
    assert one.comparison.interval.low == -other.comparison.interval.high
    assert (one.p_adjusted, one.detectable) == (other.p_adjusted, other.detectable)


# Several targets.


def test_targets_that_single_tests_miss_are_seen_together():
    """The picture of Reich and Barai's figure 7: two correlated targets, each alone undecided."""
    random = stream(5, "targets")
    common = random.normal(size=(60, 1))
    common -= common.mean()
    d = np.concatenate([common + 0.12, -common + 0.12], axis=1) + random.normal(size=(60, 2)) * 0.2
    truth = np.zeros((60, 2))
    result = compare_targets(truth, 5 + d, np.full((60, 2), 5.0), loss="absolute")
    assert result.together.p < 0.001
    assert min(result.p_adjusted) > 0.05


def test_targets_swapped_and_refused():
    random = stream(6, "targets")
    truth, a, b = (random.normal(size=(30, 3)) for _ in range(3))
    one, other = compare_targets(truth, a, b), compare_targets(truth, b, a)
    assert one.together.p == pytest.approx(other.together.p)
    assert [c.difference for c in one.each] == pytest.approx([-c.difference for c in other.each])
    with pytest.raises(BadInput, match="same cases and targets"):
        compare_targets(truth, a[:, :2], b)
    with pytest.raises(BadInput, match="2 names were given for 3"):
        compare_targets(truth, a, b, names=["x", "y"])
