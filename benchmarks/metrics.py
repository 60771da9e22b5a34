"""All metrics on a million rows and ten classes, against four of scikit-learn's: processor time of one thread.

    python benchmarks/metrics.py [rows] [classes]

Ours is every registered classification metric that fits the number of classes, validation included, on fresh
`Predictions`; theirs is log_loss, brier_score_loss, macro one-vs-rest roc_auc_score and classification_report.
"""

import json
import platform
import sys
import time
from pathlib import Path

import numpy as np
import sklearn
from sklearn import metrics as sk
from threadpoolctl import threadpool_limits

from referee.errors import Undefined
from referee.kinds import Task
from referee.metrics import METRICS, Predictions
from referee.seeds import stream

RESULTS = Path(__file__).with_name("results") / "metrics.json"
REPEATS = 3


def draw(n, k):
    generator = stream(0, "benchmark", n, k)
    truth = generator.integers(k, size=n)
    raw = generator.gamma(1.0, size=(n, k)) + np.eye(k)[truth]
    return truth, raw / raw.sum(axis=1, keepdims=True)


def timed(work):
    start = time.process_time()
    work()
    return time.process_time() - start


def ours(truth, probabilities, labels):
    k = probabilities.shape[1]
    predictions = Predictions(truth=truth, n_classes=k, labels=labels, probabilities=probabilities,
                              prior=np.full(k, 1 / k))
    seconds, undefined = {}, []
    for metric in METRICS:
        if metric.objection(task=Task.CLASSIFICATION, n_classes=k):
            continue
        start = time.process_time()
        try:
            metric.score(predictions)
        except Undefined:
            undefined.append(metric.name)
        seconds[metric.name] = time.process_time() - start
    assert not undefined, undefined
    return seconds


def theirs(truth, probabilities, labels):
    scores = probabilities[:, 1] if probabilities.shape[1] == 2 else probabilities
    return {
        "log_loss": timed(lambda: sk.log_loss(truth, probabilities)),
        "brier_score_loss": timed(lambda: sk.brier_score_loss(truth, probabilities)),
        "roc_auc_score": timed(lambda: sk.roc_auc_score(truth, scores, multi_class="ovr")),
        "classification_report": timed(lambda: sk.classification_report(truth, labels)),
    }


def main():
    n, k = (int(text) for text in (sys.argv[1:] + ["1000000", "10"][len(sys.argv) - 1:]))
    truth, probabilities = draw(n, k)
    labels = probabilities.argmax(axis=1)
    with threadpool_limits(1):
        runs = [(ours(truth, probabilities, labels), theirs(truth, probabilities, labels)) for _ in range(REPEATS)]
    mine, peer = (min(side, key=lambda seconds: sum(seconds.values())) for side in zip(*runs, strict=True))
    result = {"rows": n, "classes": k, "machine": platform.machine(), "numpy": np.__version__,
              "scikit_learn": sklearn.__version__, "metrics": len(mine), "ours_seconds": sum(mine.values()),
              "theirs_seconds": sum(peer.values()), "ratio": sum(mine.values()) / sum(peer.values()),
              "ours": mine, "theirs": peer}
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    for name, seconds in sorted(mine.items(), key=lambda item: -item[1])[:12]:
        print(f"  {name:32} {seconds:7.3f} s")
    print(f"{len(mine)} metrics of referee: {result['ours_seconds']:.2f} s; four of scikit-learn: "
          f"{result['theirs_seconds']:.2f} s; ratio {result['ratio']:.2f} ({n:,} rows, {k} classes, best of {REPEATS})")


if __name__ == "__main__":
    main()
