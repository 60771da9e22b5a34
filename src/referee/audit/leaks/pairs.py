"""Two columns that together are the target: a sum, difference, product or ratio of them, with any weights.

For numbers, the share of the target's variance that two columns explain follows from three correlations; products and
ratios are sums of logarithms. For two classes, the order of the sums, differences, products and ratios is taken.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit.leaks.owing import auc
from referee.audit.leaks.rows import Rows
from referee.audit.leaks.suspicion import Suspicion
from referee.kinds import Array
from referee.seeds import stream

MOST_COLUMNS = 60           # that are put in pairs: those that go best with the target
MOST_ROWS = 1000            # by which pairs are chosen; what is chosen is looked at in all rows
ALL_OF_IT = 0.9995          # of the variance
MORE = 0.02                 # of the variance, that one of the two leaves
IN_ORDER, FEWEST = 0.998, 30
MOST_TOLD = 3
SIGNS = {"+": "sum", "-": "difference", "*": "product", "/": "ratio"}


def pairs_tell(rows: Rows) -> Iterator[Suspicion]:
    """Pairs of numeric columns that give the target away, where neither does alone."""
    usable = [i for i in range(len(rows.names)) if not rows.categories[i] and rows.distinct[i] >= 5
              and not np.isnan(rows.matrix[:, i]).any()]
    if len(usable) < 2 or rows.n < FEWEST:
        return
    if rows.n_classes is None:
        found = [*_numbers(rows, usable)]
    elif rows.n_classes == 2 and int(np.bincount(rows.y).min()) >= FEWEST:
        found = [*_order(rows, usable)]
    else:
        return
    yield from sorted(found, key=lambda one: -one.strength)[:MOST_TOLD]


def left_out(rows: Rows) -> int:
    """How many numeric columns are not put in pairs."""
    return max(0, int((~rows.categories).sum()) - MOST_COLUMNS)


def _numbers(rows: Rows, usable: list[int]) -> Iterator[Suspicion]:
    told: set[tuple[int, int]] = set()
    positive = [i for i in usable if (rows.matrix[:, i] > 0).all()]
    for columns, y, move in ((usable, rows.y, False), (positive, rows.y, True)):
        if len(columns) < 2 or (move and not (y > 0).all()):
            continue
        table = rows.matrix[:, columns]
        for share, a, b, weights in _explaining(np.log(table) if move else table, np.log(y) if move else y):
            i, j = columns[a], columns[b]
            if (i, j) in told:
                continue
            told.add((i, j))
            same = np.sign(weights[0]) == np.sign(weights[1])
            word = SIGNS[("*" if same else "/") if move else ("+" if same else "-")]
            first, second = (i, j) if weights[0] >= 0 else (j, i)
            names = (rows.names[first], rows.names[second])
            yield Suspicion(columns=names, strength=share, sentence=(
                f"{names[0]} and {names[1]} together are the target: a {word} of them, with weights, explains "
                f"{min(share, 1.0):.3%} of it, neither alone more than {1 - MORE:.0%}."))


def _explaining(table: Array, y: Array) -> Iterator[tuple[float, int, int, tuple[float, float]]]:
    """Pairs of columns that explain nearly all of y, by the three correlations of each (R² of two regressors)."""
    centred, target = table - table.mean(axis=0), y - y.mean()
    norms = np.sqrt((centred**2).sum(axis=0))
    usable = norms > 1e-9 * np.maximum(np.abs(table).max(axis=0), 1e-300)
    z = np.where(usable, centred / np.where(usable, norms, 1.0), 0.0)
    size = float(np.sqrt(target @ target))
    if not size:
        return
    r = z.T @ (target / size)
    kept = np.argsort(-np.abs(r), kind="stable")[:MOST_COLUMNS] if r.size > MOST_COLUMNS else np.arange(r.size)
    between = z[:, kept].T @ z[:, kept]
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = r[kept][:, None], r[kept][None, :]
        share = (a**2 + b**2 - 2 * a * b * between) / (1 - between**2)
        alone = np.maximum(a**2, b**2)
        hit = np.triu((share > ALL_OF_IT) & (share < 1 + 1e-6) & (alone < 1 - MORE) & (between**2 < 1 - 1e-9), 1)
    for p, q in zip(*np.nonzero(hit), strict=True):
        i, j = int(kept[p]), int(kept[q])
        weights = r[i] - r[j] * between[p, q], r[j] - r[i] * between[p, q]
        yield float(share[p, q]), i, j, (float(weights[0]), float(weights[1]))


def _order(rows: Rows, usable: list[int]) -> Iterator[Suspicion]:
    some = np.arange(rows.n) if rows.n <= MOST_ROWS else np.sort(
        stream(0, "leaks", "pairs").choice(rows.n, size=MOST_ROWS, replace=False))
    positive = rows.y == 1
    alone = np.array([abs((auc(rows.matrix[some, i], positive[some]) or 0.5) - 0.5) for i in usable])
    kept = [usable[i] for i in np.argsort(-alone, kind="stable")[:MOST_COLUMNS]]
    best = dict(zip(usable, 0.5 + alone, strict=True))
    for at, i in enumerate(kept):
        others = [j for j in kept[at + 1:] if max(best[i], best[j]) < IN_ORDER - MORE]
        if not others or best[i] >= IN_ORDER - MORE:
            continue
        for sign in SIGNS:
            scores = _aucs(_combined(rows.matrix[some, i][:, None], rows.matrix[np.ix_(some, others)], sign),
                           positive[some])
            for j in np.array(others)[scores >= IN_ORDER - 0.005]:
                whole = auc(_combined(rows.matrix[:, i], rows.matrix[:, j], sign), positive) or 0.5
                if max(whole, 1 - whole) >= IN_ORDER:
                    yield _ordering(rows, (i, int(j)), sign, max(whole, 1 - whole), max(best[i], best[int(j)]))


def _ordering(rows: Rows, pair: tuple[int, int], sign: str, tells: float, alone: float) -> Suspicion:
    names = (rows.names[pair[0]], rows.names[pair[1]])
    return Suspicion(columns=names, strength=tells - alone, sentence=(
        f"The {SIGNS[sign]} of {names[0]} and {names[1]} tells the class with an AUC of {tells:.4f}, either alone with "
        f"{alone:.3f} at most."))


def _combined(a: Array, b: Array, sign: str) -> Array:
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        made = a + b if sign == "+" else a - b if sign == "-" else a * b if sign == "*" else a / b
    finite: Array = np.nan_to_num(made, nan=0.0)
    return finite


def _aucs(table: Array, positive: Array) -> Array:
    """The AUC of each column, whichever way it points; ties are broken by position, which is near enough to choose."""
    order = np.argsort(table, axis=0, kind="stable")
    ones, zeros = int(positive.sum()), int((~positive).sum())
    if not ones or not zeros:
        return np.full(table.shape[1], 0.5)
    ranks = (positive[order] * np.arange(1, positive.size + 1)[:, None]).sum(axis=0)
    found = (ranks - ones * (ones + 1) / 2) / (ones * zeros)
    either: Array = np.maximum(found, 1 - found)
    return either
