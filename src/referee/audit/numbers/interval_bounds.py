"""Intervals: they hold their estimate, are no narrower than the cases allow, and go with their se, sd, n and p."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from scipy import special

from referee.audit.numbers.averages import held
from referee.audit.numbers.contradiction import Contradiction, Strength, between
from referee.audit.numbers.figure import Figure, Rounding, Row, Span
from referee.audit.numbers.limits import SHARES

ESTIMATES = ("mean", "difference", *sorted(SHARES), "kappa", "mcc", "rmse", "mae", "mse", "r2", "r")
QUANTILES = 1.645, 2.576  # of intervals of 90% and 99%
WIDEST = 2.0              # of Clopper and Pearson's 95% interval; one of 99% is 1.3 of it
NARROWEST = 0.45          # of Wald's 95% interval: one standard error on each side is 0.51 of it


def interval_bounds(rows: Iterable[Row]) -> Iterator[Contradiction]:
    """Rows whose interval contradicts what stands beside it."""
    for row in rows:
        yield from held(row, "se", ("sd", "n"), _standard_error, premise="if the se is that of a mean of n values")
        if not row.has("low", "high"):
            continue
        low, high = row.the("low", "high")
        if all(low.span(way)[0] > high.span(way)[1] for way in Rounding):
            yield Contradiction(where=row.where, figures=("low", "high"),
                                message=f"the interval [{low.text}, {high.text}] ends before it starts")
            continue
        estimates = row.the(*ESTIMATES)
        if len(estimates) == 1:
            yield from _outside(row, estimates[0], low, high)
            yield from _too_narrow(row, estimates[0], low, high)
            yield from _too_wide(row, estimates[0], low, high)
        yield from _against_p(row, low, high)


def _standard_error(spans: list[Span]) -> Span:
    (low, high), (n, _) = spans
    return max(low, 0.0) / math.sqrt(n), high / math.sqrt(max(n - 1, 1.0))


def _outside(row: Row, one: Figure, low: Figure, high: Figure) -> Iterator[Contradiction]:
    a, b = one.turn
    if not any(one.span(way)[1] >= a + b * _ends(low, high, way, b)[0] and
               one.span(way)[0] <= a + b * _ends(low, high, way, b)[1] for way in Rounding):
        yield Contradiction(where=row.where, figures=(one.kind, "low", "high"), possible=(low.value, high.value),
                            message=f"{_plain(row, one)} is outside its own interval [{low.value:g}, {high.value:g}]")


def _plain(row: Row, one: Figure) -> str:
    """The estimate with its name, unless the place has it already."""
    name = one.name or one.kind
    return f"{one.value:g}" if row.where.endswith(name) else f"{name} {one.value:g}"


def _ends(low: Figure, high: Figure, way: Rounding, sense: float) -> Span:
    ends = low.span(way)[0], high.span(way)[1]
    return ends if sense > 0 else (ends[1], ends[0])


def _too_narrow(row: Row, one: Figure, low: Figure, high: Figure) -> Iterator[Contradiction]:
    """An interval of a share of n cases that is much narrower than n cases allow."""
    cases = row.get("cases")
    if cases is None or row.averaged or one.kind not in ("accuracy", "share") or one.kind in row.either:
        return
    widest = max(high.span(way)[1] - low.span(way)[0] for way in Rounding)
    spread = min(p * (1 - p) for way in Rounding for p in one.span(way))
    usual = 2 * 1.96 * math.sqrt(max(spread, 0.0) / max(cases.value, 1.0))
    if widest < NARROWEST * usual:
        yield Contradiction(
            where=row.where, strength=Strength.PREMISE, figures=("low", "high", one.kind, "cases"),
            message=f"the interval [{low.value:g}, {high.value:g}] of {_plain(row, one)} is narrower than {cases.said} "
                    f"allow: about {usual:.2g} wide at 95%, not {high.value - low.value:.2g}; runs over the same cases "
                    f"do not replace cases")


def _too_wide(row: Row, one: Figure, low: Figure, high: Figure) -> Iterator[Contradiction]:
    """An interval of a share of n cases that is over twice as wide as the widest usual one (Clopper and Pearson)."""
    cases = row.get("cases")
    if cases is None or row.averaged or one.kind not in ("accuracy", "share") or one.kind in row.either:
        return
    n, k = cases.value, round(one.value * cases.value)
    least, most = (float(special.betaincinv(a, b, tail)) for a, b, tail in (
        (max(k, 1e-9), n - k + 1, 0.025), (k + 1, max(n - k, 1e-9), 0.975)))
    widest = most - least
    narrow = min(high.span(way)[0] - low.span(way)[1] for way in Rounding)
    if narrow > WIDEST * widest:
        yield Contradiction(
            where=row.where, strength=Strength.PREMISE, figures=("low", "high", one.kind, "cases"),
            message=f"the interval [{low.value:g}, {high.value:g}] of {_plain(row, one)} is wider than {cases.said} "
                    f"give: about {widest:.2g} wide at 95%, not {high.value - low.value:.2g}")


def _against_p(row: Row, low: Figure, high: Figure) -> Iterator[Contradiction]:
    """p of a difference beside its interval: with a normal estimate, one gives the other (Altman & Bland 2011)."""
    one, p = row.get("difference"), row.get("p")
    if one is None or p is None or p.sign == ">":
        return
    spans = [_implied(one, low, high, way) for way in Rounding]
    least, most = min(a for a, _ in spans), max(b for _, b in spans)
    lowest, highest = p.span(Rounding.ROUNDED, wider=1.0)
    # Bootstraps, t and exact tests differ from the normal by far less than a factor of four.
    if lowest > min(4 * most, 1.0) or (p.sign == "=" and highest < least / 4):
        yield Contradiction(
            where=row.where, strength=Strength.PREMISE, figures=("p", "difference", "low", "high"),
            possible=(least, most),
            message=f"{p.said} does not go with the difference {one.text} and its interval [{low.text}, {high.text}], "
                    f"which give {between(least, most)} if it is an interval of 90 to 99%")


def _implied(one: Figure, low: Figure, high: Figure, way: Rounding) -> Span:
    narrow = max((high.span(way)[0] - low.span(way)[1]) / (2 * QUANTILES[1]), 1e-12)
    wide = (high.span(way)[1] - low.span(way)[0]) / (2 * QUANTILES[0])
    sizes = sorted(abs(end) for end in one.span(way))
    least = 0.0 if one.span(way)[0] <= 0 <= one.span(way)[1] else sizes[0]
    return float(2 * special.ndtr(-sizes[1] / narrow)), float(2 * special.ndtr(-least / max(wide, 1e-12)))
