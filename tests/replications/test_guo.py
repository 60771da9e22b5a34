"""Guo's thesis: what it did, what it should have done, and what comes of either."""

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from referee.data import load
from referee.metrics import bir
from referee.replications import replicate
from referee.replications._base import How
from referee.replications.guo.classifiers import BAYESIAN, OneHotPrior, Smoothed, as_printed, smoothed
from referee.replications.guo.figures import _interval, six_panels
from referee.replications.guo.study import Scores, of_codes, problem_of, sets_at_hand


def test_laplace_on_probabilities_as_printed():
    """The formula of 4.4.1 with α = 1 and N = 1: of ten classes 0.9 becomes 1.9/11."""
    said = np.array([[0.9] + [0.1 / 9] * 9])
    assert smoothed(said)[0, 0] == pytest.approx(1.9 / 11)
    assert smoothed(said).sum() == pytest.approx(1)
    wine = load("wine")
    X, y = np.asarray(wine.require_features().matrix, float), wine.y
    plain, wrapped = GaussianNB().fit(X, y), Smoothed(GaussianNB()).fit(X, y)
    assert (wrapped.predict(X) == plain.predict(X)).all()
    assert np.allclose(wrapped.predict_proba(X), (plain.predict_proba(X) + 1) / 4)


def test_the_prior_of_the_thesis_is_certain_and_loses_where_class_shares_earn_nothing():
    """Three of four are a: certain and wrong once; shares earn 0 (erratum 30)."""
    prior = OneHotPrior("a").fit(np.zeros((4, 1)), ["a", "a", "a", "b"])
    said = prior.predict_proba(np.zeros((4, 1)))
    assert said.tolist() == [[1, 0]] * 4
    truth, shares = [0, 0, 0, 1], [0.75, 0.25]
    assert bir(truth, np.tile(shares, (4, 1)), prior=shares) == pytest.approx(0, abs=1e-12)
    assert bir(truth, said, prior=shares) < -10
    assert 0 > bir(truth, smoothed(said), prior=shares) > -0.2


def test_who_is_smoothed_in_either_reading():
    every, some = (as_printed("a", smooth_all=which) for which in (True, False))
    assert all(isinstance(model, Smoothed) for model in every.values())
    assert {name for name, model in some.items() if isinstance(model, Smoothed)} == set(BAYESIAN)


def test_the_squared_error_of_codes_counts_steps_between_classes():
    problem = load([[0.0], [1.0], [2.0], [3.0]], y=list("acbc"))
    m = of_codes(problem)
    assert m.source(np.array(["a", "c"]), np.array(["c", "c"])) == 2.0
    assert m.direction.value == -1


def test_categories_are_codes_to_the_classifiers_of_the_thesis():
    import pandas as pd

    from referee.replications.guo.study import in_codes

    frame = pd.DataFrame({"sex": ["M", "F", "I", "M"] * 3, "length": np.arange(12.0), "age": ["old", "young"] * 6})
    problem = load(frame, target="age", name="abalone")
    coded = in_codes(problem)
    assert coded.name == "abalone"
    assert np.asarray(coded.require_features().matrix)[:4, 0].tolist() == [2, 0, 1, 2]
    assert (coded.classes, coded.y.tolist()) == (problem.classes, problem.y.tolist())
    wine = load("wine")
    assert in_codes(wine) is wine


def scored(**bir_of):
    from referee.metrics import metric

    return Scores(data="x", size=10, metrics=(metric("bir"), metric("brier")), repeats={
        (name, m): (value, value + 0.1) for name, value in bir_of.items() for m in ("bir", "brier")},
        means={(name, m): value for name, value in bir_of.items() for m in ("bir", "brier")})


def test_the_worst_is_the_least_reward_and_the_largest_loss():
    scores = scored(prior=-3.0, tree=0.1, svm=0.1)
    assert scores.worst("bir") == ["prior"]
    assert scores.worst("brier") == ["tree", "svm"]
    assert len(six_panels([scores]).axes) == 3                    # two panels and the legend


def test_a_place_in_the_lower_half_would_make_support_vectors_unsuited():
    from referee.metrics import metric
    from referee.replications.guo.figures import RIGHT, SOME, _lost, _vectors

    def ran(svm, **lost):
        own = dict(zip(("logistic", "naive Bayes", "tree", "forest"), (0.6, 0.5, 0.55, 0.7), strict=True)) | {
            "svm": svm, "prior": 0.4}
        return Scores(data="x", size=10, metrics=(metric("accuracy"),), repeats={}, lost=lost,
                      means={(name, "accuracy"): value for name, value in own.items()})

    row, = _vectors({SOME: ran(0.3), RIGHT: ran(0.65)})
    assert (row.erratum, "place 2 of 5" in row.ours) == (36, True)
    row, = _vectors({SOME: ran(0.9), RIGHT: ran(0.52)})
    assert row.verdict.value == "pattern holds"
    row, = _lost({SOME: ran(0.3, bayes="ValueError: Negative values.\nmore")})
    assert (row.what, row.note) == ("bayes (4.4.1, Bayesian ones smoothed)", "ValueError: Negative values")


def test_repeats_that_are_all_alike_have_an_interval_of_no_width():
    assert _interval((0.5, 0.5, float("nan"))) == (0.5, 0.5)
    low, high = _interval((7.6, 8.1, 7.9, 8.3, 7.7))
    assert (round(low, 3), round(high, 3)) == (7.564, 8.276)      # by hand; as in the docstring of eq. 8


def test_red_wine_comes_along_and_the_others_are_told_to_be_missing():
    how = How()
    red, = sets_at_hand(how)
    assert problem_of(red, how).n_rows == 1599
    found = {row["what"]: row for row in replicate("guo", "tables").to_dict()["items"][0]["rows"]}
    assert found["Table 5.1: red, rows"]["verdict"] == "agrees"
    assert (found["Table 5.1: white, rows"]["printed"], found["Table 5.1: white, rows"]["verdict"]) == (
        "4893", "not run")
    assert found["Table 4.1: predicted positive, actually negative"]["erratum"] == 32
    assert replicate("guo", "figure-5-5").rows[0].verdict.value == "not run"


def points(rises):
    """A cloud in which the reward is a plane over accuracy and calibration error, with a little noise."""
    from referee.replications.guo.cloud import Point

    draw = np.random.default_rng(3)
    a, c, e = draw.random(40), draw.random(40), 0.05 * draw.normal(size=40)
    return [Point(learner="x", network=i, accuracy=a[i], calibration=c[i], bir=rises[0] * a[i] + rises[1] * c[i] + e[i],
                  brier=0.2, miscalibration=0.1, discrimination=0.15, uncertainty=0.25, divergence=c[i], right=a[i],
                  worth=a[i]) for i in range(40)]


@pytest.mark.parametrize(("rises", "verdict"), [
    ((1, -1), "pattern holds"), ((1, 1), "pattern does not hold"), ((0, 0), "can't tell"), ((1, 0), "can't tell")])
def test_what_a_cloud_says_is_decided_by_its_slopes_and_their_errors(rises, verdict):
    from referee.replications.guo.future_work import _cloud, _joint

    row, = _cloud(points(rises))
    assert row.verdict.value == verdict
    assert next(_joint(points(rises))).verdict.value == "pattern holds"          # 0.15 − 0.1 = 0.25 − 0.2


def test_rankings_agree_network_by_network_and_a_mean_is_judged_by_its_error():
    from dataclasses import replace

    from referee.replications.guo.agreement import below, taus
    from referee.replications.guo.cloud import divergence_figure, mean_of

    cloud = [replace(one, learner=f"l{i % 4}", network=i // 4) for i, one in enumerate(points((1, -1)))]
    assert taus(cloud, "right", "worth") == pytest.approx([1.0] * 10)
    assert taus(cloud, "right", "worth", turned=True) == pytest.approx([-1.0] * 10)
    assert mean_of(cloud, "l2", "right") == pytest.approx(np.mean([one.right for one in cloud[2::4]]))
    assert len(divergence_figure(cloud).axes[0].lines) == 4
    assert (below([0.1, 0.2, 0.3], 0.8), below([0.9, 0.95, 0.9], 0.8), below([0.2, 0.9, 0.9], 0.8)) == (
        True, False, None)


def test_decisions_by_the_true_probabilities_are_worth_most():
    from referee.replications.guo.values import expected_worth, matrices

    draw = np.random.default_rng(1)
    truth = draw.dirichlet([1, 1, 1], size=200)
    values = matrices(3, seed=4)
    best = expected_worth(truth, truth, values)
    others = [expected_worth(truth, draw.dirichlet([1, 1, 1], size=200), values), expected_worth(
        truth, np.full((200, 3), 1 / 3), values)]
    assert 1 > best > max(others)


@pytest.mark.slow
def test_certain_votes_are_far_the_worst_by_bir_and_class_shares_are_not(tmp_path):
    found = {row["what"]: row for row in replicate(
        "guo", "figure-5-4", quick=True, jobs=1, ledger=tmp_path / "g.db").to_dict()["items"][0]["rows"]}
    assert found["BIR gives the prior the worst score (4.4.1, Bayesian ones smoothed)"]["verdict"] == "pattern holds"
    assert found["BIR gives the prior the worst score (as it should be)"]["erratum"] == 30
    assert found["support vectors are unsuited to several classes"]["erratum"] == 36
