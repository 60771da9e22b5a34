"""The ways in which a row of two-class scores may be meant: rounded or truncated, which class, share or per cent.

Precision, recall and F1 without a word of averaging are those of the positive class, or averages over both classes,
plain or weighted; kappa printed as 0.5 beside an accuracy of 51.2 is 0.5 or 0.5%. A row is contradicted if it is under
each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np

from referee.audit.numbers.boxes import Asked
from referee.audit.numbers.figure import Figure, Rounding, Row, Span
from referee.audit.numbers.spans import COUNTS, SCORES

MEANT: tuple[Mapping[str, str], ...] = (
    {"recall": "sensitivity"},
    {"recall": "balanced_accuracy", "precision": "precision_macro", "f1": "f1_macro"},
    {"recall": "accuracy", "precision": "precision_weighted", "f1": "f1_weighted"},
)
ALWAYS = {"recall_macro": "balanced_accuracy", "recall_weighted": "accuracy", "recall_micro": "accuracy",
          "precision_micro": "accuracy", "f1_micro": "accuracy"}
FOUR = ("tp", "fp", "fn", "tn")
MOST_EITHER = 2              # more figures of unknown unit are left out


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a row."""

    rounding: Rounding
    meant: Mapping[str, str]
    per_cent: frozenset[str]           # kinds that are printed in per cent, though nothing says so

    def kind(self, one: Figure) -> str:
        """What a figure speaks of, in this reading."""
        return self.meant.get(one.kind, ALWAYS.get(one.kind, one.kind))

    def span(self, one: Figure, wider: float) -> Span:
        """The values its kind may have, in this reading."""
        return (one.as_share() if one.kind in self.per_cent else one).span(self.rounding, wider=wider)


def readings(row: Row) -> Iterator[Reading]:
    """Every way to read a row, the plainest first."""
    meant = MEANT if any(row.has(kind) for kind in ("recall", "precision", "f1")) else MEANT[:1]
    either = [kind for kind in row.either if row.has(kind)]
    for chosen, how, rounding in product(product((False, True), repeat=len(either)), meant, Rounding):
        yield Reading(rounding, how, frozenset(kind for kind, yes in zip(either, chosen, strict=True) if yes))


def usable(row: Row) -> tuple[Figure, ...]:
    """The figures of a row that a two-class table has."""
    kinds = {*SCORES, "cases", "recall", *ALWAYS}
    crowded = set(row.either) if sum(row.has(kind) for kind in row.either) > MOST_EITHER else set()
    return tuple(one for one in row.figures if one.kind in kinds - crowded)


def cases_of(figures: Iterable[Figure]) -> float | None:
    """How many cases there are, by the counts or as stated."""
    known = {one.kind: one.value for one in figures if one.kind in {*COUNTS, "cases"}}
    if all(kind in known for kind in FOUR):
        return sum(known[kind] for kind in FOUR)
    if "positives" in known and "negatives" in known:
        return known["positives"] + known["negatives"]
    return known.get("cases")


def asked(problems: list[tuple[tuple[Figure, ...], Reading]], *, wider: float = 0.0) -> Asked:
    """Many rows, each in one reading, as one search."""
    n = np.array([cases_of(figures) or 1.0 for figures, _ in problems])
    whole = np.array([bool(cases_of(figures)) for figures, _ in problems])
    found: dict[str, tuple[np.ndarray, np.ndarray]] = {}
    for k, (figures, reading) in enumerate(problems):
        for one in figures:
            kind = reading.kind(one)
            if kind == "cases" or (kind in COUNTS and not whole[k]):
                continue
            low, high = found.setdefault(kind, (np.full(len(n), -np.inf), np.full(len(n), np.inf)))
            a, b = reading.span(one, wider)
            low[k], high[k] = max(low[k], a), min(high[k], b)
    return Asked(n, whole, found)
