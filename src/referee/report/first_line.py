"""The first line of an answer: who leads, who cannot be told from the leader, who is worse; or which setting to use.

Numbers of differences are left to the verdict below the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from referee.comparisons.verdict import Outcome
from referee.reading.estimate import Missing
from referee.reading.family import Family
from referee.report.best_first import BestFirst, best_first, verdict_on
from referee.report.wording import column_decimals, count, interval_text, joined, number
from referee.study import Analysis

MOST = 6            # so many models are named; more are counted
ALIKE = {Outcome.UNDECIDED, Outcome.EQUIVALENT, Outcome.IDENTICAL}


def first_line(analysis: Analysis) -> str:
    """Who leads by the primary metric; nothing where nothing was compared, or where the order is not a plain one."""
    if analysis.family is None or analysis.study.declaration.verb == "evaluate":
        return " ".join(_settings(analysis))
    where = best_first(analysis, analysis.primary)
    family = where.family
    if family is None or where.reference is None:
        return ""
    against = _outcomes(where, family)
    if not against:
        return ""
    if family.ask.against is not None:
        return _against_one(where, against)
    return "" if Outcome.WORSE in against.values() else _leaders(where, family, against)


def _settings(analysis: Analysis) -> Iterator[str]:
    """The setting to use of each tuned model, and what it may be expected to be worth."""
    metric = analysis.primary
    for name, one in analysis.tuning.items():
        found = analysis.estimates[name, metric.name]
        if one.recommended is None or isinstance(found, Missing):
            continue
        places = column_decimals([found.interval], values=[found.value])
        spread = f" ({interval_text(found.interval, places)})" if found.interval else ""
        yield (f"{name}: use {one.recommended} on all rows; tuned in this way it is worth {metric.title} "
               f"{number(found.value, places)}{spread} on new rows.")


def _outcomes(where: BestFirst, family: Family) -> dict[str, Outcome]:
    """What the reference is to each other model that it was compared with; baselines are a question of their own."""
    found = {p.learner: verdict_on(family, str(where.reference), p.learner)[0]
             for p in where.places if p.learner != where.reference and not p.baseline}
    return {name: verdict.outcome for name, verdict in found.items() if verdict is not None}


def _leaders(where: BestFirst, family: Family, against: dict[str, Outcome]) -> str:
    best, title = str(where.reference), where.metric.title
    alike = [name for name, outcome in against.items() if outcome in ALIKE]
    worse = [name for name, outcome in against.items() if outcome is Outcome.BETTER]
    behind = f"{_named(worse)} {_is(worse)} worse" if worse else ""
    if not alike:
        return f"{best} leads by {title}; {behind}."
    if len(alike) + 1 <= MOST and _all_alike(family, [best, *alike]):
        apart = ("are equivalent" if all(against[name] is Outcome.EQUIVALENT for name in alike)
                 else "can't be told apart")
        lead = (f"{joined([best, *alike])} lead by {title} and {apart}" if worse
                else f"{joined([best, *alike])} {apart} by {title}")
    else:
        lead = f"{best} leads by {title}; {_named(alike)} can't be told apart from it"
    return f"{lead}; {behind}." if behind else f"{lead}."


def _all_alike(family: Family, names: list[str]) -> bool:
    """Whether no two of them were told apart."""
    found = [verdict_on(family, a, b)[0] for a, b in combinations(names, 2)]
    return all(verdict is not None and verdict.outcome in ALIKE for verdict in found)


def _against_one(where: BestFirst, against: dict[str, Outcome]) -> str:
    """Each model against the one that was named beforehand."""
    better = [name for name, outcome in against.items() if outcome is Outcome.WORSE]
    worse = [name for name, outcome in against.items() if outcome is Outcome.BETTER]
    alike = [name for name, outcome in against.items() if outcome in ALIKE]
    parts = [f"{_named(better)} {_is(better)} better" if better else "",
             f"{_named(alike)} can't be told apart from it" if alike else "",
             f"{_named(worse)} {_is(worse)} worse" if worse else ""]
    return f"Against {where.reference}, by {where.metric.title}: {'; '.join(filter(None, parts))}."


def _named(names: list[str]) -> str:
    return joined(names) if len(names) <= MOST else f"{', '.join(names[:2])} and {count(len(names) - 2, 'other')}"


def _is(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"
