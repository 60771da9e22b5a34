"""Many data sets and learners as one study: the whole of `referee run` against the bare fits.

    python benchmarks/many_data_sets.py [--sets 50] [--splits 30] [--jobs 2]

Tables of 100 to 500 rows are written to a folder, which a study file names; ten cheap learners, one ledger. Told are
the processor time, that of workers among it, and the wall time of: the bare fits (fitted and asked for probabilities in
one process, as often as the study fits), the study with its ranking, the same again with nothing left to fit, its text,
and the page over all data sets.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

import referee
from referee.data import load
from referee.learners import resolve

LEARNERS = ["logistic", "lda", "qda", "gaussian-nb", "knn", "1nn", "tree", "tree:max_depth=3", "tree:max_depth=1",
            "ridge-classifier"]


def make_tables(folder: Path, sets: int) -> None:
    for i in range(sets):
        draw = np.random.default_rng(i)
        n, d = int(draw.integers(100, 501)), int(draw.integers(4, 21))
        y = draw.integers(0, 2, n)
        X = draw.normal(size=(n, d)) + draw.uniform(0, 1) * y[:, None] * (draw.random(d) < 0.4)
        pd.DataFrame(X.round(4), columns=[f"x{j}" for j in range(d)]).assign(kind=np.array(["a", "b"])[y]).to_csv(
            folder / f"set{i:03}.csv", index=False)


def used(work: Callable[[], Any]) -> tuple[float, float, Any]:
    """Processor time of this process and of those it has waited for, wall time, and what came out."""
    def cpu() -> float:
        return sum(s.ru_utime + s.ru_stime for s in map(resource.getrusage, (resource.RUSAGE_SELF,
                                                                            resource.RUSAGE_CHILDREN)))
    before, began = cpu(), time.perf_counter()
    made = work()
    return cpu() - before, time.perf_counter() - began, made


def bare_fits(folder: Path, splits: int) -> None:
    for path in sorted(folder.glob("*.csv")):
        problem, table = load(str(path), target="kind", groups="none", time="none"), pd.read_csv(path)
        X, y = table.drop(columns="kind").to_numpy(), (table["kind"] == "b").to_numpy(int)
        for learner in resolve(LEARNERS, problem):
            for s in range(splits):
                rows = np.random.default_rng(s).permutation(len(y))
                train, test = rows[len(y) // 10:], rows[: len(y) // 10]
                model = learner.make(s).fit(X[train], y[train])
                (model.predict_proba if hasattr(model, "predict_proba") else model.decision_function)(X[test])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sets", type=int, default=50)
    parser.add_argument("--splits", type=int, default=30)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    rows = {}
    with tempfile.TemporaryDirectory() as place, threadpool_limits(1):
        folder = Path(place, "tables")
        folder.mkdir()
        make_tables(folder, options.sets)
        study = Path(place, "study.yaml")
        study.write_text(f"data: tables\ntarget: kind\ngroups: none\ntime: none\nmodels: {json.dumps(LEARNERS)}\n"
                         f"metrics: [accuracy, f1]\ndesign: kfold:folds=10,repeats={options.splits // 10}\n")

        def run() -> Any:
            return referee.run(study, ledger=Path(place, "study.db"), jobs=options.jobs)

        for name, work in (("bare fits", lambda: bare_fits(folder, options.splits)), ("run", run), ("run again", run)):
            cpu, wall, made = used(work)
            rows[name] = {"cpu": cpu, "wall": wall}
            print(f"{name:10} {cpu:7.1f} s of processor, {wall:7.1f} s by the clock", flush=True)
        for name, work in (("text", lambda: str(made)), ("page", made.page)):
            cpu, wall, _ = used(work)
            rows[name] = {"cpu": cpu, "wall": wall}
            print(f"{name:10} {cpu:7.1f} s of processor, {wall:7.1f} s by the clock", flush=True)
    print(f"run / bare fits: {rows['run']['cpu'] / rows['bare fits']['cpu']:.2f}")
    out = Path(__file__).parent / "results"
    out.mkdir(exist_ok=True)
    (out / "many_data_sets.json").write_text(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
