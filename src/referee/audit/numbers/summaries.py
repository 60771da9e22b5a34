"""Mean, sd, least and most of n values: within the range, no wider than it allows, and of whole numbers where they are.

For n values from min to max with mean m, sd² ≤ n/(n-1) (max - m)(m - min) (Bhatia & Davis 2000), and the two ends alone
give sd² ≥ (max - min)² / 2(n-1). Scores are shares, so that 0 and 1 are their range where no other is printed. A share
of `cases` is a multiple of 1/cases; columns `items` (how many whole numbers an answer is the mean of) and `binary` say
that the values themselves are whole numbers, or zeros and ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from referee.audit.numbers.contradiction import Contradiction, Strength, between
from referee.audit.numbers.figure import Figure, Rounding, Row, Span
from referee.audit.numbers.granularity import debit, grim, grimmer
from referee.audit.numbers.limits import SHARES

SHARES_OF_CASES = ("accuracy", "share")


def summaries(rows: Iterable[Row]) -> Iterator[Contradiction]:
    """Rows whose mean, sd and range contradict one another, or the number of values."""
    for row in rows:
        mean = row.get("mean")
        if mean is not None:
            yield from _ranged(row, mean)
            yield from _whole(row, mean)
        if row.has("share", "count", "cases"):
            yield from _counted(row)
            continue
        for kind in SHARES_OF_CASES:
            if row.has(kind, "cases") and not row.averaged and kind not in row.either:
                yield from _of_cases(row, row.the(kind)[0])
        for spread in row.figures:
            of = row.get(spread.kind.removeprefix("sd_"))
            if spread.kind.startswith("sd_") and of is not None and of.kind in SHARES and of.kind not in row.either:
                yield from _too_wide(row, of, spread, (0.0, 1.0))


def _ranged(row: Row, mean: Figure) -> Iterator[Contradiction]:
    if not row.has("min", "max"):
        return
    least, most = row.the("min", "max")
    if not any(_reaches(mean.span(way), (least.span(way)[0], most.span(way)[1])) for way in Rounding):
        yield Contradiction(where=row.where, figures=("mean", "min", "max"), possible=(least.value, most.value),
                            message=f"mean {mean.value:g} is outside its own range [{least.value:g}, {most.value:g}]")
    elif row.has("sd"):
        yield from _too_wide(row, mean, row.the("sd")[0], None)


def _too_wide(row: Row, mean: Figure, sd: Figure, known: Span | None) -> Iterator[Contradiction]:
    n = row.get("n")
    if n is not None and n.value < 2:
        return
    largest = max(_largest(row, mean, way, known, n) for way in Rounding)
    if all(sd.span(way)[0] > largest for way in Rounding):
        low, high = known or (row.the("min")[0].value, row.the("max")[0].value)
        yield Contradiction(
            where=row.where, figures=("sd", mean.kind), possible=(0.0, largest),
            message=f"sd {sd.value:g} is impossible with {'mean' if mean.kind == 'mean' else mean.name} {mean.value:g} "
                    f"and range [{low:g}, {high:g}]: at most {largest:.3g}")
        return
    if known is None and n is not None:
        smallest = min((row.the("max")[0].span(way)[0] - row.the("min")[0].span(way)[1]) / math.sqrt(2 * (n.value - 1))
                       for way in Rounding)
        if all(sd.span(way)[1] < smallest * math.sqrt((n.value - 1) / n.value) for way in Rounding):
            yield Contradiction(where=row.where, figures=("sd", "min", "max"), possible=(smallest, math.inf),
                                message=f"sd {sd.value:g} is impossible with range [{row.the('min')[0].value:g}, "
                                        f"{row.the('max')[0].value:g}] of {n.value:g} values: at least {smallest:.3g}")


def _largest(row: Row, mean: Figure, way: Rounding, known: Span | None, n: Figure | None) -> float:
    """The largest sample sd that n values within the range can have around this mean."""
    least = known[0] if known else row.the("min")[0].span(way)[0]
    most = known[1] if known else row.the("max")[0].span(way)[1]
    low, high = mean.span(way)
    middle = min(max((least + most) / 2, low), high)
    unbiased = n.value / (n.value - 1) if n is not None else 2.0
    return math.sqrt(unbiased * max(most - middle, 0.0) * max(middle - least, 0.0))


def _counted(row: Row) -> Iterator[Contradiction]:
    """A count out of a number of cases, beside the share it is said to be."""
    share, count, cases = row.the("share", "count", "cases")
    exact = count.value / cases.value if cases.value else 0.0
    if cases.value and not any(_reaches(share.span(way), (exact, exact)) for way in Rounding):
        yield Contradiction(where=row.where, figures=("share", "count", "cases"), possible=(exact, exact),
                            message=f"{count.text} of {cases.text} is {exact:.4g}, not {share.text}")


def _of_cases(row: Row, share: Figure) -> Iterator[Contradiction]:
    cases = row.the("cases")[0]
    n = int(cases.value)
    if not n or any(grim(share.span(way), n) for way in Rounding):
        return
    turned = share.turn[0] + share.turn[1] * share.value
    near = sorted({math.floor(turned * n) / n, math.ceil(turned * n) / n})
    a, b = share.turn
    next_to = " and ".join(f"{value:.4g}" for value in sorted((value - a) / b for value in near))
    yield Contradiction(where=row.where, figures=(share.kind, "cases"),
                        strength=Strength.CERTAIN if cases.name.lower() != "n" else Strength.PREMISE,
                        message=f"{share.said} is not a multiple of 1/{n}: {next_to} are the nearest")


def _whole(row: Row, mean: Figure) -> Iterator[Contradiction]:
    n, sd = row.get("n"), row.get("sd")
    if n is None or n.value < 2:
        return
    if row.has("binary") and sd is not None:
        if not any(debit(mean.span(way), sd.span(way), int(n.value)) for way in Rounding):
            yield Contradiction(where=row.where, figures=("sd", "mean", "n"),
                                message=f"{sd.said} is not the sd of {n.value:g} zeros and ones with {mean.said}: "
                                        f"{_of_binary(mean, int(n.value))} would be (DEBIT)")
    elif row.has("items"):
        yield from _of_whole_numbers(row, mean, sd, n)


def _of_whole_numbers(row: Row, mean: Figure, sd: Figure | None, n: Figure) -> Iterator[Contradiction]:
    items, many = int(row.the("items")[0].value), int(n.value)
    size = items * many
    if not any(grim(mean.span(way), many, items) for way in Rounding):
        near = f"{math.floor(mean.value * size) / size:.4g} and {math.ceil(mean.value * size) / size:.4g}"
        yield Contradiction(where=row.where, figures=("mean", "n"),
                            message=f"{mean.said} is not the mean of {size} whole numbers: {near} are the nearest "
                                    f"(GRIM)")
    elif sd is not None and items == 1:
        scale = (row.the("min")[0].value, row.the("max")[0].value) if row.has("min", "max") else (-math.inf, math.inf)
        if not any(grimmer(mean.span(way), sd.span(way), many, scale=scale) for way in Rounding):
            yield Contradiction(where=row.where, figures=("sd", "mean", "n"),
                                message=f"no {many} whole numbers have {mean.said} and {sd.said} (GRIMMER)")


def _of_binary(mean: Figure, n: int) -> str:
    spans = [mean.span(way) for way in Rounding]
    ends = [math.sqrt(max(p * (1 - p), 0.0) * n / (n - 1)) for span in spans for p in span]
    return between(min(ends), max(ends))


def _reaches(a: Span, b: Span) -> bool:
    return a[0] <= b[1] and b[0] <= a[1]
