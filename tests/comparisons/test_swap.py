"""The swap test, and what takes the place of a bootstrap of few cases."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score

import referee
from referee.comparisons import paired_bootstrap, paired_bootstrap_of, signflip, swap
from referee.errors import BadInput, NotJustified, Undefined
from referee.seeds import stream


def of_means(a, b):
    return swap(lambda m: float(np.where(m, b, a).mean() - np.where(m, a, b).mean()), a != b)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=9))
def test_for_means_it_is_the_exact_sign_flip_test(pairs):
    a, b = np.array(pairs, dtype=float).T
    said, flipped = of_means(a, b), signflip(a, b)
    assert (said.difference, said.p) == pytest.approx((flipped.difference, flipped.p))
    assert of_means(b, a).p == pytest.approx(said.p)


def test_of_f1_all_exchanges_by_hand():
    y = np.array([1, 1, 1, 1, 0, 0, 0, 0, 0])
    a, b = np.array([1, 1, 1, 0, 0, 0, 0, 0, 1]), np.array([0, 1, 0, 0, 1, 0, 0, 1, 1])

    def f1(m):
        return f1_score(y, np.where(m, b, a)) - f1_score(y, np.where(m, a, b))

    where = np.flatnonzero(a != b)
    every = []
    for signs in product([False, True], repeat=where.size):
        mask = np.zeros(9, dtype=bool)
        mask[where] = signs
        every.append(abs(f1(mask)))
    said = swap(f1, a != b)
    assert said.p == pytest.approx(np.mean(np.array(every) >= abs(said.difference) - 1e-12))
    assert said.detail("nonzero_units") == where.size == 4


def test_many_units_are_drawn_and_edges():
    a, b = stream(1, "swap").normal(size=(2, 40))
    said = of_means(a, b)
    assert said.p == pytest.approx(signflip(a, b).p, abs=0.06)
    assert of_means(a + 9, b).p == pytest.approx(1 / 1000)
    same = of_means(a, a)
    assert (same.p, same.flags) == (1.0, ("identical",))
    with pytest.raises(BadInput, match="draws is 0"):
        swap(lambda _: 0.0, np.ones(12, dtype=bool), draws=0)

    def none_of_some(mask):
        if mask.any():
            raise Undefined("no positives.")
        return 1.0
    assert swap(none_of_some, np.ones(3, dtype=bool)).p == 1.0


@pytest.mark.parametrize("n", [4, 8, 29])
def test_the_bootstrap_of_few_cases_is_refused_on_arrays(n):
    a, b = stream(2, "few").normal(size=(2, n))
    with pytest.raises(Undefined, match=rf"too sure of {n} cases.*signflip"):
        paired_bootstrap(a, b)
    with pytest.raises(Undefined, match=f"too sure of {n} cases"):
        paired_bootstrap_of(lambda rows: (float(a[rows].mean()), float(b[rows].mean())), n)
    with pytest.raises(Undefined, match="too sure of 4 clusters"):
        paired_bootstrap(np.repeat(a[:4], 20), 0, clusters=np.repeat(np.arange(4), 20))


def predictions(n, clusters=None):
    rng = stream(3, "predictions", n)
    truth = np.arange(n) % 2
    frame = pd.DataFrame({"id": np.arange(n), "truth": truth,
                          "first": np.where(rng.random(n) < 0.2, 1 - truth, truth),
                          "second": np.where(rng.random(n) < 0.4, 1 - truth, truth)})
    return frame if clusters is None else frame.assign(who=np.arange(n) % clusters)


@pytest.mark.usefixtures("few_resamples")
def test_judge_takes_the_swap_test_where_cases_are_few():
    made = referee.judge(predictions(16), id="id", truth="truth", metrics="f1_macro")["first", "second"].comparison
    assert made.method.startswith("swap test")
    many = referee.judge(predictions(60), id="id", truth="truth", metrics="f1_macro")["first", "second"].comparison
    assert many.method == "paired bootstrap"
    grouped = referee.judge(predictions(60, 12), id="id", truth="truth", cluster="who",
                            metrics="f1_macro")["first", "second"].comparison
    assert grouped.method.startswith("swap test")
    assert (grouped.unit, grouped.n_units) == ("cluster", 12)


def test_judge_refuses_the_bootstrap_of_few_cases_by_name():
    with pytest.raises(NotJustified, match="too sure of 16 test cases"):
        referee.judge(predictions(16), id="id", truth="truth", metrics="f1_macro", test="paired-bootstrap")
    with pytest.raises(NotJustified, match="too sure of 12 groups"):
        referee.judge(predictions(60, 12), id="id", truth="truth", cluster="who", metrics="f1_macro",
                      test="paired-bootstrap")


@pytest.mark.slow
@pytest.mark.parametrize("n", [6, 12, 24])
def test_level_of_f1_on_few_cases(n):
    """Two models of equal worth; a percentile bootstrap had 0.20 on 4 cases and 0.10 on 8."""
    rng, y, false = stream(4, "level", n), np.arange(n) % 2, 0
    for _ in range(1500):
        a, b = (np.where(rng.random(n) < 0.3, 1 - y, y) for _ in range(2))

        def f1(m, a=a, b=b):
            one, other = np.where(m, b, a), np.where(m, a, b)
            return 2 * (one & y).sum() / (one.sum() + y.sum()) - 2 * (other & y).sum() / (other.sum() + y.sum())
        false += swap(f1, a != b, draws=199).p <= 0.05
    assert false / 1500 <= 0.065
