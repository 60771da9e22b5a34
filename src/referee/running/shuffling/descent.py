"""L-BFGS on many functions at once, step by step what SciPy's L-BFGS-B does without bounds.

Where a fit stops before the optimum, what it says depends on the way it took; so the way is the same: memory of ten
steps, a first step of length one, Moré and Thuente's line search, and the same rules for stopping. The directions come
from the two-loop recursion (Nocedal and Wright, Numerical Optimization, algorithm 7.4), which equals the compact form
that SciPy uses but for rounding.

Rounding grows along the way, about tenfold every five steps, so a descent is `sure` only if it ends soon, where the
gradient says so, and clearly; a search that finds nothing and a fall that rounding could hide are not sure.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from referee.kinds import Array
from referee.running.shuffling.line_search import LineSearch

MEMORY = 10
SOON = 70             # steps; beyond, rounding may have led elsewhere
TRIALS = 20           # steps tried in one search
HIDDEN = 1e-12        # a fall of the function below this could be rounding
CLEARLY = 1e-6        # relative distance of the gradient from the tolerance
LEFT = 0.1            # share of functions that are done from which they are left behind


class Functions(Protocol):
    """Many functions of d numbers each."""

    def __call__(self, points: Array, which: Array | None = None) -> tuple[Array, Array]:
        """Values (a,) and gradients (a, d) at one point (a, d) for each, or for each of those numbered."""

    def keep(self, which: Array) -> None:
        """Forget all functions but these."""


def minimise(functions: Functions, start: Array, *, tolerance: float, most: int) -> tuple[Array, Array]:
    """Where the descent from each row of `start` stops, (many, d), and whether that is sure, (many,)."""
    found, sure = start.copy(), np.zeros(len(start), dtype=bool)
    way = _Way(functions, start)
    while True:
        steep = np.abs(way.gradient).max(axis=1)
        flat = steep <= tolerance
        way.lost |= ~flat & (way.fell < HIDDEN) | (np.abs(steep - tolerance) < CLEARLY * tolerance)
        way.lost |= ~flat if way.steps >= SOON else False
        way.lost |= ~np.isfinite(steep) | (way.steps >= most)
        over = (flat | way.lost) & ~way.done
        found[way.number[over]] = way.point[over]
        sure[way.number[over]] = ~way.lost[over]
        way.done |= over
        if way.done.all():
            return found, sure
        if way.done.mean() > LEFT:
            way.keep(~way.done)
        way.go()


class _Way:
    """Where the functions that are still descended stand, all after as many steps: point and memory of each."""

    def __init__(self, functions: Functions, start: Array) -> None:
        many, d = start.shape
        self.functions, self.number, self.steps, self.point = functions, np.arange(many), 0, start
        self.f, self.gradient = functions(start)
        self.moved, self.changed = np.zeros((2, MEMORY, many, d))     # in a ring
        self.inverse = np.zeros((MEMORY, many))                       # 1 / moved · changed
        self.scale, self.fell = np.ones(many), np.full(many, np.inf)
        self.lost, self.done = np.zeros((2, many), dtype=bool)

    def keep(self, which: Array) -> None:
        """Leave the others behind."""
        self.functions.keep(which)
        for name, values in vars(self).items():
            if isinstance(values, np.ndarray):
                setattr(self, name, values[:, which] if name in ("moved", "changed", "inverse") else values[which])

    def go(self) -> None:
        """One step of each."""
        direction = self._direction()
        slope = _dot(self.gradient, direction)
        self.lost |= slope >= 0
        step = np.ones(len(slope)) if self.steps else 1 / np.sqrt(_dot(direction, direction))
        point, f, gradient, along = self._search(direction, slope, step)
        bend, changed, slot = (along - slope) * step, gradient - self.gradient, self.steps % MEMORY
        self.lost |= bend <= np.finfo(float).eps * -slope * step       # there SciPy does not learn from the step
        self.moved[slot], self.changed[slot], self.inverse[slot] = point - self.point, changed, 1 / bend
        self.scale, self.fell = bend / _dot(changed, changed), self.f - f
        self.point, self.f, self.gradient = point, f, gradient
        self.steps += 1

    def _direction(self) -> Array:
        """Downhill, by the gradient and what is remembered of the curvature."""
        towards = -self.gradient
        ages = [i % MEMORY for i in range(max(0, self.steps - MEMORY), self.steps)]
        shares = {}
        for i in reversed(ages):
            shares[i] = self.inverse[i] * _dot(self.moved[i], towards)
            towards -= shares[i][:, None] * self.changed[i]
        towards *= self.scale[:, None]
        for i in ages:
            towards += (shares[i] - self.inverse[i] * _dot(self.changed[i], towards))[:, None] * self.moved[i]
        return towards

    def _search(self, direction: Array, slope: Array, step: Array) -> tuple[Array, Array, Array, Array]:
        """The points where the searches end, values, gradients and slopes there; `step` becomes the steps taken."""
        point = self.point + step[:, None] * direction
        f, gradient = self.functions(point)
        along = _dot(gradient, direction)
        search = LineSearch(self.f, slope, step)
        left = np.arange(len(step))
        for _ in range(TRIALS):
            going = ~(search.ended(step[left], f[left], along[left]) | self.done[left])
            search.keep(going)
            left = left[going]
            if not left.size:
                break
            step[left] = search.next_step(step[left], f[left], along[left])
            point[left] = self.point[left] + step[left][:, None] * direction[left]
            f[left], gradient[left] = self.functions(point[left], left)
            along[left] = _dot(gradient[left], direction[left])
        self.lost[left] = True
        return point, f, gradient, along


def _dot(one: Array, other: Array) -> Array:
    return np.asarray(np.einsum("ij,ij->i", one, other))
