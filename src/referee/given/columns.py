"""Whatever holds a column (list, array, pandas, polars, pyarrow, masked) as an array without holes."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.errors import BadInput
from referee.kinds import Array


def column(values: Any, name: str, *, holes: str = "missing", finite: bool = False) -> Array:
    """The values as an array, text as text; a missing or masked one is refused with its place.

    >>> column(["a", None, "b"], "truth")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: truth has 1 value that is missing, the first at index 1; remove or fill it.
    """
    array = _as_array(values, name)
    if array.dtype.kind in "Mm":
        raise BadInput(f"{name} holds dates or times ({array.dtype}); give numbers or labels.")
    if array.dtype.kind == "c":
        raise BadInput(f"{name} holds complex numbers; give real ones.")
    if array.dtype.kind == "f":
        bad = ~np.isfinite(array) if finite else np.isnan(array)
        if bad.any():
            refuse(bad, name, holes)
    return _settled(array, name, holes) if array.dtype.kind == "O" else array


def refuse(bad: Array, name: str, what: str) -> None:
    """Say how many values cannot be used, and where the first is."""
    if np.ndim(bad) == 0:
        raise BadInput(f"{name} is {what}; give a number.")
    places = np.argwhere(bad)
    many, first = len(places), tuple(int(i) for i in places[0])
    raise BadInput(f"{name} has {many} value{'s' * (many > 1)} that {'are' if many > 1 else 'is'} {what}, "
                   f"the first at index {first[0] if len(first) == 1 else first}; "
                   f"remove or fill {'them' if many > 1 else 'it'}.")


def same_rows(given: dict[str, Any]) -> None:
    """Refuse columns that number their rows differently: pairing them by place would pair other rows.

    >>> import pandas as pd
    >>> same_rows({"a": pd.Series([1, 2], index=[1, 0]), "b": pd.Series([1, 2])})
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: a and b number their rows differently: the first row of a has index 1, that of b 0; align
    them (b.loc[a.index]), or give them without an index (.to_numpy()).
    """
    first: tuple[str, Any] | None = None
    for name, value in given.items():
        index = getattr(value, "index", None)
        if index is None or callable(index) or not hasattr(index, "equals"):
            continue
        if first is None:
            first = name, index
        elif len(index) == len(first[1]) and not index.equals(first[1]):
            at = next(i for i in range(len(index)) if index[i] != first[1][i])
            raise BadInput(f"{first[0]} and {name} number their rows differently: the {_nth(at)} row of {first[0]} has "
                           f"index {first[1][at]}, that of {name} {index[at]}; align them ({name}.loc[{first[0]}."
                           f"index]), or give them without an index (.to_numpy()).")


def _nth(at: int) -> str:
    return "first" if at == 0 else f"{at + 1}th" if at > 2 else ("second", "third")[at - 1]


def _as_array(values: Any, name: str) -> Array:
    if isinstance(values, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(values)
        if mask.any():
            refuse(mask, name, "masked")
        return np.asarray(values.data)
    if hasattr(values, "to_numpy"):
        return np.asarray(_from_table(values))
    try:
        array = np.asarray(values)
        # Among text a missing value would become the text "nan".
        mixed = array.dtype.kind in "US" and not isinstance(values, np.ndarray)
        return np.asarray(values, dtype=object) if mixed else array
    except (TypeError, ValueError) as why:
        raise BadInput(f"{name} is no regular array of values ({why}).") from None


def _from_table(values: Any) -> Any:
    """Columns of pandas, polars and pyarrow; pyarrow wants to be told that it may copy."""
    try:
        return values.to_numpy(zero_copy_only=False)
    except TypeError:
        return values.to_numpy()


def _settled(array: Array, name: str, holes: str) -> Array:
    """An array of Python objects as numbers or as text, whichever it holds."""
    flat = array.ravel().tolist()
    missing = np.array([_missing(one) for one in flat], dtype=bool).reshape(array.shape)
    if missing.any():
        refuse(missing, name, holes)
    if all(isinstance(one, bool | int | float | np.number | np.bool_) for one in flat):
        try:
            return np.array(flat).reshape(array.shape)
        except (OverflowError, ValueError):
            return array.astype(float)
    if all(isinstance(one, str) for one in flat):
        return array.astype(str)
    odd = [one for one in flat if not isinstance(one, str | bool | int | float | np.number | np.bool_)]
    raise BadInput(f"{name} holds {type(odd[0]).__name__} among its values; give numbers or text." if odd else
                   f"{name} mixes text and numbers; give one kind.")


def _missing(one: Any) -> bool:
    if isinstance(one, float | np.floating):
        return bool(np.isnan(one))
    return one is None or one is np.ma.masked or type(one).__name__ in {"NAType", "NaTType"}
