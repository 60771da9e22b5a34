"""The two questions of a comparison: which model is better, and does a model beat knowing nothing?

A baseline ignores the features. It is there so that a score has a meaning, not to win; its comparisons belong to a
family of their own, so that asking whether a model has learned anything costs the comparisons of models no power.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from referee.comparisons.verdict import Outcome

Pair = tuple[str, str]


class Beats(StrEnum):
    """Whether a model beats knowing nothing."""

    YES = "yes"
    NO = "no"
    OPEN = "can't tell"


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """The pairs of each question."""

    models: tuple[Pair, ...]
    baseline: tuple[Pair, ...] = ()        # each with a baseline, corrected among themselves


def questions(names: Sequence[str], *, baselines: Collection[str], against: str | None) -> Questions:
    """Which pairs are compared, by question; a baseline that is named to compare with is what was asked for.

    >>> questions(["lda", "tree", "prior"], baselines={"prior"}, against=None)
    Questions(models=(('lda', 'tree'),), baseline=(('lda', 'prior'), ('tree', 'prior')))
    """
    able = [name for name in names if name not in baselines]
    if not able or against in baselines:
        return Questions(models=_pairs(names, against))
    ordered = [*able, *(name for name in names if name in baselines)]
    return Questions(models=_pairs(able, against),
                     baseline=tuple(pair for pair in combinations(ordered, 2) if pair[1] in baselines))


def _pairs(names: Sequence[str], against: str | None) -> tuple[Pair, ...]:
    if against is None:
        return tuple(combinations(names, 2))
    return tuple((name, against) for name in names if name != against)


def beats(outcomes: Sequence[Outcome]) -> Beats:
    """One answer from the verdicts on a model against each baseline.

    >>> beats([Outcome.BETTER, Outcome.UNDECIDED]).value
    "can't tell"
    """
    if outcomes and all(outcome is Outcome.BETTER for outcome in outcomes):
        return Beats.YES
    at_most_equal = {Outcome.WORSE, Outcome.EQUIVALENT, Outcome.IDENTICAL}
    return Beats.NO if any(outcome in at_most_equal for outcome in outcomes) else Beats.OPEN
