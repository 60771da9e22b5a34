"""Exact and near duplicates across splits on 100,000 rows by 50 columns: processor time and memory, against bounds.

    python benchmarks/duplicates.py [rows] [columns]

Planted are 500 copies and 500 rows that differ from another in one column; all must be found. The lower bound is one
sort of every column, without which no column can be left out in turn; the peer is pandas' `duplicated`, which finds
copies only. Memory is the peak of what NumPy and Python ask for beyond the data (tracemalloc).
"""

import json
import sys
import time
import tracemalloc

import numpy as np
import pandas as pd

from referee.audit import Bundle
from referee.audit.bundle import Division
from referee.audit.checks.f20_duplicates_across import duplicates_across
from referee.audit.twins import twins
from referee.data import make_problem
from referee.seeds import stream

PLANTED = 500


def draw(n, p):
    generator = stream(0, "benchmark", "duplicates", n, p)
    X = generator.normal(size=(n, p))
    X[:, p // 2:] = np.floor(X[:, p // 2:] * 3)               # half of the columns are coarse
    rows = generator.permutation(n)[: 4 * PLANTED].reshape(4, PLANTED)
    X[rows[0]] = X[rows[1]]
    X[rows[2]] = X[rows[3]]
    X[rows[2], generator.integers(p, size=PLANTED)] += 1.5
    return X, np.sort(rows[:2].ravel()), np.sort(rows[2:].ravel())


def timed(work):
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def bundle_of(X):
    n = X.shape[0]
    folds = np.arange(n) % 10
    problem = make_problem(X, np.arange(n) % 2 == 0)
    return Bundle(name="benchmark", problem=problem, divisions=tuple(
        Division(label=f"0/{k}", test=np.flatnonzero(folds == k), train=np.flatnonzero(folds != k)) for k in range(10)))


def main():
    n, p = (int(word) for word in sys.argv[1:3]) if len(sys.argv) > 2 else (100_000, 50)
    X, copies, nearly = draw(n, p)
    seconds, found = timed(lambda: twins(X))
    assert np.isin(copies, np.flatnonzero(found.exact >= 0)).all()
    assert np.isin(nearly, np.flatnonzero(found.near >= 0)).all()
    false = int((found.near >= 0).sum()) - nearly.size
    tracemalloc.start()
    twins(X)
    memory = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    bound, _ = timed(lambda: [np.sort(column) for column in X.T])
    peer, _ = timed(lambda: pd.DataFrame(X).duplicated(keep=False))
    bundle = bundle_of(X)
    check, findings = timed(lambda: list(duplicates_across.look(bundle)))
    print(json.dumps({
        "rows": n, "columns": p, "twins_seconds": round(seconds, 2), "whole_check_seconds": round(check, 2),
        "sort_of_columns_seconds": round(bound, 2), "ratio_to_sort": round(seconds / bound, 2),
        "pandas_duplicated_seconds": round(peer, 2), "peak_mib": round(memory / 2**20, 1),
        "data_mib": round(X.nbytes / 2**20, 1), "near_rows_not_planted": false, "found": findings[0].message,
    }, indent=2))


if __name__ == "__main__":
    main()
