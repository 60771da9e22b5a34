"""In a notebook fits are shown without being asked for; elsewhere, or where something else was asked for, not."""

import sys
from types import SimpleNamespace

import pytest

import referee
from referee.api.notebook import in_a_notebook, shown
from referee.comparisons.pair_html import pair_html
from referee.comparisons.verdict import Outcome
from referee.estimates._base import Interval
from referee.running.done import silent


@pytest.fixture
def kernel(monkeypatch):
    """As if this ran in Jupyter."""
    shell = type("ZMQInteractiveShell", (), {})()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))


def test_elsewhere_nothing_is_shown(monkeypatch):
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    assert not in_a_notebook()
    with shown(silent) as tick:
        assert tick is silent


@pytest.mark.usefixtures("kernel")
def test_what_was_asked_for_is_kept():
    def own(done, total, failed, left=None):
        """Count."""

    assert in_a_notebook()
    with shown(own) as tick:
        assert tick is own


@pytest.mark.usefixtures("kernel")
def test_without_rich_it_is_a_line(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "rich.progress", None)
    with shown(silent) as tick:
        tick(1, 2, 0)
        tick(2, 2, 1)
    assert capsys.readouterr().err == "\rFitted 1 of 2.\rFitted 2 of 2, 1 failed.\n"


@pytest.mark.usefixtures("kernel")
def test_a_verb_counts_its_fits_there(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "rich.progress", None)
    referee.evaluate("lda", "iris", metrics="accuracy", design="kfold:folds=3", jobs=1)
    assert "Fitted 6 of 6." in capsys.readouterr().err


@pytest.mark.usefixtures("kernel")
def test_with_rich_it_is_a_bar_that_ends():
    with shown(silent) as tick:
        assert tick is not silent
        tick(1, 2, 0)
        tick(2, 2, 0)


class Pair(SimpleNamespace):
    def __repr__(self):
        return f"{self.a} − {self.b}"


def test_a_pair_is_drawn_with_zero_and_its_names_cannot_become_markup():
    pair = Pair(a="<b>", b="tree", difference=0.02, interval=Interval(0.01, 0.03), outcome=Outcome.BETTER)
    drawn = pair_html(pair)
    assert "<b>" not in drawn
    assert "&lt;b&gt;" in drawn
    assert drawn.count("<circle") == 1
    assert ">0</text>" in drawn


@pytest.mark.parametrize("interval", [None, Interval(0.0, 0.0)])
def test_a_pair_without_an_interval_to_show_is_a_sentence(interval):
    pair = Pair(a="lda", b="tree", difference=0.0, interval=interval, outcome=Outcome.IDENTICAL)
    assert "<svg" not in pair_html(pair)
