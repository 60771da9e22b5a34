"""Means and spreads of whole numbers: GRIM, GRIMMER, DEBIT and SPRITE.

The mean of n whole numbers is a multiple of 1/n (GRIM: Brown & Heathers 2017). Their sum of squares is a whole number,
odd where the sum is odd, which few sds are (GRIMMER: Anaya 2016; Allard 2018). For zeros and ones the sd follows from
mean and n (DEBIT: Heathers & Brown 2019). SPRITE (Heathers, Anaya, van der Zee & Brown 2018) looks for numbers on a
scale that have mean and sd. Figures come as spans: what they may stand for before rounding.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from referee.audit.numbers.figure import Span

TINY = 1e-9


def sums(mean: Span, n: int, items: int = 1) -> range:
    """The whole sums that n answers, each a mean of so many items, can have; empty where GRIM fails."""
    size = n * items
    return range(math.ceil(mean[0] * size - TINY), math.floor(mean[1] * size + TINY) + 1)


def grim(mean: Span, n: int, items: int = 1) -> bool:
    """Whether some whole numbers have this mean.

    >>> grim((5.185, 5.195), 28), grim((5.205, 5.215), 28)     # 5.19 and 5.21: Brown & Heathers (2017), box 1
    (False, True)
    """
    return len(sums(mean, n, items)) > 0


def squares(total: int, n: int, spread: Span, scale: Span = (-math.inf, math.inf)) -> Iterator[int]:
    """The whole sums of squares that go with a sum and an sd: of the same parity, and possible on the scale."""
    low, high = ((n - 1) * max(end, 0.0) ** 2 + total**2 / n for end in spread)
    least, most = _extremes(total, n, scale)
    first = math.ceil(max(low, least) - TINY * max(1.0, low))
    last = math.floor(min(high, most) + TINY * max(1.0, high))
    yield from range(first + (first - total) % 2, last + 1, 2)


def _extremes(total: int, n: int, scale: Span) -> Span:
    """The least and the largest sum of squares of n whole numbers with this sum."""
    base, rest = divmod(total, n)
    least = rest * (base + 1) ** 2 + (n - rest) * base**2
    if math.isinf(scale[0]) or math.isinf(scale[1]):
        return float(least), math.inf
    low, high = round(scale[0]), round(scale[1])
    if high <= low:
        return float(least), float(least)
    many, left = divmod(total - n * low, high - low)
    if many >= n:
        return float(least), float(n * high**2)
    return float(least), float(many * high**2 + (low + left) ** 2 + (n - many - 1) * low**2)


def grimmer(mean: Span, sd: Span, n: int, *, items: int = 1, scale: Span = (-math.inf, math.inf)) -> bool:
    """Whether some whole numbers have this mean and this sd (of a sample).

    >>> grimmer((7.25, 7.35), (2.505, 2.515), 12), grimmer((7.25, 7.35), (2.495, 2.505), 12)
    (False, True)
    """
    wide = sd[0] * items, sd[1] * items
    there = scale[0] * items, scale[1] * items
    return any(True for total in sums(mean, n, items) for _ in squares(total, n, wide, there))


def debit(mean: Span, sd: Span, n: int) -> bool:
    """Whether zeros and ones have this mean and this sd (of a sample).

    >>> debit((0.345, 0.355), (0.175, 0.185), 20), debit((0.525, 0.535), (0.495, 0.505), 1683)
    (False, True)
    """
    for total in sums(mean, n):
        if 0 <= total <= n and sd[0] - TINY <= math.sqrt(total * (n - total) / (n * (n - 1))) <= sd[1] + TINY:
            return True
    return False


def sprite(mean: Span, sd: Span, n: int, scale: tuple[int, int]) -> np.ndarray | None:
    """Whole numbers of a scale with this mean and sd, or None where none were found.

    Starts with all as equal as their sum allows, and moves pairs apart until the sd is there.

    >>> sprite((2.995, 3.005), (1.485, 1.495), 10, (1, 5))
    array([1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
    """
    for total in sums(mean, n):
        for wanted in squares(total, n, sd, scale):
            found = _spread(total, n, wanted, scale)
            if found is not None:
                return found
    return None


def _spread(total: int, n: int, wanted: int, scale: tuple[int, int]) -> np.ndarray | None:
    """n whole numbers with a sum and a sum of squares: the widest step that still fits, again and again."""
    base, rest = divmod(total, n)
    numbers = np.array([base] * (n - rest) + [base + 1] * rest)
    if base < scale[0] or base + (rest > 0) > scale[1]:
        return None
    missing = wanted - int((numbers**2).sum())
    while missing > 0:
        pairs = [(2 * (b - a) + 2, a, b) for a in np.unique(numbers) for b in np.unique(numbers)
                 if a > scale[0] and b < scale[1] and a <= b and 2 * (b - a) + 2 <= missing
                 and (a < b or (numbers == a).sum() > 1)]
        if not pairs:
            return None
        gain, a, b = max(pairs)
        numbers[np.flatnonzero(numbers == a)[0]] -= 1
        numbers[np.flatnonzero(numbers == b)[-1]] += 1
        numbers.sort()
        missing -= int(gain)
    return np.sort(numbers) if missing == 0 else None
