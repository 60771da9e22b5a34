import numpy as np
import pytest

from referee.comparisons import signflip, westfall_young
from referee.errors import BadInput
from referee.seeds import stream


def test_westfall_young_maxt(worked):
    case = worked("westfall-young-maxT")
    down, single = (westfall_young(case.inputs["D"], step_down=step) for step in (True, False))
    assert down.statistics == case.near(np.array(case.expected["t"]))
    assert down.p_raw == case.near(np.array(case.expected["p_raw"]))
    assert single.p_adjusted == case.near(np.array(case.expected["p_maxT"]))
    assert down.p_adjusted == case.near(np.array(case.expected["p_stepdown"]))


def test_raw_p_values_are_those_of_the_sign_flip_test():
    D = stream(1, "d").normal(0.3, 1, size=(12, 4))
    assert westfall_young(D).p_raw == pytest.approx([signflip(d, 0).p for d in D.T])


def test_drawn_flips_agree_with_all_of_them():
    D = stream(2, "d").normal(0.35, 1, size=(18, 3))
    exact = westfall_young(D)
    padded = np.concatenate([D, np.zeros((1, 3))])         # 19 units: drawn; a zero unit changes no sum
    drawn = westfall_young(padded, flips=40_000)
    assert drawn.p_adjusted == pytest.approx(exact.p_adjusted, abs=0.01)
    assert drawn.p_raw == pytest.approx(exact.p_raw, abs=0.01)


def test_order_scale_and_bounds():
    D = stream(3, "d").normal(0.3, 1, size=(10, 4))
    said = westfall_young(D)
    moved = westfall_young(-D[::-1, [2, 0, 3, 1]] * [1, 10, 0.1, 2])
    assert moved.p_adjusted == pytest.approx(said.p_adjusted[[2, 0, 3, 1]])
    single = westfall_young(D, step_down=False)
    assert (said.p_adjusted >= said.p_raw).all()
    assert (single.p_adjusted >= said.p_adjusted).all()
    assert (said.p_adjusted <= np.minimum(1, 4 * said.p_raw) + 1e-12).all()


def test_p_is_never_zero_and_degenerate_columns_are_harmless():
    D = np.stack([np.linspace(1, 2, 60), np.zeros(60), np.ones(60)], axis=1)
    said = westfall_young(D, flips=99)
    assert said.p_raw.tolist() == [0.01, 1.0, 0.01]
    assert said.p_adjusted.tolist() == [0.01, 1.0, 0.01]
    assert said.statistics[1] == 0
    assert np.isinf(said.statistics[2])
    with pytest.raises(BadInput, match="flips"):
        westfall_young(D, flips=0)


def test_clusters_flip_together():
    D = np.repeat(np.array([[.1, .2], [.2, -.1], [.3, .1], [.2, .2], [.1, .3]]), 4, axis=0)
    said = westfall_young(D, clusters=np.repeat(np.arange(5), 4))
    assert said.n_units == 5
    assert said.p_raw.min() == 2 / 32


def test_blocks_do_not_change_the_law(monkeypatch):
    from referee.comparisons import westfall_young as function
    module = __import__("sys").modules[function.__module__]
    D = stream(4, "d").normal(0.2, 1, size=(40, 3))
    whole = westfall_young(D, flips=20_000).p_adjusted
    monkeypatch.setattr(module, "AT_ONCE", 3000)
    assert westfall_young(D, flips=20_000).p_adjusted == pytest.approx(whole, abs=0.02)


@pytest.mark.slow
def test_family_wise_error():
    """Five models alike, all ten pairwise differences on 25 skewed cases: any alarm in 0.035 to 0.06, ± noise."""
    losses = stream(5, "null").exponential(size=(1000, 25, 5))
    i, j = np.triu_indices(5, 1)
    alarms = [(westfall_young(x[:, i] - x[:, j], flips=299).p_adjusted <= 0.05).any() for x in losses]
    assert 0.035 - 0.018 <= np.mean(alarms) <= 0.06 + 0.018
