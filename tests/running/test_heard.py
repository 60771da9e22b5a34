"""What learners raise and warn of: kept short, whatever it is."""

import signal
import threading
import time

import numpy as np
import pytest

from referee.data import make_problem
from referee.designs import Split
from referee.learners import Learner, Takes, resolve
from referee.running import heard
from referee.running.bench import lay_out
from referee.running.fit import fit_one
from running import cabinet

rng = np.random.default_rng(0)
X, Y = rng.normal(size=(60, 3)), np.array(["a", "b", "c"] * 20)
PROBLEM = make_problem(X, Y)
SPLIT = Split(label="0/0", n_rows=60, test=np.arange(10))


def fit(kind):
    item = Learner(name="vicious", make=lambda _seed: kind(), recipe={"class": kind.__name__}, takes=Takes.MATRIX)
    return fit_one(lay_out(PROBLEM, (item,), seed=0), item, SPLIT)


def test_an_error_that_cannot_say_itself_is_named_by_its_kind():
    record = fit(cabinet.RaisesUnspeakably)
    assert record.error == "Unspeakable: (it cannot say what is wrong)"
    assert "misbehave" in record.traceback


def test_a_long_story_is_cut():
    record = fit(cabinet.RaisesAtLength)
    assert record.error.startswith("ValueError: long long")
    assert len(record.error) == heard.LONGEST
    assert len(record.traceback) <= heard.LONGEST_TRACE


@pytest.mark.parametrize(("kind", "error"), [
    (cabinet.Exits, "SystemExit: enough"), (cabinet.ClosesTheGenerator, "GeneratorExit: closed"),
])
def test_leaving_is_a_failure_like_any_other(kind, error):
    assert fit(kind).error == error


def test_of_thousands_of_warnings_five_are_kept():
    assert fit(cabinet.WarnsByTheThousand).warnings == tuple(f"UserWarning: warning {i}" for i in range(5))


def test_a_warning_without_words_fails_its_fit_alone():
    assert fit(cabinet.WarnsUnspeakably).error == "ValueError: no words"


@pytest.fixture
def _ctrl_c_is_listened_to():
    """As at a terminal; tests that were started in the background have it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_ctrl_c_is_listened_to")
def test_ctrl_c_is_the_users_where_it_is_listened_to_and_the_learners_where_it_is_not():
    with pytest.raises(KeyboardInterrupt):
        fit(cabinet.Interrupts)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    assert fit(cabinet.Interrupts).error == "KeyboardInterrupt"


@pytest.mark.usefixtures("_ctrl_c_is_listened_to")
def test_a_net_that_was_interrupted_is_not_recorded_half_trained():
    """scikit-learn's nets catch Ctrl-C, warn, and predict with what they have."""
    (net,) = resolve("mlp:max_iter=100000,tol=0,n_iter_no_change=100000", PROBLEM)
    bench = lay_out(PROBLEM, (net,), seed=0)

    def interrupt():
        time.sleep(0.3)
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        fit_one(bench, net, SPLIT)


def test_a_size_that_is_no_number_is_not_written_down():
    class Boundless(cabinet.Tame):
        n_samples_fit_ = float("inf")

    record = fit(Boundless)
    assert record.error == ""
    assert record.notes.get("complexity", {}) == {}
