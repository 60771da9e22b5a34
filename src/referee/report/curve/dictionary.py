"""Learning curves as one JSON-ready dictionary, and as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.kinds import Json
from referee.report.curve.sentences import FURTHER, curve_sentences, how_sentences
from referee.report.dictionary import json_ready
from referee.study.curve import Curve, Curves

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1


def curve_dict(curves: Curves) -> Json:
    """Everything for JSON."""
    clean: Json = json_ready({
        "schema": SCHEMA, "verb": "curve",
        "sentences": {"curve": curve_sentences(curves), "how": how_sentences(curves)},
        "study": {"name": curves.study.name, "fingerprint": curves.study.fingerprint, "created": curves.study.created,
                  "declared": curves.study.declaration.to_dict(), "level": curves.level, "missing": curves.missing,
                  "fits": len(curves.plan.entries) * len(curves.learners)},
        "data": curves.problem.to_dict(), "sizes": list(curves.sizes), "unit": curves.unit,
        "series": curves.of_a_series,
        "design": {"description": curves.plan.description, "parameters": curves.plan.parameters,
                   "fingerprint": curves.plan.fingerprint},
        "curves": [c.to_dict() | {"ahead": _ahead(c)} for c in curves.curves.values()],
        "families": [family.to_dict() for family in curves.contrasts.values()],
        "failures": [{"learner": name, "split": where, "error": why} for name, where, why in curves.failures],
    })
    return clean


def _ahead(curve: Curve) -> Json | None:
    rows = FURTHER * curve.points[-1].rows
    found = curve.score_at(rows)
    return None if found is None else {"rows": rows, "score": found[0], "interval": found[1].to_dict()}


def curve_frame(curves: Curves) -> pd.DataFrame:
    """One row for each learner, metric and training size."""
    import pandas as pd

    rows = [{"learner": learner, "metric": metric, "size": p.size, "rows": p.rows, "value": p.value,
             "low": p.band.low if p.band else None, "high": p.band.high if p.band else None, "training": p.training,
             "fit_seconds": p.fit_seconds, "predict_seconds_per_1000_rows": p.predict_seconds, **dict(p.complexity),
             "kept": p.kept, "lost": p.lost, "reason": p.reason}
            for (learner, metric), curve in curves.curves.items() for p in curve.points]
    return pd.DataFrame(rows).astype({"value": float, "low": float, "high": float, "training": float})


def contrast_frame(curves: Curves) -> pd.DataFrame:
    """One row for each pair, metric and training size."""
    import pandas as pd

    columns = ["metric", "a", "b", "size", "difference", "low", "high", "p", "p_adjusted", "outcome", "detectable"]
    rows = [{"metric": family.metric, **c.to_dict(), "low": c.interval.low if c.interval else None,
             "high": c.interval.high if c.interval else None}
            for family in curves.contrasts.values() for c in family.found]
    return pd.DataFrame(rows, columns=columns).astype(dict.fromkeys(["low", "high", "detectable"], float))
