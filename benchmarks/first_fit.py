"""The wait for a small answer in a fresh process: of a known class, and of a foreign one, which is fitted in a worker.

    python benchmarks/first_fit.py [--runs 5]

Wall time from the call of `evaluate` (iris, 10 folds, a model and its baseline) to its answer, the median of processes
that take turns. known: scikit-learn's tree, fitted in the process itself; ahead: a subclass of it, with the nursery
started while the data are read, as it is; late: the same with the nursery started when the first fit is wanted; floor:
a bare Python that starts and loads numpy and scikit-learn's tree, and nothing of ours. typed, typed late: `ahead` and
`late` as `referee evaluate`, the whole process, which loads everything itself meanwhile. Where other work fills the
cores the two processes share what is left of them, and `ahead` comes near `late`.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WAYS = ("known", "ahead", "late", "floor", "typed", "typed late")
FLOOR = "import numpy, sklearn.tree"
ASKED = """
import sys, time
from sklearn.tree import DecisionTreeClassifier
from referee.api import evaluate
class Mine(DecisionTreeClassifier):
    pass
if sys.argv[1] == "late":
    sys.modules["referee.api.evaluate"].expect = lambda *_: None
model = DecisionTreeClassifier() if sys.argv[1] == "known" else Mine()
began = time.perf_counter()
evaluate({"model": model}, "iris", design="kfold:folds=10", ledger="ledger.db", jobs=2)
print(time.perf_counter() - began)
"""
TYPED = """
import sys
from referee.api import evaluate
from referee.cli.main import main
if sys.argv[1] == "typed late":
    sys.modules["referee.api.evaluate"].expect = lambda *_: None
sys.path.insert(0, "")
sys.argv = ["referee", *"evaluate iris --models mine.Mine --design kfold:folds=10 --jobs 2 --no-report".split()]
main()
"""
MINE = "from sklearn.tree import DecisionTreeClassifier\nclass Mine(DecisionTreeClassifier):\n    pass\n"
CODES = {"floor": FLOOR, "typed": TYPED, "typed late": TYPED}


def seconds(way: str) -> float:
    """One process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "mine.py").write_text(MINE)
        began = time.perf_counter()
        done = subprocess.run([sys.executable, "-c", CODES.get(way, ASKED), way], cwd=folder, capture_output=True,
                              text=True, check=True)
        took = time.perf_counter() - began
    return took if way in CODES else float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    for way in WAYS:              # the first of each may have to compile
        seconds(way)
    found = {way: [] for way in WAYS}
    for _ in range(options.runs):
        for way in WAYS:
            found[way].append(seconds(way))
    mid = {way: statistics.median(each) for way, each in found.items()}
    for way in WAYS:
        print(f"{way:10} {mid[way]:6.2f} s   (from {min(found[way]):.2f} to {max(found[way]):.2f})")
    more = {way: mid[way] - mid["known"] for way in ("ahead", "late")}
    print(f"what a worker adds: {more['ahead']:.2f} s, {more['late']:.2f} s if started late; ahead/late "
          f"{mid['ahead'] / mid['late']:.2f}, late/floor {more['late'] / mid['floor']:.2f}, "
          f"ahead/floor {more['ahead'] / mid['floor']:.2f}, typed/typed late "
          f"{mid['typed'] / mid['typed late']:.2f}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
