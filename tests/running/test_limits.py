"""Limits of a fit: refused where they are none, kept by a clock that never jumps."""

import math
import os
import time

import numpy as np
import pytest

from referee.errors import BadInput
from referee.running import Local, make_engine
from referee.running.limits import LOADING_SECONDS, Limits, resident


@pytest.mark.parametrize("value", [math.inf, math.nan, 0, -1])
@pytest.mark.parametrize("which", ["time_limit", "memory_limit"])
def test_what_is_no_limit_is_refused(which, value):
    with pytest.raises(BadInput, match=rf"a {which.partition('_')[0]} limit is a number of \w+ above 0"):
        Local(**{which: value})


def test_a_memory_limit_is_a_parameter_of_the_engine():
    assert make_engine("local:memory_limit=2000", workers=2).limits == Limits(megabytes=2000)


def test_a_fit_is_late_by_its_own_time_and_loading_does_not_count():
    limits = Limits(seconds=5)
    def why(came, since, now):
        return limits.exceeded(pid=0, came=came, since=since, now=now)

    assert why(0, 10, 14.9) == ""
    assert why(0, 10, 15.1) == "stopped after the time limit of 5 s"
    assert why(0, None, 5 + LOADING_SECONDS - 0.1) == ""
    assert why(0, None, 5 + LOADING_SECONDS + 0.1) == "stopped after the time limit of 5 s"
    assert why(None, None, 1e9) == ""


def test_a_clock_that_is_put_forward_stops_no_fit(monkeypatch):
    from running.test_local import PROBLEM, fitted, make_plan, resolve

    ahead = time.time() + 3600
    monkeypatch.setattr(time, "time", lambda: ahead)
    done, _ = fitted(resolve(["tree"], PROBLEM), Local(workers=1, time_limit=30), make_plan("holdout", PROBLEM, seed=1))
    assert (done.fitted, done.failed) == (1, 0)


def test_memory_is_measured_and_a_limit_is_told():
    before = resident(os.getpid())
    eaten = np.ones(12_500_000)
    assert resident(os.getpid()) - before > 0.8 * eaten.nbytes
    assert "more than the memory limit of 1 MB" in Limits(megabytes=1).exceeded(pid=os.getpid(), came=0, since=0, now=0)
    assert Limits(megabytes=1e6).exceeded(pid=os.getpid(), came=0, since=0, now=0) == ""
    assert resident(2**22 + 1) is None
