"""What holds of scores however they were averaged: over classes, folds, runs or data sets, with any weights.

The harmonic mean is concave and homogeneous, so that a mean of F1 is at most the harmonic mean of the means of
precision and recall (Jensen); and F1 ≥ min(precision, recall) ≥ precision + recall - 1. Balanced accuracy is a mean of
recalls. Kappa takes chance away from accuracy and is never above it. On one test set |kappa| ≤ |MCC|, for any number of
classes (Aczél's inequality), micro-averaged F1 is the accuracy where every case has one label, and the area under a ROC
curve through an operating point is at least sensitivity times specificity, at most 1 - (1 - sensitivity)(1 -
specificity).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from referee.audit.numbers.contradiction import Contradiction, Strength, between
from referee.audit.numbers.figure import Figure, Rounding, Row, Span, listed

Bound = Callable[[list[Span]], Span]

AVERAGES = ("", "_macro", "_weighted", "_micro")


def _f1(spans: list[Span]) -> Span:
    (p0, p1), (r0, r1) = ((max(low, 0.0), min(high, 1.0)) for low, high in spans)
    return max(p0 + r0 - 1, 0.0), 2 * p1 * r1 / (p1 + r1) if p1 + r1 > 0 else 0.0


def _mean(spans: list[Span]) -> Span:
    return sum(low for low, _ in spans) / len(spans), sum(high for _, high in spans) / len(spans)


def _below(spans: list[Span]) -> Span:
    return -1.0, spans[0][1]


def _above(spans: list[Span]) -> Span:
    return (spans[0][0], 1.0) if spans[0][0] > 0 else (-1.0, 1.0)


def _area(spans: list[Span]) -> Span:
    (s0, s1), (c0, c1) = ((max(low, 0.0), min(high, 1.0)) for low, high in spans)
    return s0 * c0, 1 - (1 - s1) * (1 - c1)


def _equal(spans: list[Span]) -> Span:
    return spans[0]


def averages(rows: Iterable[Row]) -> Iterator[Contradiction]:
    """Rows whose scores contradict one another under any averaging."""
    for row in rows:
        for average in AVERAGES:
            for recall in (f"recall{average}", *(("sensitivity",) if not average else ())):
                yield from held(row, f"f1{average}", (f"precision{average}", recall), _f1)
        if row.words.get("labels") == "single":
            yield from held(row, "f1_micro", ("accuracy",), _equal, premise="if every case has one label, which makes "
                            "micro-averaged F1 the accuracy")
        if not row.several:
            yield from held(row, "balanced_accuracy", ("sensitivity", "specificity"), _mean)
        yield from held(row, "balanced_accuracy", ("recall_macro",), _mean)
        yield from held(row, "kappa", ("accuracy",), _below)
        if not row.averaged:
            yield from held(row, "mcc", ("kappa",), _above, premise="if both are of one test set")
        if not row.averaged and not row.several:
            yield from held(row, "auc", ("sensitivity", "specificity"), _area,
                            premise="if all are of one test set and one score")


def held(row: Row, subject: str, others: tuple[str, ...], bound: Bound, *,
         premise: str = "") -> Iterator[Contradiction]:
    """A contradiction where a figure leaves the bound that others set, however rounded; none where one is missing."""
    if not row.has(subject, *others) or set(row.either) & {subject, *others}:
        return
    one, beside = row.the(subject)[0], row.the(*others)
    if any(_meet(one, beside, bound, rounding, 0.0) for rounding in Rounding):
        return
    slight = any(_meet(one, beside, bound, rounding, 1.0) for rounding in Rounding)
    low, high = bound([other.span(Rounding.ROUNDED) for other in beside])
    a, b = one.turn
    possible = min((low - a) / b, (high - a) / b), max((low - a) / b, (high - a) / b)
    end = "; one unit of the last place would mend it" if slight else ""
    yield Contradiction(
        where=row.where, figures=(subject, *others), possible=possible,
        strength=Strength.SLIGHT if slight else Strength.PREMISE if premise else Strength.CERTAIN,
        message=f"{one.said} cannot go with {listed(beside)}{', ' if premise else ''}{premise}: "
                f"{between(*possible)} would be possible{end}")


def _meet(one: Figure, beside: tuple[Figure, ...], bound: Bound, rounding: Rounding, wider: float) -> bool:
    low, high = bound([other.span(rounding, wider=wider) for other in beside])
    least, most = one.span(rounding, wider=wider)
    return least <= high and most >= low
