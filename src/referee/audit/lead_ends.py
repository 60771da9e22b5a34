"""A lead that ends at one moment: up to it (or from it on) a model is far ahead, and on the other side not at all.

So it is where a model has seen what was public before it was trained, or the cases of one time. Leads also fade, as
models grow old, and come and go with the weather. So a lead counts as one that ends where one step says far more than
a straight line does, and where the side without it is long and shows none.

Cases near in time are alike, so that what is counted are the means of blocks of them (batch means).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.stats import t

from referee.kinds import Array

BLOCK, MOST, FEWEST = 15, 40, 12        # rows of a block at least; blocks at most, and at least
SHORTEST = 0.15                         # of the blocks on either side
SELDOM = 2e-5                           # of steps at one place where there is none; every place is looked at
NOTHING = 0.25                          # of the lead may be left on the other side
RATHER = 4.0                            # log likelihood by which a step must be ahead of a line


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadEnds:
    """A model, the one it is ahead of, and by how much on either side of the moment."""

    model: str
    beside: str
    share: float                # of the cases that lie before it
    before: float
    after: float


def lead_ends(losses: Mapping[str, Array], times: Array) -> LeadEnds | None:
    """Where the lead of the best model ends or begins; `losses` are row by row, the same rows for all."""
    if len(losses) < 2 or times.size < BLOCK * FEWEST:
        return None
    best, second = sorted(losses, key=lambda name: float(losses[name].mean()))[:2]
    ahead = (losses[second] - losses[best])[np.argsort(times, kind="stable")]
    blocks = np.array_split(ahead, min(MOST, ahead.size // BLOCK))
    means, rows = np.array([block.mean() for block in blocks]), np.array([block.size for block in blocks])
    cut = _step(means)
    if cut is None or float(ahead.mean()) <= 0:
        return None
    sides = [means[:cut], means[cut:]]
    with_it, without = sorted(sides, key=lambda side: -float(side.mean()))
    error = float(without.std(ddof=1)) / float(np.sqrt(without.size))
    if float(without.mean()) > min(2 * error, NOTHING * float(with_it.mean())):
        return None
    return LeadEnds(model=best, beside=second, share=float(rows[:cut].sum() / ahead.size),
                    before=float(sides[0].mean()), after=float(sides[1].mean()))


def _step(means: Array) -> int | None:
    """The block before which a step lies; None where there is none, or a line says nearly as much."""
    size = means.size
    shortest = max(2, int(np.ceil(SHORTEST * size)))
    cuts = list(range(shortest, size - shortest + 1))
    left = [float(((means[:c] - means[:c].mean()) ** 2).sum() + ((means[c:] - means[c:].mean()) ** 2).sum())
            for c in cuts]
    cut, rest = cuts[int(np.argmin(left))], min(left)
    if not rest:
        return None
    off = means - np.where(np.arange(size) < cut, means[:cut].mean(), means[cut:].mean())
    alike = float(np.clip((off[1:] * off[:-1]).sum() / rest + 2 / size, 0, 0.9))       # of blocks beside each other
    error = float(np.sqrt(rest / (size - 2) * (1 / cut + 1 / (size - cut)) * (1 + alike) / (1 - alike)))
    if abs(float(means[:cut].mean() - means[cut:].mean())) < float(t.isf(SELDOM, size - 2)) * error:
        return None
    line = np.polyval(np.polyfit(np.arange(size), means, 1), np.arange(size))
    straight = float(((means - line) ** 2).sum())
    return cut if size / 2 * np.log(straight / rest) > RATHER else None
