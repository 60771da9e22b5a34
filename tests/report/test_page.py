"""The page and the figures: self-contained, escaped, small, the same every time, and true to the numbers."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from referee.api import Result
from referee.declaration import Declaration
from referee.errors import BadInput
from referee.metrics import metric
from referee.report import (
    as_html,
    comparison_matrix_figure,
    estimates_figure,
    scores_figure,
    to_svg,
    verdict_sentences,
)
from report import analyses as made

VOID = {"meta", "wbr", "br", "img", "link", "input"}
EVIL = "<script>alert('x')</script> & $\\alpha$ \"q\""


class Reader(HTMLParser):
    """Text, tags and whether they close."""

    def __init__(self, page):
        super().__init__()
        self.open, self.tags, self.words, self.attributes = [], [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not self.open or self.open[-1] not in {"style", "script"}:
            self.words.append(data)

    @property
    def text(self):
        return " ".join("".join(self.words).replace("\u00a0", " ").split())


@pytest.fixture(scope="module", params=made.ALL.keys())
def shape(request):
    analysis = made.ALL[request.param]()
    return analysis, as_html(analysis)


def test_the_page_is_whole_and_refers_to_nothing_outside(shape):
    _, page = shape
    reader = Reader(page)
    assert reader.open == []
    assert page.startswith("<!DOCTYPE html>")
    assert not re.search(r"https?://", page.replace("http://www.w3.org/2000/svg", ""))
    assert not {"link", "img", "iframe", "object"} & set(reader.tags)
    assert reader.tags.count("script") == 1
    assert not {"src", "href"} & {name for name, value in reader.attributes if not str(value).startswith("#")}
    assert "@import" not in page
    assert len(page.encode()) < 400_000


def test_the_page_says_the_verdict_and_every_number(shape):
    analysis, page = shape
    text = Reader(page).text
    assert not re.search(r"\b(nan|None|inf|undefined)\b", text, flags=re.IGNORECASE)
    for sentence in verdict_sentences(analysis):
        assert sentence in text
    assert analysis.study.fingerprint in text
    assert analysis.plan.description in text


def test_headings_come_in_order_and_figures_are_described(shape):
    _, page = shape
    levels = [int(n) for n in re.findall(r"<h([1-6])", page)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b <= a + 1 for a, b in pairwise(levels))
    figures = re.findall(r"<svg [^>]*>", page)
    assert figures
    assert all('role="img"' in f and 'aria-label="' in f for f in figures)


def test_what_users_write_is_escaped_everywhere():
    auc = metric("roc_auc")
    evil = made.analysis(
        learners=made.cards([EVIL, "b"]),
        declared={"why": EVIL, "command": EVIL, "versions": {EVIL: EVIL}},
        numbers={(EVIL, "roc_auc"): (0.9, 0.88, 0.92), ("b", "roc_auc"): (0.8, 0.78, 0.82)},
        families=[made.family(auc, [made.verdict(auc, EVIL, "b", 0.1, 0.02, 0.001)], [EVIL, "b"],
                              uncompared=((EVIL, "c", EVIL),))],
        data=made.problem(name=EVIL, notices=(EVIL,)), warnings={EVIL: (EVIL,)}, failures=((EVIL, "0/0", EVIL),))
    for page in (as_html(evil), Result(evil)._repr_html_()):
        reader = Reader(page)
        assert page.count("<script") == reader.tags.count("script") == page.count("<script>\n// Tables of numbers")
        assert EVIL in reader.text


def test_numbers_in_figures_are_those_of_the_table():
    """A figure once lost the last digit of its numbers to the rounding of its coordinates."""
    svg = to_svg(estimates_figure(made.churn(), metric("roc_auc")))
    said = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    assert {"0.847 (0.834 to 0.859)", "0.845 (0.832 to 0.857)", "0.826 (0.812 to 0.839)"} <= set(said)
    assert {"hist-gradient-boosting", "logistic", "forest", "prior (baseline)"} <= set(said)


@pytest.mark.parametrize("draw", [estimates_figure, scores_figure, comparison_matrix_figure])
def test_svg_is_the_same_every_time_and_small(draw):
    analysis = made.churn()
    first = to_svg(draw(analysis, analysis.primary), title="a < b")
    assert first == to_svg(draw(analysis, analysis.primary), title="a < b")
    assert first.startswith("<svg ")
    assert 'aria-label="a &lt; b"' in first
    assert len(first) < 20_000
    assert not re.search(r"20\d\d-\d\d-\d\d|xlink|rdf", first)


def test_the_matrix_carries_a_number_and_a_word_in_every_cell():
    analysis = made.failing()
    svg = to_svg(comparison_matrix_figure(analysis, analysis.primary))
    said = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    assert [said.count(word) for word in ("better", "worse", "can't tell", "not compared", "–")] == [2, 2, 2, 6, 4]
    assert {"+0.030", "−0.030", "+0.340", "−0.340", "+0.310", "−0.310"} <= set(said)


def test_a_single_learner_has_no_matrix():
    analysis = made.single()
    with pytest.raises(BadInput, match="nothing to be compared with"):
        comparison_matrix_figure(analysis, analysis.primary)
    assert "Each against each" not in as_html(analysis)


def test_a_baseline_far_away_does_not_squeeze_the_rest():
    axes = estimates_figure(made.churn(), metric("roc_auc")).axes[0]
    assert axes.get_xlim()[0] > 0.8
    near = estimates_figure(made.useless(), metric("roc_auc")).axes[0].get_xlim()
    assert near[0] < 0.5 < near[1]


def test_the_warning_and_the_unfinished_state_stand_at_the_top():
    page = as_html(made.useless())
    assert page.index("is NOT shown to beat") < page.index("How good each is")
    unfinished = as_html(made.failing())
    assert unfinished.index("23 of 400 fits") < unfinished.index("How good each is")


def test_nothing_went_wrong_is_said_only_when_true():
    assert "every fit succeeded" in as_html(made.churn())
    assert "every fit succeeded" not in as_html(made.failing())


def test_an_undeclared_detail_is_left_out():
    bare = made.churn()
    bare = replace(bare, study=replace(bare.study, created="", declaration=Declaration(
        verb="compare", metrics=("roc_auc", "log_loss"), names=tuple(bare.learners))))
    text = Reader(as_html(bare)).text
    assert "Versions" in Reader(as_html(made.churn())).text
    assert "Versions" not in text
    assert not re.search(r"\bNone\b", text)


def test_the_page_is_written_where_asked(tmp_path):
    path = Result(made.single()).report(tmp_path / "report.html")
    assert path.read_text(encoding="utf-8") == as_html(made.single())


def test_the_notebook_fragment_is_compact():
    fragment = Result(made.churn())._repr_html_()
    reader = Reader(fragment)
    assert reader.open == []
    assert "html" not in reader.tags
    assert verdict_sentences(made.churn())[0] in reader.text
    assert len(fragment) < 15_000


def test_importing_the_room_is_light():
    import subprocess
    import sys

    code = ("import sys, referee.report\n"
            "print(sorted({'matplotlib', 'pandas', 'jinja2', 'scipy'} & set(sys.modules)))")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_every_pair_is_in_a_table_without_any_script():
    analysis = made.ALL["many"]()
    page = as_html(analysis).partition("<script")[0]
    table = re.search(r'<table role="table" class="numbers pairs.*?</table>', page, re.DOTALL).group()
    assert table.count("<tr ") == 1 + len(analysis.family.every_verdict)
    assert table.count('title="') == len(analysis.family.every_verdict)
    assert page.count('<details data-metric="') == len(analysis.metrics) - 1
