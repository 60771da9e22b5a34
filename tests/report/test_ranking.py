"""What people read about a ranking: text, JSON, pictures, the page."""

import json
import re
from itertools import pairwise

import numpy as np
import pytest

import referee
from referee.errors import BadInput
from referee.report.html import page_html
from referee.report.ranking.critical_difference import bar_rows, critical_difference_figure
from referee.report.ranking.page import ranking_page
from referee.report.ranking.pairs_figure import pairwise_figure
from referee.seeds import stream


def table(n, k, spread=0.3):
    x = stream(n * 100 + k, "table").normal(size=(n, k)) * 0.02 + 0.8 + np.linspace(0, spread, k) * 0.1
    return {"dataset": [f"set {i}" for i in range(n)]} | {f"model-{j}": x[:, j] for j in range(k)}


@pytest.fixture(scope="module")
def four():
    return referee.rank(table(20, 4), metric="accuracy", rope=0.01)


def test_the_text_has_the_verdict_the_scope_and_the_method_within_100_columns(four):
    text = str(four)
    assert max(map(len, text.splitlines())) <= 100
    for part in ("Verdict: ", "Scope: this speaks of data sets like these 20", "Friedman χ² = ",
                 "Iman–Davenport F(3, 57)", "6 comparisons corrected by Holm", "w-t-l",
                 "the chance of a false alarm would be up to 30% (26% were the comparisons independent)", "mean rank"):
        assert part in text.replace("\n", " ") or part in text


def test_long_names_and_many_models_stay_within_100_columns():
    long = {f"a rather long name of a model, number {key}" if key != "dataset" else key: v
            for key, v in table(30, 50).items()}
    lines = str(referee.rank(long, metric="accuracy")).splitlines()
    assert max(map(len, lines)) <= 100
    assert any(line.startswith("… and 10 more") for line in lines)


def test_an_assumed_direction_is_said_loudly():
    text = str(referee.rank(table(10, 3)))
    assert "! Higher scores were taken to be better, because neither the table nor the call says which" in text
    assert "! Higher" not in str(referee.rank(table(10, 3), higher_is_better=True))


def test_too_few_data_sets_are_said_and_what_can_be_given_is_given():
    result = referee.rank(table(5, 3), metric="accuracy")
    assert ("No decision is possible with 5 data sets: no two-sided test by ranks or signs over them can reach 0.05, "
            "whatever the scores (the smallest p-value there is is 0.062)") in result.verdict
    assert "mean rank" in str(result)
    assert {pair["outcome"] for pair in result.to_dict()["pairs"]} == {"can't tell"}


def test_enough_for_one_pair_and_too_few_for_all_is_said_too():
    text = referee.rank(table(7, 5), metric="accuracy").verdict
    assert "can reach 0.05 once 10 comparisons are corrected for" in text
    assert "at least 9 data sets are needed" in text


def test_a_decided_pair_without_the_best_model_is_told():
    bump = np.array([0.010, 0.020, 0.015, 0.012, 0.011, 0.013, 0.014, -0.030, -0.020, -0.025, -0.021, -0.026])
    x = {"dataset": list("abcdefghijkl"), "first": 0.9 + bump, "second": np.full(12, 0.9), "last": np.full(12, 0.7)}
    assert "Among the others, second is better than last." in referee.rank(x, metric="accuracy").verdict
    assert "Among the others" not in referee.rank(x | {"last": 0.9 - bump / 2}, metric="accuracy").verdict


def test_ties_are_shown_as_ties():
    x = {"dataset": list("abcdefgh"), "one": [1.0] * 8, "two": [1.0] * 8, "three": [0.0] * 8}
    result = referee.rank(x, metric="accuracy")
    assert "one and two share the best mean rank, 1.50 of 3" in result.verdict
    assert [m["place"] for m in result.to_dict()["models"]] == ["1=", "1=", "3"]
    assert result.to_dict()["data_sets"][0]["ranks"] == {"one": 1.5, "two": 1.5, "three": 3.0}


def test_the_json_is_json(four):
    said = json.loads(json.dumps(four.to_dict(), allow_nan=False))
    assert len(said["pairs"]) == 6
    assert said["friedman"]["chi2"] > 0
    assert said["pairs"][0]["posterior"]["a_better"] <= 1


def test_every_ranking_is_json_even_a_perfect_one():
    x = {"dataset": list("abcdefgh"), "one": range(8), "two": range(1, 9), "three": range(2, 10)}
    json.dumps(referee.rank(x, metric="rmse").to_dict(), allow_nan=False)


def test_the_frames(four):
    assert list(four.table().model) == list(four.ranking.models)
    assert len(four.comparisons()) == 6


def test_the_page_needs_nothing_but_itself(four):
    html = page_html(ranking_page(four.ranking, command="referee rank x.csv"))
    assert not re.search(r'(src|href)="(?!#)', html)
    assert html.count("<script") == html.count("<script>\n// Tables of numbers") == 1
    assert html.count("<svg") == 1
    assert four.verdict.split(";")[0][:30] in html
    assert "referee rank x.csv" in html


def test_names_are_escaped():
    evil = {"dataset": list("abcdefgh"), "<b>x</b>": stream(1, "x").random(8), "$y$": stream(2, "y").random(8)}
    html = page_html(ranking_page(referee.rank(evil, metric="accuracy").ranking))
    assert "<b>x</b>" not in html
    assert "&lt;b&gt;x" in html


@pytest.mark.slow
@pytest.mark.parametrize(("k", "pictures"), [(4, 1), (20, 2), (35, 1)])
def test_the_matrix_is_a_table_a_picture_or_said_to_be_too_large(k, pictures):
    html = page_html(ranking_page(referee.rank(table(30, k), metric="accuracy").ranking))
    assert html.count("<svg") == pictures
    assert ("too many to show" in html) == (k == 35)
    assert ('class="matrix"' in html) == (k == 4)


def test_a_matrix_too_large_to_read_is_refused():
    with pytest.raises(BadInput, match="up to 30"):
        pairwise_figure(referee.rank(table(30, 31), metric="accuracy").ranking)


def _texts(figure):
    figure.canvas.draw()
    boxes = [(t.get_text(), t.get_window_extent()) for axes in figure.axes for t in axes.texts if t.get_text()]
    return boxes, figure.bbox


@pytest.mark.parametrize("k", [2, 20, *(pytest.param(k, marks=pytest.mark.slow) for k in (3, 10, 30))])
@pytest.mark.parametrize("spread", [0.001, 3.0])
def test_no_label_of_the_picture_overlaps_another_or_leaves_it(k, spread):
    _in_order(referee.rank(table(30, k, spread), metric="rmse").ranking)


@pytest.mark.parametrize("sets", [3, 4, 5, 6, 8, 12])
def test_a_critical_difference_as_long_as_the_line_leaves_room_for_its_name(sets):
    _in_order(referee.rank(table(sets, 3, 3.0), metric="rmse").ranking)


def _in_order(ranking):
    boxes, whole = _texts(critical_difference_figure(ranking))
    assert len(boxes) >= len(ranking.models)
    for i, (text, box) in enumerate(boxes):
        assert box.x0 >= whole.x0 - 1, text
        assert box.x1 <= whole.x1 + 1, text
        assert box.y0 >= whole.y0 - 1, text
        assert box.y1 <= whole.y1 + 1, text
        for other, its in boxes[i + 1:]:
            apart = box.x0 >= its.x1 or its.x0 >= box.x1 or box.y0 >= its.y1 - 1 or its.y0 >= box.y1 - 1
            assert apart, (text, other)


def test_the_ranks_in_the_picture_are_the_mean_ranks():
    ranking = referee.rank(table(16, 5), metric="accuracy").ranking
    boxes, _ = _texts(critical_difference_figure(ranking))
    numbers = {float(m.group()) for text, _ in boxes if "model" in text for m in [re.search(r"\d+\.\d+", text)]}
    assert numbers == {round(float(m) + 1e-9, 2) for m in ranking.mean_ranks}


def test_bars_never_join_two_that_were_told_apart():
    ranking = referee.rank(table(60, 12), metric="accuracy").ranking
    groups = ranking.groups().members
    assert groups
    assert any(d.decided for d in ranking.duels)
    for group in groups:
        for i in group:
            for j in group:
                assert i == j or not ranking.pair(ranking.models[i], ranking.models[j]).decided


def test_bars_of_one_row_keep_apart():
    ranks = [1.0, 1.5, 2.0, 4.0, 5.0]
    for row in bar_rows([(0, 1, 2), (1, 2), (2, 3), (3, 4)], ranks):
        for one, other in pairwise(row):
            assert ranks[one[-1]] < ranks[other[0]]


def test_a_notebook_shows_it(four):
    assert "<svg" in four._repr_html_()
