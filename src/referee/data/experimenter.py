"""Results of WEKA's Experimenter: a row for each data set, run, fold and scheme, and some fifty measures.

The data set, the scheme and one measure are kept: Percent_correct as accuracy, or the measure that is asked for, by
the name of a metric or as WEKA calls it. Schemes lose what all their names begin with; one that was run with several
settings is called with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.data.table import Table
from referee.data.wording import listed
from referee.errors import BadInput

if TYPE_CHECKING:
    import pandas as pd

KEYS = ("Key_Dataset", "Key_Run", "Key_Scheme")
MEASURES = {"accuracy": "Percent_correct", "error_rate": "Percent_incorrect", "kappa": "Kappa_statistic",
            "roc_auc": "Area_under_ROC", "f1": "F_measure", "precision": "IR_precision", "recall": "IR_recall",
            "mae": "Mean_absolute_error", "rmse": "Root_mean_squared_error"}
PACKAGE = "weka.classifiers."


def is_experiment(names: tuple[str, ...]) -> bool:
    """Whether these are the columns of the Experimenter."""
    return set(KEYS) <= set(names)


def experiment(table: Table, metric: str) -> tuple[Table, str, str]:
    """The scores in a long table with plain names, the metric, and a sentence about how it was read."""
    import pandas as pd

    frame: pd.DataFrame = table.given
    metric = metric or "accuracy"
    measure = metric if metric in table.names else MEASURES.get(metric, "")
    if measure not in table.names:
        known = [name for name in MEASURES.values() if name in table.names]
        raise BadInput(f"{table.where} has no measure for {metric!r}; it has {listed(known, most=9)} (--metrics, by "
                       f"the name of the metric or of the column).")
    scores = pd.to_numeric(frame[measure], errors="coerce") / (100 if measure.startswith("Percent_") else 1)
    plain = {"dataset": frame["Key_Dataset"], "model": _schemes(frame), "run": frame["Key_Run"]}
    plain |= {"fold": frame["Key_Fold"]} if "Key_Fold" in table.names else {}
    given = pd.DataFrame(plain | {metric: scores})
    read = Table(given=given, names=tuple(str(name) for name in given.columns), where=table.where)
    share = f" as a share, {metric}," if measure.startswith("Percent_") else ""
    return read, metric, (f"{table.where}: read as results of WEKA's Experimenter; the score is {measure}{share} of "
                          f"each scheme.")


def _schemes(frame: pd.DataFrame) -> Any:
    """The names of the schemes, with their settings where one has several."""
    names = frame["Key_Scheme"].astype(str).str.removeprefix(PACKAGE)
    if "Key_Scheme_options" not in frame.columns:
        return names
    options = frame["Key_Scheme_options"].fillna("").astype(str).str.strip("'")
    several = options.groupby(names).transform("nunique") > 1
    return names.where(~several, (names + " " + options).str.strip())
