"""How much a score owes to something: small cross-validated fits with it and without it.

Columns are judged by boosted trees, which take missing values and scales as they come; copies of rows by a forest,
which learns rows by heart as near neighbours do. Three parts, at most a few thousand rows: enough to tell 0.71 from
1.00.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from referee.audit.leaks.rows import Rows
from referee.kinds import Array, Json
from referee.seeds import seed_for, stream

PARTS = 3
MOST_ROWS = 3000
MOST_COLUMNS = 300
FEW_ROWS, TURNS = 1200, 3        # of few rows, parts are dealt so often: the luck of one dealing is no debt
MOST_CLASSES = 30       # beyond which a boosted fit takes too long
FEWEST = 10             # rows of a class, or PARTS times as many rows of numbers


class Scored(NamedTuple):
    """The mean score of the parts, and how much it varies between them."""

    mean: float
    noise: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Owing:
    """The score of a small learner with what is suspected, and without it."""

    metric: str         # AUC, accuracy, R²
    learner: str
    having: float
    without: float
    noise: float        # a rough standard error of one of the scores
    nothing: float      # the score of one that knows nothing

    @property
    def loss(self) -> float:
        """How much of the score goes; what is worse than knowing nothing has nothing to lose."""
        return max(self.having, self.nothing) - max(self.without, self.nothing)

    @property
    def matters(self) -> bool:
        """Whether more goes than chance and the size of the parts explain."""
        return self.loss > max(0.02, 3 * self.noise)

    def sentence(self, what: str = "Without it") -> str:
        """Without it boosted trees have an AUC of 0.71 instead of 1.00."""
        return f"{what} {self.learner} have {self.metric} {self.without:.2f} instead of {self.having:.2f}."

    def to_dict(self) -> Json:
        """For the evidence of a finding."""
        return {"metric": self.metric, "with": round(self.having, 4), "without": round(self.without, 4)}


def owed_to_columns(rows: Rows, names: tuple[str, ...]) -> Owing | None:
    """What boosted trees lose without some columns; None where there is too little to fit."""
    some = _sampled(rows)
    left = some.without(names)
    having, without = _boosted(some), _boosted(left) if left.names else _nothing(some)
    return None if having is None or without is None else _owing(some, "boosted trees", having, without)


def owed_to_units(rows: Rows, units: Array, *, learner: str = "forests") -> Owing | None:
    """What a learner loses when rows of one unit are kept on one side; None where there is too little to fit."""
    some = _whole_units(units)
    chosen, codes = rows.of(some), np.unique(units[some], return_inverse=True)[1].reshape(-1)
    if np.unique(codes).size < PARTS:
        return None
    turns = range(1 if chosen.n > FEW_ROWS else TURNS)
    having = _score(chosen, [pair for turn in turns for pair in _parts(np.arange(chosen.n), chosen, turn)], learner)
    without = _score(chosen, [pair for turn in turns for pair in _parts(codes, chosen, turn)], learner)
    return None if having is None or without is None else _owing(chosen, learner, having, without)


def owed_to_rows(rows: Rows, made: Array) -> Owing | None:
    """What a forest loses when some rows are left out altogether; None where there is too little to fit."""
    chosen = _kept(rows.n, "made")
    some = rows.of(chosen)
    there = some.of(np.flatnonzero(~made[chosen]))
    having = _score(some, _parts(np.arange(some.n), some), "forests")
    without = _score(there, _parts(np.arange(there.n), there), "forests") if there.n else None
    return None if having is None or without is None else _owing(some, "forests", having, without)


def owed_to_order(rows: Rows, places: Array) -> Owing | None:
    """What boosted trees lose when they are tested on rows that come later than all they were trained on."""
    chosen = _kept(rows.n, "order")
    order = chosen[np.argsort(places[chosen], kind="stable")]
    some, cut = rows.of(order), round(0.7 * order.size)
    later = [(np.arange(cut), np.arange(cut, order.size))]
    mixed = stream(0, "leaks", "mixed").permutation(order.size)
    having, without = _score(some, [(mixed[:cut], mixed[cut:])], "boosted trees"), _score(some, later, "boosted trees")
    return None if having is None or without is None else _owing(some, "boosted trees", having, without)


def owed_to_the_side(rows: Rows, train: Array, test: Array) -> Owing | None:
    """What boosted trees of training rows lose on the test rows, against parts of the training rows themselves."""
    some = train[_kept(train.size, "side")]
    inside = rows.of(some)
    having, without = _boosted(inside), _score(rows, [(some, test)], "boosted trees")
    smaller = rows.of(test) if test.size < some.size else inside
    return None if having is None or without is None else _owing(smaller, "boosted trees", having, without)


def owed_to_a_change(rows: Rows, changed: Array, train: Array, test: Array) -> Owing | None:
    """What boosted trees of training rows lose on test rows as they are, against a table in which these are mended."""
    some = train[_kept(train.size, "side")]
    mended = Rows(names=rows.names, matrix=changed, categories=rows.categories, y=rows.y, n_classes=rows.n_classes,
                  texts=rows.texts, when=rows.when)
    having, without = (_score(one, [(some, test)], "boosted trees") for one in (mended, rows))
    smaller = rows.of(test) if test.size < some.size else rows.of(some)
    return None if having is None or without is None else _owing(smaller, "boosted trees", having, without)


def _owing(rows: Rows, learner: str, having: Scored, without: Scored) -> Owing:
    """The noise by the number of rows (of an AUC of 0.75 about 0.3 / √n), or by how much the parts differ."""
    rarest = rows.n if rows.n_classes is None else int(np.sort(np.bincount(rows.y, minlength=2))[-2])
    noise = max(float(0.3 / np.sqrt(max(min(rarest, rows.n), 1))), having.noise / 2, without.noise / 2)
    return Owing(metric=metric_of(rows), learner=learner, having=having.mean, without=without.mean, noise=noise,
                 nothing=nothing_of(rows))


def metric_of(rows: Rows) -> str:
    """The metric of the small fits, as a sentence has it."""
    return "R²" if rows.n_classes is None else "an AUC of" if rows.n_classes == 2 else "an accuracy of"


def nothing_of(rows: Rows) -> float:
    """What that metric is for one that knows nothing; of an accuracy the least, that of one that is never right."""
    return 0.5 if rows.n_classes == 2 else 0.0


@lru_cache(maxsize=2)
def _sampled(rows: Rows) -> Rows:
    chosen = _kept(rows.n, "rows")
    return rows if chosen.size == rows.n else rows.of(chosen)


def _kept(n: int, purpose: str) -> Array:
    """Which rows are fitted: all of few, some at random of many."""
    if n <= MOST_ROWS:
        return np.arange(n)
    return np.sort(stream(0, "leaks", purpose).choice(n, size=MOST_ROWS, replace=False))


def _whole_units(units: Array) -> Array:
    """Rows of whole units, up to the limit."""
    if units.size <= MOST_ROWS:
        return np.arange(units.size)
    codes = np.unique(units, return_inverse=True)[1].reshape(-1)
    order = stream(0, "leaks", "units").permutation(int(codes.max()) + 1)
    rank = np.empty(order.size, dtype=np.int64)
    rank[order] = np.arange(order.size)
    taken = np.argsort(rank[codes], kind="stable")[:MOST_ROWS]
    return np.sort(taken)


def _parts(units: Array, rows: Rows, turn: int = 0) -> list[tuple[Array, Array]]:
    """Units dealt at random into three parts; single rows in order of the target, so that each part has its share."""
    codes = np.unique(units, return_inverse=True)[1].reshape(-1)
    count = int(codes.max()) + 1
    shuffled = stream(0, "leaks", "parts", turn).permutation(count)
    target = np.bincount(codes, weights=rows.y.astype(float)) / np.bincount(codes)
    order = shuffled[np.argsort(target[shuffled], kind="stable")]
    part = np.empty(count, dtype=np.int64)
    part[order] = np.arange(count) % PARTS
    return [(np.flatnonzero(part[codes] != p), np.flatnonzero(part[codes] == p)) for p in range(PARTS)]


@lru_cache(maxsize=16)
def _boosted(rows: Rows) -> Scored | None:
    return _score(rows, _parts(np.arange(rows.n), rows), "boosted trees")


def _nothing(rows: Rows) -> Scored:
    if rows.n_classes is None:
        return Scored(0.0, 0.0)
    return Scored(0.5 if rows.n_classes == 2 else float(np.bincount(rows.y).max() / rows.n), 0.0)


def _score(rows: Rows, parts: list[tuple[Array, Array]], learner: str) -> Scored | None:
    if not rows.names or rows.n < PARTS * FEWEST:
        return None
    classes = None if rows.n_classes is None else np.sort(np.bincount(rows.y, minlength=2))
    if classes is not None and (classes.size > MOST_CLASSES or classes[-2] < FEWEST):
        return None
    found = [score for score in _scores(rows, parts, learner) if score is not None]
    if not found:
        return None
    spread = float(np.std(found, ddof=1) / np.sqrt(PARTS)) if len(found) > 1 else 0.0      # turns are not independent
    return Scored(float(np.mean(found)), spread)


def _scores(rows: Rows, parts: list[tuple[Array, Array]], learner: str) -> Iterator[float | None]:
    table = rows.matrix[:, :MOST_COLUMNS]
    if learner == "forests":
        table = np.nan_to_num(table, nan=float(np.nanmin(table, initial=0.0)) - 1.0)
    for train, test in parts:
        if not train.size or not test.size:
            continue
        if rows.n_classes is not None and np.unique(rows.y[train]).size < 2:
            continue
        there = ~np.isnan(table[train]).all(axis=0)         # a column without a value cannot be put into ranges
        if not there.any():
            continue
        with threadpool_limits(1):          # small fits wait for one another when they share processors
            fitted = small_learner(rows, learner).fit(table[train][:, there], rows.y[train])
            yield _judged(rows, fitted, table[test][:, there], rows.y[test])


def small_learner(rows: Rows, learner: str) -> Any:
    """Forests or boosted trees, small and unfitted."""
    from sklearn import ensemble

    kind = "Regressor" if rows.n_classes is None else "Classifier"
    seed = seed_for(0, "leaks", learner)
    if learner == "forests":
        return getattr(ensemble, f"ExtraTrees{kind}")(n_estimators=30, random_state=seed, max_features=(
            "sqrt" if rows.n_classes else 0.4))
    rounds = 40 if rows.n_classes is None or rows.n_classes == 2 else max(8, 60 // rows.n_classes)
    return getattr(ensemble, f"HistGradientBoosting{kind}")(
        max_iter=rounds, max_leaf_nodes=15, min_samples_leaf=min(20, max(2, rows.n // 30)), learning_rate=0.2,
        early_stopping=False, random_state=seed)


def _judged(rows: Rows, fitted: Any, table: Array, y: Array) -> float | None:
    if rows.n_classes is None:
        spread = float(((y - y.mean()) ** 2).sum())
        return 1 - float(((fitted.predict(table) - y) ** 2).sum()) / spread if spread else None
    if rows.n_classes > 2:
        return float((fitted.predict(table) == y).mean())
    positive = fitted.predict_proba(table)[:, list(fitted.classes_).index(1)]
    return auc(positive, y == 1)


def auc(values: Array, positive: Array) -> float | None:
    """The share of pairs in the right order, ties counting half; None where a class is missing.

    >>> auc(np.array([0.1, 0.4, 0.4, 0.9]), np.array([False, False, True, True]))
    0.875
    """
    from scipy.stats import rankdata

    ones = int(positive.sum())
    zeros = positive.size - ones
    if not ones or not zeros:
        return None
    return float((rankdata(values)[positive].sum() - ones * (ones + 1) / 2) / (ones * zeros))
