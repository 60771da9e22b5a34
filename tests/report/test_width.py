"""Answers are as wide as the terminal: nothing is longer, and nothing is lost."""

import pytest

from referee.report import as_text
from referee.report.text import aligned
from referee.report.width import at_width, width, width_of_text
from report import analyses as made


@pytest.mark.parametrize("columns", [80, 100, 120, 200])
@pytest.mark.parametrize("shape", made.ALL.values(), ids=made.ALL.keys())
def test_no_line_is_wider_than_the_terminal(shape, columns):
    with at_width(columns):
        text = as_text(shape())
    assert max(map(len, text.splitlines())) <= columns


def test_a_narrow_terminal_loses_no_difference_and_no_verdict():
    with at_width(80):
        narrow = as_text(made.churn())
    for said in ("−0.021 (−0.029 to −0.013)  worse", "−0.002 (−0.007 to +0.003)  can't tell", "0.812 to 0.839"):
        assert said in narrow


def test_columns_that_do_not_fit_stand_below_each_with_its_names():
    header, rows = ["model", "x" * 40, "", "y" * 40], [["lda", "1", "worse", "2"], ["tree", "3", "better", "4"]]
    with at_width(80):
        lines = list(aligned(header, rows))
    assert [line.split() for line in lines] == [
        ["model", "x" * 40], ["lda", "1", "worse"], ["tree", "3", "better"], [], ["model", "y" * 40], ["lda", "2"],
        ["tree", "4"]]
    with at_width(200):
        assert len(list(aligned(header, rows))) == 3


def test_a_width_is_within_reason_and_gone_afterwards():
    with at_width(10):
        assert width() == 80
    with at_width(1000):
        assert (width(), width_of_text()) == (200, 120)
    assert width() == 100
