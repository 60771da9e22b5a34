"""Memory: 10-fold cross-validation of naive Bayes on 1,000,000 × 10 float32 (40 MB), all processes together.

    python benchmarks/memory.py [--repeats 2 6]

Prints the peak of the proportional set size (shared pages counted once) of this program's children, less that
of as many bare interpreters with scikit-learn imported, as a multiple of the data; once for each number of repeats.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

STUDY = """
import sys
import numpy as np
from referee import api
rng = np.random.default_rng(0)
X = rng.normal(size=(1_000_000, 10)).astype(np.float32)
y = (X[:, 0] + rng.normal(size=1_000_000) > 0).astype(int)
prepared = api.prepare("evaluate", "gaussian-nb", api.load(X, y=y), design=f"kfold:folds=10,repeats={sys.argv[2]}",
                       metrics=["accuracy", "log_loss", "brier"])
with api.opened(sys.argv[1]) as store:
    print(api.carry_out(prepared, store, engine=api.Local(workers=2)))
"""
BARE = "import time, sklearn.naive_bayes, sklearn.pipeline; print('ready', flush=True); time.sleep(60)"
MEGABYTE = 2**20
DATA = 40_000_000


def proportional(process: psutil.Process) -> int:
    total = 0
    for one in [process, *process.children(recursive=True)]:
        try:
            total += one.memory_full_info().pss
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return total


def bare_interpreter() -> int:
    with subprocess.Popen([sys.executable, "-c", BARE], stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        size = psutil.Process(process.pid).memory_full_info().uss
        process.kill()
    return size


def peak(repeats: int) -> tuple[int, float]:
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        words = [sys.executable, "-c", STUDY, str(Path(folder) / "study.db"), str(repeats)]
        with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
            watched, highest = psutil.Process(process.pid), 0
            while process.poll() is None:
                highest = max(highest, proportional(watched))
                time.sleep(0.2)
        assert process.returncode == 0
        return highest, time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, nargs="+", default=[2, 6])
    bare = 3 * bare_interpreter()          # the program and its two workers
    rows = []
    for repeats in parser.parse_args().repeats:
        highest, seconds = peak(repeats)
        rows.append({"repeats": repeats, "peak_bytes": highest, "beyond_bare_over_data": (highest - bare) / DATA,
                     "seconds": seconds})
        print(f"{repeats:3} repeats: peak {highest / MEGABYTE:6.0f} MB, beyond bare interpreters "
              f"{(highest - bare) / DATA:4.1f} × the data, {seconds:.0f} s", flush=True)
    out = Path(__file__).parent / "results"
    out.mkdir(exist_ok=True)
    (out / "memory.json").write_text(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
