"""How often one wins, on how many data sets, and which may be the best."""

import numpy as np
import pytest

from referee.comparisons import model_confidence_set, partial_conjunction, prob_outperform
from referee.errors import BadInput, Undefined
from referee.seeds import stream


def test_prob_outperform_paired(worked):
    case = worked("prob-outperform-paired")
    said = prob_outperform(case.inputs["A"], case.inputs["B"])
    assert said.probability == case.expected["p_a_gt_b"]
    assert (said.wins, said.losses, said.ties) == (7, 2, 1)
    assert not said.meaningful                              # 0.75 itself is not above 0.75
    back = prob_outperform(case.inputs["B"], case.inputs["A"])
    assert back.probability == 1 - said.probability


def test_prob_outperform_interval():
    """70 of 100: the bootstrap interval is that of a binomial share."""
    a = np.arange(100) < 70
    said = prob_outperform(a, 1 - a)
    assert (said.interval.low, said.interval.high) == pytest.approx((0.61, 0.79), abs=0.011)
    assert not said.meaningful
    assert prob_outperform(np.arange(100) < 85, np.arange(100) >= 85).meaningful
    same = prob_outperform([.5, .6], [.5, .6])
    assert (same.probability, same.flags) == (0.5, ("identical", "few_units"))


def test_partial_conjunction_bonferroni():
    """By hand: 5·.001, 4·.004, 3·.02, 2·.3, 1·.8, made monotone."""
    said = partial_conjunction([.3, .001, .8, .02, .004])
    assert said.p.tolist() == pytest.approx([.005, .016, .06, .6, .8])
    assert said.count == 2
    assert partial_conjunction([.01, .011, .012, .9, .9]).p.tolist() == pytest.approx([.05, .05, .05, 1, 1])
    assert partial_conjunction([.5, .6]).count == 0
    assert partial_conjunction([0.0, 0.0]).count == 2


def test_partial_conjunction_fisher():
    from scipy.stats import combine_pvalues
    p = np.array([.01, .02, .03, .2])
    said = partial_conjunction(p, method="fisher")
    expected = [combine_pvalues(p[u:], method="fisher").pvalue for u in range(4)]
    assert said.p.tolist() == pytest.approx(np.maximum.accumulate(expected).tolist())
    assert (said.p <= partial_conjunction(p).p + 1e-12).all()
    with pytest.raises(Undefined):
        partial_conjunction([])


def test_partial_conjunction_keeps_its_promise():
    """Two of six data sets have an effect: it claims more than two in at most 5% of 3000 studies, ± noise."""
    p = stream(1, "p").uniform(size=(3000, 6))
    p[:, :2] *= 1e-6
    for method in ("bonferroni", "fisher"):
        counts = np.array([partial_conjunction(row, method=method).count for row in p])
        assert (counts > 2).mean() <= 0.05 + 2.58 * np.sqrt(.05 * .95 / 3000)
        assert (counts >= 2).mean() > 0.99


@pytest.mark.parametrize("statistic", ["max", "range"])
def test_model_confidence_set_drops_the_clearly_worse(statistic):
    losses = stream(2, "l").normal([0, 0.05, 1, 2], 1, size=(200, 4))
    said = model_confidence_set(losses, resamples=999, statistic=statistic)
    assert said.members == (0, 1)
    assert said.order[:2] == (3, 2)
    assert said.p[said.order[-1]] == 1
    assert said.p.min() == 0.001                             # (1 + 0)/(1 + 999): never 0
    moved = model_confidence_set(losses[:, [3, 1, 0, 2]], resamples=999, statistic=statistic)
    assert moved.members == (1, 2)


@pytest.mark.slow
@pytest.mark.parametrize("statistic", ["max", "range"])
def test_model_confidence_set_holds_the_best(statistic):
    """Four equal models: any of them may be called best; the set keeps a given one in at least 95%, ± noise."""
    losses = stream(3, "null").normal(size=(400, 60, 4))
    kept = np.mean([0 in model_confidence_set(x, resamples=199, statistic=statistic).members for x in losses])
    assert kept >= 0.95 - 2.58 * np.sqrt(.05 * .95 / 400)


def test_a_noisy_bad_model_hides_nothing_from_the_range_statistic():
    noise = stream(3, "x").normal(size=(20, 1))
    losses = np.concatenate([noise, noise + 0.1 + stream(3, "y").normal(size=(20, 1)) * 0.02,
                             noise + stream(3, "z").normal(size=(20, 1)) * 5 + 1], axis=1)
    assert 1 in model_confidence_set(losses).members
    assert 1 not in model_confidence_set(losses, statistic="range").members


def test_model_confidence_set_edges():
    x = stream(4, "x").normal(size=(30, 1))
    assert model_confidence_set(x).members == (0,)
    same = model_confidence_set(np.repeat(x, 3, axis=1), resamples=99)
    assert same.members == (0, 1, 2)
    shifted = model_confidence_set(np.concatenate([x, x + 0.5], axis=1), resamples=99)
    assert shifted.members == (0,)                           # a constant gap: no variance, no doubt
    blocks = model_confidence_set(np.concatenate([x, x + 0.5 * (x > 0)], axis=1), block=5, resamples=199)
    assert 0 in blocks.members
    with pytest.raises(BadInput, match="block"):
        model_confidence_set(x, block=31)
