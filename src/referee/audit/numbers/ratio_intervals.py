"""Ratios (of hazards, odds, risks) beside their interval and p: with a normal logarithm, one gives the other.

That a column holds ratios shows in its intervals: they are even on the scale of logarithms in most rows, around 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from scipy import special

from referee.audit.numbers.agreeing import few, most, numbers_of
from referee.audit.numbers.contradiction import Contradiction, Strength, between
from referee.audit.numbers.figure import Figure, Rounding, figure
from referee.audit.numbers.naming import named
from referee.audit.numbers.of_table import PAIR

QUANTILES = 1.645, 1.96, 2.576          # of intervals of 90, 95 and 99%: that by which most rows agree is the table's
AGREES, FACTOR = 1.5, 4.0               # by which p may be off in a row that agrees, and in one that is let be
NAMES = frozenset({"hr", "or", "rr", "ahr", "aor", "arr", "irr", "shr", "hazardratio", "oddsratio", "riskratio",
                   "relativerisk", "rateratio", "expb", "expbeta", "expcoef", "adjustedhr", "adjustedor",
                   "adjustedhazardratio", "adjustedoddsratio"})

Cells = Mapping[str, str]


def wrong_ratios(names: Sequence[str], cells: Sequence[Cells]) -> tuple[Contradiction, ...] | None:
    """The p that do not go with the interval of their ratio; None where there are no ratios, or most do not.

    >>> rows = [dict(zip(("covariate", "HR", "low", "high", "p"), line.split())) for line in (
    ...     "age 1.08 0.94 1.24 0.278", "stage 1.85 1.43 2.39 <0.001", "volume 1.17 1.01 1.35 0.031",
    ...     "score 1.12 0.98 1.29 0.004")]
    >>> [str(one) for one in wrong_ratios(list(rows[0]), rows)]
    ['score: p 0.004 does not go with HR 1.12 and its interval [0.98, 1.29], which give between 0.0703 and 0.133.']
    """
    columns = numbers_of(names, cells)
    ratio = [name for name in columns if "".join(part for part in name.lower() if part.isalpha()) in NAMES]
    kinds = {kind.kind: name for name in columns if name not in ratio and (kind := named(name)) is not None
             and kind.kind in ("low", "high", "p")}
    if len(ratio) != 1 or "p" not in kinds:
        return None
    rows = []
    for k, row in enumerate(cells):
        inside = PAIR.match(row.get(ratio[0], ""))
        low, high = ((figure(end, inside[end]) for end in ("low", "high")) if inside else
                     (columns[kinds[end]][k] if end in kinds else None for end in ("low", "high")))
        one, p = (columns[name][k] for name in (ratio[0], kinds["p"]))
        if one and low and high and p and 0 < low.value < one.value < high.value and p.sign != ">":
            rows.append((row.get(names[0], ""), one, low, high, p))
    even = sum(_is_even(one, low, high) for _, one, low, high, _ in rows)
    if not most(even, len(rows)):
        return None
    agree = {quantile: sum(_against_p(*row, quantile, AGREES) is None for row in rows) for quantile in QUANTILES}
    quantile = max(agree, key=lambda one: agree[one])
    if not most(agree[quantile], len(rows)):
        return None
    told = [wrong for row in rows if _is_even(*row[1:4])
            and (wrong := _against_p(*row, quantile, FACTOR)) is not None]
    return few(told, len(rows))


def _is_even(one: Figure, low: Figure, high: Figure) -> bool:
    """Whether the ratio is in the middle of its interval, by logarithms, as far as rounding lets one see."""
    middle = math.log(low.value * high.value) / 2
    slack = one.unit / one.value + low.unit / low.value + high.unit / high.value
    return abs(math.log(one.value) - middle) <= slack


def _against_p(  # noqa: PLR0913, PLR0917 - a row, and by what it is held against itself
        where: str, one: Figure, low: Figure, high: Figure, p: Figure, quantile: float, factor: float,
) -> Contradiction | None:
    ends = []
    for way in Rounding:
        (a, b), (c, d), (e, f) = (each.span(way) for each in (one, low, high))
        sizes = sorted(abs(math.log(max(end, 1e-9))) for end in (a, b))
        least = 0.0 if a <= 1 <= b else sizes[0]
        narrow = max(math.log(max(e, 1e-9) / d), 1e-9) / (2 * quantile)
        wide = math.log(f / max(c, 1e-9)) / (2 * quantile)
        ends += [2 * special.ndtr(-sizes[1] / narrow), 2 * special.ndtr(-least / wide)]
    small, large = float(min(ends)), float(max(ends))
    lowest, highest = p.span(Rounding.ROUNDED, wider=1.0)
    if lowest <= min(factor * large, 1.0) and not (p.sign == "=" and highest < small / factor):
        return None
    return Contradiction(
        where=where, figures=(p.name, one.name), strength=Strength.PREMISE, possible=(small, large),
        message=f"{p.said} does not go with {one.said} and its interval [{low.text}, {high.text}], which give "
                f"{between(small, large)}")
