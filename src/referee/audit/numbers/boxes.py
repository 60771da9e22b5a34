"""Is there a two-class confusion matrix with all these figures? Branch and bound over boxes of matrices.

The space of matrices is halved again and again; a part whose scores cannot reach a printed figure is dropped. A matrix
that has all figures settles it; so does an empty space. Where neither comes within the budget, nothing is claimed. With
n known, matrices are whole numbers; else shares of 1. Many rows are searched at once, the most promising parts first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from referee.audit.numbers.spans import SCORES, Boxes
from referee.kinds import Array

BEAM = 24             # parts of a row kept while looking for a matrix that fits
MOST = 20_000         # parts of a row looked at while proving that none does
ROOM = 6_000          # parts of a row kept while the reach of a score is measured
FINEST = 2e-7         # shares are not told apart below this
LEVELS = 75
OBEYED = ("sensitivity", "specificity")
LINEAR = ("prevalence", "sensitivity", "specificity", "accuracy")
HITS, PASSES = ("sensitivity", "precision", "f1"), ("specificity", "npv")       # shares of which tp, or tn, is a part


@dataclass(frozen=True, eq=False)
class Asked:
    """Rows to be searched: n (1 where it is not known), and the span of each kind of figure, infinite where none is."""

    n: Array                           # (rows,)
    whole: Array                       # (rows,) whether matrices are whole numbers
    spans: dict[str, tuple[Array, Array]]

    def rows(self, keep: Array) -> Asked:
        """Some of the rows."""
        spans = {kind: (low[keep], high[keep]) for kind, (low, high) in self.spans.items()}
        return replace(self, n=self.n[keep], whole=self.whole[keep], spans=spans)

    def without(self, kind: str) -> Asked:
        """With one kind of figure left out."""
        return replace(self, spans={name: span for name, span in self.spans.items() if name != kind})


@dataclass(frozen=True, eq=False)
class _Parts:
    boxes: Boxes
    row: Array

    def only(self, keep: Array) -> _Parts:
        b = self.boxes
        return _Parts(Boxes(b.low[:, keep], b.high[:, keep], b.n[keep]), self.row[keep])

    def beside(self, asked: Asked) -> Boxes:
        """The boxes, with the figures that their scores obey."""
        known = {kind: (low[self.row], high[self.row]) for kind, (low, high) in asked.spans.items() if kind in OBEYED}
        return replace(self.boxes, known=known)


def feasible(asked: Asked, *, most: int = MOST) -> Array:
    """For each row whether some matrix may have its figures; False is proved, within so many parts."""
    found = _searched(asked, beam=BEAM, most=most)
    found[~found] = _searched(asked.rows(~found), beam=None, most=most) if not found.all() else True
    return found


def reach(asked: Asked, kind: str) -> tuple[float, float] | None:
    """The range of a score over all matrices with the figures asked of one row; None where there are none."""
    parts = _start(asked)
    for _ in range(LEVELS):
        parts = _narrowed(parts, asked)
        if not len(parts.row):
            return None
        if len(parts.row) > ROOM or not _divisible(parts, asked).any():
            break
        parts = _halved(parts, asked)
    low, high = SCORES[kind](parts.beside(asked))
    return float(low.min()), float(high.max())


def _searched(asked: Asked, *, beam: int | None, most: int) -> Array:
    """Whether a fitting matrix was found, or (without a beam) could not be excluded."""
    parts, found, seen = _start(asked), np.zeros(len(asked.n), bool), np.zeros(len(asked.n), int)
    for _ in range(LEVELS):
        parts = _narrowed(parts, asked)
        if not len(parts.row):
            break
        found[parts.row[_fits(_middle(parts, asked), asked)]] = True
        parts = parts.only(~found[parts.row])
        divisible = _divisible(parts, asked)
        found[parts.row[~divisible]] = True              # too small to be told apart: it may fit
        seen += np.bincount(parts.row, minlength=len(seen))
        if beam is None:
            found |= seen > most
        parts = parts.only(divisible & ~found[parts.row])
        parts = _halved(parts if beam is None else _best(parts, asked, beam), asked)
    else:
        found[parts.row] = True
    return found


def _start(asked: Asked) -> _Parts:
    zero = np.zeros((3, len(asked.n)))
    return _Parts(Boxes(zero, np.broadcast_to(asked.n, zero.shape).copy(), asked.n), np.arange(len(asked.n)))


def _narrowed(parts: _Parts, asked: Asked) -> _Parts:
    """Parts cut to what is linear in the figures, and dropped where some score cannot reach its figure."""
    low, high, n, row = parts.boxes.low.copy(), parts.boxes.high.copy(), parts.boxes.n, parts.row
    for _ in range(2):
        spans = {kind: (a[row], b[row]) for kind, (a, b) in asked.spans.items()}
        _cut(low, high, n, spans)
        whole = asked.whole[row]
        for k, kinds in ((1, HITS), (2, PASSES)):
            for kind in kinds:
                if kind in spans:          # strictly between 0 and 1, it is no 0/0 and has something above the line
                    inside = whole & (spans[kind][0] > 0) & (spans[kind][1] < 1)
                    low[k] = np.where(inside, np.maximum(low[k], 1), low[k])
        np.copyto(low, np.ceil(low - 1e-6), where=whole)
        np.copyto(high, np.floor(high + 1e-6), where=whole)
    keep = np.all(low <= high + 1e-12, axis=0)
    parts = _Parts(Boxes(low, np.maximum(low, high), n), row).only(keep)
    return parts.only(_fits(parts, asked))


def _cut(low: Array, high: Array, n: Array, spans: dict[str, tuple[Array, Array]]) -> None:
    """Narrow the ranges in place by the figures that are linear in them."""
    def within(k: int, least: Array, most: Array) -> None:
        np.maximum(low[k], least, out=low[k])
        np.minimum(high[k], most, out=high[k])

    within(0, low[1], n - low[2])
    within(1, low[1], high[0])
    within(2, low[2], n - low[0])
    shares = {kind: np.clip(span, 0, 1) for kind, span in spans.items() if kind in LINEAR}
    if "prevalence" in shares:
        within(0, n * shares["prevalence"][0], n * shares["prevalence"][1])
    if "sensitivity" in shares:
        within(1, low[0] * shares["sensitivity"][0], high[0] * shares["sensitivity"][1])
    if "specificity" in shares:
        within(2, (n - high[0]) * shares["specificity"][0], (n - low[0]) * shares["specificity"][1])
    if "accuracy" in shares:
        least, most = n * shares["accuracy"]
        within(1, least - high[2], most - low[2])
        within(2, least - high[1], most - low[1])
    for k, kind in enumerate(("positives", "tp", "tn")):
        if kind in spans:
            within(k, *spans[kind])


def _fits(parts: _Parts, asked: Asked) -> Array:
    """Where every score reaches its figure."""
    keep, boxes = np.ones(len(parts.row), bool), parts.beside(asked)
    for kind, (low, high) in asked.spans.items():
        reached = SCORES[kind](boxes)
        keep &= (reached[0] <= high[parts.row] + 1e-12) & (reached[1] >= low[parts.row] - 1e-12)
    return keep


def _middle(parts: _Parts, asked: Asked) -> _Parts:
    """The matrix in the middle of each part."""
    b = parts.boxes
    at = np.where(asked.whole[parts.row], np.floor((b.low + b.high) / 2), (b.low + b.high) / 2)
    at[1], at[2] = np.minimum(at[1], at[0]), np.minimum(at[2], b.n - at[0])
    return _Parts(Boxes(at, at, b.n), parts.row)


def _widths(parts: _Parts) -> Array:
    """How wide a part is in each direction, against what it is a part of: rare classes need finer cuts."""
    b = parts.boxes
    rare = np.minimum(b.high[0], b.n - b.low[0])
    scale = np.maximum(np.stack([rare, b.high[0], b.n - b.low[0]]), 1e-9 * b.n)
    return np.asarray((b.high - b.low) / scale)


def _divisible(parts: _Parts, asked: Asked) -> Array:
    width = (parts.boxes.high - parts.boxes.low).max(axis=0)
    return np.asarray(np.where(asked.whole[parts.row], width >= 1, width > FINEST))


def _halved(parts: _Parts, asked: Asked) -> _Parts:
    """Each part in two, across its widest direction."""
    b, many = parts.boxes, np.arange(len(parts.row))
    whole = asked.whole[parts.row]
    across = np.where(whole & ((b.high - b.low) < 1), -1.0, _widths(parts)).argmax(axis=0)
    middle = (b.low + b.high)[across, many] / 2
    below, above = b.high.copy(), b.low.copy()
    below[across, many] = np.where(whole, np.floor(middle), middle)
    above[across, many] = np.where(whole, np.floor(middle) + 1, middle)
    return _Parts(Boxes(np.concatenate([b.low, above], axis=1), np.concatenate([below, b.high], axis=1),
                        np.tile(b.n, 2)), np.tile(parts.row, 2))


def _best(parts: _Parts, asked: Asked, beam: int) -> _Parts:
    """The parts of each row whose middle comes nearest to the figures."""
    middle = _middle(parts, asked)
    miss = np.zeros(len(parts.row))
    for kind, (low, high) in asked.spans.items():
        reached, _ = SCORES[kind](middle.boxes)
        a, b = np.clip(low[parts.row], -2 * asked.n.max(), None), np.clip(high[parts.row], None, 2 * asked.n.max())
        miss += np.abs(reached - (a + b) / 2) / np.maximum(b - a, 1e-6)
    order = np.lexsort((miss, parts.row))
    rows = parts.row[order]
    rank = np.arange(len(rows)) - np.searchsorted(rows, rows)
    return parts.only(order[rank < beam])
