"""judge on 5 models × 1,000,000 cases × 10 classes, from Parquet to verdict; and the whole command on two small files.

    python benchmarks/judge.py            # prints a table, writes benchmarks/results/judge.json
    python benchmarks/judge.py --command  # only `referee judge a.csv b.csv` on 100,000 rows each

Time is that of the processor, against reading the same file and computing the same metrics with nothing around them;
memory is the peak of a process of its own, against the decoded size of the file. Bars: 3 times, 4 times.

The command is measured from the start of Python to its end, page and ledger included, against loading pandas and
scipy.stats and reading both files with pandas; the least of several runs in turn. Bar: 3 s on a machine of its own.
"""

import json
import platform
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow.csv import write_csv

CASES, CLASSES, MODELS = 1_000_000, 10, 5
RESULTS = Path(__file__).parent / "results" / "judge.json"
TIMED = """
import resource, sys, time
{imports}
start = time.process_time()
{work}
print(time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""
BARE = TIMED.format(imports="""
import numpy as np, pyarrow.parquet as pq
from referee.metrics import METRICS, Predictions
from referee.study.chosen_metrics import USUAL
""", work=f"""
table = pq.read_table(sys.argv[1])
long = "model" in table.column_names
truth = np.unique(table.column("truth").to_numpy(zero_copy_only=False).astype(str), return_inverse=True)[1]
who = table.column("model").to_numpy(zero_copy_only=False) if long else None
for m in range({MODELS}):
    of = who == f"m{{m}}" if long else slice(None)
    name = "prob_c{{}}" if long else f"m{{m}}_prob_c{{{{}}}}"
    p = np.column_stack([table.column(name.format(c)).to_numpy()[of] for c in range({CLASSES})])
    said = Predictions(truth=truth[of], probabilities=p, labels=p.argmax(axis=1), n_classes={CLASSES})
    for metric in USUAL["multiclass"]:
        METRICS[metric].score(said)
""")
JUDGE = TIMED.format(imports="import referee", work="referee.judge(sys.argv[1], ledger=sys.argv[2]).verdict")


def write(path, form, n=CASES):
    """Predictions of models that are not quite equally good; wide, or long with every model's rows shuffled."""
    rng = np.random.default_rng(1)
    truth, names, parts = rng.integers(0, CLASSES, n), np.array([f"c{i}" for i in range(CLASSES)]), []
    wide = {"id": np.arange(n), "truth": names[truth]}
    for m in range(MODELS):
        z = rng.normal(size=(n, CLASSES))
        z[np.arange(n), truth] += 1.5 + 0.01 * m
        p = np.exp(z)
        p /= p.sum(axis=1, keepdims=True)
        if form == "wide":
            wide |= {f"m{m}_prob_c{c}": p[:, c] for c in range(CLASSES)}
        else:
            order = rng.permutation(n)
            parts.append(pa.table({"id": order, "model": np.full(n, f"m{m}"), "truth": names[truth[order]],
                                   **{f"prob_c{c}": p[order, c] for c in range(CLASSES)}}))
    table = pa.table(wide) if form == "wide" else pa.concat_tables(parts)
    pq.write_table(table, path)
    return table.nbytes


def measured(code, *arguments):
    """Processor seconds and peak bytes of a process of its own."""
    out = subprocess.run([sys.executable, "-c", code, *map(str, arguments)], check=True, capture_output=True, text=True)
    seconds, peak = out.stdout.split()[-2:]
    return float(seconds), float(peak)


def write_pair(folder, form, n=100_000):
    """Two models' files of n cases: `probabilities` of two classes in a column each, or `labels`."""
    rng = np.random.default_rng(0)
    truth = rng.random(n) < 0.35
    for name, strength in (("a", 1.0), ("b", 0.8)):
        p = 1 / (1 + np.exp(-(2 * strength * (truth - 0.5) + rng.normal(size=n) - 0.4)))
        said = {"good": p.round(6), "bad": (1 - p).round(6)} if form == "probabilities" else {
            "prediction": np.where(p > 0.5, "good", "bad")}
        table = pa.table({"id": np.arange(n), "truth": np.where(truth, "good", "bad"), **said})
        write_csv(table, folder / f"{name}.csv")


def of_process(arguments, folder):
    """Processor seconds of a command and all it starts."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = used()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, cwd=folder)
    return used() - before


def command(times=5):
    """The whole command, against loading and reading alone."""
    reading = ["-c", "import pandas as pd, scipy.stats\nfor f in 'ab': pd.read_csv(f + '.csv')"]
    rows = []
    for form in ("probabilities", "labels"):
        with tempfile.TemporaryDirectory() as place:
            write_pair(Path(place), form)
            ran = [(of_process(reading, place), of_process(["-m", "referee", "judge", "a.csv", "b.csv"], place))
                   for _ in range(times)]
        bare, judged = (min(seconds) for seconds in zip(*ran, strict=True))
        rows.append({"form": form, "rows_a_file": 100_000, "loading_and_reading_s": round(bare, 2),
                     "command_s": round(judged, 2), "times": round(judged / bare, 2)})
        print(rows[-1], flush=True)
    return rows


def run():
    rows = []
    for form in ("wide", "long"):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "predictions.parquet"
            decoded = write(path, form)
            bare, _ = measured(BARE, path)
            seconds, peak = measured(JUDGE, path, Path(folder) / "ledger.db")
        rows.append({"form": form, "decoded_mb": round(decoded / 1e6), "bare_s": round(bare, 1),
                     "judge_s": round(seconds, 1), "times_bare": round(seconds / bare, 2),
                     "peak_mb": round(peak / 1e6), "times_decoded": round(peak / decoded, 2)})
        print(rows[-1], flush=True)
    return rows


if __name__ == "__main__":
    RESULTS.parent.mkdir(exist_ok=True)
    known = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    result = known | {"python": platform.python_version(), "machine": platform.machine(), "command": command()}
    if "--command" not in sys.argv:
        result |= {"cases": CASES, "classes": CLASSES, "models": MODELS, "rows": run()}
    RESULTS.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
