"""Every metric in the registry, and examples of every family with parameters, keeps what metrics must keep."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from referee.kinds import Task
from referee.metrics import FAMILIES, METRICS, Metric, Predictions, metric
from referee.seeds import stream
from referee.testing import metrics as conformance

WITH_PARAMETERS = [
    "fbeta:beta=2", "fbeta:beta=0.5", "log_loss:base=2", "top_k:k=2", "ece:bins=5,kind=equal-width",
    "mce:bins=3,of=class-wise", "calibration_rmse:bins=4", "calibration_debiased:bins=2", "lift:share=0.3",
    "partial_auc:max_fpr=0.3", "kappa:distance=none", "pinball:quantile=0.9", "expected_cost:matrix=((0,1),(5,0))",
    "average_value:matrix=((1,-1),(-5,3))", "optimal_value:matrix=((0,-1),(-5,0))", "net_benefit:threshold=0.2",
    "bir:base=e,per_class=False", "bir:normalised=True",
    "fbeta:beta=2,average=macro", "precision:average=macro", "precision:average=micro", "precision:average=weighted",
    "recall:average=macro", "recall:average=weighted", "specificity:average=macro", "specificity:average=micro",
    "specificity:average=weighted", "jaccard:average=micro", "jaccard:average=weighted", "mcb:of=top-label",
    "mase:season=2", "mase:scale=0.5", "rmsse:season=5", "rmsse:scale=4",
]
ALL = [*METRICS, *(metric(spec) for spec in WITH_PARAMETERS)]
every_metric = pytest.mark.parametrize("each", ALL, ids=lambda m: m.name)
thorough = settings(max_examples=max(40, settings().max_examples))      # more in the long run
SIZES = [1, 2, 3, 4, 6, 9, 14]


class Drawn:
    """What Hypothesis draws, and shrinks."""

    def __init__(self, data):
        self.data = data

    def whole(self, low, high, *shape):
        return self.data.draw(hnp.arrays(int, shape, elements=st.integers(low, high)))

    def order(self, n):
        return np.array(self.data.draw(st.permutations(range(n))))


class Seeded:
    """What a seed draws, in a tenth of the time; often all of an array is one value."""

    def __init__(self, seed):
        self.rng = stream(seed, "conformance")

    def whole(self, low, high, *shape):
        low, high = (low, high) if self.rng.random() < 0.8 else [self.rng.integers(low, high + 1)] * 2
        return self.rng.integers(low, high + 1, size=shape)

    def order(self, n):
        return self.rng.permutation(n)


def classification(draw, each):
    k = 2 if each.binary_only else int(draw.whole(2, 5))
    n = SIZES[int(draw.whole(0, len(SIZES) - 1))]
    parts = draw.whole(0, 4, n, k)
    parts[parts.sum(axis=1) == 0] = 1
    prior = draw.whole(1, 4, k)
    return Predictions(truth=draw.whole(0, k - 1, n), n_classes=k, labels=draw.whole(0, k - 1, n),
                       probabilities=parts / parts.sum(axis=1, keepdims=True), prior=prior / prior.sum())


def regression(draw):
    n, targets = SIZES[int(draw.whole(0, len(SIZES) - 1))], int(draw.whole(1, 2))
    shape = (n,) if targets == 1 else (n, targets)
    return Predictions(truth=draw.whole(-8, 8, *shape) / 4, values=draw.whole(-8, 8, *shape) / 4)


def walk(each: Metric, draw):
    """A weight of w is the row w times; order and names change nothing; bounds; per_row; nothing beats perfection.

    Few rows with few distinct values: ties, missing classes, constant truth and single rows abound.
    """
    predictions = regression(draw) if each.task is Task.REGRESSION else classification(draw, each)
    times = draw.whole(0, 3, predictions.n_rows)
    times[0] += not times.any()
    conformance.check_weights_repeat(each, predictions, times)
    conformance.check_scale_of_weights(each, predictions)
    conformance.check_row_order(each, predictions, draw.order(predictions.n_rows))
    conformance.check_relabelling(each, predictions, draw.order(predictions.n_classes or 1))
    for some in (predictions, replace(predictions, weights=times.astype(float))):
        conformance.check_bounds(each, some)
        conformance.check_perfect(each, some)
        conformance.check_per_row(each, some)
    if each.name.partition(":")[0] not in CLOSER:
        score, best = (conformance.value(each, p) for p in (predictions, conformance.perfect(predictions)))
        assert score is None or best is None or not each.better(score, best) or score == pytest.approx(best, abs=1e-9)


CLOSER = {"calibration_debiased",     # less what chance would give, so luck can be better than perfection
          "mean_mark"}                # does not look at the truth


@every_metric
def test_a_metric_keeps_what_metrics_must(each):
    for seed in range(20):
        walk(each, Seeded(seed))


@pytest.mark.slow
@every_metric
@thorough
@given(data=st.data())
def test_a_metric_keeps_what_metrics_must_thoroughly(each, data):
    walk(each, Drawn(data))


@every_metric
def test_the_whole_suite_on_ordinary_predictions(each):
    conformance.check_metric(each, seeds=3)


@every_metric
def test_a_name_finds_the_same_metric_again(each):
    again = metric(each.name)
    assert again.name == each.name
    predictions = conformance.draw_predictions(each, 0)
    assert again.score(predictions) == each.score(predictions)


PROPER = [each for each in ALL if each.proper]


@pytest.mark.parametrize("each", PROPER, ids=lambda m: m.name)
@settings(derandomize=True)
@given(data=st.data())
def test_a_proper_score_is_best_at_the_truth(each, data):
    """Class c happens with probability true[c]; saying anything else is worse on average, and strictly so."""
    k = 2 if each.binary_only else data.draw(st.integers(2, 5))
    true, said, prior = (parts / parts.sum() for parts in Drawn(data).whole(1, 20, 3, k))
    assume(np.abs(true - said).max() > 0.01)

    def expected(forecasts):
        return each.score(Predictions(truth=np.arange(k), n_classes=k, probabilities=np.tile(forecasts, (k, 1)),
                                      weights=true, prior=prior))

    assert each.better(expected(true), expected(said))


def test_the_strictly_proper_scores_are_marked():
    assert {each.name.partition(":")[0] for each in PROPER} == {
        "log_loss", "brier", "brier_sum", "spherical", "good", "bir", "relative_information", "brier_skill",
        "rps"}


def test_every_family_has_an_example_in_the_walk():
    assert {family.name for family in FAMILIES} <= {spec.partition(":")[0] for spec in WITH_PARAMETERS}
