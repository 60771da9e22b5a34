"""What all tests of a difference promise: signs that flip, a model equal to itself, numbers that are numbers."""

import math

import numpy as np
import pytest

from referee import comparisons as c
from referee.errors import BadInput
from referee.seeds import stream

FOLDS = np.repeat(np.arange(5), 8)
LABELS = np.tile([0, 1], 20)
CLUSTERS, MANY = np.arange(40) // 2, np.minimum(np.arange(40), 34)


def twotable(test):
    def on_ten(a, b, **options):
        return test(np.reshape(a[:10], (5, 2)), np.reshape(b[:10], (5, 2)), **options)
    return on_ten


NUMERIC = {
    "corrected_t": lambda a, b, **o: c.corrected_t(a, b, n_train=90, n_test=10, **o),
    "bouckaert_frank": lambda a, b, **o: c.bouckaert_frank(a, b, n_train=90, n_test=10, **o),
    "paired_t": c.paired_t, "pooled_t": c.pooled_t, "welch_t": c.welch_t, "fivetwo_t": twotable(c.fivetwo_t),
    "cv_clt_z": lambda a, b, **o: c.cv_clt_z(a, b, FOLDS, **o),
    "cv_clt_z within": lambda a, b, **o: c.cv_clt_z(a, b, FOLDS, variance="within-fold", **o),
    "signflip": c.signflip, "signflip clustered": lambda a, b, **o: c.signflip(a, b, clusters=CLUSTERS, **o),
    "paired_bootstrap": c.paired_bootstrap,
    "paired_bootstrap clustered": lambda a, b, **o: c.paired_bootstrap(a, b, clusters=MANY, **o),
    "delong_paired": lambda a, b, **o: c.delong_paired(LABELS, a, b, **o), "diebold_mariano": c.diebold_mariano,
    "diebold_mariano 3": lambda a, b, **o: c.diebold_mariano(a, b, horizon=3, **o),
    "long_run_t": c.long_run_t,
    "wilcoxon": c.wilcoxon, "sign_test": c.sign_test,
}
BINARY = {
    "mcnemar": c.mcnemar, "mcnemar exact": lambda a, b, **o: c.mcnemar(a, b, variant="exact", **o),
    "mcnemar chi2": lambda a, b, **o: c.mcnemar(a, b, variant="chi2", **o),
    "mcnemar corrected": lambda a, b, **o: c.mcnemar(a, b, variant="chi2-corrected", **o),
    "binomial_sign": c.binomial_sign,
}
SIDED = NUMERIC | BINARY
TWO_SIDED = {"giacomini_white": c.giacomini_white, "fivetwo_f": twotable(c.fivetwo_f), "e_mcnemar": c.e_mcnemar}
ALL = SIDED | TWO_SIDED


def data(name):
    random = stream(1, "every", name)
    if name in BINARY or name == "e_mcnemar":
        return random.integers(2, size=(2, 40)).astype(float)
    return random.normal(0.1, 1, size=(2, 40))


@pytest.mark.parametrize("name", ALL)
def test_swapping_flips_signs_and_nothing_else(name):
    a, b = data(name)
    one, two = ALL[name](a, b), ALL[name](b, a)
    assert two.difference == pytest.approx(-one.difference, abs=1e-12)
    assert two.p == pytest.approx(one.p, abs=1e-12)
    assert (two.flags, two.method, two.df, two.n_units) == (one.flags, one.method, one.df, one.n_units)
    if one.interval:
        assert (two.interval.low, two.interval.high) == pytest.approx((-one.interval.high, -one.interval.low), abs=1e-9)
        assert one.difference in one.interval


@pytest.mark.parametrize("name", SIDED)
def test_the_declared_side_swaps_too(name):
    a, b = data(name)
    greater, less = (SIDED[name](a, b, alternative=side) for side in ("greater", "less"))
    assert SIDED[name](b, a, alternative="less").p == pytest.approx(greater.p, abs=1e-12)
    assert greater.p != pytest.approx(less.p)
    both = SIDED[name](a, b)
    assert both.p == pytest.approx(min(1, 2 * min(greater.p, less.p)), abs=0.03)
    assert (both.alternative, greater.alternative) == ("two-sided", "greater")
    with pytest.raises(BadInput, match="alternative"):
        SIDED[name](a, b, alternative="better")


@pytest.mark.parametrize("name", ALL)
def test_a_model_against_itself(name):
    a, _ = data(name)
    said = ALL[name](a, a)
    assert said.difference == 0
    assert said.p == pytest.approx(1)


@pytest.mark.parametrize("name", ALL)
def test_every_number_is_a_number_and_every_test_says_what_it_assumes(name):
    said = ALL[name](*data(name))
    assert 0 <= said.p <= 1
    for value in (said.difference, said.p, said.statistic or 0.0, said.standard_error or 0.0):
        assert math.isfinite(value)
        assert type(value) in {float, int}
    assert said.assumptions
    assert all(text.endswith(".") for text in said.assumptions)
    assert said.unit
    assert said.method
    assert str(said).endswith(".")


@pytest.mark.parametrize("name", ALL)
def test_missing_values_and_unequal_lengths_are_refused(name):
    a, b = data(name)
    broken = a.copy()
    broken[3] = np.nan
    with pytest.raises(BadInput, match=r"1 value .* (index 3|\(1, 1\))"):
        ALL[name](broken, b)
    if name not in {"pooled_t", "welch_t", "fivetwo_t", "fivetwo_f"}:
        with pytest.raises(BadInput, match=r"40.*39"):
            ALL[name](a, b[:-1])


def test_all_that_is_exported_exists():
    assert all(callable(getattr(c, name)) for name in c.__all__)


def test_importing_the_room_does_not_load_scipy():
    import subprocess
    import sys
    code = "import sys, referee.comparisons; print('scipy' in sys.modules, 'pandas' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["False", "False"]
