"""When each row was measured: numbers, dates or stamps, as places in the order of time.

Rows of one time share a place, so that no design can part them. Stamps with an offset are compared as instants; a
column in which only some have one cannot be put in order, and is refused, as is what is no number and no date. Rows
that do not stand in the order of time are put into it, so that everywhere else row numbers never run against time.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.data.row_marks import take_marks
from referee.data.table import Table
from referee.data.wording import counted, rows_at
from referee.errors import BadInput
from referee.kinds import Array, frozen_array

if TYPE_CHECKING:
    import pandas as pd

BY_ROWS = "rows"        # said in place of a column: the rows stand in order of time already
DAY_OR_MONTH = (("%d/%m/%Y", "%m/%d/%Y"), ("%d/%m/%Y %H:%M", "%m/%d/%Y %H:%M"),
                ("%d/%m/%Y %H:%M:%S", "%m/%d/%Y %H:%M:%S"), ("%d-%m-%Y", "%m-%d-%Y"))
PLAIN = ("ISO8601", "%d.%m.%Y", "%d.%m.%Y %H:%M", "%d.%m.%Y %H:%M:%S", "%Y/%m/%d",
         "%Y/%m/%d %H:%M", "%Y/%m/%d %H:%M:%S")
OFFSET = r"(?:[zZ]|(?<=\d)[+-]\d{2}:?\d{2})$"         # from universal time, at the end of a stamp
UNEVEN = 1.5            # times the usual step, from which on time points are missing between two rows


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Times:
    """The place of each row in the order of time, and what is to be said of it."""

    codes: Array                    # 0 … T-1; rows of one time share a code
    notices: tuple[str, ...] = ()

    @property
    def order(self) -> Array | None:
        """The rows in order of time, those of one time as they stand; None where they stand so already."""
        if (np.diff(self.codes) >= 0).all():
            return None
        return np.argsort(self.codes, kind="stable")

    @property
    def in_order(self) -> Array:
        """The places of the rows once they stand in order."""
        return np.sort(self.codes)


def take_times(table: Table, said: Any) -> tuple[pd.Series[Any] | None, Table]:
    """The column of times, which is no feature then, or the values given; row numbers where rows are said to be it."""
    import pandas as pd

    if isinstance(said, str) and said == BY_ROWS and BY_ROWS not in table.names:
        return pd.Series(np.arange(table.n_rows), name="row order"), table
    values, rest = take_marks(table, said, "times")
    return (None if values is None else values.rename(said if isinstance(said, str) else "time")), rest


def file_rows(order: Array, ids: pd.Series[Any] | None) -> pd.Series[Any]:
    """The names of the rows put in order: their own, or the numbers, from 0, that they had before."""
    import pandas as pd

    return pd.Series(order) if ids is None else ids.iloc[order].reset_index(drop=True)


def times_of(values: pd.Series[Any], where: str) -> Times:
    """The places of the rows in time, and sentences on ties, gaps and days to come.

    >>> import pandas as pd
    >>> found = times_of(pd.Series(["2024-03-01", "2024-02-01", "2024-03-01"], name="day"), "data")
    >>> found.codes.tolist(), found.order.tolist()
    ([1, 0, 1], [1, 0, 2])
    """
    import pandas as pd

    require_all(values, where)
    numeric = pd.api.types.is_numeric_dtype(values) and not pd.api.types.is_bool_dtype(values)
    stamps = _numbers(values, where) if numeric else _instants(values, where)
    points, codes = np.unique(stamps, return_inverse=True)
    if points.size < 2:
        raise BadInput(f"{where}: every row has one and the same time in {values.name!r}; rows without an order in "
                       f"time need no time.")
    said = (_ties(codes, points.size, values.name), _gaps(points, values.name), _zones(values),
            _to_come(values, stamps, numeric=numeric))
    order = "" if (np.diff(codes) >= 0).all() else f"the rows were put in order of {values.name!r}."
    return Times(codes=frozen_array(codes, np.int64), notices=tuple(filter(None, (order, *said))))


def instants_of(values: pd.Series[Any], where: str) -> pd.Series[Any]:
    """Dates and stamps as instants, all by one form; what is missing stays so, and what fits no form is refused.

    >>> import pandas as pd
    >>> instants_of(pd.Series(["13/02/2024", None, "01/03/2024"], name="day"), "data").dt.day.tolist()
    [13.0, nan, 1.0]
    """
    import pandas as pd

    there = values.dropna()
    return pd.Series(_instants(there, where), index=there.index, name=values.name).reindex(values.index)


def require_all(values: pd.Series[Any], where: str) -> None:
    """Refuse rows without a time: they would stand before all others, or after them."""
    missing = np.flatnonzero(values.isna())
    if missing.size:
        raise BadInput(f"{where}: {values.name!r} says no time for {rows_at(missing)}; give each row one, or leave "
                       f"those rows out.")


def _numbers(values: pd.Series[Any], where: str) -> Array:
    found = values.to_numpy(float)
    bad = np.flatnonzero(~np.isfinite(found))
    if bad.size:
        raise BadInput(f"{where}: {values.name!r} is no finite number in {rows_at(bad)}.")
    return found


def _instants(values: pd.Series[Any], where: str) -> Array:
    """Dates and stamps as instants, UTC where they say their zone."""
    import pandas as pd

    if isinstance(values.dtype, pd.DatetimeTZDtype) or pd.api.types.is_datetime64_any_dtype(values):
        found: Any = values
    elif isinstance(values.dtype, pd.PeriodDtype):
        found = values.dt.to_timestamp()
    else:
        found = _read(values.astype(str), where)
        require_all(found.rename(values.name), where)          # "NaT" and the like are read, and say nothing
    if getattr(found.dt, "tz", None) is not None:
        found = found.dt.tz_convert("UTC").dt.tz_localize(None)
    return np.asarray(found.to_numpy())


def _read(texts: pd.Series[Any], where: str) -> Any:
    """Texts as stamps: ISO 8601, or one form that fits them all."""
    offsets = texts.str.contains(OFFSET, regex=True).to_numpy()
    if offsets.any() and not offsets.all():
        few = np.flatnonzero(offsets if offsets.sum() * 2 <= offsets.size else ~offsets)
        raise BadInput(f"{where}: only some times in {texts.name!r} say their time zone, {rows_at(few)} unlike the "
                       f"others; give all of them one, or none.")
    for way in PLAIN:
        if (found := _as(texts, way, utc=bool(offsets.any()))) is not None:
            return found
    for two in DAY_OR_MONTH:
        ways = [found for way in two if (found := _as(texts, way)) is not None]
        if len(ways) == 2 and not ways[0].equals(ways[1]):
            raise BadInput(f"{where}: times in {texts.name!r} such as {texts.iloc[0]!r} could begin with the day or "
                           f"with the month; write them as 2024-03-01.")
        if ways:
            return ways[0]
    raise _unread(texts, where)


def _as(texts: pd.Series[Any], way: str, *, utc: bool = False) -> Any:
    import pandas as pd

    try:
        return pd.to_datetime(texts, format=way, utc=utc)
    except pd.errors.OutOfBoundsDatetime:
        return _far_away(texts, way)
    except (ValueError, TypeError, OverflowError):
        return None


def _far_away(texts: pd.Series[Any], way: str) -> Any:
    """Days before 1678 or after 2262, which pandas 2 cannot hold in its nanoseconds."""
    import pandas as pd

    try:
        read = [datetime.fromisoformat(text) if way == "ISO8601" else datetime.strptime(text, way)   # noqa: DTZ007
                for text in texts]
    except ValueError:
        return None
    instants = [one.astimezone(UTC).replace(tzinfo=None) if one.tzinfo else one for one in read]
    return pd.Series(np.array(instants, dtype="datetime64[us]"), index=texts.index, name=texts.name)


def _unread(texts: pd.Series[Any], where: str) -> BadInput:
    """Which cells are no times, by the way that fits most of them."""
    import pandas as pd

    ways = (*PLAIN, *(way for two in DAY_OR_MONTH for way in two))
    read = [pd.to_datetime(texts, format=way, errors="coerce", utc=True).isna().to_numpy() for way in ways]
    bad = np.flatnonzero(min(read, key=lambda lost: int(lost.sum())))
    first = texts.iloc[bad[0]]
    return BadInput(f"{where}: {texts.name!r} holds no date and no number in {rows_at(bad)}, such as {first!r}; write "
                    f"times as numbers, or as 2024-03-01 or 2024-03-01 14:30.")


def _ties(codes: Array, points: int, name: object) -> str:
    if points == codes.size:
        return ""
    return (f"{counted(codes.size, 'row')} have {points:,} different times in {name!r}; rows of one time stay on one "
            f"side of every split.")


def _gaps(points: Array, name: object) -> str:
    steps = np.diff(points.astype(np.int64) if points.dtype.kind == "M" else points).astype(float)
    usual = float(np.median(steps))
    wide = int((steps > UNEVEN * usual).sum())
    if not wide or wide * 4 > steps.size:           # no usual step to speak of
        return ""
    return (f"{counted(wide, 'step')} in {name!r} {'is' if wide == 1 else 'are'} longer than the usual one; windows, "
            f"gaps and horizons count the times there are.")


def _zones(values: pd.Series[Any]) -> str:
    """Stamps with offsets: which each had is lost where a file's reader has turned them into instants already."""
    stamps = getattr(values.dtype, "tz", None) is not None
    if not stamps and not (isinstance(values.iloc[0], str) and values.str.contains(OFFSET, regex=True).any()):
        return ""
    return f"times in {values.name!r} say their time zone, and are put in order as instants of universal time."


def _to_come(values: pd.Series[Any], stamps: Array, *, numeric: bool) -> str:
    if numeric:
        return ""
    tomorrow = np.datetime64(datetime.now(UTC).replace(tzinfo=None)) + np.timedelta64(1, "D")
    later = np.flatnonzero(stamps > tomorrow)
    if not later.size:
        return ""
    return (f"{rows_at(later)} {'is' if later.size == 1 else 'are'} of a day to come ({values.iloc[later[0]]}): what "
            f"is not yet measured cannot be tested on.")
