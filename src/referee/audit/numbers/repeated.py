"""Two values for one number: the same kind twice in a row, or the same row twice in a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.audit.numbers.contradiction import Contradiction, Strength
from referee.audit.numbers.figure import Figure, Rounding, Row


def repeated(rows: Iterable[Row]) -> Iterator[Contradiction]:
    """Figures that are printed twice, and differently."""
    rows = list(rows)
    for row in rows:
        for k, one in enumerate(row.figures):
            for other in row.figures[k + 1:]:
                if other.kind == one.kind and _differ(one, other):
                    yield Contradiction(where=row.where, figures=(one.kind,),
                                        message=f"{one.said} and {other.said} are two values for one number")
    seen: dict[tuple[tuple[str, str], ...], Row] = {}
    for row in rows:
        key = tuple(sorted(row.words.items()))
        if not row.words.get("model"):
            continue
        first = seen.setdefault(key, row)
        if first is not row:
            yield from _twice(first, row)


def _twice(first: Row, row: Row) -> Iterator[Contradiction]:
    for one in row.figures:
        other = first.get(one.kind)
        if other is not None and _differ(one, other):
            yield Contradiction(where=row.where, strength=Strength.PREMISE, figures=(one.kind,),
                                message=f"{one.said} in one place and {other.said} in another are two values for one "
                                        f"number")


def _differ(one: Figure, other: Figure) -> bool:
    if "=" not in (one.sign, other.sign):
        return False
    spans = [(one.span(a), other.span(b)) for a in Rounding for b in Rounding]
    return not any(a[0] <= b[1] and b[0] <= a[1] for a, b in spans)
