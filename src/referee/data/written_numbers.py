"""Numbers as people's programs write them: 1.234,5 and 1,234.5 and 12 %, in columns that would otherwise be words.

A column is read as numbers where every value is one in the same way: with a decimal comma, with marks between
thousands (comma, point, apostrophe, blank), in per cent (then as shares of 1). '1,234' alone may be either; another
column of the table decides, or the comma that divides its cells, or it is refused with both readings. So are columns
that write numbers in two ways. Whatever is read so is told.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.data.arrow_numbers import floats_of
from referee.data.wording import listed
from referee.errors import BadInput

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

SIGN = "^[+\u2212-]?"
BLANKS = " \u00a0\u202f\u2009"                   # the usual one, and those that break no line
POWER = "([eE][+-]?[0-9]+)?"
CENT = f"[{BLANKS}]?%$"
PLAIN = rf"{SIGN}([0-9]+\.?[0-9]*|\.[0-9]+){POWER}$"
POINT = rf"{SIGN}([0-9]+\.?[0-9]*|\.[0-9]+|[1-9][0-9]{{0,2}}([,'’{BLANKS}][0-9]{{3}})+(\.[0-9]+)?){POWER}$"
COMMA = rf"{SIGN}([0-9]+(,[0-9]*)?|,[0-9]+|[1-9][0-9]{{0,2}}([.'’{BLANKS}][0-9]{{3}})+(,[0-9]+)?){POWER}$"
SAMPLE = 1000           # values looked at before all are
THOUSAND = 1000.0
NEAR = 1e-6             # of a whole number: what rounding leaves of 1.234 × 1000
REMEDY = "write them with a decimal point and without marks between thousands"


@dataclass(frozen=True, slots=True)
class Way:
    """How a column writes its numbers: `mark` is what divides whole numbers from decimals, '?' where it may be both."""

    mark: str
    cent: bool
    grouped: bool

    @property
    def words(self) -> str:
        """For a sentence: numbers …"""
        how = "with a decimal comma" if self.mark == "," else "with marks between thousands" if self.grouped else ""
        cent = "in per cent, read as shares of 1" if self.cent else ""
        return " ".join(part for part in (how, cent) if part) or "with a long minus"


def with_numbers(table: pa.Table, where: str, *, comma_divides: bool, but: Collection[str] = ()
                 ) -> tuple[pa.Table, list[str]]:
    """The table with such columns as numbers (`but` some), and a sentence for each way in which they were written."""
    import pyarrow as pa

    ways = {name: way for name in table.column_names if name not in but
            and pa.types.is_string(table.schema.field(name).type) and (way := _way(table.column(name), name, where))}
    by_point = comma_divides or any(pa.types.is_floating(field.type) for field in table.schema) or any(
        way.mark == "." and way.grouped for way in ways.values())
    by_comma = any(way.mark == "," for way in ways.values())
    if by_comma:
        _require_points(table, where, but)
    told: dict[str, list[str]] = {}
    for name, way in ways.items():
        column, known = table.column(name), way
        if way.mark == "?":
            if by_point == by_comma:
                raise _tie(column, name, where)
            known = Way("," if by_comma else ".", way.cent, way.grouped)
        numbers = _numbers(column, known)
        place = table.column_names.index(name)
        table = table.set_column(place, name, numbers)
        told.setdefault(known.words, []).append(f"{name!r} ({_example(column, numbers)})")
    return table, [f"{where}: {'column' if len(names) == 1 else 'columns'} {listed(names)} "
                   f"{'holds' if len(names) == 1 else 'hold'} numbers {how}." for how, names in told.items()]


def _way(column: Any, name: str, where: str) -> Way | None:
    """How a text column writes numbers; None where it holds words, or numbers as they are read anyway."""
    from pyarrow import compute

    values = compute.drop_null(column)
    for some in (values.slice(0, SAMPLE), values):
        if not len(some) or not _all(_bare(some), f"{POINT}|{COMMA}"):
            return None
    bare, signed = _bare(values), compute.match_substring_regex(values, CENT)
    cent = bool(compute.any(signed).as_py())
    if not cent and _all(values, PLAIN) and not compute.any(compute.match_substring(values, "\u2212")).as_py():
        return None
    if cent and not compute.all(signed).as_py():
        raise _two_ways(name, where, values, signed)
    point, comma = compute.match_substring_regex(bare, POINT), compute.match_substring_regex(bare, COMMA)
    grouped = bool(compute.any(compute.match_substring_regex(bare, f"[,'’{BLANKS}]")).as_py())
    by_point, by_comma = compute.all(point).as_py(), compute.all(comma).as_py()
    if by_point and by_comma:
        return Way("?" if compute.any(compute.match_substring(bare, ",")).as_py() else ".", cent, grouped)
    if not by_point and not by_comma:
        raise _two_ways(name, where, values, point)
    return Way("." if by_point else ",", cent, grouped)


def _all(values: Any, pattern: str) -> bool:
    from pyarrow import compute

    return bool(compute.all(compute.match_substring_regex(values, pattern)).as_py())


def _bare(values: Any) -> Any:
    """Without the sign for per cent."""
    from pyarrow import compute

    return compute.replace_substring_regex(values, CENT, "")


def _numbers(column: Any, way: Way) -> Any:
    """The column as whole numbers or floats; per cent as shares."""
    import pyarrow as pa
    from pyarrow import compute

    marks = f"[{'.' if way.mark == ',' else ','}'’{BLANKS}]"
    text = compute.replace_substring_regex(_bare(column), marks, "")
    text = compute.replace_substring(compute.replace_substring(text, ",", "."), "\u2212", "-")
    text = compute.replace_substring_regex(text, r"^\+", "")
    if not way.cent:
        try:
            return text.cast(pa.int64())
        except pa.ArrowInvalid:
            pass
    numbers = text.cast(pa.float64())
    return compute.divide(numbers, 100.0) if way.cent else numbers


def _example(column: Any, numbers: Any) -> str:
    from pyarrow import compute

    place = compute.index(compute.is_valid(column), value=True).as_py()
    return f"{column[place].as_py()!r} is {numbers[place].as_py():.12g}"


def _require_points(table: pa.Table, where: str, but: Collection[str]) -> None:
    """Refuse 1.234 and the like beside decimal commas: there the point may stand between thousands."""
    import numpy as np
    import pyarrow as pa

    for name in table.column_names:
        if name in but or not pa.types.is_floating(table.schema.field(name).type):
            continue
        sizes = np.abs(floats_of(table.column(name).drop_null()))
        sizes = sizes[~np.isnan(sizes)]
        in_thousands = sizes.size and ((sizes >= 1) & (sizes < THOUSAND)).all() and _whole(sizes * THOUSAND).all()
        if in_thousands and not _whole(sizes * 100).all():
            size = sizes[~_whole(sizes * 100)][0]
            raise BadInput(f"{where}: column {name!r} writes numbers such as '{size:.3f}', which may be "
                           f"{size * THOUSAND:.0f} where other columns have decimal commas, or {size:g}; {REMEDY}.")


def _whole(values: Any) -> Any:
    return abs(values - values.round()) < NEAR


def _tie(column: Any, name: str, where: str) -> BadInput:
    from pyarrow import compute

    text = compute.filter(column, compute.match_substring(column, ","))[0].as_py()
    decimal = text.replace("%", "").strip().replace(",", ".")
    whole = decimal.replace(".", "")
    return BadInput(f"{where}: column {name!r} writes numbers such as {text!r}, which may be {whole} or "
                    f"{float(decimal):g}, and nothing in the table tells which; {REMEDY}.")


def _two_ways(name: str, where: str, values: Any, one_way: Any) -> BadInput:
    from pyarrow import compute

    one = compute.filter(values, one_way)
    other = compute.filter(values, compute.invert(one_way))
    first, second = ((column[0].as_py() if len(column) else "") for column in (other, one))
    return BadInput(f"{where}: column {name!r} writes numbers in two ways ({first!r} and {second!r}); {REMEDY}, all "
                    f"with the sign for per cent or all without it.")
