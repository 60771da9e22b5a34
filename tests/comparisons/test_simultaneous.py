import numpy as np
import pytest

from referee.comparisons import corrected_t_of
from referee.comparisons.multiplicity.simultaneous import simultaneous_t
from referee.errors import BadInput


def columns(seed, m=5, J=10, correlation=0.8):
    draw = np.random.default_rng(seed)
    return np.sqrt(correlation) * draw.normal(size=(J, 1)) + np.sqrt(1 - correlation) * draw.normal(size=(J, m))


def test_one_column_is_the_corrected_t():
    d = columns(1, m=1) + 0.4
    made, alone = simultaneous_t(d, ratio=1 / 9), corrected_t_of(d[:, 0], n_train=90, n_test=10)
    assert made.p[0] == pytest.approx(alone.p)
    assert made.p_adjusted[0] == pytest.approx(alone.p, abs=0.01)
    assert made.low[0] == pytest.approx(alone.interval.low, abs=0.02)
    assert made.high[0] == pytest.approx(alone.interval.high, abs=0.02)


def test_equal_columns_cost_nothing_and_unlike_ones_no_more_than_bonferroni():
    d = columns(2, m=1) + 0.5
    same = simultaneous_t(np.tile(d, (1, 6)), ratio=1 / 9)
    assert same.p_adjusted == pytest.approx(np.tile(same.p, 1), abs=0.01)
    unlike = simultaneous_t(columns(3, m=6, correlation=0.0) + 0.5, ratio=1 / 9)
    assert (unlike.p_adjusted >= unlike.p).all()
    assert (unlike.p_adjusted <= np.minimum(1, 6 * unlike.p) + 0.02).all()
    assert same.critical < unlike.critical


def test_scale_and_order_of_columns_do_not_matter():
    d = columns(4) + np.array([0.1, 0.2, 0.3, 0.4, 0.5])
    one, other = simultaneous_t(d, ratio=0.1), simultaneous_t(d[:, ::-1] * 1000, ratio=0.1)
    assert one.p == pytest.approx(other.p[::-1])
    assert one.p_adjusted == pytest.approx(other.p_adjusted[::-1], abs=1e-3)
    assert one.critical == pytest.approx(other.critical)


def test_columns_without_spread_say_nothing():
    d = columns(5, m=3)
    d[:, 0], d[:, 1] = 0.0, 0.25
    made = simultaneous_t(d, ratio=0.1)
    assert made.p_adjusted[:2] == pytest.approx([1.0, 1.0])
    assert made.errors[0] == made.errors[1] == 0
    assert simultaneous_t(np.zeros((5, 2)), ratio=0.1).p == pytest.approx([1, 1])


def test_bad_input():
    with pytest.raises(BadInput, match="ratio"):
        simultaneous_t(columns(0), ratio=0.0)
    with pytest.raises(BadInput, match="level"):
        simultaneous_t(columns(0), ratio=0.1, level=95)


@pytest.mark.slow
def test_the_family_keeps_its_level_under_the_model_of_the_correction(monkeypatch):
    """Ten splits with correlation 0.1, eight columns; Holm beside it. Measured 0.05 for max-T."""
    monkeypatch.setattr("referee.comparisons.multiplicity.simultaneous.DRAWS", 2000)
    draw = np.random.default_rng(0)
    false, times, J, m, rho = 0, 600, 10, 8, 0.1
    among = 0.6 ** np.abs(np.subtract.outer(np.arange(m), np.arange(m)))
    for _ in range(times):
        shared, own = draw.multivariate_normal(np.zeros(m), among), draw.multivariate_normal(np.zeros(m), among, size=J)
        d = np.sqrt(rho) * shared + np.sqrt(1 - rho) * own
        false += simultaneous_t(d, ratio=1 / 9).p_adjusted.min() <= 0.05
    assert false / times < 0.05 + 3 * np.sqrt(0.05 * 0.95 / times)
    assert false / times > 0.02
