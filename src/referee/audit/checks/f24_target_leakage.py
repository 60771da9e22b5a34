"""F-24: features give the target away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from referee.audit._base import Found, NotCheckable, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_DATA, told_by_itself
from referee.audit.leaks import pairs
from referee.audit.leaks.digits import digits_tell
from referee.audit.leaks.drift import measured_in_turn
from referee.audit.leaks.missing import missing_tells
from referee.audit.leaks.numbering import ids_tell
from referee.audit.leaks.owing import Owing, owed_to_columns
from referee.audit.leaks.rows import Rows, tables_of
from referee.audit.leaks.seldom import nearly_tells, seldom_tells
from referee.audit.leaks.single import column_tells
from referee.audit.leaks.sources import sources_tell
from referee.audit.leaks.suspicion import Suspicion
from referee.audit.leaks.windows import windows_tell
from referee.audit.prose.confession import CIRCULAR, LATE_FEATURE
from referee.data.problem import Problem
from referee.data.structure import Kind

EARLIER = {"lag", "lagged", "prev", "previous", "last", "past", "before", "prior", "old", "earlier", "yesterday", "ago",
           "baseline", "history", "shift", "shifted", "rolling"}         # a value known before the target is
MOST_ASKED = 4          # of the milder suspicions, so many are weighed by fits of their own
MANY_GROUPS = 20         # values of a column that names persons or things; a site or a code of states has fewer


@check("F-24", "A feature gives the target away", severity=Severity.FATAL,
       advice="Find out when and how the feature is measured; leave it out if it follows from the target.",
       reference="Kapoor & Narayanan 2023, leakage type L2")
def target_leakage(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Features that tell the target alone, by being missing or nought, by their digits, or two together; ids; sisters.

    So does a scanner, a site or a batch, where each has nearly one class, and an order that the study left out, where
    the classes were measured one after the other and features drift. Small fits with and without the features say
    what a score owes to them.
    """
    problem = bundle.problem
    told = [*told_by_itself(bundle, LATE_FEATURE, "a feature is known only after the moment of prediction"),
            *told_by_itself(bundle, CIRCULAR, "the outcome is cut from a value that is among the features")]
    yield from told
    if told and problem is None:
        return
    if problem is None or problem.features is None:
        raise NotCheckable("the features are not at hand; give the data file", ask=ASK_DATA)
    if problem.features.form:
        raise NotCheckable(f"the features are {problem.features.form}, not columns", ask="a table of columns")
    for one in tables_of(problem):
        yield from _of_one_target(problem, one)
        for order in () if bundle.left_out is None else measured_in_turn(one, bundle.left_out):
            yield Found(message=order.sentence, severity=order.severity, evidence={"columns": list(order.columns)})


def _of_one_target(problem: Problem, rows: Rows) -> Iterator[Found | Unseen]:
    suspected = _suspected(rows, problem)
    grave = [one for one in suspected if one.severity > Severity.WARNING]
    together = tuple(dict.fromkeys(name for one in grave for name in one.columns))
    owed = owed_to_columns(rows, together) if together else None
    for one in grave:
        yield _found(one, owed, _without(one, together))
    mild = [one for one in suspected if one not in grave and not set(one.columns) & set(together)]
    weighed = [one for one in mild if one.strength][:MOST_ASKED] + [one for one in mild if not one.strength]
    for one in sources_tell(rows):          # though others tell as much: they may bear the mark of the source too
        if not set(one.columns) & set(together):
            yield Found(message=one.sentence, severity=Severity.SERIOUS, evidence={"feature": one.columns[0]})
    for one in weighed:
        owed = owed_to_columns(rows, one.columns)
        if owed is None or owed.matters or not one.strength:       # an easy problem has several good markers
            yield _found(one, owed, _without(one, ()))
    yield from pairs.unseen(rows)


def _suspected(rows: Rows, problem: Problem) -> list[Suspicion]:
    """Everything suspected, each column once, the strongest first."""
    labels = tuple(str(label) for label in problem.classes) if rows.n_classes is not None else ()
    told: list[Suspicion] = []
    for found in (missing_tells(rows, labels), ids_tell(rows), windows_tell(rows, problem.time), column_tells(rows),
                  seldom_tells(rows, labels), nearly_tells(rows, labels), digits_tell(rows, labels),
                  pairs.pairs_tell(rows), _sisters(problem)):
        known = {name for one in told if one.severity > Severity.WARNING for name in one.columns}
        told += [_of_a_group(_raised(one, problem), problem) for one in found if not set(one.columns) & known]
    return sorted(told, key=lambda one: (-one.severity.rank, -one.strength))


def _raised(one: Suspicion, problem: Problem) -> Suspicion:
    """A column that tells the target and shares a word of its name is a form of it, unless it is of earlier."""
    if one.severity is not Severity.WARNING or len(one.columns) != 1:
        return one
    mine, theirs = _words(one.columns[0]), _words(" ".join(problem.targets))
    return replace(one, severity=Severity.SERIOUS) if mine & theirs and not mine & EARLIER else one


def _of_a_group(one: Suspicion, problem: Problem) -> Suspicion:
    """A column that names whom the rows come from tells the target where each has one: that is about groups (F-21)."""
    groups = {name for noticed in problem.structure if noticed.kind is Kind.GROUPS
              and int(dict(noticed.evidence).get("values", 0)) >= MANY_GROUPS for name in noticed.columns}
    return replace(one, severity=min(one.severity, Severity.WARNING)) if set(one.columns) <= groups else one


def _words(name: str) -> set[str]:
    """The words of a column's name: of 'total_UPDRS' total and updrs; numbers and short words are none."""
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_]+", name)
    return {part.lower() for part in parts if len(part) > 2}


def _sisters(problem: Problem) -> Iterator[Suspicion]:
    """Columns that the detector of structure took for sisters of the target, and nobody has answered for."""
    for one in problem.structure:
        if one.kind is Kind.SISTER:
            yield Suspicion(columns=one.columns, severity=Severity.WARNING, strength=0.0, sentence=(
                f"{one.sentence[:1].upper()}{one.sentence[1:]} Nobody has answered."))


def _without(one: Suspicion, together: tuple[str, ...]) -> str:
    others = len(set(together) - set(one.columns))
    it = "it" if len(one.columns) == 1 else "them"
    if not others:
        return f"Without {it}"
    return f"Without {it} and the {f'{others} others' if others > 1 else 'other'} suspected"


def _found(one: Suspicion, owed: Owing | None, without: str) -> Found:
    evidence = {"feature": one.columns[0], "columns": list(one.columns)}
    idle = owed is not None and not owed.matters           # others tell as much: it gives nothing away by itself
    return Found(message=f"{one.sentence} {owed.sentence(without)}" if owed else one.sentence,
                 severity=min(one.severity, Severity.WARNING) if idle else one.severity,
                 evidence=evidence | (owed.to_dict() if owed else {}))
