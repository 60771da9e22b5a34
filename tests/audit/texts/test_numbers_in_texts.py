"""Numbers of texts that cannot be: p in cells of tables, means of whole answers, scores beside a table of counts."""

import pytest

import referee


def impossible(tmp_path, text, name="text.md"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return [str(one) for one in referee.audit(path)["F-30"].findings]


IN_CELLS = [
    "| outcome | test |\n|---|---|\n| speed | *t*(29) = 1.42, *p* = {} |\n",
    "| outcome | statistic | p |\n|---|---|---|\n| speed | t(29) = 1.42 | {} |\n",
    "| outcome | M | t(29) | p |\n|---|---|---|---|\n| speed | 3.1 | 1.42 | {} |\n",
    "| Measure | Result |\n|---|---|\n| Speed (primary) | _t_(29) = 1.42; _p_ = {} |\n",
    "\\begin{{tabular}}{{ll}} Outcome & Test \\\\ \\hline Speed & $t(29) = 1.42$, $p = {}$ \\\\ \\end{{tabular}}\n",
]


@pytest.mark.parametrize("table", IN_CELLS)
def test_p_in_a_cell_follows_from_its_statistic(table, tmp_path):
    name = "text.tex" if "tabular" in table else "text.md"
    told = impossible(tmp_path, f"Both were compared.\n\n{table.format('.013')}\nIt was faster.\n", name)
    assert len(told) == 1
    assert "does not follow from t 1.42 and df 29" in told[0]
    assert impossible(tmp_path, f"Both were compared.\n\n{table.format('.166')}\nIt was faster.\n", name) == []


def test_adjusted_p_values_in_cells_are_left(tmp_path):
    table = IN_CELLS[1].format(".33")
    assert impossible(tmp_path, f"All p values are Holm-adjusted.\n\n{table}") == []


ANSWERS = [
    "Twenty-four people used it and answered a single item in whole points. Usefulness was high (M = {}, SD = 1.06).",
    "Ratings were given as whole numbers from 1 to 7 (n = 24). Trust: *M* = {}, *SD* = 1.2; effort: M = 3.21.",
    "24 nurses rated each alarm on one 5-point item. The new alarm was preferred (M = {}, SD = .9), t(23) = 2.2.",
    "Each of the 24 students gave integer ratings.\n\nClarity rose to M = {} (SD = 0.80).",
]


@pytest.mark.parametrize("text", ANSWERS)
def test_a_mean_of_whole_answers_is_a_multiple_of_their_number(text, tmp_path):
    told = impossible(tmp_path, text.format("5.48"), "text.txt")
    assert len(told) == 1
    assert "not the mean of 24 whole numbers" in told[0]
    assert impossible(tmp_path, text.format("5.46"), "text.txt") == []


@pytest.mark.parametrize("text", [
    "Twenty-four people rated four items on a 7-point scale, in whole points; items were averaged. Trust: M = 5.48.",
    "24 people answered a single item in whole points (n = 24; after one left, n = 23). Trust was M = 5.48, SD = 1.",
    "24 people answered in whole points. Their mean age was M = 27.81 years; time on task M = 5.48 min.",
    "24 people moved a slider. Trust was high (M = 5.48, SD = 1.06).",
])
def test_means_of_anything_else_are_left(text, tmp_path):
    assert impossible(tmp_path, text, "text.txt") == []


COUNTS = [
    ("| | Disease present | Disease absent | Total |\n|---|---|---|---|\n| Test positive | 79 | 49 | 128 |\n"
     "| Test negative | 17 | 495 | 512 |\n"),
    ("| | Predicted positive | Predicted negative |\n|---|---|---|\n| Actual positive | 79 | 17 |\n"
     "| Actual negative | 49 | 495 |\n"),
    "| Network | Biopsy + | Biopsy - |\n|---|---|---|\n| flagged, yes | 79 | 49 |\n| flagged, no | 17 | 495 |\n",
]


@pytest.mark.parametrize("table", COUNTS)
def test_scores_of_the_text_follow_from_the_counts_of_its_table(table, tmp_path):
    say = "The cohort had 640 patients.\n\n{}\nSensitivity was 82.3 % and specificity {} %. All were seen.\n".format
    told = impossible(tmp_path, say(table, "95.2"))
    assert len(told) == 1
    assert "specificity 95.2% cannot go with" in told[0]
    assert "0.91 would be possible" in told[0]
    assert impossible(tmp_path, say(table, "91.0")) == []


@pytest.mark.parametrize("more", [
    "Sensitivity was 82.3 % and specificity 91.0 %. Graders had a sensitivity of 79.2 % and a specificity of 95.2 %.",
    "In the other hospital sensitivity was 70.1 % and specificity 95.2 %.",
])
def test_scores_of_others_are_left(more, tmp_path):
    assert impossible(tmp_path, f"The cohort had 640 patients.\n\n{COUNTS[0]}\n{more}\n") == []
