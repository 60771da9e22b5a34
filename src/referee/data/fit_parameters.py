"""What fits are handed beside features and target: weights of rows, and whatever a user's models take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from referee.data.forms import take_rows
from referee.data.row_marks import take_marks
from referee.data.table import Table
from referee.data.wording import rows_at
from referee.errors import BadInput
from referee.kinds import Array, frozen_array

WEIGHT = "sample_weight"
GROUPS = "groups"


def take_fit_parameters(table: Table, sample_weight: Any, others: Any) -> tuple[dict[str, Any], Table]:
    """Weights (values, or the column that holds them, which then is no feature) and other parameters of `fit`."""
    if others is not None and not isinstance(others, Mapping):
        raise BadInput(f"fit_params is a dict of what fit is handed beside X and y, not {type(others).__name__}.")
    found = dict(others or {})
    if sample_weight is not None and WEIGHT in found:
        raise BadInput(f"{WEIGHT} is given twice, alone and in fit_params; leave out one of the two.")
    weights = sample_weight if sample_weight is not None else found.get(WEIGHT)
    if weights is not None:
        values, table = take_marks(table, weights, WEIGHT)
        found[WEIGHT] = _checked(values.to_numpy() if values is not None else weights, table.where)
    return found, table


def routed() -> bool:
    """Whether scikit-learn's metadata routing is on: models say themselves what they want to be handed."""
    import sklearn

    return bool(sklearn.get_config().get("enable_metadata_routing"))


def groups_among(others: Any, groups: Any) -> Any:
    """The groups of the rows: as they were given, or, where routing is on, among the parameters."""
    if not isinstance(others, Mapping) or GROUPS not in others or not routed():
        return groups
    if groups is not None:
        raise BadInput(f"{GROUPS} is given twice, alone and in fit_params; leave out one of the two.")
    return others[GROUPS]


def _checked(values: Array, where: str) -> Array:
    try:
        weights = values.astype(float)
    except (TypeError, ValueError):
        raise BadInput(f"{where}: {WEIGHT} must be one number for each row.") from None
    bad = np.flatnonzero(~np.isfinite(weights) | (weights < 0))
    if bad.size:
        raise BadInput(f"{where}: {WEIGHT} is no finite number of 0 or more in {rows_at(bad)}.")
    if not weights.any():
        raise BadInput(f"{where}: {WEIGHT} is 0 in every row, so there is nothing to fit.")
    return frozen_array(weights)


def of_rows(parameters: Mapping[str, Any], rows: Array, n_rows: int) -> dict[str, Any]:
    """The parameters for some rows: what has one entry for each row is divided, the rest is handed over as it is.

    >>> of_rows({"sample_weight": np.array([1.0, 2.0, 4.0]), "verbose": 0}, np.array([0, 2]), 3)
    {'sample_weight': array([1., 4.]), 'verbose': 0}
    """
    return {name: _divided(value, rows) if _is_by_row(value, n_rows) else value for name, value in parameters.items()}


def _is_by_row(value: Any, n_rows: int) -> bool:
    return hasattr(value, "__len__") and not isinstance(value, str | bytes | dict) and len(value) == n_rows


def _divided(value: Any, rows: Array) -> Any:
    if not isinstance(value, list | tuple):
        return take_rows(value, rows)
    numbers = np.flatnonzero(rows) if rows.dtype == bool else rows
    return [value[i] for i in numbers]


def said_of(parameters: Mapping[str, Any]) -> list[str]:
    """One sentence on what weights do, and what they do not."""
    if WEIGHT not in parameters:
        return []
    return [f"{WEIGHT} weighs the rows in the fits; in the scores every row counts once."]


def named_for_fingerprint(parameters: Mapping[str, Any]) -> list[Any]:
    """What tells two sets of parameters apart."""
    return [[name, value if isinstance(value, np.ndarray) and value.dtype.kind in "fiub" else repr(value)]
            for name, value in sorted(parameters.items())]
