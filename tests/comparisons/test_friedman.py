"""Friedman, Quade and the post-hoc tests on mean ranks."""

import numpy as np
import pytest
from scipy import stats

from referee.comparisons import adjust, bonferroni_dunn, friedman, nemenyi, quade
from referee.comparisons.many_models.mean_ranks import dunn_critical, mean_rank_z, nemenyi_critical, range_law
from referee.errors import BadInput
from referee.kinds import Direction
from referee.seeds import stream


def test_demsar_friedman(worked):
    case = worked("demsar-friedman")
    plain = friedman(case.inputs["ranks"], direction=Direction.MINIMISE, ties=False)
    e = case.expected
    assert plain.detail("mean_ranks") == case.near(tuple(e["mean_ranks"]))
    assert (plain.detail("chi2"), plain.detail("p_chi2"), plain.statistic, plain.p) == case.near(
        (e["chi2"], e["p_chi2"], e["F"], e["p_F"]))
    tied = friedman(case.inputs["ranks"], direction=Direction.MINIMISE)
    assert (tied.detail("chi2"), tied.statistic, tied.p) == case.near(
        (e["chi2_tie_corrected"], e["F_tie_corrected"], e["p_F_tie_corrected"]))
    assert tied.detail("chi2_without_tie_correction") == case.near(e["chi2"])
    assert tied.detail("F_without_tie_correction") == case.near(e["F"])


def test_demsar_published_table(table):
    """From the rounded AUCs the tie-corrected χ² is 10.9524 (R friedman.test)."""
    said = friedman(table("demsar-2006-auc.csv"))
    assert said.detail("chi2") == pytest.approx(10.9524, abs=5e-5)
    ranks = friedman(table("demsar-2006-ranks.csv"), direction=Direction.MINIMISE, ties=False)
    assert round(ranks.detail("chi2"), 2) == 9.28
    assert round(ranks.statistic, 2) == 3.69


def test_garcia_herrera_friedman(worked):
    case = worked("garcia-herrera-2008")
    said = friedman(case.inputs["acc"], ties=False)
    e = case.expected
    assert said.detail("mean_ranks") == case.near(tuple(e["mean_ranks"]))
    assert (said.detail("chi2"), said.statistic) == case.near((e["chi2"], e["F"]))
    assert (said.detail("p_chi2"), said.p) == pytest.approx((e["p_chi2"], e["p_F"]), rel=1e-6)
    assert nemenyi(case.inputs["acc"]).critical_difference == case.near(e["CD_05"])
    z = mean_rank_z(e["mean_ranks"], 30)
    assert [z[i, j] for i, j in e["pairs"]] == case.near(e["z"])


def test_garcia_herrera_published_table(table):
    said = friedman(table("garcia-herrera-2008-accuracy.csv"), ties=False)
    assert (round(said.detail("chi2"), 3), round(said.statistic, 3)) == (39.647, 14.309)


def test_scipy_agrees():
    x = np.round(stream(1, "x").normal(size=(12, 4)), 1)
    theirs = stats.friedmanchisquare(*x.T)
    said = friedman(x)
    assert (said.detail("chi2"), said.detail("p_chi2")) == pytest.approx((theirs.statistic, theirs.pvalue))


def test_friedman_edges():
    same = friedman(np.ones((8, 3)))
    assert (same.p, same.statistic, same.flags) == (1.0, 0.0, ("identical",))
    agreed = friedman(np.tile([3.0, 2, 1], (6, 1)))
    assert agreed.p == pytest.approx(6.0**-5)                # (3!)^(1 − N): never 0
    x = stream(2, "x").normal(size=(9, 4))
    shuffled = friedman(x[::-1, [3, 1, 0, 2]])
    assert shuffled.p == pytest.approx(friedman(x).p)
    assert friedman(np.exp(x)).p == pytest.approx(friedman(x).p)
    assert friedman(-x, direction=Direction.MINIMISE).p == pytest.approx(friedman(x).p)


@pytest.mark.slow
def test_iman_davenport_holds_its_level():
    """The bar is 0.04 to 0.06 at 15 data sets and 4 learners, ± the noise of 2000 studies."""
    x = stream(3, "null").normal(size=(2000, 15, 4))
    assert 0.04 - 0.0125 <= np.mean([friedman(rows).p <= 0.05 for rows in x]) <= 0.06 + 0.0125


def test_quade_demsar(worked):
    case = worked("quade-demsar")
    said = quade(case.inputs["auc"])
    assert (said.statistic, said.p) == case.near((case.expected["F"], case.expected["p"]))
    assert said.df == tuple(case.expected["df"])
    flipped = quade(-np.array(case.inputs["auc"])[::-1, ::-1])
    assert flipped.p == pytest.approx(said.p)
    assert quade(np.ones((5, 3))).p == 1.0
    assert quade(np.tile([3.0, 2, 1], (5, 1))).p == pytest.approx(6.0**-4)      # never 0


def test_nemenyi_critical(worked):
    case = worked("nemenyi-critical")
    for k, *expected in zip(case.inputs["k"], *(case.expected[name] for name in (
            "nemenyi_05", "nemenyi_10", "bonferroni_dunn_05", "bonferroni_dunn_10")), strict=True):
        assert (nemenyi_critical(k), nemenyi_critical(k, 0.9)) == case.near(tuple(expected[:2]))
        assert (dunn_critical(k), dunn_critical(k, 0.9)) == case.near(tuple(expected[2:]))


@pytest.mark.parametrize("k", [2, 3, 10, 100])
@pytest.mark.parametrize("q", [0.5, 2.0, 4.0, 8.0])
def test_the_range_law_against_scipy(k, q):
    assert range_law(q, k) == pytest.approx(stats.studentized_range.cdf(q, k, np.inf), abs=1e-7)


def test_demsar_cd(worked):
    case = worked("demsar-cd")
    ranks = worked("demsar-friedman").inputs["ranks"]
    low = Direction.MINIMISE
    assert nemenyi(ranks, direction=low).critical_difference == case.near(case.expected["CD_nemenyi_05"])
    assert nemenyi(ranks, direction=low, level=0.9).critical_difference == case.near(case.expected["CD_nemenyi_10"])
    assert bonferroni_dunn(ranks, 0, direction=low).critical_difference == case.near(case.expected["CD_bd_05"])


def test_demsar_posthoc_control(worked):
    case = worked("demsar-posthoc-control")
    said = bonferroni_dunn(worked("demsar-friedman").inputs["ranks"], 0, direction=Direction.MINIMISE)
    order = case.inputs["order"]
    assert said.z[0, order] == case.near(np.array(case.expected["z"]))
    assert said.p[0, order] == case.near(np.array(case.expected["bonferroni"]))
    assert adjust(case.expected["p"], "holm") == case.near(np.array(case.expected["holm"]))
    with pytest.raises(BadInput, match="column from 0 to 3"):
        bonferroni_dunn(worked("demsar-friedman").inputs["ranks"], 4)


def test_nemenyi_p_and_critical_difference_agree():
    x = stream(4, "x").normal(size=(20, 5)) + np.arange(5) * 0.5
    said = nemenyi(x)
    apart = np.abs(said.mean_ranks[:, None] - said.mean_ranks) > said.critical_difference
    assert (apart == (said.p < 0.05)).all()
    assert apart.any()
    assert not apart.all()
    assert (np.diag(said.p) == 1).all()
    assert (said.p == said.p.T).all()
