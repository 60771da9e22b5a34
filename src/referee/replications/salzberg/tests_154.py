"""Salzberg's story of 154 tests, re-enacted: 14 learners on 11 data sets, each against a default classifier.

So that no difference exists, as he supposes, the labels are shuffled: whatever is found is chance. Then, in the full
run, the same with the true labels.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.api import compare, load
from referee.comparisons import adjust, false_alarms_expected
from referee.kinds import Array
from referee.replications._base import Found, How, Item, Row, claim, number, told
from referee.seeds import stream

DEFAULT = "gaussian-nb"
LEARNERS = ("lda", "logistic", "knn:n_neighbors=1", "knn:n_neighbors=3", "knn:n_neighbors=5", "knn:n_neighbors=9",
            "knn:n_neighbors=15", "tree:max_depth=1", "tree:max_depth=2", "tree:max_depth=3", "tree:max_depth=5",
            "tree:min_samples_leaf=5", "tree:min_samples_leaf=10", "tree")
PAIRS = {"iris": ((0, 1), (0, 2), (1, 2)), "wine": ((0, 1), (0, 2), (1, 2)), "breast-cancer": ((0, 1),),
         "digits": ((1, 7), (3, 5), (4, 9), (8, 9))}
MOST = 60               # rows of a class; as many of either, or who says the commoner class would truly be better


def data_sets(seed: int) -> dict[str, tuple[Array, Array]]:
    """Eleven problems out of the bundled data, of two classes with as many rows each."""
    found = {}
    for name, pairs in PAIRS.items():
        problem = load(name)
        rows, codes = np.asarray(problem.require_features().matrix, float), np.asarray(problem.y)
        for a, b in pairs:
            of_each = [np.flatnonzero(codes == code) for code in (a, b)]
            most = min(MOST, *map(len, of_each))
            rng = stream(seed, "154 tests", name, f"{a} {b}")
            own = np.sort(np.concatenate([rng.permutation(rows_of)[:most] for rows_of in of_each]))
            found[f"{name} {a}, {b}"] = rows[own], np.where(codes[own] == a, "a", "b")
    return found


def p_values(how: How, *, shuffled: bool, test: str) -> list[float]:
    """The p of every learner against the default on every data set, by one test; the fits are those of the ledger."""
    found: list[float] = []
    for name, (rows, true) in data_sets(how.seed).items():
        labels = stream(how.seed, "154 tests", "shuffled", name).permutation(true) if shuffled else true
        said: Any = compare([DEFAULT, *LEARNERS], rows, labels, metrics="accuracy", design="kfold:folds=10",
                            test=test, against=DEFAULT, baseline=False, family="declared",
                            name=f"{name}{' shuffled' * shuffled}", **how.of_fits())
        frame = said.comparisons()
        found += [float(p) for p in frame["p"][frame["metric"] == "accuracy"]]
    return found


def _counted(p: list[float]) -> str:
    return f"{sum(one <= 0.05 for one in p)} of {len(p)}"


def redo(how: How) -> Found:
    """Naive against corrected, counted."""
    plain, proper = (p_values(how, shuffled=True, test=name) for name in ("mooney-t", "binomial"))
    left = [float(p) for p in adjust(proper, "bonferroni")]
    rows: list[Row] = [
        number("tests", 154, len(plain), digits=0),
        number("significant results expected where nothing differs", 7.7, false_alarms_expected(len(plain)), digits=1),
        claim("significant by the plain t, nothing to learn", "about 7.7", _counted(plain),
              holds=any(p <= 0.05 for p in plain),
              note="tests on the same rows are not independent, so the count of one study varies widely around it"),
        told("of these left after Bonferroni over 154", _counted([float(p) for p in adjust(plain, "bonferroni")])),
        claim("left after Bonferroni over 154, by the binomial test", "none", _counted(left),
              holds=not any(p <= 0.05 for p in left)),
    ]
    if not how.quick:
        plain, proper = (p_values(how, shuffled=False, test=name) for name in ("mooney-t", "binomial"))
        rows += [told("with the true labels: significant by the plain t", _counted(plain)),
                 told("with the true labels: left after Bonferroni, by the binomial test",
                      _counted([float(p) for p in adjust(proper, "bonferroni")]))]
    return Found(rows=rows)


ITEM = Item(name="154-tests", title="154 tests, re-enacted",
            data="substitute: eleven problems of two classes from iris, wine, breast-cancer and digits, as many "
                 "rows of either (60 at most), labels shuffled so that no difference exists",
            procedure="14 variations of four algorithms against a default classifier (naive Bayes), ten folds; "
                      "two-tailed paired t over folds at 0.05 as he tells it, then the binomial test with Bonferroni",
            redo=redo)
