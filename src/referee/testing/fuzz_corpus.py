"""Small, whole files of every format that can be read, to be damaged by the fuzzer."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from pathlib import Path
from typing import Any

from referee.seeds import stream

CLASSES = ("yes", "no")


def corpus(folder: Path) -> dict[str, bytes]:
    """One file of each kind by its name: data, predictions, scores, YAML, archives, a ledger."""
    rows = _rows()
    said = [{name: row[name] for name in ("id", "truth", "ann", "bob")} for row in rows]
    text = {
        "data.csv": _table(rows, ("when", "x", "plan", "truth"), ","),
        "data.tsv": _table(rows, ("x", "plan", "truth"), "\t"),
        "said.csv": _table(rows, ("id", "truth", "ann", "bob"), ","),
        "long.csv": _table([row | {"model": m, "prediction": row[m], "probability": row["x"]} for row in rows
                            for m in ("ann", "bob")], ("id", "truth", "model", "prediction", "probability"), ","),
        "said.jsonl": "".join(json.dumps(row) + "\n" for row in said),
        "scores.csv": "dataset,ann,bob,cid\n" + "".join(
            f"set{i},0.{50 + i},0.{60 - i},0.{55 + i % 3}\n" for i in range(12)),
        "folds.csv": "dataset,fold,model,score\n" + "".join(
            f"set{i},{f},{m},0.{50 + 3 * f + i}\n" for i in range(6) for f in range(3) for m in ("ann", "bob")),
        "printed.csv": "model,metric,mean,sd,n\nann,accuracy,0.91,0.02,10\nbob,accuracy,0.90 ± 0.01,0.01,10\n",
        "run.arff": _arff(rows), "weka.txt": _weka(rows), "inspect.json": json.dumps(_inspect(rows)),
        "samples_t_2024-01-01T00-00-00.0.jsonl": "".join(json.dumps(
            {"doc_id": row["id"], "resps": [], "filter": "none", "metrics": ["acc"], "acc": row["id"] % 2}) + "\n"
            for row in rows),
        "study.yaml": "data: iris\nmodels: [tree, 'knn:n_neighbors=1|5', {name: m, learner: lda}]\n"
                      "metrics: [accuracy]\ndesign: kfold:folds=3\nlevel: 0.95\n"
                      "claims:\n  - {better: tree, than: prior}\n",
        "described.yaml": "audit: somebody's\npredictions: said.csv\nmethod: 10-fold cross-validation\nmodels:\n"
                          "  - {name: ann, tried: 3, tuned_on: training}\n  - {name: bob}\n"
                          "claims:\n  - {better: ann, than: bob, p: 0.04}\n",
        "survey.yaml": "survey: s\nn: 3\nquestions:\n  - question: test\n    counts: {yes: 2, no: 1}\n",
    }
    files = {name: content.encode() for name, content in text.items()}
    files |= {f"{name}.gz": gzip.compress(files[name]) for name in ("data.csv", "said.jsonl")}
    return files | {"inspect.eval": _eval(rows), "data.parquet": _parquet(rows, folder),
                    "said.parquet": _parquet(said, folder), "ledger.db": _ledger(rows, folder)}


def _rows() -> list[dict[str, Any]]:
    draw = stream(0, "fuzz", "corpus")
    return [{"id": i, "truth": CLASSES[i % 2], "ann": CLASSES[int(draw.random() < 0.3) ^ i % 2],
             "bob": CLASSES[int(draw.random() < 0.4) ^ i % 2], "x": round(float(draw.random()), 3),
             "plan": ("basic", "plus", "")[i % 3], "when": f"2024-01-{i + 1:02d}"} for i in range(24)]


def _table(rows: list[dict[str, Any]], names: tuple[str, ...], delimiter: str) -> str:
    lines = [names, *(tuple(str(row[name]) for name in names) for row in rows)]
    return "".join(delimiter.join(line) + "\n" for line in lines)


def _arff(rows: list[dict[str, Any]]) -> str:
    head = "".join(f"@attribute {name} NUMERIC\n" for name in ("repeat", "fold", "row_id"))
    lines = "".join(f"0,{row['id'] % 3},{row['id']},{row['ann']},{row['truth']}\n" for row in rows)
    return (f"@relation openml_task_1_predictions\n{head}@attribute prediction {{yes,no}}\n"
            f"@attribute correct {{yes,no}}\n\n@data\n{lines}")


def _weka(rows: list[dict[str, Any]]) -> str:
    code = {"yes": "1:yes", "no": "2:no"}
    lines = "".join(f"{row['id'] + 1:6}{code[row['truth']]:>10}{code[row['ann']]:>10}   +   *{row['x']},"
                    f"{1 - row['x']:.3f} \n" for row in rows)
    return f"\n=== Predictions on test data ===\n\n inst#     actual  predicted error distribution\n{lines}"


def _inspect(rows: list[dict[str, Any]]) -> dict[str, Any]:
    samples = [{"id": row["id"], "epoch": 1, "scores": {"match": {"value": "CI"[row["id"] % 2]}}} for row in rows]
    return {"status": "success", "eval": {"task": "t", "model": "ann"}, "samples": samples}


def _eval(rows: list[dict[str, Any]]) -> bytes:
    log, buffer = _inspect(rows), io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps({"status": log["status"], "eval": log["eval"]}))
        for sample in log["samples"]:
            archive.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))
    return buffer.getvalue()


def _parquet(rows: list[dict[str, Any]], folder: Path) -> bytes:
    import pandas as pd

    path = folder / "made.parquet"
    pd.DataFrame(rows).to_parquet(path)
    return path.read_bytes()


def _ledger(rows: list[dict[str, Any]], folder: Path) -> bytes:
    from referee.api import judge

    path = folder / "made.db"
    judge({name: [row[name] for row in rows] for name in ("id", "truth", "ann", "bob")}, ledger=path)
    return path.read_bytes()
