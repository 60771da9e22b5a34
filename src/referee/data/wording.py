"""How the sentences about data count and list things."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.errors import BadInput, did_you_mean
from referee.kinds import Array


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "row"), counted(7043, "row"), counted(2, "class"), counted(3, "category")
    ('1 row', '7,043 rows', '2 classes', '3 categories')
    """
    if number == 1:
        return f"1 {noun}"
    if noun.endswith("y"):
        return f"{number:,} {noun[:-1]}ies"
    return f"{number:,} {noun}{'es' if noun.endswith('s') else 's'}"


def share(part: float) -> str:
    """A share in per cent, never rounded to nothing or to all.

    >>> share(0.265), share(0.9), share(0.0232), share(0.9996), share(1.0)
    ('26%', '90%', '2.3%', '99.96%', '100%')
    """
    distance = round(min(part, 1 - part), 9)
    digits = 0 if distance >= 0.1 or distance == 0 else 1 if distance >= 0.001 else 2
    return f"{part:.{digits}%}"


def listed(items: Iterable[object], most: int = 3) -> str:
    """The first few of many things, and how many there are.

    >>> listed(["tenure", "contract"]), listed(["a", "b", "c", "d"])
    ('tenure, contract', 'a, b, c, … (4)')
    """
    names = [str(item) for item in items]
    return ", ".join(names) if len(names) <= most else f"{', '.join(names[:most])}, … ({len(names)})"


def quoted(names: Sequence[object], most: int = 3) -> str:
    """Names in quotes, the first few of many.

    >>> quoted(["a", "b"])
    "'a', 'b'"
    """
    return listed([repr(str(name)) for name in names], most)


def shortened(text: str, most: int = 100) -> str:
    """A text in one line, cut where it is long.

    >>> shortened("Be\\ncareful."), shortened("Add the numbers", most=8)
    ('Be careful.', 'Add the…')
    """
    plain = " ".join(text.split())
    return plain if len(plain) <= most else plain[:most - 1].rstrip() + "…"


def rows_at(positions: Sequence[int] | Array) -> str:
    """How many rows, and the numbers of the first few.

    >>> rows_at([2]), rows_at([2, 16, 19, 40])
    ('1 row (row 3, counting from 1)', '4 rows (rows 3, 17, 20, …, counting from 1)')
    """
    numbers = ", ".join(str(position + 1) for position in positions[:3])
    rows, more = "row" if len(positions) == 1 else "rows", ", …" if len(positions) > 3 else ""
    return f"{counted(len(positions), 'row')} ({rows} {numbers}{more}, counting from 1)"


def no_column(where: str, name: object, names: Sequence[str]) -> BadInput:
    """The refusal of a column that is not there.

    >>> print(no_column("churn.csv", "chrned", ["tenure", "contract", "charges", "churned"]))
    churn.csv has no column 'chrned'; did you mean 'churned'? Columns: tenure, contract, charges, … (4).
    """
    return BadInput(f"{where} has no column {str(name)!r}{did_you_mean(str(name), names)} Columns: {listed(names)}.")
