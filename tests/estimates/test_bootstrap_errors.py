"""Bootstrap estimators of error: optimism, leave-one-out, .632, .632+, no-information rates."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import BadInput, Undefined
from referee.estimates import (
    BootstrapFits,
    bootstrap_632,
    bootstrap_632_by_sample,
    bootstrap_632plus,
    bootstrap_of_estimator,
    by_sample_error,
    clopper_pearson,
    error_632,
    error_632plus,
    expected_distinct_share,
    leave_one_out_bootstrap,
    no_information_rate,
    no_information_squared,
    no_information_zero_one,
    optimism_bootstrap,
    optimism_from_errors,
    out_of_bag_error,
    out_of_bag_standard_error,
)


def fits_of(case):
    """The worked examples give the resubstitution error, not its losses: any losses with that mean will do."""
    n = len(case.inputs.counts[0])
    return BootstrapFits(full=np.full(n, case.inputs.resub), losses=np.array(case.inputs.loss, dtype=float),
                         counts=case.inputs.counts)


@pytest.mark.parametrize("name", ["bootstrap-632plus", "bootstrap-632plus-interior"])
def test_bootstrap_632plus(worked, name):
    case = worked(name)
    fits = fits_of(case)
    case.close(out_of_bag_error(fits), "err1")
    case.close(by_sample_error(fits), "err1_bysample")
    case.close(out_of_bag_standard_error(fits), "se_err1")
    case.close(leave_one_out_bootstrap(fits).value, "err1")
    case.close(bootstrap_632(fits).value, "e632")
    made = bootstrap_632plus(fits, no_information=case.inputs.gamma)
    case.close(made.overfitting, "R")
    case.close(made.weight, "w")
    case.close(made.value, "e632plus")
    case.close(made.standard_error, "se_632plus")
    assert made.interval.width == pytest.approx(2 * 1.959963985 * made.standard_error)
    by_sample = bootstrap_632_by_sample(fits)
    assert by_sample.value == pytest.approx(error_632(case.inputs.resub, case.expected["err1_bysample"]))
    assert "eq. 10" in by_sample.interval.method


def test_per_case_and_per_sample_differ(worked):
    """By case first 0.625, by sample first 0.500."""
    fits = fits_of(worked("bootstrap-632plus"))
    assert (out_of_bag_error(fits), by_sample_error(fits)) == pytest.approx((0.625, 0.500))


def test_reichbarai_632_eq10(worked):
    case = worked("reichbarai-632-eq10")
    case.close(np.mean([error_632(case.inputs.theta_R, h) for h in case.inputs.theta_H]), "theta_632")


def test_esl_1nn_632(worked):
    case = worked("esl-1nn-632")
    case.close(error_632(case.inputs.resub, case.inputs.err1), "e632")
    value, R, w = error_632plus(case.inputs.resub, case.inputs.err1, case.inputs.gamma)
    case.close(R, "R")
    case.close(w, "w")
    case.close(value, "e632plus")


def test_optimism_bootstrap(worked):
    case = worked("optimism-bootstrap")
    made = optimism_from_errors(case.inputs.resub, case.inputs.err_on_original, case.inputs.err_on_bootstrap)
    case.close(made.optimism, "optimism")
    case.close(made.value, "corrected")


def test_optimism_from_fits_is_the_loop():
    rng = np.random.default_rng(0)
    full, losses, counts = rng.random(7), rng.random((4, 7)), rng.multinomial(7, np.full(7, 1 / 7), size=4)
    made = optimism_bootstrap(BootstrapFits(full=full, losses=losses, counts=counts))
    wanted = np.mean([losses[b].mean() - losses[b].repeat(counts[b]).mean() for b in range(4)])
    assert made.optimism == pytest.approx(wanted)
    assert made.value == pytest.approx(full.mean() + wanted)
    masked = np.where(counts == 0, losses, np.nan)
    with pytest.raises(Undefined, match="inside the resamples"):
        optimism_bootstrap(BootstrapFits(full=full, losses=masked, counts=counts))


def test_bootstrap_inclusion(worked):
    """RB-13: 1 − 1/e = 0.632."""
    case = worked("bootstrap-inclusion")
    case.close([expected_distinct_share(n) for n in case.inputs.n], "fraction")
    case.close(expected_distinct_share(10**12), "limit")
    assert expected_distinct_share(1) == 1.0
    assert expected_distinct_share(10**12) == pytest.approx(0.632, abs=5e-4)


def test_no_information_rate(worked):
    case = worked("no-information-rate")
    case.close(no_information_zero_one(case.inputs.y, case.inputs.pred), "gamma")


pairs = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30)


@given(pairs)
def test_no_information_rates_are_the_mean_over_all_pairs(sample):
    truth, said = (np.array(v, dtype=float) for v in zip(*sample, strict=True))
    everything = [(y, f) for y in truth for f in said]
    assert no_information_zero_one(truth, said) == pytest.approx(np.mean([y != f for y, f in everything]))
    assert no_information_squared(truth, said) == pytest.approx(np.mean([(y - f) ** 2 for y, f in everything]))
    general = no_information_rate(truth, said, lambda y, f: np.abs(y - f) ** 1.5)
    assert general == pytest.approx(np.mean([abs(y - f) ** 1.5 for y, f in everything]))
    assert no_information_rate(truth, said, lambda y, f: y != f) == pytest.approx(no_information_zero_one(truth, said))
    codes = truth.astype(int)
    probabilities = np.column_stack([said + 1, np.ones(len(said)), 4 - said, np.full(len(said), 2)]) / 8
    loss = no_information_rate(codes, probabilities, lambda y, p: -np.log(p[np.arange(len(y)), y]))
    assert loss == pytest.approx(np.mean([-np.log(p[y]) for y in codes for p in probabilities]))


def test_no_information_edges():
    with pytest.raises(BadInput, match="one for each case"):
        no_information_zero_one([1, 0], [1])
    with pytest.raises(Undefined, match="no cases"):
        no_information_squared([], [])


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_632plus_stays_between_its_parts(resub, out_of_bag, gamma):
    value, R, w = error_632plus(resub, out_of_bag, gamma)
    assert 0 <= R <= 1
    assert 0.632 - 1e-12 <= w <= 1 + 1e-12
    capped = min(out_of_bag, gamma)
    assert min(resub, capped) - 1e-12 <= value <= max(resub, capped) + 1e-12


def loop_standard_error(losses, counts):
    """Efron and Tibshirani's D_i, case by case."""
    B, n = counts.shape
    out = counts == 0
    by_case = np.array([losses[out[:, i], i].mean() for i in range(n)])
    q = np.array([(losses[b] * out[b]).sum() / n for b in range(B)])
    D = [(2 + 1 / (n - 1)) * (by_case[i] - by_case.mean()) / n
         + sum((counts[b, i] - counts[:, i].mean()) * q[b] for b in range(B)) / out[:, i].sum() for i in range(n)]
    return np.sqrt(np.sum(np.square(D)))


def some_fits(n=15, B=60, seed=0):
    rng = np.random.default_rng(seed)
    return rng.random(n), rng.random((B, n)), rng.multinomial(n, np.full(n, 1 / n), size=B)


def test_the_standard_error_is_that_of_the_loop():
    full, losses, counts = some_fits()
    fits = BootstrapFits(full=full, losses=losses, counts=counts)
    assert out_of_bag_standard_error(fits) == pytest.approx(loop_standard_error(losses, counts))


def test_only_left_out_losses_matter():
    full, losses, counts = some_fits()
    masked = np.where(counts == 0, losses, np.nan)
    a, b = (BootstrapFits(full=full, losses=v, counts=counts) for v in (losses, masked))
    for method in (leave_one_out_bootstrap, bootstrap_632, bootstrap_632_by_sample):
        assert method(a).value == pytest.approx(method(b).value)
    assert a.lost == b.lost == 0


def test_lost_resamples_are_dropped_counted_and_said():
    """RB-23: 8 of 100 bootstrap samples diverged; they are dropped, and it is said."""
    full, losses, counts = some_fits(B=100)
    losses[[3, 14, 15, 26, 53, 58, 79, 97]] = np.nan
    fits = BootstrapFits(full=full, losses=losses, counts=counts)
    assert (fits.resamples, fits.lost) == (92, 8)
    made = leave_one_out_bootstrap(fits)
    assert (made.kept, made.lost) == (92, 8)
    assert made.notes[0] == "8 of 100 resamples were lost and are left out"
    keep = ~np.isnan(losses).any(axis=1)
    assert made.value == pytest.approx(
        leave_one_out_bootstrap(BootstrapFits(full=full, losses=losses[keep], counts=counts[keep])).value)
    with pytest.raises(Undefined, match="all 100 resamples were lost"):
        BootstrapFits(full=full, losses=np.full((100, 15), np.nan), counts=counts)


def test_cases_in_every_resample_are_left_out_and_counted():
    counts = np.array([[2, 0, 1], [3, 0, 0], [1, 2, 0]])
    losses = np.array([[9.0, 1, 9], [9, 0, 1], [9, 9, 0]])
    fits = BootstrapFits(full=np.array([0.2, 0.4, 0.3]), losses=losses, counts=counts)
    made = leave_one_out_bootstrap(fits)
    assert made.value == pytest.approx((0.5 + 0.5) / 2)
    assert made.never_out == 1
    assert "1 cases were in every resample and are left out" in made.notes
    everyone = BootstrapFits(full=np.ones(2), losses=np.ones((1, 2)), counts=[[1, 1]])
    for method in (out_of_bag_error, by_sample_error):
        with pytest.raises(Undefined, match="nothing was tested"):
            method(everyone)


def test_few_resamples_are_warned_of():
    full, losses, counts = some_fits(B=199)
    assert any("noisy" in note for note in BootstrapFits(full=full, losses=losses, counts=counts).notes)
    full, losses, counts = some_fits(B=200)
    assert not BootstrapFits(full=full, losses=losses, counts=counts).notes


def test_no_error_seen_is_not_certainty():
    full, losses, counts = some_fits(n=25, B=300)
    fits = BootstrapFits(full=0 * full, losses=0 * losses, counts=counts)
    for made in (leave_one_out_bootstrap(fits, bounds=(0, 1)), bootstrap_632(fits, bounds=(0, 1)),
                 bootstrap_632plus(fits, no_information=0.5, bounds=(0, 1))):
        assert made.value == 0
        assert made.interval.high == pytest.approx(clopper_pearson(0, 25).high)


def test_order_of_cases_and_resamples_does_not_matter():
    full, losses, counts = some_fits()
    rng = np.random.default_rng(1)
    rows, columns = rng.permutation(60), rng.permutation(15)
    one = BootstrapFits(full=full, losses=losses, counts=counts)
    other = BootstrapFits(full=full[columns], losses=losses[rows][:, columns], counts=counts[rows][:, columns])
    a, b = (bootstrap_632plus(f, no_information=0.6) for f in (one, other))
    assert (a.value, a.standard_error) == pytest.approx((b.value, b.standard_error))


def test_what_is_no_bootstrap_is_refused():
    full, losses, counts = some_fits()
    with pytest.raises(BadInput, match="draws in all"):
        BootstrapFits(full=full, losses=losses, counts=counts * 2)
    with pytest.raises(BadInput, match="must both be"):
        BootstrapFits(full=full[:3], losses=losses, counts=counts)


def test_632plus_of_nearest_neighbour_on_noise_is_a_half_and_632_a_third():
    """Efron & Tibshirani 1997: labels without any signal; .632+ is to be within 0.03 of 0.5."""
    plus, plain = [], []
    for seed in range(12):
        rng = np.random.default_rng(seed)
        n = 300
        X, y = rng.normal(size=(n, 5)), rng.permutation(np.repeat([0, 1], n // 2))
        counts = rng.multinomial(n, np.full(n, 1 / n), size=50)
        distance = ((X[:, None] - X[None]) ** 2).sum(axis=2)
        losses = np.stack([y[np.where(c > 0, distance, np.inf).argmin(axis=1)] != y for c in counts])
        full = y[distance.argmin(axis=1)]
        fits = BootstrapFits(full=(full != y).astype(float), losses=losses.astype(float), counts=counts)
        plus.append(bootstrap_632plus(fits, no_information=no_information_zero_one(y, full)).value)
        plain.append(bootstrap_632(fits).value)
        assert optimism_bootstrap(fits).value < 0.3              # B is bad for 1-NN (RB-20)
    assert np.mean(plus) == pytest.approx(0.5, abs=0.03)
    assert np.mean(plain) == pytest.approx(0.316, abs=0.02)


def test_bootstrap_of_any_estimator():
    """RB-15; Undefined resamples are counted."""
    x = np.random.default_rng(0).normal(size=80)
    made = bootstrap_of_estimator(lambda rows: float(x[rows].mean()), 80, resamples=600, seed=1)
    assert made.standard_error == pytest.approx(x.std() / np.sqrt(80), rel=0.1)

    def picky(rows):
        if np.unique(rows).size < 50:
            raise Undefined("too few distinct rows")
        return float(x[rows].mean())

    made = bootstrap_of_estimator(picky, 80, resamples=200, seed=1)
    assert 0 < made.lost < 200
    assert made.values.size + made.lost == 200
    assert f"{made.lost} of 200" in made.notes[0]
