"""referee demo: the main job on bundled data, in under a minute."""

from __future__ import annotations

from pathlib import Path

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.told import Telling, answer

MODELS = ["logistic", "gaussian-nb", "tree", "forest:n_estimators=50", "knn"]


@with_copies
def demo(
    ledger: o.Ledger = "referee-demo.db", report: o.Report = Path("report.html"), jobs: o.Jobs = None,
    seed: o.Seed = 0, everything: o.Everything = False, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Compare five learners on bundled data, and write report.html.

    Example: referee demo --jobs 2
    """
    from referee import api

    with Telling(ledger) as telling:
        result = api.compare(MODELS, "breast-cancer", design="halves:repeats=12", seed=seed, jobs=jobs,
                             ledger=ledger, announce=telling, progress=telling.progress,
                             command="referee demo")
    answer(result, as_json=json, page=report, copies=copies, everything=everything)
