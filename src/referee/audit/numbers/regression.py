"""Errors of numbers: RMSE, MAE, MSE, R², in one row and over the rows of one test set.

MAE ≤ RMSE ≤ √n MAE (Cauchy-Schwarz), under any averaging for the first; R² of predictions is at most the square of
their correlation with the truth; MSE is RMSE² on one test set and at least that
in a mean of several; and MSE / (1 - R²) is the variance of the target, the same for all models of a test set.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from referee.audit.numbers.averages import held
from referee.audit.numbers.contradiction import Contradiction, Strength
from referee.audit.numbers.figure import Rounding, Row, Span, listed


def _at_least(spans: list[Span]) -> Span:
    return max(spans[0][0], 0.0), math.inf


def _squared(spans: list[Span]) -> Span:
    return max(spans[0][0], 0.0) ** 2, spans[0][1] ** 2


def _square_or_more(spans: list[Span]) -> Span:
    return max(spans[0][0], 0.0) ** 2, math.inf


def _root_n(spans: list[Span]) -> Span:
    return 0.0, math.sqrt(max(spans[1][1], 1.0)) * max(spans[0][1], 0.0)


def _squared_at_most(spans: list[Span]) -> Span:
    return -math.inf, max(abs(end) for end in spans[0]) ** 2


def regression(rows: Iterable[Row]) -> Iterator[Contradiction]:
    """Rows whose errors contradict one another."""
    rows = list(rows)
    for row in rows:
        yield from held(row, "rmse", ("mae",), _at_least)
        yield from held(row, "r2", ("r",), _squared_at_most, premise="if both are of the same predictions")
        yield from held(row, "mse", ("rmse",), _square_or_more if row.averaged else _squared)
        if not row.averaged:
            yield from held(row, "rmse", ("mae", "cases"), _root_n, premise="if all are of one test set")
    yield from _one_variance(rows)


def _one_variance(rows: list[Row]) -> Iterator[Contradiction]:
    """Models of one test set that do not agree on how much its target varies."""
    groups: dict[tuple[str, float], list[Row]] = {}
    for row in rows:
        cases, model = row.get("cases"), row.words.get("model")
        if cases is not None and model and row.has("r2") and (row.has("rmse") or row.has("mse")) and not row.averaged:
            groups.setdefault((row.words.get("data", ""), cases.value), []).append(row)
    for group in groups.values():
        if len(group) > 1 and len({row.words["model"] for row in group}) == len(group):
            yield from _disagreeing(group)


def _disagreeing(group: list[Row]) -> Iterator[Contradiction]:
    first = group[0]
    for row in group[1:]:
        if any(_overlap(_variance(first, way), _variance(row, way)) for way in Rounding):
            continue
        low, high = _variance(row, Rounding.ROUNDED)
        least, most = _variance(first, Rounding.ROUNDED)
        error, fit = row.get("mse") or row.the("rmse")[0], row.the("r2")[0]
        yield Contradiction(
            where=row.where, strength=Strength.PREMISE, figures=("r2", error.kind),
            message=f"{listed((fit, error))} give the target an sd of {math.sqrt(low):.3g} to {math.sqrt(high):.3g}, "
                    f"those of {first.where} one of {math.sqrt(least):.3g} to {math.sqrt(most):.3g}: they are not of "
                    f"one test set, or one of them is wrong")


def _variance(row: Row, way: Rounding) -> Span:
    """MSE / (1 - R²) over the rounding of both."""
    error, fit = row.get("mse"), row.the("r2")[0].span(way, wider=0.5)
    low, high = error.span(way, wider=0.5) if error else _squared([row.the("rmse")[0].span(way, wider=0.5)])
    return max(low, 0.0) / (1 - min(fit[0], 0.999999999)), high / (1 - fit[1]) if fit[1] < 1 else math.inf


def _overlap(a: Span, b: Span) -> bool:
    return a[0] <= b[1] and b[0] <= a[1]
