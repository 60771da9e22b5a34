"""What one score of each model stands for, and over which units a test that assumes independence is refused."""

from __future__ import annotations

from referee.errors import BadInput, NotJustified
from referee.kinds import Estimand

UNITS = {"case": Estimand.MODEL, "cluster": Estimand.MODEL, "data set": Estimand.DATA_SETS, "run": Estimand.PROCEDURE,
         "split": Estimand.PROCEDURE, "fold": Estimand.PROCEDURE, "repeat": Estimand.PROCEDURE}
DEPENDENT = ("split", "fold", "repeat")


def dependence(unit: str, test: str) -> str | None:
    """Why a test over these units that takes them for independent is not justified, or None.

    >>> dependence("case", "a plain t-test")
    """
    if unit not in DEPENDENT:
        return None
    return (f"{test} over {unit}s treats scores of overlapping training sets as independent and rejects "
            "far too often; use corrected_t")


def independent(unit: str, test: str) -> Estimand:
    """The question that scores of these units answer; refused where training sets overlap.

    >>> independent("fold", "the sign test")
    Traceback (most recent call last):
    ...
    referee.errors.NotJustified: the sign test over folds treats scores of overlapping training sets as independent
    and rejects far too often; use corrected_t for two models, with `adjust` for more.
    """
    if not isinstance(unit, str) or unit not in UNITS:
        raise BadInput(f"unit is {unit!r}; choose {', '.join(list(UNITS)[:-1])} or {list(UNITS)[-1]}.")
    why_not = dependence(unit, test)
    if why_not:
        raise NotJustified(f"{why_not} for two models, with `adjust` for more.")
    return UNITS[unit]
