"""judge on 5 models × 1,000,000 cases × 10 classes, from Parquet to verdict.

    python benchmarks/judge.py            # prints a table, writes benchmarks/results/judge.json

Time is that of the processor, against reading the same file and computing the same metrics with nothing around them;
memory is the peak of a process of its own, against the decoded size of the file. Bars: 3 times, 4 times.
"""

import json
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

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
    result = {"cases": CASES, "classes": CLASSES, "models": MODELS, "python": platform.python_version(),
              "machine": platform.machine(), "rows": run()}
    RESULTS.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
