"""The panorama: processor time against the bare fits, on 300 rows with 5 features and a small neural net.

    python benchmarks/panorama.py [--repeats 3] [--json FILE]

The same 611 fits, once through `referee.panorama` (one worker; a ledger file, all estimators, intervals and the order)
and once as a plain loop of clone, fit and predict over the same splits with the same seeds. Processor time of this
process, alternating, ratios within one run; the least of the repeats. One thread throughout.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
from sklearn.base import clone
from sklearn.neural_network import MLPRegressor
from threadpoolctl import threadpool_limits

from referee import api
from referee.data import load
from referee.seeds import seed_for, stream

LIMIT = 1.2
MODELS = {
    "mlp 5 units, lbfgs": MLPRegressor(hidden_layer_sizes=(5,), solver="lbfgs", max_iter=60),
}


def rows() -> tuple[np.ndarray, np.ndarray]:
    """About as large as the propeller data of Reich & Barai."""
    rng = stream(0, "panorama benchmark")
    X = rng.normal(size=(300, 5))
    return X, X[:, 0] * X[:, 1] + np.sin(X[:, 2]) + 0.1 * rng.normal(size=300)


def bare(model: MLPRegressor, X: np.ndarray, y: np.ndarray, prepared: api.Prepared) -> float:
    """Processor seconds of the fits and predictions alone."""
    splits = list(prepared.plan.splits())
    start = time.process_time()
    for split in splits:
        fresh = clone(model).set_params(random_state=seed_for(0, "fit", split.fingerprint))
        fresh.fit(X[split.train_rows], y[split.train_rows]).predict(X[split.test])
    return time.process_time() - start


def ours(prepared: api.Prepared, folder: Path, number: int) -> float:
    """Processor seconds of everything the panorama does."""
    start = time.process_time()
    with api.opened(folder / f"{number}.db") as store:
        result = api.carry_out(prepared, store, engine=api.Local(workers=1))
        str(result)
    return time.process_time() - start


def main() -> None:
    """Measure, print, and write down."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    X, y = rows()
    found = []
    with tempfile.TemporaryDirectory() as folder, threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, model in MODELS.items():
            prepared = api.prepare_panorama({"mlp": model}, load(X, y=y))
            times = [(bare(model, X, y, prepared), ours(prepared, Path(folder), number + 100 * len(found)))
                     for number in range(options.repeats)]
            least, own = min(b for b, _ in times), min(o for _, o in times)
            found.append({"model": name, "fits": len(prepared.plan.card.entries), "bare": round(least, 3),
                          "panorama": round(own, 3), "ratio": round(own / least, 3), "limit": LIMIT})
            print(f"{name}: {found[-1]['fits']} fits, bare {least:.2f} s, panorama {own:.2f} s, "
                  f"ratio {own / least:.3f} (limit {LIMIT})", flush=True)
    if options.json:
        options.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
