"""A lead that one part of the rows makes: there a model is far better than it is anywhere else, and others are not.

Parts differ, and models that are fitted anew in each differ with them. So a part counts only where the difference to
the best other model stands apart from those of the other parts by many of its standard errors, and by what a t test of
one difference against the others finds seldom.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.stats import t

from referee.kinds import Array

FEWEST_PARTS, FEWEST = 4, 30        # parts; rows of each
CLEARLY, SELDOM = 5.0, 0.002        # standard errors of the part; of parts that are like the others


@dataclass(frozen=True, slots=True, kw_only=True)
class OnePart:
    """A model, a part, and how much better than the best other model it is there and elsewhere."""

    model: str
    part: str
    beside: str
    there: float
    elsewhere: float
    scale: float                # how far the rows of the part are from the mean, in standard errors


def one_part(losses: Mapping[str, Mapping[str, Array]]) -> OnePart | None:
    """The part that makes a model's lead; None where none does.

    `losses` are those of each model in each part, row by row, the same rows for all.
    """
    names, parts = list(losses), list(next(iter(losses.values()), {}))
    if len(names) < 2 or len(parts) < FEWEST_PARTS or any(
            losses[name].keys() != losses[names[0]].keys() for name in names):
        return None
    if min(losses[names[0]][part].size for part in parts) < FEWEST:
        return None
    overall = {name: float(np.concatenate([losses[name][part] for part in parts]).mean()) for name in names}
    found = [one for name in names for part in parts
             if (one := _apart(losses, name, part, min((n for n in names if n != name), key=overall.__getitem__)))]
    return max(found, key=lambda one: one.scale, default=None)


def _apart(losses: Mapping[str, Mapping[str, Array]], name: str, part: str, best: str) -> OnePart | None:
    """Whether a model leads in a part as it does in no other, so that without it there is no lead."""
    better = {one: losses[best][one] - losses[name][one] for one in losses[name]}
    there = better.pop(part)
    means = np.array([one.mean() for one in better.values()])
    rest = float(np.concatenate(list(better.values())).mean())
    error = float(there.std(ddof=1)) / float(np.sqrt(there.size))
    away = float(there.mean()) - rest
    usual = float(means.std(ddof=1)) * float(np.sqrt(1 + 1 / means.size)) * float(t.isf(SELDOM, means.size - 1))
    if rest > 0 or not error or away < CLEARLY * error or away < usual:
        return None
    if float(np.concatenate([there, *better.values()]).mean()) <= 0:
        return None
    return OnePart(model=name, part=part, beside=best, there=float(there.mean()), elsewhere=rest, scale=away / error)
