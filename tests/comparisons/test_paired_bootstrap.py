import numpy as np
import pytest

from referee.comparisons import delong_paired, paired_bootstrap, paired_bootstrap_of, paired_t
from referee.errors import BadInput, Undefined
from referee.seeds import stream


def test_deepsig_the_pairing_is_kept():
    """deepsig's "paired bootstrap" gives p = .35 where a paired t gives 5e-14."""
    hard = stream(1, "cases").normal(0, 1, size=60)
    b = hard + 0.0
    a = hard + 0.05 + stream(2, "noise").normal(0, 0.02, size=60)
    assert paired_t(a, b).p < 1e-10
    said = paired_bootstrap(a, b)
    assert said.p == pytest.approx(2 / 10_000)      # the smallest that 9999 resamples can give, never 0
    assert said.interval.low > 0.04


@pytest.mark.parametrize("size", [40, 400])
def test_the_interval_is_that_of_the_normal_law_in_the_limit(size):
    d = stream(3, "d").normal(0.1, 1, size=size)
    said, t = paired_bootstrap(d, 0), paired_t(d, 0)
    assert said.standard_error == pytest.approx(d.std() / size**.5, rel=0.03)
    assert (said.interval.low, said.interval.high) == pytest.approx((t.interval.low, t.interval.high),
                                                                    abs=0.15 * t.standard_error)


def test_counts_and_indices_draw_from_one_law():
    """Few distinct values take the multinomial path; nudged apart they take the other."""
    d = stream(4, "d").integers(-1, 2, size=120).astype(float)
    nudged = d + stream(5, "nudge").normal(0, 1e-9, size=120)
    one, two = paired_bootstrap(d, 0), paired_bootstrap(nudged, 0)
    assert one.standard_error == pytest.approx(two.standard_error, rel=0.03)
    assert one.interval.low == pytest.approx(two.interval.low, abs=0.02)


def test_clusters_are_redrawn_whole():
    effects = stream(6, "effects").normal(0.2, 1, size=36)
    d, clusters = np.repeat(effects, 10), np.repeat(np.arange(36), 10)
    said = paired_bootstrap(d, 0, clusters=clusters)
    assert said.standard_error == pytest.approx(effects.std() / 36**.5, rel=0.04)
    assert (said.unit, said.n_units) == ("cluster", 36)
    assert paired_bootstrap(d, 0).standard_error < said.standard_error / 2


def test_any_metric_and_undefined_resamples():
    random = stream(7, "auc")
    y = np.array([1, 1, 1] + [0] * 29)
    s, r = random.normal(y, 1), random.normal(y, 1)

    def aucs(rows):
        said = delong_paired(y[rows], s[rows], r[rows])
        return said.detail("auc_a"), said.detail("auc_b")
    said = paired_bootstrap_of(aucs, 32, resamples=300)
    assert said.difference == pytest.approx(delong_paired(y, s, r).difference)
    assert said.detail("undefined_resamples") > 0
    assert said.detail("resamples") + said.detail("undefined_resamples") == 300
    with pytest.raises(Undefined, match="all"):
        paired_bootstrap_of(lambda rows: aucs(rows[:1]), 32, resamples=99)


def test_swap_self_and_refusals():
    a, b = stream(8, "s").normal(size=(2, 50))
    one, two = paired_bootstrap(a, b), paired_bootstrap(b, a)
    assert two.difference == -one.difference
    assert (two.interval.low, two.interval.high) == pytest.approx((-one.interval.high, -one.interval.low), abs=1e-12)
    assert two.p == one.p
    greater, less = (paired_bootstrap(a, b, alternative=side).p for side in ("greater", "less"))
    assert one.p == pytest.approx(2 * min(greater, less))
    same = paired_bootstrap(a, a)
    assert (same.p, same.difference, same.interval) == (1.0, 0.0, None)
    with pytest.raises(BadInput, match="at least 99"):
        paired_bootstrap(a, b, resamples=10)
    with pytest.raises(Undefined, match="one cluster"):
        paired_bootstrap(a, b, clusters=np.zeros(50))
