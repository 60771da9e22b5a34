from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from referee.comparisons import adjust, false_alarm_risk, false_alarms_expected, level_per_test
from referee.comparisons.multiplicity.adjust import RULES
from referee.errors import BadInput
from referee.seeds import stream

several = st.lists(st.floats(0, 1), min_size=1, max_size=12)


@pytest.mark.parametrize("method", ["bonferroni", "holm", "hochberg", "hommel", "BH", "BY"])
def test_multiplicity_bh95(worked, method):
    case = worked("multiplicity-bh95")
    said = adjust(case.inputs["p"], method.lower())
    assert said == case.near(np.array(case.expected[method]))


def test_published_rejections_of_bh95(worked):
    p = worked("multiplicity-bh95").inputs["p"]
    assert (adjust(p, "bonferroni") <= .05).sum() == 3
    assert (adjust(p, "bh") <= .05).sum() == 4


@pytest.mark.parametrize("method", ["holm", "hochberg", "hommel", "bonferroni"])
def test_demsar_posthoc_control(worked, method):
    case = worked("demsar-posthoc-control")
    assert adjust(case.expected["p"], method) == case.near(np.array(case.expected[method]))


def closure(p, joint):
    """The closed test: a hypothesis falls when every intersection that holds it falls."""
    sets = [s for size in range(1, len(p) + 1) for s in combinations(range(len(p)), size)]
    return [max(joint(sorted(p[j] for j in s)) for s in sets if i in s) for i in range(len(p))]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_holm_and_hommel_are_closed_tests(p):
    """Holm (1979) closes Bonferroni, Hommel (1988) closes Simes: 2^m intersections, one by one."""
    bonferroni = closure(p, lambda q: min(1, len(q) * q[0]))
    simes = closure(p, lambda q: min(len(q) * x / (i + 1) for i, x in enumerate(q)))
    assert adjust(p, "holm") == pytest.approx(np.array(bonferroni), rel=1e-12)
    assert adjust(p, "hommel") == pytest.approx(np.array(simes), rel=1e-12)


@given(several)
def test_scipy_agrees_on_false_discoveries(p):
    assert adjust(p, "bh") == pytest.approx(false_discovery_control(p, method="bh"), rel=1e-12)
    assert adjust(p, "by") == pytest.approx(false_discovery_control(p, method="by"), rel=1e-12)


@given(several, st.sampled_from(list(RULES)), st.randoms(use_true_random=False))
def test_order_is_kept_and_nothing_shrinks(p, method, random):
    order = random.sample(range(len(p)), len(p))
    said = adjust(p, method)
    assert adjust([p[i] for i in order], method) == pytest.approx(said[order], rel=1e-12)
    assert (said >= np.array(p) * (1 - 1e-12)).all()
    assert (said <= 1).all()


@given(several)
def test_the_stronger_method_never_gives_more(p):
    holm, hochberg, hommel = (adjust(p, m) for m in ("holm", "hochberg", "hommel"))
    assert (holm <= adjust(p, "bonferroni") + 1e-12).all()
    assert (hochberg <= holm + 1e-12).all()
    assert (hommel <= hochberg + 1e-12).all()


def test_holm_holds_its_rate_whatever_the_dependence():
    """Ten true nulls whose p-values are evenly spaced round a circle: Bonferroni's worst case, exactly 0.05."""
    start = (np.arange(4000) + 0.5) / 4000
    p = (start[:, None] + np.arange(10) / 10) % 1
    alarms = np.mean([(adjust(row) <= 0.05).any() for row in p])
    assert alarms == pytest.approx(0.05, abs=1e-9)


def test_fwer_cases(worked):
    assert false_alarm_risk(154) == worked("salzberg-fwer-154").near(0.9996289476260645)
    assert false_alarms_expected(154) == pytest.approx(7.7)
    assert false_alarm_risk(20) == worked("flexer-fwer-20").near(worked("flexer-fwer-20").expected["fwer"])
    assert false_alarm_risk(15) == pytest.approx(worked("reichbarai-fwer-15").expected["fwer"], abs=1e-9)
    for level, expected, risk in zip([.95, .99], *worked("salzberg-community-100").expected.values(), strict=True):
        assert false_alarms_expected(100, level) == pytest.approx(expected)
        assert false_alarm_risk(100, level) == pytest.approx(risk, abs=1e-9)


@pytest.mark.parametrize(("name", "m"), [("salzberg-sidak-154", 154), ("salzberg-tuning-10", 10)])
def test_level_per_test(worked, name, m):
    case = worked(name)
    assert 1 - level_per_test(m, method="sidak") == case.near(case.expected["sidak"])
    assert 1 - level_per_test(m) == case.near(case.expected["bonferroni"])


def test_edges():
    assert adjust([]).size == 0
    assert adjust([0.2]).tolist() == [0.2]
    assert adjust([0.0, 1.0], "sidak").tolist() == [0, 1]
    with pytest.raises(BadInput, match="index 1"):
        adjust([0.1, 1.2])
    with pytest.raises(BadInput, match="index 0"):
        adjust([np.nan])
    with pytest.raises(BadInput, match="holm"):
        adjust([0.1], "holms")
    with pytest.raises(BadInput, match="counts tests"):
        false_alarm_risk(0)


def test_bh_keeps_the_share_of_false_alarms():
    """Twenty hypotheses, half of them true nulls: of what is found, 5% at most is false on average."""
    from scipy.special import ndtr
    random = stream(0, "fdr")
    shares = []
    for z in random.normal(size=(1500, 20)) + np.repeat([0, 3], 10):
        found = adjust(2 * ndtr(-np.abs(z)), "bh") <= 0.05
        shares.append(found[:10].sum() / max(found.sum(), 1))
    error = np.std(shares) / len(shares) ** 0.5
    assert np.mean(shares) - 2.58 * error <= 0.05
    assert np.mean(shares) > 0.01                  # it is used up: BH keeps half of 5% here
