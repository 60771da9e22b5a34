"""A family of comparisons: corrected together, told in words that fit the metric's direction."""

import numpy as np
import pytest

import referee
from referee.comparisons.multiplicity.adjust import adjust
from referee.errors import BadInput, UnknownName
from referee.reading.ask import Ask


@pytest.fixture(scope="module")
def field():
    """Three learners of which one is clearly the worst, on data that logistic suits."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(200, 5))
    y = (X[:, 0] + X[:, 1] + 0.5 * rng.normal(size=200) > 0).astype(int)
    models = {"logistic": "logistic", "gaussian-nb": "gaussian-nb", "stump": "tree:max_depth=1"}
    return referee.compare(models, X, y, metrics=["accuracy", "log_loss", "brier"], design="kfold:folds=10,repeats=3",
                           jobs=1)


def test_adjusted_p_values_are_holms_over_all_pairs(field):
    family = field.analysis.family
    for asked in (family, family.against_baseline):            # two questions, three comparisons each
        assert len(asked.verdicts) == 3
        raw = [verdict.comparison.p for verdict in asked.verdicts]
        assert [verdict.p_adjusted for verdict in asked.verdicts] == pytest.approx(adjust(raw, "holm").tolist())
        assert max(verdict.p_adjusted / verdict.comparison.p for verdict in asked.verdicts) >= 2
        assert asked.risk_uncorrected == pytest.approx(1 - 0.95**3)


@pytest.mark.parametrize("metric", ["accuracy", "log_loss", "brier"])
def test_better_means_better_whichever_way_the_metric_points(field, metric):
    verdict = field.analysis.families[metric].pair("logistic", "stump")
    assert verdict.outcome.value == "better"
    assert verdict.swapped().outcome.value == "worse"
    one, other = verdict.comparison, verdict.swapped().comparison
    assert (other.a, other.b, other.difference) == ("stump", "logistic", -one.difference)
    assert (other.interval.low, other.interval.high) == (-one.interval.high, -one.interval.low)
    assert (verdict.comparison.difference > 0) == (metric == "accuracy")


@pytest.mark.parametrize("metric", ["accuracy", "log_loss", "brier"])
def test_learners_are_ranked_from_the_best_mean_score_down(field, metric):
    ranking = field.analysis.families[metric].ranking
    means = [float(field.analysis.table.scores[name, metric].values.mean()) for name in ranking]
    assert set(ranking) == {"logistic", "gaussian-nb", "stump", "prior"}
    assert means == sorted(means, reverse=metric == "accuracy")
    assert ranking[-1] == "prior"


def test_against_one_compares_with_that_one_only(field):
    X, y = np.random.default_rng(0).normal(size=(60, 2)), np.arange(60) % 2
    result = referee.compare(["lda", "tree", "knn"], X, y, against="tree", design="kfold:folds=5", jobs=1)
    pairs = {(v.a, v.b) for v in result.analysis.family.verdicts}
    assert pairs == {("lda", "tree"), ("knn", "tree")}
    assert ("tree", "prior") in {(v.a, v.b) for v in result.analysis.family.against_baseline.verdicts}
    with pytest.raises(UnknownName, match="no comparison is called 'lda with knn'"):
        result["lda", "knn"]


def test_an_evaluation_makes_no_comparisons():
    X, y = np.random.default_rng(0).normal(size=(60, 2)), np.arange(60) % 2
    assert referee.evaluate("lda", X, y, design="kfold:folds=5", jobs=1).analysis.families == {}


@pytest.mark.parametrize(("words", "said"), [
    ({"level": 1.0}, "level is a fraction"), ({"test": "ttest"}, "no test is called 'ttest'"),
    ({"adjust": "none"}, "no correction is called 'none'"), ({"relevant": 0}, "above 0"),
])
def test_what_cannot_be_asked_is_refused(words, said):
    with pytest.raises(BadInput, match=said):
        Ask(**words)
