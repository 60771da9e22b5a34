"""Rows that stand there more than once: exactly, or nearly, as oversampling and augmentation leave them.

Equal rows are copies where so many do not come about by chance: in a table of a few coarse columns rows agree because
there are only so many ways to differ. Rows are nearly copies where the nearest other row is very much nearer than the
tenth nearest, for many rows at once; in data that lie on a line neighbours come that near by themselves, so it takes
more than one dimension.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.data.column import ColumnKind
from referee.data.rows import count_repeats
from referee.data.structure.look import Look
from referee.data.structure.noticed import Kind, Noticed
from referee.data.wording import counted, share
from referee.kinds import Array
from referee.one_thread import one_thread
from referee.seeds import stream

FEWEST_ROWS = 40
ENOUGH = 0.004              # of the rows repeat others
BEYOND_CHANCE = 10.0        # times as many as independent columns would give
MOST_CELLS = 8_000_000      # distances that are looked at
MOST_ASKED = 300            # rows whose neighbours are looked for
NEAR = 0.05                 # of the distance to the tenth nearest
MANY_NEAR = 0.05            # of the rows asked
THIN = 2.0                  # dimensions below which neighbours are near by themselves


def copies(look: Look) -> Iterator[Noticed]:
    """Exact copies, or where there are few of them, near ones."""
    n = look.n_rows
    if n < FEWEST_ROWS or not look.columns:
        return
    repeated = count_repeats(look.matrix, look.target.y).repeated
    if repeated >= max(2, ENOUGH * n) and repeated > BEYOND_CHANCE * expected_repeats(look):
        yield Noticed(
            kind=Kind.COPIES, columns=(), evidence=(("rows", float(repeated)), ("share", round(repeated / n, 4))),
            sentence=f"{counted(repeated, 'row')} repeat an earlier row exactly, in features and target: with copies "
                     f"in training and test parts, models are tested on what they learned by heart; groups='copies' "
                     f"keeps them together.")
        return
    near = _near(look)
    if near >= MANY_NEAR:
        yield Noticed(
            kind=Kind.COPIES, columns=(), evidence=(("share", round(near, 4)),),
            sentence=f"about {share(near)} of the rows have another that is nearly the same in all columns, like "
                     f"augmented or oversampled copies: keep copies together (groups), or leave them out.")


def expected_repeats(look: Look, *, leave: int | None = None) -> float:
    """Rows that would repeat an earlier one were the columns independent: pairs, n²/2 · Π Σ p², at most all rows.

    Columns that go together make it more, which the factor allows for. One column may be left out, and then the
    target is too.
    """
    n, agree = look.n_rows, 1.0
    told = [*look.codes, look.answer] if leave is None else [c for i, c in enumerate(look.codes) if i != leave]
    for codes in told:
        agree *= float(np.square(np.bincount(codes) / n).sum())
    return min(agree * n * (n - 1) / 2, float(n))


def _near(look: Look) -> float:
    """The share of rows whose nearest is very much nearer than the tenth nearest; 0 where data are too thin to tell."""
    fine = [i for i, c in enumerate(look.columns)
            if c.kind is ColumnKind.NUMBER and not c.missing and look.sizes[i] >= 20]
    n = look.n_rows
    if len(fine) < 4:
        return 0.0
    table = np.column_stack([look.matrix[:, i].astype(np.float32) for i in fine[:30]])
    table = (table - table.mean(axis=0)) / np.maximum(table.std(axis=0), 1e-12)
    asked = stream(0, "structure", "copies").choice(n, size=max(20, min(MOST_ASKED, n, MOST_CELLS // n)), replace=False)
    nearest, which = _nearest(table, asked, most=min(20, n - 2))
    tenth, last = nearest[:, 9], nearest[:, -1]
    spread = np.median(np.log(np.maximum(last, 1e-12) / np.maximum(tenth, 1e-12)))
    dimensions = np.log(2.0) / max(float(spread), 1e-9)       # n(r) ~ r^d: twenty neighbours at twice the volume of ten
    if dimensions < THIN:
        return 0.0
    near = (nearest[:, 0] < NEAR * tenth) & (nearest[:, 0] > 0)
    near &= 2 * (table[asked] != table[which]).sum(axis=1) >= table.shape[1]      # noise changes most columns
    for position in set(range(len(look.columns))) - set(fine):
        near &= look.codes[position][asked] == look.codes[position][which]
    return float(near.mean())


def _nearest(table: Array, asked: Array, most: int) -> tuple[Array, Array]:
    """The distances to the nearest other rows, in order, and which row is the nearest."""
    squares = np.square(table).sum(axis=1)
    with one_thread():          # a second one would wait for more work, and take processor time, longer than this takes
        products = table[asked] @ table.T
    distances = squares[asked, None] + squares[None, :] - 2 * products
    distances[np.arange(asked.size), asked] = np.inf
    nearest = np.sort(np.partition(distances, most, axis=1)[:, :most], axis=1)
    return np.sqrt(np.maximum(nearest, 0.0)), distances.argmin(axis=1)
