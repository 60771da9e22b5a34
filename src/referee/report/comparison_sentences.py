"""The field's verdict in plain words: who is best, who is worse, who can't be told apart, what was not shown.

Only the primary metric decides; it was declared before anyone looked. Other metrics are supporting evidence, and
are mentioned where they contradict the verdict.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.comparisons.verdict import Outcome, Verdict
from referee.estimates._base import Estimate
from referee.reading.differences.named import TESTS
from referee.reading.family import POWER, Family
from referee.report.best_first import NOT_ASKED, BestFirst, best_first, verdict_on
from referee.report.wording import count, joined, number, p_text, percent, plain, row_decimals
from referee.study import Analysis

FEW = 4             # so many learners are named with their numbers; of more, the range is given
LOUD = "WARNING:"


def comparison_sentences(analysis: Analysis) -> Iterator[str]:
    """The verdict on all learners by the primary metric."""
    where = best_first(analysis, analysis.primary)
    family = where.family
    assert family is not None
    if where.reference is None:
        yield f"No learner has a single {where.metric.title}: there is nothing to compare."
        return
    yield from historic_sentences(family)
    about_baseline = list(baseline_sentences(where))
    yield from (s for s in about_baseline if s.startswith(LOUD))
    yield from _against(where, family) if family.ask.against else _best(where, family)
    yield from (s for s in about_baseline if not s.startswith(LOUD))
    yield from _uncompared(family)
    yield from _contradictions(analysis, where)


def historic_sentences(family: Family) -> Iterator[str]:
    """The permanent mark of a result that rests on a recipe shown unsound."""
    test = TESTS[family.test]
    if test.historic:
        yield (f"{LOUD} this rests on a {test.label.replace('historic:', 'historic test,')}, asked for by name: "
               f"{test.historic}.")


def gap(verdict: Verdict) -> str:
    """The size of a difference, as printed in a sentence."""
    c = verdict.comparison
    return number(abs(c.difference), row_decimals(c.interval, 0)) if c.interval else plain(abs(c.difference))


def margin(verdict: Verdict) -> str:
    """The size of a difference and how sure it is: by 0.021, adjusted p < 0.001."""
    return f"by {gap(verdict)}, adjusted {p_text(verdict.p_adjusted)}"


def _rivals(where: BestFirst, family: Family) -> list[tuple[str, Verdict]]:
    """Everyone else but the baselines, with the verdict told from the reference's side, in order of rank."""
    assert where.reference is not None
    found = ((p.learner, verdict_on(family, where.reference, p.learner)[0])
             for p in where.places if p.learner != where.reference and not p.baseline)
    return [(name, verdict) for name, verdict in found if verdict is not None]


def _best(where: BestFirst, family: Family) -> Iterator[str]:
    best, title = str(where.reference), where.metric.title
    rivals = _rivals(where, family)
    by = {o: [(n, v) for n, v in rivals if v.outcome is o] for o in Outcome}
    if not rivals:
        return
    if where.places[0].baseline:
        yield f"By {title}, the baseline {where.places[0].learner} itself scores best."
    beaten = by[Outcome.BETTER]
    if not beaten and by[Outcome.UNDECIDED]:
        tied, ahead = _tied(where), " of the models" if where.places[0].baseline else ""
        first = f"{joined([best, *tied])} score the same, and none" if tied else f"{best} scores best{ahead}, but"
        yield f"No winner by {title}: {first} is {'' if tied else 'not '}shown to be better than any other learner."
    elif beaten and len(beaten) == len(rivals) > 1:
        yield f"By {title}, {best} is the best of these {len(rivals) + 1}: better than {_beaten(beaten, rivals)}."
    elif beaten:
        yield f"By {title}, {best} is better than {_beaten(beaten, rivals)}."
    yield from _overtaken(best, by[Outcome.WORSE])
    yield from _undecided(best if _tied(where) else "it", by[Outcome.UNDECIDED], family)
    yield from _equivalent(best, by[Outcome.EQUIVALENT], family)
    yield from _identical(best, by[Outcome.IDENTICAL])
    yield from _decided(where, family)


def _tied(where: BestFirst) -> list[str]:
    """Learners beside the best with exactly its score; baselines are told of elsewhere."""
    at = {p.learner: p.estimate.value for p in where.places if not p.baseline and isinstance(p.estimate, Estimate)}
    return [name for name, value in at.items() if name != where.reference and value == at.get(str(where.reference))]


def _against(where: BestFirst, family: Family) -> Iterator[str]:
    """All against one that was named beforehand."""
    named, title = str(where.reference), where.metric.title
    rivals = _rivals(where, family)
    by = {o: [(n, v) for n, v in rivals if v.outcome is o] for o in Outcome}
    for name, verdict in by[Outcome.WORSE]:
        yield f"By {title}, {name} is better than {named} ({margin(verdict)})."
    if rivals and not by[Outcome.WORSE]:
        yield f"By {title}, no learner is shown to be better than {named}."
    if by[Outcome.BETTER]:
        yield f"{named} is better than {_beaten(by[Outcome.BETTER], rivals)}."
    yield from _undecided(named, by[Outcome.UNDECIDED], family)
    yield from _equivalent(named, by[Outcome.EQUIVALENT], family)
    yield from _identical(named, by[Outcome.IDENTICAL])


def _beaten(beaten: list[tuple[str, Verdict]], rivals: list[tuple[str, Verdict]]) -> str:
    if len(beaten) <= FEW:
        return joined([f"{name} ({margin(verdict)})" for name, verdict in beaten])
    sizes = sorted((verdict for _, verdict in beaten), key=lambda verdict: abs(verdict.comparison.difference))
    worst = p_text(max(verdict.p_adjusted for verdict in sizes)).replace("p =", "p at most")
    whom = "all" if len(beaten) == len(rivals) else f"{len(beaten)} of"
    return f"{whom} the other {len(rivals)} learners (by {gap(sizes[0])} to {gap(sizes[-1])}, each adjusted {worst})"


def _overtaken(best: str, ahead: list[tuple[str, Verdict]]) -> Iterator[str]:
    """Ranks are by all scores, comparisons by halves of the rows or by shared test parts; the two can differ."""
    for name, verdict in ahead:
        yield f"On the models that are compared, {name} is better than {best} ({margin(verdict)})."


def _undecided(best: str, open_: list[tuple[str, Verdict]], family: Family) -> Iterator[str]:
    if not open_:
        return
    seen = [verdict.detectable for _, verdict in open_ if verdict.detectable]
    power = f"with {percent(POWER)} power"
    if not seen:
        could = ""
    elif len({plain(s) for s in seen}) == 1:
        could = f": the design would have detected a difference of {plain(seen[0])} {power}"
    else:
        could = f": the design would have detected differences of {plain(min(seen))} to {plain(max(seen))} {power}"
    yield f"Between {best} and {joined([name for name, _ in open_], 'or')} these data can't decide{could}."
    same = [name for name, verdict in open_ if "zero_variance" in verdict.comparison.flags]
    if same:
        yield f"The difference to {joined(same)} is the same on every test part, so there is no spread to judge it by."
    if family.ask.relevant is None and not family.beside:        # which is in the unit of one target
        yield (f"If you can say which difference in {family.metric.title} is the smallest that matters to you, give it "
               f"(--relevant) to test whether they are equivalent.")


def _equivalent(best: str, same: list[tuple[str, Verdict]], family: Family) -> Iterator[str]:
    for name, verdict in same:
        assert verdict.p_equivalence is not None
        assert family.ask.relevant is not None
        real = "; the difference is real, but too small to matter" if verdict.irrelevant else ""
        yield (f"{best} and {name} are equivalent for your purpose: they differ by {gap(verdict)}, shown to be less "
               f"than the {plain(family.ask.relevant)} you called relevant "
               f"(adjusted {p_text(verdict.p_equivalence)}){real}.")


def _identical(best: str, same: list[tuple[str, Verdict]]) -> Iterator[str]:
    if same:
        names = joined([best, *(name for name, _ in same)])
        yield f"{names} gave the same scores everywhere (difference 0, p = 1): check whether they are the same model."


def _decided(where: BestFirst, family: Family) -> Iterator[str]:
    """With more than two models some pairs do not involve the best one: say how many were decided."""
    if sum(not place.baseline for place in where.places) > 2 and len(family.verdicts) > 1:
        closed = sum(v.outcome is not Outcome.UNDECIDED for v in family.verdicts)
        yield f"In all, {closed} of {count(len(family.verdicts), 'comparison')} are decided."


def baseline_sentences(where: BestFirst) -> Iterator[str]:
    """Whether the best learner beats knowing nothing, loud where it does not; then the others."""
    family = where.family
    able = [p for p in where.places if not p.baseline and isinstance(p.estimate, Estimate)]
    if family is None or not able:
        return
    best, others = able[0].learner, [p.learner for p in able[1:]]
    for place in (p for p in where.places if p.baseline):
        verdict, reason = verdict_on(family, best, place.learner)
        name = f"the baseline {place.learner}"
        if verdict is None:
            if reason == NOT_ASKED:
                yield f"Whether {best} beats {name} was not part of this comparison."
        elif verdict.outcome is Outcome.BETTER:
            yield f"{best} beats {name} ({margin(verdict)})."
        elif verdict.outcome is Outcome.WORSE:
            yield f"{LOUD} {name} is better than {best} ({margin(verdict)}); the learners do harm here."
        else:
            yield f"{LOUD} {best} is NOT shown to beat {name}, which learns nothing from the features."
        if place.learner != family.ask.against:       # those who compare with it by name are told of each already
            yield from _others_and_baseline(family, place.learner, others)


def _others_and_baseline(family: Family, baseline: str, others: list[str]) -> Iterator[str]:
    """Which of the other models beat a baseline, and which are not shown to."""
    found = {name: verdict for name in others if (verdict := verdict_on(family, name, baseline)[0]) is not None}
    those = [name for name, verdict in found.items() if verdict.outcome is Outcome.BETTER]
    if those:
        worst = p_text(max(found[name].p_adjusted for name in those)).replace("p =", "p at most")
        yield (f"{joined(those)} {'beats' if len(those) == 1 else 'beat'} the baseline {baseline} too "
               f"(adjusted {worst}).")
    rest = [name for name in found if name not in those]
    if rest:
        yield f"{joined(rest)} {'is' if len(rest) == 1 else 'are'} not shown to beat the baseline {baseline}."


def _uncompared(family: Family) -> Iterator[str]:
    pairs = family.uncompared + (family.against_baseline.uncompared if family.against_baseline else ())
    for a, b, reason in pairs[:FEW]:
        yield f"{a} and {b} were not compared: {reason.rstrip('.')}."
    if len(pairs) > FEW:
        rest = len(pairs) - FEW
        yield f"{count(rest, 'more pair')} could not be compared either."


def _contradictions(analysis: Analysis, where: BestFirst) -> Iterator[str]:
    """A supporting metric that turns the verdict round."""
    for metric in analysis.metrics[1:]:
        family = analysis.families.get(metric.name)
        if family is None or where.reference is None:
            continue
        ahead = [v for v in (verdict_on(family, p.learner, where.reference)[0]
                             for p in where.places if p.learner != where.reference)
                 if v is not None and v.outcome is Outcome.BETTER]
        if ahead and where.family is not None and where.family.ask.against is None:
            yield (f"By {metric.title}, which is supporting evidence and not the declared question, "
                   f"{ahead[0].a} is better than {where.reference} ({margin(ahead[0])}).")
