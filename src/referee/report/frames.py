"""An analysis as pandas tables: one row an estimate, one row a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.kinds import Json
from referee.reading.family import Family
from referee.report.dictionary import estimate_row
from referee.study import Analysis

if TYPE_CHECKING:
    import pandas as pd

ESTIMATES = ["learner", "metric", "value", "low", "high", "level", "method", "estimand", "n_train", "half",
             "n_half", "kept", "lost", "reason"]
COMPARISONS = ["a", "b", "question", "metric", "outcome", "difference", "low", "high", "level", "p", "p_adjusted",
               "p_equivalence", "detectable", "method", "estimand", "unit", "n_units", "reason"]


def estimates_frame(analysis: Analysis) -> pd.DataFrame:
    """One row for each learner and metric; numbers that do not exist are missing and `reason` says why."""
    import pandas as pd

    rows = [estimate_row(analysis, name, m.name) for m in analysis.metrics for name in analysis.learners]
    frame = pd.DataFrame([{key: row[key] for key in ESTIMATES} for row in rows], columns=ESTIMATES)
    return frame.astype({"value": float, "low": float, "high": float, "half": float, "n_train": "Int64",
                         "n_half": "Int64"})


def comparisons_frame(analysis: Analysis) -> pd.DataFrame:
    """One row for each pair and metric, the difference being a − b; pairs without a comparison have a reason."""
    import pandas as pd

    rows: list[Json] = []
    for family in analysis.families.values():
        rows += _asked("models", family)
        rows += _asked("baseline", family.against_baseline) if family.against_baseline else []
    frame = pd.DataFrame(rows, columns=COMPARISONS)
    numbers = dict.fromkeys(["difference", "low", "high", "p", "p_adjusted", "p_equivalence", "detectable"], float)
    return frame.astype(numbers | {"n_units": "Int64"})


def _asked(question: str, family: Family) -> list[Json]:
    """The comparisons of one question: which model is better, or whether it beats the baseline."""
    rows = [_compared(v.to_dict()) for v in family.verdicts]
    rows += [{"a": a, "b": b, "metric": family.metric.name, "outcome": "not compared", "level": family.ask.level,
              "reason": why} for a, b, why in family.uncompared]
    return [row | {"question": question} for row in rows]


def _compared(pair: Json) -> Json:
    interval = pair.pop("interval") or {"low": None, "high": None, "level": None}
    return pair | {"low": interval["low"], "high": interval["high"], "level": interval["level"], "reason": ""}
