"""The pictures of the page, drawn without matplotlib: every number stands where it belongs."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import referee
from referee.metrics.reliability_diagram import calibration
from referee.report.forest import forest_svg
from referee.report.reliability_svg import calibration_svg
from referee.report.sheet import ticks

NAMES = ("a <b>", "b & c", "c")


@pytest.fixture(scope="module")
def analysis():
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 2, 120)
    said = {name: np.where(rng.random(120) < right, truth, 1 - truth) for name, right in zip(NAMES, (0.9, 0.8, 0.6),
                                                                                              strict=True)}
    return referee.judge({"id": range(120), "truth": truth, **said}, metrics="accuracy").analysis


def texts(svg):
    return [node.text for node in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_names_numbers_and_title_are_words_in_it(analysis):
    seen = texts(forest_svg(analysis, analysis.primary, title='x "y" <z>'))
    assert set(NAMES) <= set(seen)
    assert "accuracy, 95% interval (higher is better →)" in seen
    assert sum("(0." in text and " to " in text for text in seen) == len(NAMES)


def test_marks_stand_on_the_scale_of_the_ticks(analysis):
    """The scale is told by the ticks' own places; each disc stands where its estimate is on it."""
    svg = forest_svg(analysis, analysis.primary, title="")
    shown = [(float(x), float(text)) for x, text in re.findall(r'<text x="([\d.]+)"[^>]*middle">([\d.]+)<', svg)]
    slope, start = np.polyfit([x for x, _ in shown], [value for _, value in shown], 1)
    discs = [start + slope * float(x) for x in re.findall(r'<circle cx="([\d.]+)"', svg)]
    estimates = sorted((analysis.estimates[name, "accuracy"].value for name in NAMES), reverse=True)
    np.testing.assert_allclose(discs, estimates, atol=1e-3)


@pytest.mark.parametrize(("low", "high", "first", "last", "count"), [
    (0.0, 1.0, "0.0", "1.0", 6), (-3.0, 3.0, "\u22123", "3", 7), (120.0, 180.0, "120", "180", 7),
    (1e-4, 3e-4, "0.00010", "0.00030", 5)])
def test_ticks_are_round_and_few(low, high, first, last, count):
    found = ticks(low, high)
    assert (found[0][1], found[-1][1], len(found)) == (first, last, count)


def test_a_diagram_for_each_class():
    rng = np.random.default_rng(1)
    said = rng.dirichlet(np.ones(3), 90)
    truth = np.array([rng.choice(3, p=p) for p in said])
    svg = calibration_svg(calibration(truth, said, classes=("u", "<v>", "w"), draws=20), title="t")
    assert {"u", "<v>", "w"} <= set(texts(svg))
    assert texts(svg).count("announced probability") == 3
    assert texts(svg).count("happened") == 1
