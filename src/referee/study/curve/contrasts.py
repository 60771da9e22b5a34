"""Pairs of learners at every training size, as one family.

A t test at every size finds something by chance alone (E-35): either one size was declared beforehand, or all sizes and
pairs are judged together, by the largest corrected t (max-T) or by Holm.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from referee.comparisons.multiplicity.adjust import adjust
from referee.comparisons.multiplicity.simultaneous import Simultaneous, simultaneous_t
from referee.comparisons.pair_html import pair_html
from referee.comparisons.power.detectable import detectable
from referee.comparisons.verdict import TURNED, Outcome, pair_text
from referee.errors import BadInput, UnknownName
from referee.estimates._base import Interval
from referee.kinds import Array, Json
from referee.metrics import Metric
from referee.study.curve.points import FEWEST_SPLITS, METHOD, SizeScores

POWER = 0.8
CORRECTIONS = ("max-t", "holm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """A minus B at one training size."""

    a: str
    b: str
    size: int
    difference: float
    interval: Interval | None      # holds for all pairs and sizes of the family at once
    p: float
    p_adjusted: float
    outcome: Outcome
    detectable: float | None       # what this family would have seen with 80% power

    def __repr__(self) -> str:
        return f"{pair_text(self)} (trained on {self.size:,})"

    def _repr_html_(self) -> str:
        return pair_html(self)

    def swapped(self) -> Contrast:
        """The same told from the other side."""
        interval = self.interval and replace(self.interval, low=-self.interval.high, high=-self.interval.low)
        return replace(self, a=self.b, b=self.a, difference=-self.difference, interval=interval,
                       outcome=TURNED.get(self.outcome, self.outcome))

    def to_dict(self) -> Json:
        """For JSON."""
        return {"a": self.a, "b": self.b, "size": self.size, "difference": self.difference,
                "interval": self.interval.to_dict() if self.interval else None, "p": self.p,
                "p_adjusted": self.p_adjusted, "outcome": self.outcome.value, "detectable": self.detectable}


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrasts:
    """All pairs at all sizes (or at the one declared), judged together."""

    metric: str
    found: tuple[Contrast, ...]
    adjust: str
    at: int | None                 # the one size declared beforehand
    splits: int                    # that have a score of every learner at every size
    reason: str = ""               # why nothing was compared, or some pair at some size was not
    notes: tuple[str, ...] = ()    # what verdicts are worth less for

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """In the order given."""
        return tuple(dict.fromkeys((c.a, c.b) for c in self.found))

    def of(self, a: str, b: str) -> tuple[Contrast, ...]:
        """One pair, size by size."""
        return tuple(c for c in self.found if (c.a, c.b) == (a, b))

    def pair(self, a: str, b: str) -> Contrast:
        """A against B at the size declared for it, else at the largest one."""
        for turned in (False, True):
            found = self.of(b, a) if turned else self.of(a, b)
            if found:
                last = max(found, key=lambda contrast: contrast.size)
                return last.swapped() if turned else last
        raise UnknownName("comparison", f"{a} with {b}", [f"{one} with {other}" for one, other in self.pairs])

    def to_dict(self) -> Json:
        """For JSON."""
        return {"metric": self.metric, "adjust": self.adjust, "at": self.at, "splits": self.splits,
                "reason": self.reason, "notes": list(self.notes), "contrasts": [c.to_dict() for c in self.found]}


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveAsk:
    """How the family of a learning curve is judged; fixed before anyone looks."""

    level: float = 0.95
    adjust: str = "max-t"
    at: int | None = None
    against: str | None = None

    def __post_init__(self) -> None:
        if self.adjust not in CORRECTIONS:
            raise BadInput(f"differences of a curve are corrected by {' or '.join(CORRECTIONS)}, not by "
                           f"{self.adjust!r}.")


def contrasts_of(sizes: list[SizeScores], metric: Metric, ask: CurveAsk, *, ratio: float, seed: int) -> Contrasts:
    """Compare all pairs at all sizes over the splits on which all of them have scores."""
    learners = list(sizes[0].test.learners)
    blank: dict[str, Any] = {"metric": metric.name, "adjust": ask.adjust, "at": ask.at}
    pairs = [(a, b) for a, b in combinations(learners, 2)] if ask.against is None else \
        [(name, ask.against) for name in learners if name != ask.against]
    kept = {(i, name): s.of_parts(name, metric)[1] for i, s in enumerate(sizes) for name in learners}
    columns = [(a, b, i) for a, b in pairs for i, s in enumerate(sizes)
               if ask.at in {None, s.size} and kept[i, a].mean() > 0.5 and kept[i, b].mean() > 0.5]
    if not columns:
        why = "there is one learner" if len(learners) < 2 else "no pair has scores on most splits"
        return Contrasts(**blank, found=(), splits=0, reason=why)
    rows = np.all([kept[i, name] for a, b, i in columns for name in (a, b)], axis=0)
    if rows.sum() < FEWEST_SPLITS:
        why = f"only {int(rows.sum())} splits have scores of all learners at all sizes"
        return Contrasts(**blank, found=(), splits=int(rows.sum()), reason=why)
    d = np.column_stack([sizes[i].of_parts(a, metric)[0][rows] - sizes[i].of_parts(b, metric)[0][rows]
                         for a, b, i in columns])
    made = simultaneous_t(d, ratio=ratio, level=ask.level, seed=seed)
    adjusted = made.p_adjusted if ask.adjust == "max-t" else adjust(made.p, "holm")
    found = tuple(_contrast((a, b, sizes[i].size), k, made, adjusted, metric, ask)
                  for k, (a, b, i) in enumerate(columns))
    return Contrasts(**blank, found=found, splits=int(rows.sum()))


def _contrast(what: tuple[str, str, int], k: int, made: Simultaneous, adjusted: Array, metric: Metric,
              ask: CurveAsk) -> Contrast:
    d, error, p = float(made.means[k]), float(made.errors[k]), float(adjusted[k])
    outcome, seen, interval = Outcome.UNDECIDED, None, None
    if error == 0:
        outcome = Outcome.IDENTICAL if d == 0 else Outcome.UNDECIDED
    else:
        # Bonferroni bounds what max-T and the first step of Holm would have seen.
        seen = detectable(error, made.n_splits - 1, level=ask.level, power=POWER, tests=made.means.size)
        interval = Interval(float(made.low[k]), float(made.high[k]), level=ask.level, method=METHOD)
        if p <= 1 - ask.level:
            outcome = Outcome.BETTER if metric.better(d, 0.0) else Outcome.WORSE
    a, b, size = what
    return Contrast(a=a, b=b, size=size, difference=d, interval=interval, p=float(made.p[k]), p_adjusted=p,
                    outcome=outcome, detectable=seen)
