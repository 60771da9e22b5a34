"""Counts and scores of one two-class table: is there a confusion matrix that has them all?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from referee.audit.numbers.boxes import MOST, feasible, reach
from referee.audit.numbers.contradiction import Contradiction, Strength, between
from referee.audit.numbers.figure import Figure, Rounding, Row, listed
from referee.audit.numbers.readings import FOUR, asked, cases_of, readings, usable
from referee.audit.numbers.spans import COUNTS, SCORES

TWO_SIDES = ("specificity", "npv", "positives", "negatives", *FOUR)       # only a two-class table has these
DERIVED = ("f1", "f1_macro", "f1_weighted", "mcc", "kappa", "balanced_accuracy", "accuracy", "precision",
           "precision_macro", "precision_weighted", "npv", "recall", "prevalence", "sensitivity", "specificity")
DROPPED_FIRST = ("cases", *DERIVED[:6], "prevalence")
QUICK = 1_500                # parts looked at for each figure that may be left out of the sentence
EXPLAINED = 40               # rows whose contradiction is narrowed down to the fewest figures


def two_classes(rows: Sequence[Row]) -> Iterator[Contradiction]:
    """Rows whose counts and scores no confusion matrix has."""
    told = [(row, usable(row)) for row in rows]
    told = [(row, figures) for row, figures in told if _determined(row, figures)]
    wrong = _contradicted(told)
    slight = set(_contradicted([told[k] for k in wrong], wider=1.0))
    for place, k in enumerate(wrong):
        row, figures = told[k]
        strength = Strength.SLIGHT if place not in slight else _strength(figures)
        if not _add_up(figures):
            yield _counts_and_cases(row, figures)
        else:
            yield _told(row, _fewest(row, figures) if place < EXPLAINED else figures, strength)


def _determined(row: Row, figures: tuple[Figure, ...]) -> bool:
    """Whether the row is of one two-class table, and has enough of it."""
    counted = any(one.kind in COUNTS for one in figures)
    sided = any(one.kind in TWO_SIDES for one in figures) and not row.several
    return len(figures) > 1 and not row.averaged and (counted or sided)


def _strength(figures: tuple[Figure, ...]) -> Strength:
    return Strength.CERTAIN if {*FOUR} <= {one.kind for one in figures} else Strength.PREMISE


def _contradicted(told: list[tuple[Row, tuple[Figure, ...]]], *, wider: float = 0.0, most: int = MOST) -> list[int]:
    """The places of rows that no matrix fits, whichever way they are read: the plainest first, then all others."""
    standing = [k for k, (_, figures) in enumerate(told) if not _add_up(figures)]
    left = sorted(set(range(len(told))) - set(standing))
    for turn in (slice(0, 1), slice(1, None)):
        tried = [(k, reading) for k in left for reading in list(readings(told[k][0]))[turn]]
        if tried:
            fits = feasible(asked([(told[k][1], reading) for k, reading in tried], wider=wider), most=most)
            possible = {k for (k, _), fit in zip(tried, fits, strict=True) if fit}
            left = [k for k in left if k not in possible]
    return sorted(standing + left)


def _add_up(figures: tuple[Figure, ...]) -> bool:
    """Whether counts agree with the number of cases; of two such numbers one may be of those that have the disease."""
    known = {one.value for one in figures if one.kind == "cases"}
    total = cases_of(figures)
    return not known or total is None or total in known


def _counts_and_cases(row: Row, figures: tuple[Figure, ...]) -> Contradiction:
    cases, total = row.the("cases")[0], cases_of(figures)
    parts = [one for one in figures if one.kind in (FOUR if row.has(*FOUR) else ("positives", "negatives"))]
    sum_of = " + ".join(one.name or one.kind.upper() for one in parts)
    return Contradiction(where=row.where, message=f"{sum_of} = {total:g}, not {cases.said}",
                         figures=("cases", *(one.kind for one in parts)), possible=(total or 0.0, total or 0.0))


def _fewest(row: Row, figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """As few of the figures as still contradict one another; the simplest are kept."""
    order = sorted(figures, key=lambda one: DROPPED_FIRST.index(one.kind) if one.kind in DROPPED_FIRST
                   else 99 + (one.kind in COUNTS))
    kept = figures
    for one in order:
        fewer = tuple(other for other in kept if other is not one)
        if len(fewer) > 1 and _contradicted([(row, fewer)], most=QUICK):
            kept = fewer
    return kept


def _told(row: Row, figures: tuple[Figure, ...], strength: Strength) -> Contradiction:
    subject = min(figures, key=lambda one: DERIVED.index(one.kind) if one.kind in DERIVED else 99)
    others = tuple(one for one in figures if one is not subject)
    ranges = _possible(row, subject, others)
    would = f": {' or '.join(between(*each) for each in ranges)} would be possible" if ranges else ""
    premise = "" if strength is Strength.CERTAIN else ", if all are of one two-class test set"
    off = "; one unit of the last place would mend it" if strength is Strength.SLIGHT else ""
    message = f"{subject.said} cannot go with {listed(others)}{premise}{would}{off}"
    return Contradiction(where=row.where, message=message, strength=strength,
                         figures=tuple(one.kind for one in figures), possible=ranges[0] if ranges else None)


def _possible(row: Row, subject: Figure, others: tuple[Figure, ...]) -> list[tuple[float, float]]:
    """The ranges the subject could have beside the others, one for each way to read it, near ones joined."""
    found = []
    for reading in readings(row):
        kind = reading.kind(subject)
        if reading.rounding is Rounding.ROUNDED and kind in SCORES and (kind not in COUNTS or cases_of(others)):
            span = reach(asked([(others, reading)]), kind)
            if span is not None:
                found.append(_as_printed(subject, span))
    merged: list[tuple[float, float]] = []
    for low, high in sorted(found):
        if merged and low <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(high, merged[-1][1])
        else:
            merged.append((low, high))
    held = any(low <= subject.value <= high for low, high in merged)
    return [] if held else merged


def _as_printed(subject: Figure, span: tuple[float, float]) -> tuple[float, float]:
    a, b = subject.turn
    ends = np.sort([(end - a) / b for end in span])
    return float(ends[0]), float(ends[1])
