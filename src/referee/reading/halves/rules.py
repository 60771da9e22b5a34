"""What the halves jackknife takes for a metric on some units: its weight, its degrees of freedom, and when it is mute.

Weights and degrees of freedom were chosen by simulation inside what theory allows (docs/halves.md); docs/levels.md says
what has been measured since. Where units are rows the training part has the weight 2/3; for blocks and groups, for
single losses of regression, and for scores of labels that depend on the class (F1 and its kin) it is 1, except that
differences of these have 2/3 where the classes are about equal.
"""

from __future__ import annotations

from referee.errors import Undefined
from referee.estimates.halves.jackknife import WEIGHT
from referee.kinds import Needs, Task
from referee.metrics import Metric
from referee.reading.halves.halving import Halving, Unit
from referee.reading.halves.kept import of_the_table

FEWEST_ROWS, FEWEST_GROUPS, FEWEST_EFFECTIVE = 10, 5, 3
LEAST_DF = 4
EQUAL = 0.6              # of an equal share of the rows, and more: the rarest class is no rare one
FEW = 10                 # of a class, or groups: below, only large differences can be seen


def weight_for(metric: Metric, halving: Halving, *, single: bool) -> float:
    """How much of what training adds is counted."""
    of_table = of_the_table(metric) and (single or _has_a_rare_class(halving))
    safe = halving.unit is not Unit.ROW or of_table or (single and metric.task is Task.REGRESSION)
    return 1.0 if safe else WEIGHT


def _has_a_rare_class(halving: Halving) -> bool:
    """F1 has no reserve there: with the weight 2/3 and 20 or 30 positives of 200 or 300 it alarms in 7 to 8 of 100."""
    return halving.smallest is not None and halving.smallest * halving.n_classes < EQUAL * halving.sizes.sum()


def depends_on_class(metric: Metric) -> bool:
    """Whether it is carried by the rows of the rarest class: areas, F1, recall, …; no mean over rows is."""
    return metric.task is Task.CLASSIFICATION and metric.per_row is None and metric.weighted_rows is None


def df_for(metric: Metric, halving: Halving) -> float:
    """Degrees of freedom; as many as rows of the rarest class allow, for what depends on it."""
    groups = halving.unit is Unit.GROUP
    df = halving.effective - 1 if groups else float(halving.n_units - 1)
    if depends_on_class(metric) and halving.smallest is not None:
        df = min(df, 2.0 * halving.smallest - 1)
    return df if groups else max(df, float(LEAST_DF))


def check_units(metric: Metric, halving: Halving) -> None:
    """Refuse where nothing can be told: too few units, or too few of a class."""
    if halving.unit is Unit.GROUP and (halving.n_units < FEWEST_GROUPS or halving.effective < FEWEST_EFFECTIVE):
        raise Undefined(f"{halving.n_units} groups, worth {halving.effective:.1f} of one size, are too few; the "
                        f"halves jackknife needs {FEWEST_GROUPS}, worth {FEWEST_EFFECTIVE}.")
    if halving.unit is not Unit.GROUP and halving.sizes.sum() < FEWEST_ROWS:
        raise Undefined(f"{halving.sizes.sum()} rows are too few; the halves jackknife needs {FEWEST_ROWS}.")
    least = _least_of_a_class(metric, halving)
    if halving.smallest is not None and halving.smallest < least:
        raise Undefined(f"the rarest class has {halving.smallest} {_word(halving)}, and {metric.title} can be judged "
                        f"from {least} on.")


def _least_of_a_class(metric: Metric, halving: Halving) -> int:
    """Four where a half must hold two of a class, to be without one; means over rows need three of two classes."""
    if depends_on_class(metric):
        return 4 if metric.needs is Needs.SCORES else 3
    return 3 if halving.n_classes == 2 else 0


def few_cases(metric: Metric, halving: Halving) -> str:
    """What to say of few cases; nothing where there are enough."""
    if halving.unit is Unit.GROUP and halving.n_units < FEW:
        return f"{halving.n_units} groups: only large differences can be seen"
    if depends_on_class(metric) and halving.smallest is not None and halving.smallest < FEW:
        return f"{halving.smallest} {_word(halving)} of a class: only large differences can be seen"
    return ""


def _word(halving: Halving) -> str:
    return "groups" if halving.unit is Unit.GROUP else "rows"
