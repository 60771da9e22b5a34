"""Sentences that belong to predictions made elsewhere: what they are about, where models disagree, what clusters do."""

from __future__ import annotations

from collections.abc import Iterator

from referee.comparisons.verdict import Verdict
from referee.kinds import Task
from referee.reading.disagreement import disagreement
from referee.reading.intervals.naive_width import naive_narrower
from referee.report.best_first import best_first
from referee.report.wording import count, percent
from referee.study import Analysis

FEW = 3         # so many rivals of the best are told apart by their disagreements


def judged_lines(analysis: Analysis) -> Iterator[str]:
    """What was read, before the answer: how many models and cases, in how many clusters, and what was noticed."""
    problem = analysis.problem
    cases = count(problem.n_rows, "case")
    clusters = "" if problem.groups is None else f" in {count(int(problem.n_groups or 0), 'cluster')}"
    parts = f", {analysis.plan.description}" if len(analysis.plan.entries) > 1 else ""
    reading = analysis.study.declaration.reading
    order = "in the order of the rows" if reading is not None and reading.by_row else "aligned by id"
    order = order if problem.time is None else "in order of time"
    yield f"{problem.name}: {count(len(analysis.learners), 'model')} × {cases}{clusters}, {order}{parts}."
    yield from (f"! {notice}" for notice in problem.notices)


def judged_sentences(analysis: Analysis) -> Iterator[str]:
    """What follows the verdict: who got right what others did not, what naive intervals would be, what it is about."""
    yield from _disagreements(analysis)
    yield from _clusters(analysis)
    if len(analysis.plan.entries) == 1:
        yield ("This is about these models, on cases like these: how they would do if they were trained again is not "
               "in the predictions.")


def _disagreements(analysis: Analysis) -> Iterator[str]:
    if analysis.problem.task is not Task.CLASSIFICATION or analysis.family is None:
        return
    reference = best_first(analysis, analysis.primary).reference
    pairs = [v if v.a == reference else v.swapped() for v in analysis.family.verdicts if reference in {v.a, v.b}]
    for verdict in pairs[:FEW]:
        yield from _disagreement(analysis, verdict, only="They" if len(pairs) == 1 else "")


def _disagreement(analysis: Analysis, verdict: Verdict, *, only: str) -> Iterator[str]:
    table = disagreement(analysis.table, verdict.a, verdict.b)
    if table is None or not table.n:
        return
    who = only or f"{verdict.a} and {verdict.b}"
    share = table.disagreements / table.n
    if not table.disagreements:
        yield f"{who} got the same cases right."
        return
    yield (f"{who} disagree on {percent(share)} of cases: {table.a_only:,} only {verdict.a} got right, "
           f"{table.b_only:,} only {verdict.b} ({table.both:,} both, {table.neither:,} neither).")


def _clusters(analysis: Analysis) -> Iterator[str]:
    found = [share for name in analysis.learners
             if (share := naive_narrower(analysis.table, name, analysis.primary)) is not None]
    if not found:
        return
    low, high = min(found), max(found)
    if high <= 0:
        said = "naive ones would not be narrower here"
    else:
        least, most = percent(max(low, 0.0)), percent(high)
        said = f"naive ones would be {most if least == most else f'{least} to {most}'} narrower"
    yield f"The intervals allow for {count(int(analysis.problem.n_groups or 0), 'cluster')}; {said}."
