"""The panorama as one JSON-ready dictionary, and as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.kinds import Json
from referee.reading.panorama import Panorama
from referee.report.dictionary import json_ready
from referee.report.panorama.sentences import how_sentences, panorama_sentences

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1
FRAME = ["learner", "metric", "target", "estimator", "value", "low", "high", "min", "max", "mean", "sd", "iterations",
         "fits", "lost", "seconds", "reason"]


def panorama_dict(panorama: Panorama) -> Json:
    """The whole panorama for JSON."""
    problem = panorama.problem
    orders = [{"chain": list(o.chain), "signs": list(o.signs), "as_expected": o.as_expected,
               "deviations": list(o.deviations)} for o in panorama.orders]
    clean: Json = json_ready({
        "schema": SCHEMA, "verb": "panorama",
        "sentences": {"panorama": panorama_sentences(panorama), "how": how_sentences(panorama)},
        "study": {"name": panorama.study.name, "fingerprint": panorama.study.fingerprint,
                  "created": panorama.study.created, "declared": panorama.study.declaration.to_dict(),
                  "level": panorama.level,
                  "missing": panorama.missing, "fits": len(panorama.plan.entries) * len(panorama.learners)},
        "data": problem.to_dict(),
        "columns": [c.to_dict() | {"order": order} for c, order in zip(panorama.columns, orders, strict=True)],
        "together": [{"learner": learner, "metric": metric, "reason": found.reason,
                      "intervals": [i.to_dict() for i in found.intervals]}
                     for (learner, metric), found in panorama.together.items()],
        "versions": dict(panorama.study.declaration.versions),
    })
    return clean


def panorama_frame(panorama: Panorama) -> pd.DataFrame:
    """One row for each learner, metric, target and estimator; what does not exist is missing."""
    import pandas as pd

    rows = []
    for column in panorama.columns:
        for line in column.lines:
            told = line.to_dict()
            spread, interval = told["spread"] or {}, told["interval"] or {}
            rows.append(told | spread | {"low": interval.get("low"), "high": interval.get("high")}
                        | {"learner": column.learner, "metric": column.metric, "target": column.target})
    numbers = dict.fromkeys(["value", "low", "high", "min", "max", "mean", "sd"], float)
    return pd.DataFrame(rows, columns=FRAME).astype(numbers | {"iterations": "Int64"})
