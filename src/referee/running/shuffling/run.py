"""Run the shuffles that are not recorded yet, each learner on each, and write each down whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from referee.data.problem import Problem
from referee.data.shuffle import Shuffle
from referee.designs.plan import Plan
from referee.learners import Learner, TunedLearner
from referee.ledger import BatchWriter, Ledger, Record, job_key, require_open, whole_plan
from referee.one_thread import one_thread
from referee.running.bench import lay_out
from referee.running.done import Done, Progress, silent
from referee.running.run import Engine, card_of
from referee.running.shortcuts.answering import NOTE, same, sure_records
from referee.running.shuffling.at_once import many_at_once
from referee.running.shuffling.bench import ShuffleBench, laid_out
from referee.running.shuffling.job import ShuffleJob, fit_whole
from referee.running.shuffling.logistic import STEPS
from referee.running.source import Source


def run_shuffles(  # noqa: PLR0913 - everything a run is made of
    problem: Problem, plan: Plan, learners: tuple[Learner, ...], shuffle: Shuffle, *, ledger: Ledger, engine: Engine,
    seed: int, progress: Progress = silent, raw: Problem | None = None,
    before: Callable[[Any, Any], Any] | None = None,
) -> Done:
    """The procedure on every shuffle, as far as the ledger does not have it. Counts fits of outer splits.

    Where `problem` was made of a `raw` one by `before`, that is what is shuffled, and `before` is done again.
    """
    require_open(ledger, problem)
    ledger.add_problem(problem)
    ledger.add_plan(plan.card, plan.splits())
    for learner in learners:
        ledger.add_learner(card_of(learner, seed))
    missing, each = missing_shuffles(plan, learners, shuffle, ledger, seed=seed), len(plan.card.entries)
    total = len({learner.fingerprint(seed) for learner in learners}) * shuffle.count * each
    reused, made, lost, quick, steps = total - len(missing) * each, 0, 0, 0, 0
    progress(reused, total, 0)
    if missing:
        bench = laid_out(lay_out(problem, learners, seed=seed), problem, plan, shuffle, raw=raw, before=before)
        with BatchWriter(ledger) as writer:
            for record in _records(bench, missing, engine, writer):
                writer.add(record)
                made += each
                lost += each if record.failed else len(record.notes.get("errors", ()))
                quick += each if NOTE in record.notes else 0
                steps += each if STEPS in record.notes else 0
                progress(reused + made, total, lost)
    return Done(total=total, reused=reused, fitted=made, failed=lost, shortcut=quick, steps=steps)


def missing_shuffles(plan: Plan, learners: tuple[Learner, ...], shuffle: Shuffle, ledger: Ledger, *,
                     seed: int) -> set[tuple[int, int]]:
    """Learner and number of the shuffles that are not recorded yet; one learner under two names counts once."""
    names = {learner.fingerprint(seed): i for i, learner in reversed(list(enumerate(learners)))}
    done = ledger.keys(problem=plan.problem)
    return {(i, b) for name, i in names.items() for b in range(1, shuffle.count + 1)
            if job_key(plan.problem, name, whole_plan(plan.fingerprint, shuffle.fingerprint, b)) not in done}


def _records(bench: ShuffleBench, missing: set[tuple[int, int]], engine: Engine,
             writer: BatchWriter) -> Iterator[Record]:
    """What can be computed for many shuffles at once first, the rest shuffle by shuffle from the engine."""
    left = set(missing)
    for learner in sorted({i for i, _ in missing}):
        for number, record in many_at_once(bench, learner, {b for i, b in missing if i == learner}):
            left.discard((learner, number))
            yield record
    if left:
        trusted = frozenset(i for i in sorted({i for i, _ in left}) if _trusted(bench, i))
        jobs = (ShuffleJob(i, b) for b, i in sorted((b, i) for i, b in left))
        yield from engine.run(replace(bench, quick=trusted), Source(jobs, writer.pause), len(left))


def _trusted(bench: ShuffleBench, number: int) -> bool:
    """Whether the learner has an exact shortcut that says of the first shuffle what a refit says."""
    learner = bench.learners[number]
    if isinstance(learner, TunedLearner) or bench.shuffle.relabels:
        return False
    shuffled, problem, splits = bench.shuffled(1)
    with one_thread():
        known = sure_records(shuffled, learner, splits)
        first = next((split for split in splits if split.fingerprint in known), None)
        if first is None:
            return False
        return same(known[first.fingerprint], fit_whole(shuffled, learner, problem, first), shuffled)
