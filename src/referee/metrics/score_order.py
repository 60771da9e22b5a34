"""Row numbers in ascending order of scores, for long vectors.

NumPy sorts values several times faster than it argsorts them. So the leading bits of each score and its row number are
put into one whole number, these are sorted, and the few rows whose scores agree in the leading bits are put right.
"""

from __future__ import annotations

import numpy as np

from referee.kinds import Array

WORTH_IT = 10_000           # rows
MOST_REPAIRS = 2_000        # runs put right one by one; with more of them a plain argsort is as fast
SIGN = np.uint64(1 << 63)


def ascending_order(scores: Array) -> Array:
    """The order of the scores; tied ones in any order.

    >>> ascending_order(np.array([0.3, -1.0, 0.2]))
    array([1, 2, 0])
    """
    n = scores.size
    if n < WORTH_IT:
        return np.argsort(scores)
    bits = np.uint64(int(n - 1).bit_length())
    leading = _as_whole(scores) >> bits
    order = (np.sort((leading << bits) | np.arange(n, dtype=np.uint64)) & ((np.uint64(1) << bits) - np.uint64(1))) \
        .astype(np.int64)
    found = scores[order]
    wrong = np.flatnonzero(found[1:] < found[:-1])
    if wrong.size > MOST_REPAIRS:
        return np.argsort(scores)
    done = -1
    for at in wrong.tolist():
        if at < done:
            continue
        begin, done = _run(leading, order, at)
        order[begin:done] = order[begin:done][np.argsort(scores[order[begin:done]])]
    return order


def _as_whole(scores: Array) -> Array:
    """Whole numbers in the order of the floats: the bits, with the sign turned, and all bits of negative ones."""
    bits = np.ascontiguousarray(scores + 0.0, dtype=np.float64).view(np.uint64)     # + 0.0: no negative zero
    return np.where(bits & SIGN, ~bits, bits | SIGN)


def _run(leading: Array, order: Array, at: int) -> tuple[int, int]:
    """Where the rows that agree in the leading bits begin and end."""
    same, begin, end = leading[order[at]], at, at + 1
    while begin and leading[order[begin - 1]] == same:
        begin -= 1
    while end < order.size and leading[order[end]] == same:
        end += 1
    return begin, end
