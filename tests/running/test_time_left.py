"""The time that is told while fits go on: by learner, and from the rows each fit learns from."""

import heapq
import math

import numpy as np
import pytest

from referee.data import make_problem
from referee.designs import make_plan
from referee.learners import resolve
from referee.ledger import open_ledger
from referee.running.jobs import todo
from referee.running.time_left import TimeLeft

SECONDS = {"prior": 0.001, "gaussian-nb": 0.01, "logistic": 0.5, "forest": 20.0}


@pytest.fixture
def work():
    """Ten parts, then halves: 90 and 50 training rows."""
    draw = np.random.default_rng(0)
    problem = make_problem(draw.normal(size=(100, 3)), draw.integers(0, 2, 100))
    plan = make_plan("halves:repeats=20,folds=10", problem, seed=1)
    learners = resolve(["gaussian-nb", "logistic", "forest"], problem)
    ledger = open_ledger(":memory:")
    yield todo(plan, learners, ledger, seed=1), {one.fingerprint(1): one.name for one in learners}
    ledger.close()


def walked(work, names, workers, *, skip=()):
    """The times told after each fit of a run with so many workers, beside the times it then really took."""
    now, told, free = [0.0], [], [0.0] * workers
    time_left = TimeLeft(workers=workers, clock=lambda: now[0])
    time_left.expect([work])
    sizes = {entry.split: entry.n_train for entry in work.plan.card.entries}
    events = []
    for job in work.jobs():
        name = names[work.fingerprints[job.learner]]
        cost = SECONDS[name] * sizes[job.split.fingerprint] / 90
        begun = heapq.heappop(free)
        heapq.heappush(free, begun + cost)
        events.append((begun + cost, work.fingerprints[job.learner], job.split.fingerprint, cost))
    end = max(free)
    seen = set()
    for when, learner, split, cost in sorted(events):
        now[0] = when
        if learner in skip:
            time_left.answered(learner, [split])
        else:
            time_left.fitted(learner, split, cost)
        seen.add(names[learner])
        told.append((time_left(), end - when, frozenset(seen)))
    return told


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_within_a_factor_once_each_learner_was_fitted(work, workers):
    todo, names = work
    known = [(told, really) for told, really, seen in walked(todo, names, workers) if len(seen) == len(names)]
    long = [(told, really) for told, really in known if really > 3 * SECONDS["forest"]]
    assert len(long) > 10                                         # later on single fits are what is left
    assert all(1 / 1.5 < told / really < 1.5 for told, really in long), long


def test_not_told_while_a_learner_was_never_fitted(work):
    todo, names = work
    early = [told for told, _, seen in walked(todo, names, 2) if "forest" not in seen]
    assert early
    assert all(math.isnan(told) for told in early)


def test_what_a_shortcut_answers_costs_nothing(work):
    todo, names = work
    quick = next(learner for learner, name in names.items() if name == "gaussian-nb")
    told = walked(todo, names, 1, skip={quick})
    assert not math.isnan(told[-1][0])
    assert told[-1][0] == 0


def test_what_others_made_is_not_waited_for(work):
    todo, _ = work
    time_left = TimeLeft(clock=lambda: 10.0)
    time_left.expect([todo])
    entry = todo.plan.card.entries[0]
    for learner in todo.fingerprints:
        time_left.fitted(learner, entry.split, 1.0)
    before = time_left()
    time_left.leave_out(0.5)
    assert time_left() == pytest.approx(before / 2, rel=0.01)


def test_a_learner_that_is_chosen_later_is_priced_like_the_others(work):
    todo, _ = work
    time_left = TimeLeft(clock=lambda: 5.0)
    time_left.expect([todo], chosen=True)
    entry = todo.plan.card.entries[0]
    time_left.rows_of[entry.split] = entry.n_train
    time_left.fitted("a setting", entry.split, 1.0)
    rows = sum({e.label: e.n_train for e in todo.plan.card.entries}[label] for _, label in todo.missing)
    assert time_left() == pytest.approx(rows / entry.n_train)
