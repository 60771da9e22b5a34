"""What the halves jackknife costs beside the fits: processor seconds of reading, scoring and judging, in one run.

    python benchmarks/halves.py

Two learners, 50 repeats of halves and a pass of ten folds, the usual metrics. Printed: the seconds of what halves add a
learner (keeping what each part said, and the variances), as a share of the fits of a forest of five trees in the same
run, which takes about 10 ms on a few hundred rows; and the bytes that are kept for each row and half. Goal: below 5%.
"""

from __future__ import annotations

import time
from contextlib import closing

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

import referee
from referee.ledger import open_ledger
from referee.metrics import metric
from referee.reading.halves import kept as kept_room
from referee.reading.scoring import score
from referee.study.chosen_metrics import USUAL

TIMED = 10              # fits
FITS = 100              # of the halves


def measured(n: int) -> dict[str, float]:
    """Processor seconds for n rows."""
    rng = np.random.default_rng(0)
    y = (rng.random(n) < 0.4).astype(int)
    X = rng.normal(size=(n, 5)) + 0.7 * y[:, None]
    with closing(open_ledger(":memory:")) as ledger:
        answer = referee.compare({"line": LogisticRegression(), "bayes": GaussianNB()}, X, y, jobs=1, ledger=ledger,
                                 design="halves", baseline=False)
        plan = answer.analysis.plan
        learners = {name: card.fingerprint for name, card in answer.analysis.learners.items()}
        metrics = [metric(name) for name in USUAL["binary"]]
        spent = 0.0
        take = kept_room.KeptHalves.take

        def timed(self: kept_room.KeptHalves, *given: object) -> None:
            nonlocal spent
            start = time.process_time()
            take(self, *given)          # type: ignore[arg-type]
            spent += time.process_time() - start

        kept_room.KeptHalves.take = timed       # type: ignore[method-assign]
        start = time.process_time()
        table = score(ledger, plan, learners, metrics)
        whole = time.process_time() - start
        kept_room.KeptHalves.take = take        # type: ignore[method-assign]
    from referee.reading.differences.named import compare_pair
    from referee.reading.estimate import estimate

    start = time.process_time()
    for one in metrics:
        compare_pair(table, "line", "bayes", one, test="halves-jackknife", level=0.95)
        for name in learners:
            estimate(table, name, one)
    judged = time.process_time() - start
    kept = table.halves["line"]
    size = sum(a.nbytes for a in kept.sums.values()) + sum(a.nbytes + b.nbytes for a, b in kept.labels) + sum(
        a.nbytes + b.nbytes for a, b in kept.scores.values())
    forest = RandomForestClassifier(n_estimators=5, random_state=0)
    start = time.process_time()
    for start_at in range(TIMED):
        forest.fit(X[start_at % 2::2], y[start_at % 2::2])
    fit = (time.process_time() - start) / TIMED
    return {"fit": fit, "keeping": spent / 2, "variances": judged / 2, "reading and scoring in all": whole / 2,
            "bytes": size}


def main() -> None:
    """Print the shares."""
    for n in (100, 200, 1000, 20_000):
        found = measured(n)
        added = found["keeping"] + found["variances"]
        print(f"n = {n:6d}: keeping {found['keeping']:.3f} s, variances {found['variances']:.3f} s a learner: "
              f"{100 * added / (found['fit'] * FITS):.1f}% of {FITS} fits of {1000 * found['fit']:.0f} ms, "
              f"{100 * added / (0.010 * FITS):.1f}% of as many of 10 ms "
              f"(reading and scoring in all {found['reading and scoring in all']:.3f} s); "
              f"{found['bytes'] / n / FITS:.1f} bytes a row and half")


if __name__ == "__main__":
    main()
