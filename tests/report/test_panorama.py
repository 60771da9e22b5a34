"""What people see of a panorama: text, page, figure, table, JSON."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from types import SimpleNamespace

import numpy as np
import pytest

import referee
from referee.errors import BadInput
from referee.reading.panorama import ESTIMATORS
from referee.reading.panorama.lines import Spread
from referee.report.panorama.text import spread_text
from referee.seeds import stream


@pytest.fixture(scope="module")
def one():
    rng = stream(5, "panorama report")
    X = rng.normal(size=(60, 3))
    y = (X[:, 0] + rng.normal(size=60) > 0).astype(int)
    return referee.panorama("knn:n_neighbors=1", X, y, resamples=60, truth=0.66, jobs=1)


@pytest.fixture(scope="module")
def several():
    """Two learners by two metrics on two targets; R² is bootstrapped, seldom enough for a test of words."""
    rng = stream(6, "panorama report")
    X = rng.normal(size=(30, 3))
    Y = np.column_stack([X @ [1.0, 2.0, 0.0], X @ [0.0, 1.0, 1.0]]) + rng.normal(size=(30, 2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("referee.reading.intervals.one_test_set.RESAMPLES", 99)
        patch.setattr("referee.reading.resampled_table.RESAMPLES", 99)
        return referee.panorama(["linear", "ridge"], X, Y, metrics=["rmse", "r2"], resamples=10, jobs=1)


def test_text_fits_the_terminal_and_names_every_estimator(one, several):
    for result in (one, several):
        lines = str(result).splitlines()
        assert max(map(len, lines)) <= 100
        for estimator in ESTIMATORS:
            assert any(line.startswith(f"  {estimator.title}  ") for line in lines), estimator.title
    header = str(one).split("\n\n")[1].splitlines()[0].split()
    assert header == ["accuracy", "of", "knn", "estimate", "95%", "interval", "least", "most", "sd", "fits", "lost",
                      "time"]


def test_text_says_what_to_take_home(one, several):
    text = " ".join(str(one).split())
    assert "in error: resubstitution < bootstrap" in text
    assert "it memorises, and .632 (0." in text
    assert "The truth is 0.66" in text
    assert "Apart from resubstitution, the estimators lie" in text
    both = " ".join(str(several).split())
    assert both.count("All targets at once") == 2
    assert "No joint region of the targets of linear by R²" in both


def test_numbers_in_the_text_are_those_of_the_panorama(one):
    column = one.panorama.columns[0]
    for line in column.lines:
        row = next(text for text in str(one).splitlines() if text.startswith(f"  {line.estimator.title}  "))
        cells = re.split(r"\s{2,}", row.strip())
        assert float(cells[1]) == pytest.approx(line.value, abs=0.0051)
        if line.interval:
            low, _, high = cells[2].partition(" to ")
            assert (float(low), float(high)) == pytest.approx((line.interval.low, line.interval.high), abs=0.0051)
        else:
            assert cells[2] == "—"
        assert int(cells[6].replace(",", "")) == line.fits


class Outline(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.links = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name in {"src", "href"} and not value.startswith("#")]


def test_the_text_says_first_what_to_take_home(one):
    assert str(one).startswith("As expected, in error: ")
    assert "\n\nHow: " in str(one)


def test_the_page_stands_alone(one, tmp_path):
    outline = Outline()
    outline.feed(one.report(tmp_path / "p.html").read_text(encoding="utf-8"))
    assert outline.links == []
    assert outline.tags.count("script") == 1           # which sorts tables
    assert outline.tags.count("svg") == 1
    assert outline.tags.count("h1") == 1


@pytest.mark.usefixtures("undrawn")
def test_every_column_has_its_picture(several, tmp_path):
    outline = Outline()
    outline.feed(several.report(tmp_path / "p.html").read_text(encoding="utf-8"))
    assert outline.links == []
    assert outline.tags.count("svg") == len(several.panorama.columns) == 2 * 2 * 2
    assert several._repr_html_().count("<svg") == 8


def test_names_in_the_page_are_escaped():
    import pandas as pd

    rng = stream(7, "panorama report")
    frame = pd.DataFrame({"a": rng.normal(size=30), "<b>y</b>": rng.normal(size=30), "z & co": rng.normal(size=30)})
    result = referee.panorama("mean", frame, target=["<b>y</b>", "z & co"], resamples=10, jobs=1)
    html = result._repr_html_()
    assert "<b>y" not in html
    assert "&lt;b&gt;y" in html


def test_the_figure_has_a_row_an_estimator_and_a_line_for_the_truth(one, several):
    axes = one.figure().axes[0]
    shown = [text.get_text() for text in axes.texts]
    for line in one.panorama.columns[0].lines:
        assert line.estimator.title in shown
    assert "truth 0.660" in shown or "truth 0.66" in shown
    xs = [line.get_xdata() for line in axes.lines]
    assert any(list(x) == [0.66, 0.66] for x in xs)
    low, high = axes.get_xlim()
    for line in one.panorama.columns[0].lines:
        assert low < line.value < high
    assert "rmse" in several.figure(1).axes[0].get_xlabel().lower()
    with pytest.raises(BadInput, match="columns 0 to 7"):
        several.figure(8)


def test_the_table_and_the_dictionary_hold_every_line(several):
    table = several.table()
    assert len(table) == 8 * len(ESTIMATORS)
    assert set(table["learner"]) == {"linear", "ridge"}
    assert table.loc[table["estimator"] == "resubstitution", "low"].isna().all()
    found = json.loads(json.dumps(several.to_dict(), allow_nan=False))
    assert found["verb"] == "panorama"
    assert len(found["columns"]) == 8
    values = [line["value"] for column in found["columns"] for line in column["estimators"]]
    assert values == pytest.approx([None if np.isnan(v) else v for v in table["value"]])


def test_a_small_standard_deviation_is_not_printed_as_zero():
    spread = Spread(low=3.3, high=3.5, mean=3.4, sd=0.042, count=10)
    line = SimpleNamespace(spread=spread)
    assert spread_text(line, 1) == ("3.3", "3.5", "3.4", "0.042")
    assert spread_text(SimpleNamespace(spread=replace(spread, sd=0.42)), 1)[3] == "0.4"
    assert spread_text(SimpleNamespace(spread=replace(spread, sd=0.0)), 1)[3] == "0.0"
