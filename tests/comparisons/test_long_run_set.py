"""The model confidence set: of independent cases against another implementation, of series against its level."""

import json
from html import unescape

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.comparisons import long_run_set, long_run_t, model_confidence_set
from referee.errors import BadInput, Undefined
from referee.report import as_html
from referee.seeds import stream


def series(random, n, k, memory):
    """Losses of k equal models, each an autoregression."""
    shocks, losses = random.normal(size=(n + 100, k)), np.zeros((n + 100, k))
    for t in range(1, n + 100):
        losses[t] = memory * losses[t - 1] + shocks[t]
    return losses[100:]


def five_models():
    """The losses on which arch was asked."""
    rng = np.random.default_rng(7)
    common, shocks, own = rng.normal(size=(200, 1)), rng.normal(size=(200, 5)), np.zeros((200, 5))
    for t in range(200):
        own[t] = (0.5 * own[t - 1] if t else 0) + shocks[t]
    return np.round(5 + common + own + np.array([0, 0.1, 0.3, 0.5, 0.8]), 3)


@pytest.mark.parametrize(("statistic", "block", "known"), [
    ("range", 1, [1.0, 0.0, 0.05115, 0.0, 0.0]), ("range", 5, [1.0, 5e-05, 0.17265, 5e-05, 0.0]),
    ("max", 1, [1.0, 0.0, 0.05115, 0.0, 0.0]), ("max", 5, [1.0, 0.00805, 0.17265, 0.00805, 0.00805]),
])
def test_the_block_bootstrap_agrees_with_arch(statistic, block, known):
    """arch 8.0.0 (K. Sheppard): MCS(losses, 0.05, reps=20000, block_size=block, method=…, bootstrap="circular")."""
    found = model_confidence_set(five_models(), statistic=statistic, block=block)
    assert found.p == pytest.approx(known, abs=0.02)


def test_of_two_models_it_is_the_long_run_t():
    losses = series(stream(3, "two"), 120, 2, 0.5)
    losses[:, 1] += 0.4
    known = long_run_t(losses[:, 0], losses[:, 1]).p
    assert long_run_set(losses, resamples=20000).p == pytest.approx([1, known], abs=0.01)


@given(order=st.permutations(range(5)), scale=st.floats(0.1, 10), shift=st.floats(-5, 5))
def test_the_set_follows_its_models_whatever_their_order_and_unit(order, scale, shift):
    losses = five_models()
    found, moved = (long_run_set(each, resamples=499) for each in (losses, scale * losses[:, order] + shift))
    assert moved.p == pytest.approx(found.p[order], abs=0.06)


def test_what_is_clearly_worse_leaves_and_noise_hides_nobody():
    losses = series(stream(1, "worse"), 150, 3, 0.3)
    losses[:, 2] += 2
    found = long_run_set(losses)
    assert found.members == (0, 1)
    assert found.order[0] == 2
    assert found.p[2] == pytest.approx(1 / 5000)


def test_edges():
    line = series(stream(2, "edges"), 80, 1, 0.0)
    assert long_run_set(line).members == (0,)
    assert long_run_set(np.repeat(line, 3, axis=1)).p.tolist() == [1, 1, 1]
    assert long_run_set(np.hstack([line, line, line + 1])).members == (0, 1)         # a gap that never changes
    assert long_run_set(np.full((80, 2), 0.5)).members == (0, 1)
    with pytest.raises(Undefined, match="too few"):
        long_run_set(np.hstack([line[:4], line[4:8]]))
    with pytest.raises(BadInput, match="at least 99"):
        long_run_set(line, resamples=9)


@pytest.mark.slow
@pytest.mark.parametrize("memory", [0.0, 0.5, 0.8])
@pytest.mark.parametrize("n", [83, 415])
def test_equal_models_stay_together_as_often_as_is_said(n, memory):
    """0.95 of sets hold all of three equal models; 600 series, Monte-Carlo error 0.009."""
    random = stream(11, "level of sets", n, int(10 * memory))
    lost = np.mean([len(long_run_set(series(random, n, 3, memory), resamples=199).members) < 3 for _ in range(600)])
    assert lost <= 0.05 + 3 * 0.009


@pytest.mark.usefixtures("undrawn")
def test_compare_tells_which_cannot_be_told_apart_from_the_best():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(150, 3))
    y = X[:, 0] + rng.normal(size=150)
    result = referee.compare(["ridge", "linear", "tree"], X, y, time="rows", jobs=1)
    found = result.analysis.family.may_be_best
    assert {"ridge", "linear"} <= set(found.members)
    assert "tree" not in found.members
    assert set(found.p) == {"ridge", "linear", "tree", "mean"}
    sentence = "is among ridge and linear, which cannot be told apart from it"
    assert sentence in " ".join(str(result).split())
    assert sentence in unescape(as_html(result.analysis))
    told = json.loads(json.dumps(result.to_dict()))["families"]
    assert told[0]["may_be_best"]["members"] == list(found.members)


def test_rows_that_are_no_series_and_a_declared_opponent_have_no_such_set():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(150, 3))
    y = X[:, 0] + rng.normal(size=150)
    apart = referee.compare(["ridge", "linear", "tree"], X, y, design="kfold:folds=3", jobs=1)
    assert apart.analysis.family.may_be_best is None
    one = referee.compare(["ridge", "linear", "tree"], X, y, time="rows", against="tree", jobs=1)
    assert one.analysis.family.may_be_best is None
