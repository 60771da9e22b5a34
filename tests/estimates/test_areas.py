"""DeLong and Hanley-McNeil."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import roc_auc_score

from referee.errors import BadInput, Undefined
from referee.estimates import auc_statistic, clopper_pearson, delong, hanley_mcneil, placements, replicates

rows = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 9)), min_size=5, max_size=50).filter(
    lambda r: 2 <= sum(t for t, _ in r) <= len(r) - 2 and len({s for _, s in r}) > 1)


def test_delong_asah(worked):
    case = worked("delong-asah")
    columns = {name: np.array(getattr(case.inputs, name)) for name in ("s100b", "ndka", "wfns")}
    placed = placements(case.inputs.y, np.column_stack(list(columns.values())))
    for i, name in enumerate(columns):
        case.close(placed.areas[i], "auc", name)
        case.close(placed.covariance[i, i], "var", name)
    case.close(placed.covariance[0, 1], "cov_s100b_ndka")
    interval = delong(case.inputs.y, columns["s100b"], scale="plain").interval
    case.close([interval.low, interval.high], "ci_s100b")


def test_delong_small(worked):
    case = worked("delong-small")
    placed = placements(case.inputs.y, np.column_stack([case.inputs.s1, case.inputs.s2]))
    case.close(placed.areas, "auc")
    covariance = placed.covariance
    case.close(covariance[0, 0], "var1")
    case.close(covariance[1, 1], "var2")
    case.close(covariance[0, 1], "cov")


def test_hanley_mcneil(worked):
    case = worked("hanley-mcneil")
    made = hanley_mcneil(case.inputs.auc, n_positive=case.inputs.n_pos, n_negative=case.inputs.n_neg)
    case.close(made.standard_error, "se")
    perfect = hanley_mcneil(1.0, n_positive=12, n_negative=40)
    assert perfect.interval.low == pytest.approx(clopper_pearson(12, 12).low)
    with pytest.raises(BadInput, match="does not exist"):
        hanley_mcneil(1.2, n_positive=3, n_negative=4)


@given(rows)
def test_the_area_is_that_of_all_pairs_and_turns_with_the_scores(sample):
    truth, scores = (np.array(v) for v in zip(*sample, strict=True))
    made = delong(truth, scores)
    assert made.value == pytest.approx(roc_auc_score(truth, scores))
    assert 0 <= made.interval.low < made.interval.high <= 1
    assert made.interval.low - 1e-12 <= made.value <= made.interval.high + 1e-12
    turned = delong(truth, -scores)
    assert turned.interval.low == pytest.approx(1 - made.interval.high, abs=1e-9)
    assert delong(truth, np.exp(scores)).standard_error == pytest.approx(made.standard_error)   # only order matters
    assert delong(1 - truth, -scores).interval.low == pytest.approx(made.interval.low, abs=1e-9)


def test_delong_agrees_with_the_bootstrap():
    rng = np.random.default_rng(3)
    truth = np.repeat([0, 1], [150, 100])
    scores = rng.normal(size=250) + truth
    made = replicates(auc_statistic(truth, scores), resamples=3000, seed=1)
    assert delong(truth, scores).standard_error == pytest.approx(made.standard_error, rel=0.06)


def test_the_scale_is_said_and_the_plain_one_is_cut():
    truth, scores = np.repeat([0, 1], [8, 8]), np.array([*range(7), 9, *range(8, 16)])
    assert delong(truth, scores).interval.method == "DeLong, logit scale"
    assert delong(truth, scores).interval.high < 1
    assert delong(truth, scores, scale="plain").interval.method == "DeLong"
    assert delong(truth, scores, scale="plain").interval.high == 1.0


@pytest.mark.parametrize("scores", [np.arange(60), -np.arange(60)])
def test_a_variance_of_zero_is_not_certainty(scores):
    made = delong(np.repeat([0, 1], [40, 20]), scores)
    exact = clopper_pearson(20 * made.value, 20)
    assert (made.interval.low, made.interval.high) == pytest.approx((exact.low, exact.high))
    assert "Clopper-Pearson on 20 cases" in made.interval.method
    assert made.interval.width > 0.1


@pytest.mark.slow
@pytest.mark.parametrize("shift", [0.36, 1.05, 1.81])          # AUC 0.6, 0.77, 0.9
def test_delong_covers_what_it_claims(shift):
    """60 positives and 60 negatives; 1500 samples, Monte Carlo standard error 0.006; size 0.04-0.065."""
    rng = np.random.default_rng(7)
    true = 0.5 * (1 + math.erf(shift / 2))
    truth = np.repeat([0, 1], 60)
    hits = np.mean([true in delong(truth, rng.normal(size=120) + shift * truth).interval for _ in range(1500)])
    assert 0.935 <= hits <= 0.97


def test_few_cases_by_hand():
    """3 and 4 rows, one pair out of order: A = 11/12; the formula of the docstring, put together from its parts."""
    truth, scores = [0, 0, 0, 0, 1, 1, 1], [1, 2, 3, 5, 4, 6, 7]
    made = delong(truth, scores)
    A, up, down = 11 / 12, [3 / 4, 1, 1], [1, 1, 1, 2 / 3]
    V = (sum((x - A) ** 2 for x in up) + (0.5 - A) ** 2) / 2 / 3 \
        + (sum((x - A) ** 2 for x in down) + (0.5 - A) ** 2) / 3 / 4
    u = (3 * A + 0.5) / 4
    reach = stats.t.ppf(0.975, 5) * V**0.5 / (u * (1 - u))
    ends = [1 / (1 + math.exp(-(math.log(A / (1 - A)) + side * reach))) for side in (-1, 1)]
    assert (made.interval.low, made.interval.high) == pytest.approx(ends, rel=1e-9)
    assert made.df == 5


def heavy(rng, size):
    return rng.standard_t(4, size=size)


@pytest.mark.slow
@pytest.mark.parametrize(("law", "area"), [(np.random.Generator.normal, 0.7), (np.random.Generator.normal, 0.95),
                                           (heavy, 0.9), (heavy, 0.95)])
@pytest.mark.parametrize(("positives", "n"), [(3, 60), (5, 60), (5, 205), (10, 50), (10, 100), (15, 300), (20, 200)])
def test_coverage_with_few_positives(positives, n, law, area):
    """The normal law on the logit scale has 0.82 to 0.96 here."""
    rng, truth = np.random.default_rng(8), np.arange(n) < positives
    shift = float(np.quantile(law(rng, size=400_000) - law(rng, size=400_000), area))
    held = [area in delong(truth, law(rng, size=n) + shift * truth).interval for _ in range(1500)]
    assert np.mean(held) >= 0.93 - 2 * 0.0066


def test_a_constant_score_has_no_interval():
    with pytest.raises(Undefined, match="½ by construction"):
        delong([0, 1, 0, 1, 1], np.full(5, 0.3))


def test_edges():
    with pytest.raises(Undefined, match="both classes"):
        delong([1, 1], [0.1, 0.2])
    with pytest.raises(Undefined, match="two of each"):
        delong([1, 0, 0], [0.3, 0.1, 0.2])
    with pytest.raises(BadInput, match="two classes"):
        delong([1, 2, 0], [0.3, 0.1, 0.2])
    with pytest.raises(BadInput, match="missing or infinite, the first at index 1"):
        delong([1, 0, 0, 1], [0.3, math.nan, 0.2, 1])
