"""What a single figure can be at all: shares from 0 to 1, correlations from -1 to 1, R² up to 1, errors from 0 on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from referee.audit.numbers.contradiction import Contradiction
from referee.audit.numbers.figure import Figure, Rounding, Row, Span

SHARES = frozenset({
    "accuracy", "sensitivity", "specificity", "precision", "npv", "recall", "f1", "balanced_accuracy", "prevalence",
    "auc", "brier", "average_precision", "share", "jaccard",
    *(f"{score}_{average}" for score in ("precision", "recall", "f1") for average in ("macro", "weighted", "micro"))})
LIMITS: dict[str, Span] = {
    **dict.fromkeys(SHARES, (0.0, 1.0)), "kappa": (-1.0, 1.0), "mcc": (-1.0, 1.0), "r": (-1.0, 1.0), "p": (0.0, 1.0),
    "r2": (-math.inf, 1.0), "rmse": (0.0, math.inf), "mae": (0.0, math.inf), "mse": (0.0, math.inf),
    "sd": (0.0, math.inf), "se": (0.0, math.inf), "F": (0.0, math.inf), "chi2": (0.0, math.inf)}


def limits(rows: Iterable[Row]) -> Iterator[Contradiction]:
    """Figures that no data can give."""
    for row in rows:
        for one in row.figures:
            least, most = LIMITS.get(one.kind, (-math.inf, math.inf))
            # An area of one or two per cent would be a nearly perfect model with its classes swapped.
            read = (one, one.as_share()) if one.kind in row.either and one.kind != "auc" else (one,)
            if not any(_within(figure, way, least, most) for figure in read for way in Rounding):
                a, b = one.turn
                ends = sorted(((least - a) / b + 0.0, (most - a) / b + 0.0))
                yield Contradiction(where=row.where, figures=(one.kind,), possible=(ends[0], ends[1]),
                                    message=f"{one.name or one.kind} {one.value:g} is outside {_interval(*ends)}")


def _within(one: Figure, way: Rounding, least: float, most: float) -> bool:
    low, high = one.span(way)
    return high >= least and low <= most


def _interval(low: float, high: float) -> str:
    if math.isinf(high):
        return f"what is possible, which starts at {low:g}"
    return f"what is possible, which ends at {high:g}" if math.isinf(low) else f"[{low:g}, {high:g}]"
