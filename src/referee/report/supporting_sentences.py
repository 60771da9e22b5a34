"""What stands beside a verdict: the chances that a difference is real, and on how many rows two models disagree.

The chances are those of the Bayesian correlated t (Corani & Benavoli 2015), which has the numbers of the corrected t
and a flat prior. The four counts are what Salzberg (1997, section 3.1) asks for: a test on disagreements alone says
nothing of the rows on which both models are right or wrong together.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.comparisons.bayes.posterior import Posterior
from referee.comparisons.verdict import Outcome, Verdict
from referee.kinds import Direction
from referee.reading.family import Family
from referee.report.best_first import BestFirst, best_first, verdict_on
from referee.report.wording import joined, level_text, p_text, plain
from referee.study import Analysis

FEW = 4             # pairs told in the terminal; the page has all, up to MANY
MANY = 45


def supporting_sentences(analysis: Analysis, *, every: bool = False) -> list[str]:
    """Chances and counts by the primary metric: of the best against the others, or of every pair (on the page)."""
    where = best_first(analysis, analysis.primary)
    pairs = list(_every_pair(where))[:MANY] if every else list(_with_reference(where))[:FEW]
    told = not every and analysis.study.declaration.judged         # with the verdict, see judged.py
    return [*may_be_best_sentences(where.family), *_chances(where, pairs), *_omnibus(where),
            *([] if told else _counts(pairs))]


def _with_reference(where: BestFirst) -> Iterator[Verdict]:
    """The reference against the others in order of rank, baselines left out."""
    for place in where.places:
        if where.family and where.reference and place.learner != where.reference and not place.baseline:
            found = verdict_on(where.family, where.reference, place.learner)[0]
            if found is not None and found.outcome is not Outcome.IDENTICAL:
                yield found


def _every_pair(where: BestFirst) -> Iterator[Verdict]:
    """All pairs, the better placed first, baselines left out."""
    names = [place.learner for place in where.places if not place.baseline]
    for i, one in enumerate(names):
        for other in names[i + 1:]:
            found = verdict_on(where.family, one, other)[0] if where.family else None
            if found is not None and found.outcome is not Outcome.IDENTICAL:
                yield found


def _chances(where: BestFirst, pairs: list[Verdict]) -> Iterator[str]:
    """One sentence for each learner that stands first in a pair."""
    up = where.metric.direction is Direction.MAXIMISE
    told = [(v, v.posterior) for v in pairs if v.posterior is not None]
    for name in dict.fromkeys(v.a for v, _ in told):
        ours = [(v.b, p) for v, p in told if v.a == name]
        if ours[0][1].rope:
            said = joined([f"than {b} {chance_text(_better(p, up=up))} (no difference that matters "
                           f"{chance_text(p.equal)}, worse {chance_text(_better(p, up=not up))})" for b, p in ours])
            matters = f" by more than {plain(ours[0][1].rope)}"
        else:
            said, matters = joined([f"than {b} {chance_text(_better(p, up=up))}" for b, p in ours]), ""
        yield f"Chance that {name} is better{matters}: {said}; by the {ours[0][1].method}, each pair by itself."


def _better(posterior: Posterior, *, up: bool) -> float:
    return posterior.right if up else posterior.left


def chance_text(p: float) -> str:
    """A chance as one says it; never 0% or 100%.

    >>> chance_text(0.5), chance_text(0.983), chance_text(0.99999), chance_text(0.0001)
    ('50%', '98%', 'over 99.9%', 'under 0.1%')
    """
    if p > 0.999:
        return "over 99.9%"
    if p < 0.001:
        return "under 0.1%"
    return f"{100 * p:.1f}%" if p > 0.99 or p < 0.01 else f"{100 * p:.0f}%"


def _omnibus(where: BestFirst) -> Iterator[str]:
    if where.family is not None and where.family.omnibus is not None:
        found = where.family.omnibus
        together = {name for v in where.family.verdicts for name in (v.a, v.b)}
        yield (f"All {len(together)} together, {found.method}: {found.statistic:.3g}, {p_text(found.p)}; which of "
               f"them differ is for the pairs to tell.")


def may_be_best_sentences(family: Family | None) -> Iterator[str]:
    """The set of learners that holds the best one."""
    found = None if family is None else family.may_be_best
    if found is None:
        return
    how = f"{found.method}; {found.reference}"
    sure = f"With {level_text(found.level)} confidence"
    if len(found.members) == 1:
        yield f"{sure} {found.members[0]} is the best of these {len(found.p)} ({how})."
    else:
        yield (f"{sure} the best of these {len(found.p)} is among {joined(list(found.members))}, which cannot be told "
               f"apart from it ({how}).")


def _counts(pairs: list[Verdict]) -> Iterator[str]:
    for verdict in pairs:
        known = dict(verdict.comparison.details)
        if {"both", "a_only", "b_only", "neither"} <= known.keys():
            rows = sum(int(known[key]) for key in ("both", "a_only", "b_only", "neither"))
            yield (f"{verdict.a} and {verdict.b} disagree on {100 * known['disagreement']:.1f}% of {rows:,} rows: both "
                   f"right {known['both']:,}, only {verdict.a} {known['a_only']:,}, only {verdict.b} "
                   f"{known['b_only']:,}, both wrong {known['neither']:,}.")
