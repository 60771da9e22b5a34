"""Moré and Thuente's line search on many functions at once, as L-BFGS-B makes it.

ACM Transactions on Mathematical Software 20 (1994), 286–307, with the constants of L-BFGS-B: a step is taken where the
function fell by a thousandth of what its slope promised and the slope fell by a tenth. Every function has its own
interval, in which a step is chosen by cubics and secants; one entry of each array is one function.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array

FALL, SLOPE, NARROW = 1e-3, 0.9, 0.1        # of L-BFGS-B: decrease, curvature, relative width of the interval
LONGEST = 1e10
FAR, NEAR, SHRINK = 4.0, 1.1, 0.66


Point = tuple[Array, Array]
"""Values and slopes."""


class LineSearch:
    """Where each search stands: the best step (x), the other end of its interval (y), the bounds of the next step."""

    def __init__(self, f: Array, slope: Array, step: Array) -> None:
        """Searches from where the functions are f and fall with this slope, with this first step."""
        self.f0, self.g0, self.fx, self.gx, self.fy, self.gy = f, slope, f, slope, f, slope
        self.x, self.y, self.low = np.zeros((3, len(f)))
        self.high = step + FAR * step
        self.width, self.width_before = np.full(len(f), LONGEST), np.full(len(f), 2 * LONGEST)
        self.bracketed, self.second = np.zeros((2, len(f)), dtype=bool)

    def keep(self, which: Array) -> None:
        """Forget all searches but these."""
        for name, values in vars(self).items():
            setattr(self, name, values[which])

    def ended(self, step: Array, f: Array, slope: Array) -> Array:
        """Which searches end with the step just tried."""
        enough = self.f0 + step * FALL * self.g0
        self.second = self.second | (f <= enough) & (slope >= 0)
        return np.asarray(self._narrow(step) | ((f <= enough) & (np.abs(slope) <= -SLOPE * self.g0)))

    def next_step(self, step: Array, f: Array, slope: Array) -> Array:
        """Narrow the intervals by what was seen, and choose the next steps."""
        rate = FALL * self.g0
        lift = np.where(~self.second & (f <= self.fx) & (f > self.f0 + step * rate), rate, 0.0)
        x, y = self.x, self.y
        best, other = (self.fx - lift * x, self.gx - lift), (self.fy - lift * y, self.gy - lift)
        seen = f - lift * step, slope - lift
        chosen, closes = self._chosen(best, other, step, seen)
        higher = seen[0] > best[0]
        flips = ~higher & (seen[1] * np.sign(best[1]) < 0)
        self.y = np.where(higher, step, np.where(flips, x, y))
        self.fy = np.where(higher, seen[0], np.where(flips, best[0], other[0])) + lift * self.y
        self.gy = np.where(higher, seen[1], np.where(flips, best[1], other[1])) + lift
        self.x = np.where(higher, x, step)
        self.fx = np.where(higher, best[0], seen[0]) + lift * self.x
        self.gx = np.where(higher, best[1], seen[1]) + lift
        self.bracketed = self.bracketed | closes
        return self._within(chosen)

    def _within(self, step: Array) -> Array:
        """The chosen steps, halved where an interval hardly shrinks, and the bounds of those after them."""
        x, y, closed = self.x, self.y, self.bracketed
        span = np.abs(y - x)
        step = np.where(closed & (span >= SHRINK * self.width_before), x + 0.5 * (y - x), step)
        self.width_before = np.where(closed, self.width, self.width_before)
        self.width = np.where(closed, span, self.width)
        self.low = np.where(closed, np.minimum(x, y), step + NEAR * (step - x))
        self.high = np.where(closed, np.maximum(x, y), step + FAR * (step - x))
        step = np.clip(step, 0.0, LONGEST)
        return np.where(self._narrow(step), x, step)

    def _narrow(self, step: Array) -> Array:
        """Where the interval leaves no room for another step."""
        return np.asarray(self.bracketed & ((step <= self.low) | (step >= self.high)
                                            | (self.high - self.low <= NARROW * self.high)))

    def _chosen(self, best: Point, other: Point, step: Array, seen: Point) -> tuple[Array, Array]:
        """The steps that cubics and secants propose, and where a minimum lies within the interval now.

        The four cases are those of the paper's section 4.
        """
        x, (fx, gx), (fp, gp), ahead = self.x, best, seen, step > self.x
        turned, higher, flatter = gp * np.sign(gx) < 0, fp > fx, np.abs(gp) < np.abs(gx)
        theta = 3 * (fx - fp) / (step - x) + gx + gp
        root = _root(theta, gx, gp)

        up = np.where(ahead, root, -root)                                        # 1: higher
        cubic = x + ((up - gx) + theta) / (((up - gx) + up) + gp) * (step - x)
        quadratic = x + gx / ((fx - fp) / (step - x) + gx) / 2 * (step - x)
        first = np.where(np.abs(cubic - x) <= np.abs(quadratic - x), cubic, cubic + (quadratic - cubic) / 2)

        down = -up                                                               # 2: lower, the slope turned
        secant = step + gp / (gp - gx) * (x - step)
        cubic = step + ((down - gp) + theta) / (((down - gp) + down) + gx) * (x - step)
        second = np.where(np.abs(cubic - step) > np.abs(secant - step), cubic, secant)

        r = ((down - gp) + theta) / ((down + (gx - gp)) + down)                  # 3: lower, the slope flattens
        cubic = np.where((r < 0) & (down != 0), step + r * (x - step), np.where(ahead, self.high, self.low))
        farther = np.abs(cubic - step) > np.abs(secant - step)
        inside, bound = np.where(farther, secant, cubic), step + SHRINK * (self.y - step)
        inside = np.where(ahead, np.minimum(bound, inside), np.maximum(bound, inside))
        third = np.where(self.bracketed, inside, np.clip(np.where(farther, cubic, secant), self.low, self.high))

        theta = 3 * (fp - other[0]) / (self.y - step) + other[1] + gp            # 4: lower, the slope does not flatten
        root = _root(theta, other[1], gp)
        root = np.where(step > self.y, -root, root)
        cubic = step + ((root - gp) + theta) / (((root - gp) + root) + other[1]) * (self.y - step)
        fourth = np.where(self.bracketed, cubic, np.where(ahead, self.high, self.low))
        return np.select([higher, turned, flatter], [first, second, third], fourth), higher | turned


def _root(theta: Array, one: Array, two: Array) -> Array:
    """√(θ² − g·g'), scaled against overflow."""
    scale = np.maximum(np.abs(theta), np.maximum(np.abs(one), np.abs(two)))
    return np.asarray(scale * np.sqrt(np.maximum(0.0, (theta / scale) ** 2 - (one / scale) * (two / scale))))
