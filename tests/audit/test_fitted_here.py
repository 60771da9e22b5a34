"""Predictions that were fitted to their own rows are known by their sums; those fitted to others are not accused."""

import numpy as np
import pytest
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.tree import DecisionTreeClassifier

import referee
from referee.audit.fitted_here import fitted_here
from referee.metrics import Predictions
from referee.seeds import stream

CASES = 400


def sample(seed, n=CASES):
    """Scores of a model, and what is true; twice, for rows to calibrate on and rows to be scored."""
    random = stream(seed, "calibrated")
    x = random.normal(size=(2, n))
    y = random.random((2, n)) < 1 / (1 + np.exp(-1.5 * x + 0.5))
    return x + 0.7 * random.normal(size=(2, n)), y.astype(int)


def isotonic(scores, y):
    return IsotonicRegression(out_of_bounds="clip", y_min=0.004, y_max=0.996).fit(scores, y).predict


def logistic(scores, y):
    model = LogisticRegression(C=np.inf, tol=1e-10, max_iter=1000).fit(scores[:, None], y)
    return lambda other: model.predict_proba(other[:, None])[:, 1]


def leaves(scores, y):
    model = DecisionTreeClassifier(min_samples_leaf=20, random_state=0).fit(scores[:, None], y)
    return lambda other: model.predict_proba(other[:, None])[:, 1]


def of_classes(chances, y, digits):
    chances = np.clip(np.round(chances, digits), 10.0**-digits, 1 - 10.0**-digits)
    return fitted_here(Predictions(truth=y, n_classes=2, probabilities=np.column_stack([1 - chances, chances])))


@pytest.mark.parametrize(("fit", "digits", "says"), [
    (isotonic, 4, "the share of the class"), (leaves, 5, "the share of the class"),
    (logistic, 6, "log odds"), (logistic, 4, "log odds")])
def test_a_calibration_on_these_rows_is_known_and_one_on_others_is_not(fit, digits, says):
    known = 0
    for seed in range(25):
        scores, y = sample(seed)
        found = of_classes(fit(scores[0], y[0])(scores[0]), y[0], digits)
        known += found is not None and says in found.sentence
        assert of_classes(fit(scores[0], y[0])(scores[1]), y[1], digits) is None
    assert known >= 20


@pytest.mark.parametrize("digits", [4, 6])
def test_a_line_through_these_rows_is_known_and_one_through_others_is_not(digits):
    for seed in range(25):
        x, _ = sample(seed)
        y = np.round(2 * x + stream(seed, "noise").normal(size=x.shape), digits)
        line = LinearRegression().fit(x[0][:, None], y[0])
        said = [np.round(line.predict(one[:, None]), digits) for one in x]
        assert fitted_here(Predictions(truth=y[0], values=said[0])) is not None
        assert fitted_here(Predictions(truth=y[1], values=said[1])) is None


def test_few_levels_a_constant_and_two_digits_show_nothing():
    scores, y = sample(3)
    share = np.where(scores[0] > 0, y[0][scores[0] > 0].mean(), y[0][scores[0] <= 0].mean())
    assert of_classes(share, y[0], 6) is None
    assert of_classes(np.full(CASES, y[0].mean()), y[0], 6) is None
    assert of_classes(logistic(scores[0], y[0])(scores[0]), y[0], 1) is None
    assert fitted_here(Predictions(truth=y[0].astype(float), values=y[0].astype(float))) is None


@pytest.mark.slow
def test_chance_hardly_ever_makes_such_sums():
    """3,000 files of honest probabilities and numbers: none is accused."""
    for seed in range(1000):
        random = stream(seed, "honest")
        n, digits = int(random.choice([60, 200, 1000])), int(random.choice([2, 3, 5]))
        p = np.round(random.choice([random.random(n), random.integers(1, 10, n) / 10]), digits)
        y = (random.random(n) < p).astype(int)
        assert of_classes(p, y, digits) is None
        x = random.normal(size=n)
        y = x + random.normal(size=n)
        assert fitted_here(Predictions(truth=np.round(y, digits), values=np.round(x, digits))) is None


def test_the_audit_tells_it_of_models_and_not_of_baselines():
    scores, y = sample(1)
    chances = np.round(isotonic(scores[0], y[0])(scores[0]), 5)
    other = np.round(logistic(scores[1], y[1])(scores[0]), 5)
    frame = {"id": range(CASES), "truth": y[0], "tree_prob": chances, "card_prob": other}
    found = referee.audit(frame, positive=1)["F-44"].findings
    assert [one.evidence["model"] for one in found] == ["tree"]
    assert referee.audit(frame, positive=1, baselines="tree")["F-44"].findings == ()


def forecasts(seed, n=300):
    """Numbers and what came of them, in order of time."""
    random = stream(seed, "forecasts")
    truth = np.cumsum(random.normal(size=n)).round(3)
    return (truth + random.normal(size=n)).round(3), truth


def test_numbers_mapped_to_the_quantiles_of_the_truth_are_known():
    said, truth = forecasts(1)
    mapped = np.sort(truth)[said.argsort().argsort()]
    found = fitted_here(Predictions(truth=truth, n_classes=None, values=mapped))
    assert "300 numbers are those of the truth, every one, in another order" in found.sentence
    other = np.sort(forecasts(2)[1])[said.argsort().argsort()]
    assert fitted_here(Predictions(truth=truth, n_classes=None, values=other)) is None


@pytest.mark.parametrize("back", [1, 7, 24])
def test_an_earlier_truth_is_not_taken_for_that(back):
    _, truth = forecasts(3)
    assert fitted_here(Predictions(truth=truth[back:], n_classes=None, values=truth[:-back])) is None
    assert fitted_here(Predictions(truth=truth, n_classes=None, values=truth)) is None


def best_cut(share, y):
    """Where F1 is highest."""
    cuts = np.unique(share)
    return cuts[np.argmax([2 * ((share >= cut) & (y == 1)).sum() / ((share >= cut).sum() + y.sum()) for cut in cuts])]


def cut_in_folds(seed, *, on_test, folds, n=600):
    """A rare class, told by probabilities that are cut in each fold where F1 is highest, on its rows or the others."""
    random = stream(seed, "cut")
    x, fold = random.normal(size=n), np.arange(n) % folds
    y = (random.random(n) < 1 / (1 + np.exp(1 - 1.2 * x))).astype(int)
    share = (1 / (1 + np.exp(1 - 1.2 * x - random.normal(0, 0.3, n)))).round(4)
    said = np.zeros(n, dtype=int)
    for one in range(folds):
        there = fold == one
        chosen = there if on_test else ~there
        said[there] = share[there] >= best_cut(share[chosen], y[chosen])
    return {"id": range(n), "fold": fold, "truth": y, "said": said, "p": share}


def audited_folds(table):
    return referee.audit(table, truth="truth", prediction="said", probability="p", positive=1, fold="fold",
                         metrics="f1")


@pytest.mark.parametrize(("folds", "severity"), [(10, "serious"), (5, "serious"), (3, "warning")])
def test_cuts_that_every_fold_chose_for_itself_are_known(folds, severity):
    result = audited_folds(cut_in_folds(folds, on_test=True, folds=folds))
    assert [one.severity.value for one in result["F-44"].findings] == [severity]
    assert f"cut elsewhere in each of {folds} folds" in result["F-44"].findings[0].message
    assert not result["F-51"].findings              # within a fold its answers follow its scores


@pytest.mark.parametrize("folds", [3, 5, 10])
def test_cuts_that_the_other_folds_chose_are_not(folds):
    for seed in range(5):
        result = audited_folds(cut_in_folds(seed, on_test=False, folds=folds))
        assert not result["F-44"].findings
        assert not result["F-51"].findings
