"""Parts and their whole, listed values and their mean: sums that have to come out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.audit.numbers.contradiction import Contradiction, Strength
from referee.audit.numbers.figure import Rounding, Row


def sums(rows: Iterable[Row]) -> Iterator[Contradiction]:
    """Rows whose parts do not sum to their whole, or whose mean is not that of the listed values."""
    for row in rows:
        whole, mean = row.get("whole"), row.get("mean")
        parts = [one for one in row.figures if one.kind.startswith("part ")]
        values = [one for one in row.figures if one.kind.startswith("value ")]
        if whole is not None and parts and sum(one.value for one in parts) != whole.value:
            total = sum(one.value for one in parts)
            yield Contradiction(where=row.where, figures=("whole", "part"), strength=Strength.PREMISE,
                                possible=(total, total),
                                message=f"{' + '.join(one.text for one in parts)} = {total:,.0f}, not {whole.text}")
        if mean is not None and values:
            spans = [one.span(Rounding.ROUNDED) for one in values]
            low, high = (sum(end) / len(values) for end in zip(*spans, strict=True))
            least, most = mean.span(Rounding.ROUNDED, wider=0.5)
            if most < low or high < least:
                yield Contradiction(where=row.where, figures=("mean", "value"), strength=Strength.PREMISE,
                                    possible=(low, high),
                                    message=f"{mean.said} is not that of the {len(values)} values listed, which is "
                                            f"{(low + high) / 2:.4g}")
