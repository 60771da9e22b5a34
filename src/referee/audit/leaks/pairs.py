"""Two columns that together are the target: a sum, difference, product or ratio of them, with any weights.

For numbers, the share of the target's variance that two columns explain follows from three correlations; products and
ratios are sums of logarithms. For classes, the order of the sums, differences, products and ratios is taken, each class
against the others; a pair that tells one of several classes is asked about, one in whose order all classes lie apart
gives the target away.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Severity, Unseen
from referee.audit.leaks.owing import auc
from referee.audit.leaks.rows import Rows
from referee.audit.leaks.suspicion import Suspicion
from referee.kinds import Array
from referee.seeds import stream

MOST_COLUMNS = 60           # that are put in pairs: those that go best with the target
MOST_ROWS = 1000            # by which pairs are chosen; what is chosen is looked at in all rows
ALL_OF_IT = 0.9995          # of the variance
MORE = 0.02                 # of an AUC, that one of the two leaves
ALONE, LEAVES = 0.998, 0.05     # of the variance: one that explains more is told alone; of what it leaves, both leave
IN_ORDER, FEWEST = 0.998, 30
APART = 0.98                # of the rows, those whose next row in order is of their class: the classes lie apart
MOST_TOLD = 3
SIGNS = {"+": "sum", "-": "difference", "*": "product", "/": "ratio"}


def pairs_tell(rows: Rows) -> Iterator[Suspicion]:
    """Pairs of numeric columns that give the target away, where neither does alone."""
    usable = _usable(rows)
    if len(usable) < 2 or rows.n < FEWEST:
        return
    found = _numbers(rows, usable) if rows.n_classes is None else _order(rows, usable, _asked(rows))
    strongest = {one.columns: one for one in sorted(found, key=lambda one: one.strength)}       # each pair once
    yield from sorted(strongest.values(), key=lambda one: -one.strength)[:MOST_TOLD]


def _usable(rows: Rows) -> list[int]:
    return [i for i in range(len(rows.names)) if not rows.categories[i] and rows.distinct[i] >= 5
            and not np.isnan(rows.matrix[:, i]).any()]


def _asked(rows: Rows) -> list[int]:
    """The classes that are held against the others: of two one, of several each that has enough cases."""
    counts = np.bincount(rows.y, minlength=rows.n_classes or 0)
    enough = [k for k, count in enumerate(counts) if count >= FEWEST and rows.n - count >= FEWEST]
    return enough[-1:] if rows.n_classes == 2 else enough


def unseen(rows: Rows) -> Iterator[Unseen]:
    """What could not be looked at in pairs: too many columns, too few cases; single columns were looked at."""
    numeric, usable = int((~rows.categories).sum()), len(_usable(rows))
    if usable < 2:
        return
    few = 0 if rows.n_classes is None else rows.n_classes - len(_asked(rows)) - (rows.n_classes == 2)
    if rows.n < FEWEST or (rows.n_classes is not None and not _asked(rows)):
        yield Unseen(reason=f"pairs of columns: fewer than {FEWEST} rows, or cases of a class, are too few for them",
                     ask="more rows", aside=True)
    elif few > 0:
        yield Unseen(reason=f"pairs of columns: {few} of {rows.n_classes} classes have fewer than {FEWEST} cases",
                     ask="more rows", aside=True)
    if numeric > MOST_COLUMNS:
        yield Unseen(reason=f"of {numeric:,} numeric columns only the {MOST_COLUMNS} that go best with the target were "
                            f"put in pairs", ask="fewer columns (--drop)", aside=True)


def _numbers(rows: Rows, usable: list[int]) -> Iterator[Suspicion]:
    told: set[tuple[int, int]] = set()
    positive = [i for i in usable if (rows.matrix[:, i] > 0).all()]
    for columns, y, move in ((usable, rows.y, False), (positive, rows.y, True)):
        if len(columns) < 2 or (move and not (y > 0).all()):
            continue
        table = rows.matrix[:, columns]
        for share, alone, (a, b), weights in _explaining(np.log(table) if move else table, np.log(y) if move else y):
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
                f"{min(share, 1.0):.3%} of it, neither alone more than {alone:.1%}."))


def _explaining(table: Array, y: Array) -> Iterator[tuple[float, float, tuple[int, int], tuple[float, float]]]:
    """Pairs of columns that explain nearly all of y, by the three correlations of each (R² of two regressors).

    Each with the share that both explain, that the better one does alone, and their weights.
    """
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
        hit = np.triu((share > ALL_OF_IT) & (share < 1 + 1e-6) & (alone < ALONE)
                      & (1 - share < LEAVES * (1 - alone)) & (between**2 < 1 - 1e-9), 1)
    for p, q in zip(*np.nonzero(hit), strict=True):
        i, j = int(kept[p]), int(kept[q])
        weights = r[i] - r[j] * between[p, q], r[j] - r[i] * between[p, q]
        yield float(share[p, q]), float(alone[p, q]), (i, j), (float(weights[0]), float(weights[1]))


def _order(rows: Rows, usable: list[int], asked: list[int]) -> Iterator[Suspicion]:
    if not asked:
        return
    some = np.arange(rows.n) if rows.n <= MOST_ROWS else np.sort(
        stream(0, "leaks", "pairs").choice(rows.n, size=MOST_ROWS, replace=False))
    belongs = rows.y[:, None] == np.array(asked)
    alone = np.array([[_either(auc(rows.matrix[some, i], one)) - 0.5 for one in belongs[some].T] for i in usable])
    kept = [usable[i] for i in np.argsort(-alone.max(axis=1), kind="stable")[:MOST_COLUMNS]]
    best = dict(zip(usable, 0.5 + alone, strict=True))
    for at, i in enumerate(kept):
        others = kept[at + 1:]
        if not others or (best[i] >= IN_ORDER - MORE).all():
            continue
        either = np.maximum(best[i], np.array([best[j] for j in others]))
        for sign in SIGNS:
            scores = _aucs(_combined(rows.matrix[some, i][:, None], rows.matrix[np.ix_(some, others)], sign),
                           belongs[some])
            for b, k in zip(*np.nonzero((scores >= IN_ORDER - 0.005) & (either < IN_ORDER - MORE)), strict=True):
                made = _combined(rows.matrix[:, i], rows.matrix[:, others[b]], sign)
                whole = _either(auc(made, belongs[:, k]))
                if whole >= IN_ORDER:
                    names = (rows.names[i], rows.names[others[b]])
                    yield _ordering(names, sign, (whole, float(either[b, k])),
                                    None if rows.n_classes == 2 else _apart(made, rows.y))


def _either(found: float | None) -> float:
    """An AUC whichever way it points; 0 is as telling as 1, and where a class is missing nothing is told."""
    return 0.5 if found is None else max(found, 1 - found)


def _apart(made: Array, y: Array) -> float:
    """In order of what was made, the share of rows whose next row is of their class."""
    classes = y[np.argsort(made, kind="stable")]
    return float((classes[1:] == classes[:-1]).mean())


def _ordering(names: tuple[str, str], sign: str, tells: tuple[float, float], apart: float | None) -> Suspicion:
    what = "the class" if apart is None or apart >= APART else "one class from the others"
    return Suspicion(columns=names, strength=tells[0] - tells[1], severity=(
        Severity.FATAL if what == "the class" else Severity.WARNING), sentence=(
            f"The {SIGNS[sign]} of {names[0]} and {names[1]} tells {what} with an AUC of {tells[0]:.4f}, either alone "
            f"with {tells[1]:.3f} at most."))


def _combined(a: Array, b: Array, sign: str) -> Array:
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        made = a + b if sign == "+" else a - b if sign == "-" else a * b if sign == "*" else a / b
    finite: Array = np.nan_to_num(made, nan=0.0)
    return finite


def _aucs(table: Array, belongs: Array) -> Array:
    """The AUC of each column for each class, whichever way it points; ties by position, near enough to choose."""
    order = np.argsort(table, axis=0, kind="stable")
    found = np.full((table.shape[1], belongs.shape[1]), 0.5)
    places = np.arange(1, table.shape[0] + 1)[:, None]
    for k, positive in enumerate(belongs.T):
        ones, zeros = int(positive.sum()), int((~positive).sum())
        if ones and zeros:
            ranks = (positive[order] * places).sum(axis=0)
            found[:, k] = (ranks - ones * (ones + 1) / 2) / (ones * zeros)
    either: Array = np.maximum(found, 1 - found)
    return either
