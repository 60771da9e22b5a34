"""What one waits for: a study read again, and the first words about a large table.

    python benchmarks/waiting.py [--runs 5]

again: `referee demo` a second time in one folder, with nothing left to fit; processor time of the whole process.
first line, first fit: `referee compare big.csv --target y` on 100,000 rows and 20 columns in a fresh folder, on a
terminal, until the table is told and until the first fit is counted; by the clock, and processor time of the process
that tells. Each against a lower bound, in turns: for `again` a Python that only loads numpy, pandas, scipy.special,
SQLAlchemy, Jinja2 and typer; for the first line one that loads pandas and reads the table with Arrow; for the first fit
one that also loads scikit-learn's five models and fits naive Bayes to half of the rows. sklearn: these models loaded,
and nothing else, which `again` does without. The median of the runs; the first of each is not counted.
"""

from __future__ import annotations

import argparse
import os
import pty
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow.csv import write_csv

ROWS, COLUMNS = 100_000, 20
MODELS = "gaussian-nb,logistic,forest,hist-gradient-boosting,knn"
SKLEARN = "import sklearn.ensemble, sklearn.linear_model, sklearn.naive_bayes, sklearn.neighbors"
READ = "import pandas, pyarrow.csv; frame = pyarrow.csv.read_csv('big.csv').to_pandas()"
FIT = "rows = frame[::2]; sklearn.naive_bayes.GaussianNB().fit(rows.drop(columns='y').to_numpy(), rows.y.to_numpy())"
BARE = {"again": "import numpy, pandas, scipy.special, sqlalchemy, jinja2, typer, pydantic", "first line": READ,
        "first fit": f"{READ}; {SKLEARN}; {FIT}", "sklearn": SKLEARN}
TOLD = {"first line": re.compile(rb"100,000 rows"), "first fit": re.compile(rb"[1-9]\d*/180")}
TICKS = os.sysconf("SC_CLK_TCK")


def spent(command: list[str], folder: Path) -> tuple[float, float]:
    """Seconds by the clock and of the processor, of a whole process."""
    before, began = os.times(), time.perf_counter()
    subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, check=True)
    after = os.times()
    return time.perf_counter() - began, sum(after[2:4]) - sum(before[2:4])


def used(pid: int) -> float:
    """Processor time of a process that is running."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def first_words(folder: Path) -> dict[str, tuple[float, float]]:
    """When the table, and when a fit, was first told on a terminal."""
    for old in folder.glob("referee.db*"):
        old.unlink()
    began = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.environ["COLUMNS"] = "120"
        os.execv(sys.executable, [sys.executable, "-m", "referee", "compare", "big.csv", "--target", "y",
                                  "--models", MODELS])
    seen, found = b"", {}
    while len(found) < len(TOLD):
        seen += os.read(terminal, 65_536)
        for what, pattern in TOLD.items():
            if what not in found and pattern.search(seen):
                found[what] = (time.perf_counter() - began, used(pid))
    os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(terminal)
    return found


def write_table(path: Path) -> None:
    """Two classes that are told by some of the columns."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(ROWS, COLUMNS))
    y = (X[:, :5].sum(axis=1) + 2 * rng.normal(size=ROWS) > 0).astype(int)
    write_csv(pa.table({f"x{i}": X[:, i] for i in range(COLUMNS)} | {"y": y}), path)


def measure(folder: Path, runs: int) -> dict[str, list[tuple[float, float]]]:
    """All of it in turns; the first turn fits the demo, compiles and warms what is warmed."""
    found: dict[str, list[tuple[float, float]]] = {}
    for turn in range(runs + 1):
        some = {"again": spent(["-m", "referee", "demo"], folder)} | first_words(folder)
        some |= {f"bare {what}": spent(["-c", code], folder) for what, code in BARE.items()}
        for what, seconds in some.items() if turn else ():
            found.setdefault(what, []).append(seconds)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        os.environ["XDG_CACHE_HOME"] = str(Path(place) / "cache")
        write_table(Path(place) / "big.csv")
        found = measure(Path(place), options.runs)
    middle = {what: [statistics.median(each) for each in zip(*seconds, strict=True)]
              for what, seconds in found.items()}
    for what, (clock, processor) in middle.items():
        print(f"{what:16} {clock:6.2f} s by the clock, {processor:5.2f} s of the processor")
    for what in ("again", *TOLD):
        print(f"{what:16} {middle[what][1] / middle[f'bare {what}'][1]:.2f} times its lower bound, "
              f"{middle[what][1] / middle['bare sklearn'][1]:.2f} times loading scikit-learn")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
