"""Errors in Salzberg (1997), On comparing classifiers: what is printed, and what comes out. See docs/errata.md."""

import math
from pathlib import Path

import numpy as np
import pytest

import referee
from referee.comparisons import adjust, binomial_sign, level_per_test, paired_t
from referee.data import load
from referee.designs import make_plan
from referee.errors import NotJustified
from referee.seeds import stream


def right(wins, of=50):
    """Who was right on the cases on which two algorithms disagree."""
    return np.arange(of) < wins, np.arange(of) >= wins


def tail(successes, of=50):
    """P(s ≥ successes) of a fair coin, by whole numbers."""
    return sum(math.comb(of, s) for s in range(successes, of + 1)) / 2**of


def test_erratum_01_the_binomial_tails_of_the_example():
    for wins, side, is_, printed in ((35, "greater", 0.0033002, 0.0032), (35, "two-sided", 0.0066004, 0.0064),
                                     (30, "greater", 0.1013194, 0.1012)):
        p = binomial_sign(*right(wins), alternative=side).p
        assert p == pytest.approx(is_, abs=5e-8)
        assert round(p, 4) != printed


def test_erratum_02_a_tail_holds_what_was_observed():
    ours = binomial_sign(*right(35), alternative="greater").p
    assert ours == pytest.approx(tail(35))
    assert tail(36) == pytest.approx(0.0013, abs=5e-5)          # what "s > observed" would give


def test_erratum_03_one_less_the_product_is_sidak_and_needs_independence():
    sidak, bonferroni = (1 - level_per_test(154, method=name) for name in ("sidak", "bonferroni"))
    assert 1 - (1 - sidak) ** 154 == pytest.approx(0.05)
    assert bonferroni == pytest.approx(0.05 / 154)
    assert adjust([0.02] * 3, "sidak")[0] == pytest.approx(1 - 0.98**3)
    assert adjust([0.02] * 3, "bonferroni")[0] == pytest.approx(0.06)
    # Two tests that never reject together, one by the low, one by the high tail: their risks add up.
    assert 2 * (1 - level_per_test(2, method="sidak")) > 0.0506
    assert 2 * (1 - level_per_test(2)) == pytest.approx(0.05)


def test_erratum_04_more_tests_need_a_smaller_error_rate_each():
    rates = [1 - level_per_test(m) for m in (1, 2, 10, 154)]
    assert rates == sorted(rates, reverse=True)
    assert rates[0] == pytest.approx(0.05)


def test_erratum_05_a_p_value_is_no_probability_that_chance_did_it():
    """It is the weight of outcomes at least as extreme under the null; how probable the null is, is another number."""
    extreme = [s for s in range(51) if abs(s - 25) >= 10]
    assert binomial_sign(*right(35)).p == pytest.approx(sum(math.comb(50, s) for s in extreme) / 2**50)
    in_favour = 0.6**35 * 0.4**15 / 0.5**50            # of a coin of 0.6, the only other one, as likely beforehand
    assert 1 / (1 + in_favour) == pytest.approx(0.046, abs=5e-4)
    assert binomial_sign(*right(35)).p < 0.15 * 1 / (1 + in_favour)


def test_erratum_06_leaving_one_out_has_as_many_parts_as_rows():
    iris = load("iris")
    assert sum(1 for _ in make_plan("loo", iris, seed=1).splits()) == iris.n_rows


def test_erratum_07_pairs_may_share_their_test_cases_but_not_their_training_rows():
    rng = stream(7, "erratum")
    case = rng.normal(size=(600, 40))                    # easy and hard cases, the same for both models
    a, b = (case + rng.normal(size=case.shape) for _ in range(2))
    rejected = np.mean([paired_t(x, y, unit="case").p <= 0.05 for x, y in zip(a, b, strict=True)])
    assert rejected == pytest.approx(0.05, abs=4 * math.sqrt(0.05 * 0.95 / 600))
    shared = rng.normal(size=(200, 1)) + rng.normal(size=(200, 10))       # what ten overlapping training sets share
    rejected = np.mean([paired_t(d, 0, unit="split", i_know=True).p <= 0.05 for d in shared])
    assert rejected > 0.3
    with pytest.raises(NotJustified):
        paired_t(shared[0], 0, unit="split")


def test_erratum_08_a_t_over_splits_is_far_worse_than_one_over_ten_folds():
    """What Dietterich wrote cannot be computed; what he wrote it of was measured, on the page of levels by test."""
    page = (Path(__file__).parents[2] / "docs" / "levels-by-test.md").read_text(encoding="utf-8")

    def levels(test):
        row = next(line for line in page.splitlines() if line.startswith(f"| historic: paired t over {test}"))
        return [float(cell.split()[0]) for cell in row.split("|")[2:-1]]

    over_splits, over_folds = levels("30 splits"), levels("10 folds")
    assert min(over_splits) > 0.5
    assert 0.05 < max(over_folds) < 0.15


def test_erratum_09_flexer_read_61_articles():
    survey = referee.survey("flexer-1995").survey
    assert survey.n == 61
    assert survey["third set for tuning"]["yes"].count == 3
    assert round(100 * 3 / 61, 1) == 4.9                  # as Flexer prints
    assert round(100 * 3 / 43, 1) == 7.0


def test_erratum_10_prechelts_8_per_cent_are_of_articles_with_several_real_problems():
    survey = referee.survey("prechelt-1996").survey
    assert survey.n == 190
    several = survey["more than one problem with real data"]["yes"]
    assert (several.printed, round(several.percent)) == (8, 8)
    assert round(survey["a real or realistic problem"]["no"].percent) == 29
    assert not survey.impossible


@pytest.mark.slow
def test_erratum_11_the_binomial_test_on_folds_is_mildly_off():
    """Two nearest means, each by a feature of its own that is as good as the other's; 60 rows, ten folds."""
    rng, n, studies = stream(11, "erratum"), 60, 600
    rejected = 0
    for _ in range(studies):
        y = np.arange(n) % 2
        x = rng.normal(size=(n, 2)) + 1.0 * y[:, None]
        fold = rng.permutation(n) % 10
        hit = np.zeros((n, 2), bool)
        for k in range(10):
            train = fold != k
            middle = (x[train & (y == 0)].mean(axis=0) + x[train & (y == 1)].mean(axis=0)) / 2
            hit[~train] = (x[~train] > middle) == (y[~train, None] == 1)
        rejected += binomial_sign(hit[:, 0], hit[:, 1]).p <= 0.05
    assert 0.01 < rejected / studies < 0.11
