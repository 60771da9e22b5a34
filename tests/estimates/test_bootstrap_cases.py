"""The bootstrap over test cases: exact draws, cheap cells, right intervals."""

import itertools
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import f1_score, roc_auc_score

from referee.errors import BadInput, NotJustified, Undefined
from referee.estimates import (
    Clusters,
    Replicates,
    Rows,
    Strata,
    acceleration,
    auc_statistic,
    basic_bootstrap,
    bca_bootstrap,
    bca_interval,
    bca_shares,
    bias_correction,
    clopper_pearson,
    difference,
    mean_statistic,
    metric_statistic,
    percentile_bootstrap,
    percentile_interval,
    replicates,
    studentised_bootstrap,
    t_mean,
)
from referee.estimates.resampling.uniform_counts import uniform_counts
from referee.kinds import Direction, Needs, Task
from referee.metrics._base import Metric, mean_of
from referee.metrics.predictions import Predictions
from referee.seeds import stream

METHODS = [percentile_bootstrap, basic_bootstrap, bca_bootstrap, studentised_bootstrap]


def skewed(n, seed=0):
    return np.random.default_rng(seed).exponential(size=n)


def test_bca_ideal_bootstrap(worked):
    case = worked("bca-ideal-bootstrap")
    x = np.array(case.inputs.x)
    means = np.array([np.mean(draw) for draw in itertools.product(x, repeat=x.size)])
    made = Replicates(observed=float(x.mean()), values=means.round(12), lost=0, cases=5)
    case.close(bias_correction(made), "z0_midrank")
    case.close(acceleration(mean_statistic(x)), "acceleration")
    low, high = bca_shares(bias_correction(made), acceleration(mean_statistic(x)))
    case.close(low, "alpha1")
    case.close(high, "alpha2")
    interval = percentile_interval(made)
    case.close([interval.low, interval.high], "percentile95")
    interval = bca_interval(made, acceleration(mean_statistic(x)))
    case.close([interval.low, interval.high], "bca95")
    assert means.std() == pytest.approx(case.expected["se_boot"])


@pytest.mark.parametrize("n", [2, 300, 2048, 2300, 5000])
def test_uniform_counts_are_those_of_draws_with_replacement(n):
    rng = stream(3, "test", n)
    counts = uniform_counts(rng, n, 1500)
    assert (counts.sum(axis=1) == n).all()
    assert counts.shape == (1500, n)
    # every cell is Binomial(n, 1/n): compare the pooled shares, and single cells at the seams of the blocks
    shares = np.bincount(counts.ravel(), minlength=4)[:4] / counts.size
    assert shares == pytest.approx(stats.binom.pmf(range(4), n, 1 / n), abs=0.004 if n > 2 else 0.02)
    for cell in {0, n // 2, n - 1}:
        assert counts[:, cell].mean() == pytest.approx(1, abs=5 / np.sqrt(1500))
    for part in (counts[:, -n // 3:], counts[:, :n // 2]):         # the rest after the last block, and the first half
        share = part.shape[1] / n
        assert part.sum(axis=1).var() == pytest.approx(n * share * (1 - share), rel=0.2)


@pytest.mark.parametrize("n", [500, 4000])
def test_few_cells_and_many_cells_have_one_distribution(n):
    correct = (np.arange(n) % 5 > 0).astype(float)
    few = replicates(mean_statistic(correct), resamples=4000, seed=1).values
    tagged = mean_statistic(correct + np.arange(n) * 1e-12)        # every row its own cell
    assert tagged.n_cells == n
    many = replicates(tagged, resamples=4000, seed=2).values
    assert stats.kstest((few * n).round() + 0.5, stats.binom(n, 0.8).cdf).statistic < 0.05
    assert few.std() == pytest.approx(many.std(), rel=0.05)
    assert np.quantile(few, [.025, .975]) == pytest.approx(np.quantile(many, [.025, .975]), abs=0.15 / np.sqrt(n))


rows = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 6), st.integers(0, 4)), min_size=2, max_size=40)


@given(rows)
def test_auc_of_counts_is_that_of_repeated_rows(sample):
    truth, score, times = map(np.array, zip(*sample, strict=True))
    if len(set(truth)) < 2 or len(set(truth[times > 0])) < 2:
        return
    statistic = auc_statistic(truth, score)
    assert statistic.observed == pytest.approx(roc_auc_score(truth, score))
    counts = np.bincount(statistic.cells, weights=times, minlength=statistic.n_cells)
    wanted = roc_auc_score(truth.repeat(times), score.repeat(times))
    assert statistic.scores(counts[None, :])[0] == pytest.approx(wanted)


@given(rows)
def test_auc_without_ties_too(sample):
    truth = np.array([t for t, _, _ in sample])
    if len(set(truth)) == 2:
        score = np.array([s + i / 100 for i, (_, s, _) in enumerate(sample)])
        assert auc_statistic(truth, score).observed == pytest.approx(roc_auc_score(truth, score))


def f1_metric():
    def score(p):
        (_, fp), (fn, tp) = p.confusion
        if tp + fp + fn == 0:
            raise Undefined("no positives.")
        return 2 * tp / (2 * tp + fp + fn)
    return Metric(name="f1", title="F1", task=Task.CLASSIFICATION, needs=Needs.LABELS, direction=Direction.MAXIMISE,
                  bounds=(0, 1), score=score)


def rmse_metric():
    def squares(p):
        return (p.truth - p.values) ** 2
    return Metric(name="rmse", title="RMSE", task=Task.REGRESSION, needs=Needs.VALUES, direction=Direction.MINIMISE,
                  bounds=(0, np.inf), score=lambda p: np.sqrt(mean_of(squares)(p)), per_row=squares, outer=np.sqrt)


@given(rows)
def test_a_metric_of_labels_depends_on_the_table_alone(sample):
    truth, said, times = (np.array(v) for v in zip(*[(t, s % 2, w) for t, s, w in sample], strict=True))
    predictions = Predictions(truth=truth, labels=said, n_classes=2)
    if not (truth | said).any() or not ((truth | said) & (times > 0)).any():
        return
    statistic = metric_statistic(f1_metric(), predictions)
    assert statistic.n_cells == 4
    counts = np.bincount(statistic.cells, weights=times, minlength=4)
    wanted = f1_score(truth.repeat(times), said.repeat(times))
    assert statistic.scores(counts[None, :])[0] == pytest.approx(wanted)


def test_a_root_is_taken_of_every_replicate():
    rng = np.random.default_rng(0)
    predictions = Predictions(truth=np.zeros(200), values=rng.normal(size=200))
    made = percentile_bootstrap(metric_statistic(rmse_metric(), predictions), seed=1)
    mean_square = percentile_bootstrap(mean_statistic(predictions.values**2), seed=1)
    assert made.value == pytest.approx(np.sqrt(mean_square.value))
    assert made.interval.high == pytest.approx(np.sqrt(mean_square.interval.high), rel=1e-3)


def test_any_other_metric_is_resampled_by_weights():
    def score(p):
        return float(np.average(p.values, weights=p.weights) ** 2 / np.average(p.values**2, weights=p.weights))
    metric = Metric(name="odd", title="odd", task=Task.REGRESSION, needs=Needs.VALUES, direction=Direction.MAXIMISE,
                    bounds=(0, 1), score=score)
    x = skewed(150)
    ours = replicates(metric_statistic(metric, Predictions(truth=x, values=x)), resamples=800, seed=1)
    rng = np.random.default_rng(9)
    drawn = x[rng.integers(150, size=(800, 150))]
    theirs = drawn.mean(axis=1) ** 2 / (drawn**2).mean(axis=1)
    assert ours.values.std() == pytest.approx(theirs.std(), rel=0.15)
    assert ours.values.mean() == pytest.approx(theirs.mean(), abs=4 * theirs.std() / 28)


def test_a_paired_difference_draws_the_rows_once():
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 300)
    score = truth + rng.normal(size=300)
    nearly = score + 1e-3 * rng.normal(size=300)
    paired = replicates(difference(auc_statistic(truth, score), auc_statistic(truth, nearly)), resamples=400, seed=1)
    assert paired.observed == pytest.approx(roc_auc_score(truth, score) - roc_auc_score(truth, nearly), abs=1e-12)
    alone = replicates(auc_statistic(truth, score), resamples=400, seed=1)
    assert 0 < paired.standard_error < 0.1 * alone.standard_error
    a, b = rng.integers(0, 2, (2, 300)).astype(float)
    made = replicates(difference(mean_statistic(a), mean_statistic(b)), resamples=4000, seed=1)
    assert made.standard_error == pytest.approx((a - b).std() / np.sqrt(300), rel=0.06)
    with pytest.raises(BadInput, match="same rows"):
        difference(mean_statistic(a), mean_statistic(b[:9]))


def test_strata_keep_their_sizes():
    truth = np.array([0] * 40 + [1] * 10)
    share = mean_statistic(truth.astype(float))
    assert replicates(share, Strata(truth), resamples=50, seed=1).without_spread
    assert not replicates(share, Rows(), resamples=50, seed=1).without_spread
    x = skewed(50)
    stratified = replicates(mean_statistic(x), Strata(truth), resamples=4000, seed=1)
    wanted = np.sqrt(40 * x[:40].var() + 10 * x[40:].var()) / 50
    assert stratified.standard_error == pytest.approx(wanted, rel=0.06)


def clustered(G=40, m=10, icc=0.5, seed=0):
    rng = np.random.default_rng(seed)
    values = np.repeat(rng.normal(scale=np.sqrt(icc), size=G), m) + rng.normal(scale=np.sqrt(1 - icc), size=G * m)
    return values, np.repeat(np.arange(G), m)


def test_clusters_are_drawn_whole():
    values, cluster = clustered()
    made = replicates(mean_statistic(values), Clusters(cluster), resamples=3000, seed=1)
    means = values.reshape(40, 10).mean(axis=1)
    assert made.standard_error == pytest.approx(means.std() / np.sqrt(40), rel=0.06)
    assert made.standard_error > 1.8 * replicates(mean_statistic(values), resamples=500, seed=1).standard_error
    units = replicates(mean_statistic(values, clusters=cluster), resamples=3000, seed=2)
    assert units.observed == pytest.approx(made.observed)
    assert units.standard_error == pytest.approx(made.standard_error, rel=0.06)
    assert acceleration(mean_statistic(values), Clusters(cluster)) == \
        pytest.approx(acceleration(mean_statistic(values, clusters=cluster)))
    with pytest.raises(Undefined, match="one cluster"):
        replicates(mean_statistic(values), Clusters(np.zeros(400)), seed=1)
    with pytest.raises(BadInput, match="one a row"):
        replicates(mean_statistic(values), Clusters(np.zeros(3)), seed=1)


@pytest.mark.parametrize("n", [7, 60, 3000])
def test_acceleration_of_a_mean_is_skewness_over_six_root_n(n):
    x = skewed(n)
    wanted = stats.skew(x) / (6 * np.sqrt(n))
    assert acceleration(mean_statistic(x)) == pytest.approx(wanted, rel=1e-6 if n < 2000 else 0.2)


def test_weights_are_repetitions():
    x, times = skewed(30), np.arange(30) % 3
    assert mean_statistic(x, weights=times).observed == pytest.approx(x.repeat(times).mean())


@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.__name__)
def test_the_same_seed_gives_the_same_interval(method):
    statistic = mean_statistic(skewed(80))
    assert method(statistic, seed=4) == method(statistic, seed=4)
    assert method(statistic, seed=4) != method(statistic, seed=5)


@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.__name__)
def test_intervals_agree_with_t_where_t_is_right(method):
    x = np.random.default_rng(2).normal(size=400)
    ours, wanted = method(mean_statistic(x), resamples=6000, seed=1), t_mean(x)
    assert ours.interval.low == pytest.approx(wanted.interval.low, abs=0.012)
    assert ours.interval.high == pytest.approx(wanted.interval.high, abs=0.012)
    assert ours.standard_error == pytest.approx(wanted.standard_error, rel=0.04)


@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.__name__)
def test_no_error_seen_is_not_certainty(method):
    made = method(mean_statistic(np.ones(25)), seed=1, bounds=(0.0, 1.0))
    exact = clopper_pearson(25, 25)
    assert (made.interval.low, made.interval.high) == pytest.approx((exact.low, exact.high))
    assert "Clopper-Pearson" in made.interval.method
    with pytest.raises(Undefined, match="no spread"):
        method(mean_statistic(np.ones(25)), seed=1)


@pytest.mark.parametrize("method", METHODS[:3], ids=lambda m: m.__name__)
def test_a_perfect_auc_is_not_certainty(method):
    made = method(auc_statistic([0] * 30 + [1] * 8, np.arange(38)), Strata([0] * 30 + [1] * 8), seed=1, bounds=(0, 1))
    assert made.value == 1.0
    assert made.interval.low == pytest.approx(clopper_pearson(8, 8).low)     # eight disjoint pairs, all in order


def test_lost_resamples_are_counted_and_said():
    made = percentile_bootstrap(auc_statistic([1, 0, 0, 0, 0, 1], [3, 1, 2, 4, 0, 5]), seed=1, bounds=(0, 1))
    (note,) = made.notes
    lost = int(note.split()[0])
    assert lost == pytest.approx(2000 * ((4 / 6) ** 6 + (2 / 6) ** 6), abs=60)
    assert "of 2000 resamples" in note


def test_bca_says_when_there_are_too_few_cases():
    assert any("not to be trusted" in note for note in bca_bootstrap(mean_statistic(skewed(12)), seed=1).notes)
    assert not bca_bootstrap(mean_statistic(skewed(30)), seed=1).notes


def test_the_studentised_bootstrap_objects_without_a_standard_error():
    with pytest.raises(NotJustified, match="BCa"):
        studentised_bootstrap(auc_statistic([0, 1, 0, 1], [1, 2, 3, 4]), seed=1)


@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.__name__)
@settings(max_examples=25)
@given(st.lists(st.integers(0, 100), min_size=8, max_size=30).filter(lambda v: len(set(v)) > 2), st.floats(0.6, 0.95))
def test_bounds_are_kept_and_higher_levels_are_wider(method, sample, level):
    statistic = mean_statistic(np.array(sample) / 100)
    narrow, wide = (method(statistic, resamples=300, seed=1, level=v, bounds=(0, 1)).interval
                    for v in (level, level + 0.04))
    assert 0 <= wide.low <= narrow.low <= narrow.high <= wide.high <= 1
    assert wide.width > 0


@pytest.mark.slow
@pytest.mark.parametrize(("method", "least"), [(percentile_bootstrap, 0.895), (bca_bootstrap, 0.90),
                                               (studentised_bootstrap, 0.93)])
def test_coverage_of_a_skewed_mean(method, least):
    """Exponential values, n = 50: the true mean is 1. 400 samples, Monte Carlo standard error 0.011."""
    rng = np.random.default_rng(11)
    hits = [1.0 in method(mean_statistic(rng.exponential(size=50)), resamples=400, seed=i).interval for i in range(400)]
    assert least <= np.mean(hits) <= 0.975


def test_a_million_rows_need_little_memory():
    values = np.random.default_rng(0).random(1_000_000)
    statistic = mean_statistic(values)
    tracemalloc.start()
    replicates(statistic, resamples=6, seed=1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 120e6


def test_one_row_and_no_rows():
    made = percentile_bootstrap(mean_statistic([1.0]), seed=1, bounds=(0, 1))
    assert made.interval.low == pytest.approx(clopper_pearson(1, 1).low)
    with pytest.raises(Undefined, match="no values"):
        mean_statistic([])
    with pytest.raises(Undefined, match="both classes"):
        auc_statistic([1, 1], [0.2, 0.3])
    with pytest.raises(BadInput, match="too few"):
        replicates(mean_statistic([1.0, 2.0]), resamples=1, seed=1)
