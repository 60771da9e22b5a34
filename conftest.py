"""Hypothesis without deadlines: how long an example takes says how busy the machine is, not whether the code is right.

Examples are drawn anew at each run; on a build server (CI=true) they are the same at every run. There are few of them
in the short run; `-m "slow or hypothesis"` draws many.
"""

import gc
import os
import sys

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings
from markupsafe import Markup

FEW, MANY = 15, 150
# Searches, hundreds of fits, and a conformance suite for each kind of thing.
LONG_PAGES = {"docs/tuning.md", "docs/extending.md", "docs/panorama.md", "docs/looks.md", "docs/chance.md",
              "src/referee/testing/methods.py"}

# Packages that tests install are imported where they are installed, never by the search for doctests: importing one
# would register what it brings in the process of every test after it.
collect_ignore_glob = ["tests/fixtures/*"]


def pytest_configure(config):
    """Choose how many examples there are, before tests are read: they take the settings there are then."""
    examples = MANY if "hypothesis" in (config.option.markexpr or "") else FEW
    repeatable = {"derandomize": True, "print_blob": True} if os.environ.get("CI") == "true" else {}
    settings.register_profile("unhurried", deadline=None, max_examples=examples, **repeatable)
    settings.load_profile("unhurried")
    # Test processes, workers and programs that tests start find compiled what the first of them compiled.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path):
    """A file without an example is not searched for examples, which takes as long as its import."""
    found = yield
    if file_path.suffix == ".py" and b">>>" not in file_path.read_bytes():
        return [one for one in found if not isinstance(one, DoctestModule)]
    return found


def pytest_collection_modifyitems(config, items):
    """The examples of a page that takes seconds are for the long run."""
    long_pages = {config.rootpath / page for page in LONG_PAGES}
    for item in items:
        if item.path in long_pages:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session", autouse=True)
def _a_core_for_each_of_the_test_processes():
    """Who does not ask for workers gets none: two processes with tests that start two each are in each other's way."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
        yield


def pytest_collection_finish():
    """What thousands of tests are made of stays to the end: the collector need not look at it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def undrawn(monkeypatch):
    """Pages without their pictures: drawing is most of a page's time, and knows nothing of what the page says."""
    monkeypatch.setattr("referee.report.html.drawn", lambda _: Markup("<svg></svg>"))
    monkeypatch.setattr("referee.report.svg.to_svg", lambda figure, **_: f"<svg>{len(figure.axes)}</svg>")


@pytest.fixture
def few_repeats(monkeypatch):
    """A panorama of twice ten folds, for tests of what becomes of them."""
    monkeypatch.setattr("referee.reading.panorama.plan.REPEATS", 2)


@pytest.fixture
def few_resamples(monkeypatch):
    """Bootstraps of a test set short enough for tests of what becomes of them."""
    monkeypatch.setattr("referee.reading.intervals.one_test_set.RESAMPLES", 99)
    monkeypatch.setattr("referee.reading.resampled_table.RESAMPLES", 99)
