"""A p value follows from its statistic and degrees of freedom: statcheck's job (Nuijten et al. 2016), with rounding.

Two-sided unless that does not fit and one of the sides does: whether a side was declared is another question. F and χ²
have one. Where the source says that p is exact, adjusted, permuted or bootstrapped, it follows from something else and
is left alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator

from scipy import special

from referee.audit.numbers.contradiction import Contradiction, Strength, between
from referee.audit.numbers.figure import Figure, Rounding, Row, Span, listed

STATISTICS = ("t", "F", "chi2", "z", "r")
ELSEWHERE = re.compile(r"exact|adjust|\bholm|bonferroni|hochberg|fdr|permut|bootstrap|randomi[sz]|monte|bayesian|"
                       r"mid-?p", re.IGNORECASE)            # of the p, and not of a random forest or naive Bayes
PAIRS = re.compile(r"wilcoxon|signed|sign[ -]?test|sign[ -]?flip", re.IGNORECASE)
RANK_SUM = re.compile(r"rank[ -]?sum|mann|whitney", re.IGNORECASE)


def p_values(rows: Iterable[Row]) -> Iterator[Contradiction]:
    """Rows whose p does not follow from their statistic, or is smaller than their test can give."""
    for row in rows:
        p = row.get("p")
        if p is None:
            continue
        for kind in STATISTICS:
            one = row.get(kind)
            if one is not None and not any(ELSEWHERE.search(word) for word in row.words.values()):
                yield from _follows(row, one, p)
        yield from _too_small(row, p)


def _follows(row: Row, statistic: Figure, p: Figure) -> Iterator[Contradiction]:
    df = degrees(row, statistic.kind)
    if df is None or any(_fits(statistic, df, p, way, 0.0) for way in Rounding):
        return
    slight = any(_fits(statistic, df, p, way, 1.0) for way in Rounding)
    low, high = ranges(statistic.kind, statistic.span(Rounding.ROUNDED), df)[0]
    beside = [statistic, *row.the("df", "df1", "df2"), *(row.the("n") if not row.has("df") else ())]
    yield Contradiction(
        where=row.where, figures=("p", statistic.kind), possible=(low, high),
        strength=Strength.SLIGHT if slight else Strength.CERTAIN,
        message=f"{p.said} does not follow from {listed(beside)}, which give {between(low, high)} (two-sided)"
                if statistic.kind in ("t", "z", "r") else
                f"{p.said} does not follow from {listed(beside)}, which give {between(low, high)}")


def degrees(row: Row, kind: str) -> list[tuple[float, ...]] | None:
    """The degrees of freedom a statistic may have, by what the row says; None where it does not tell."""
    df, df1, df2, n = (row.get(name) for name in ("df", "df1", "df2", "n"))
    if kind == "z":
        return [()]
    if kind == "F":
        return [(df1.value, df2.value)] if df1 is not None and df2 is not None else None
    if df is not None:
        return [(df.value,)]
    if n is None or n.value < 3 or kind == "chi2":
        return None
    if kind == "r":
        return [(n.value - 2,)]
    return [(n.value - 1,), (n.value - 2,), (2 * n.value - 2,)]        # n pairs, n in two groups, n in each of two


def ranges(kind: str, statistic: Span, df: list[tuple[float, ...]]) -> list[Span]:
    """The p values that a statistic can give: two-sided, and where there are sides, on each of them."""
    spans = [_upper(kind, statistic, each) for each in df]
    low, high = min(a for a, _ in spans), max(b for _, b in spans)
    if kind in ("F", "chi2"):
        return [(low, high)]
    return [(min(2 * low, 1.0), min(2 * high, 1.0)), (low, high), (1 - high, 1 - low)]


def _upper(kind: str, statistic: Span, df: tuple[float, ...]) -> Span:
    """The share of the distribution beyond the statistic (its size, where it has a sign)."""
    least = max(0.0, statistic[0], -statistic[1]) if kind in ("t", "z", "r") else max(statistic[0], 0.0)
    most = max(abs(statistic[0]), abs(statistic[1]))
    return _beyond(kind, most, df), _beyond(kind, least, df)


def _beyond(kind: str, value: float, df: tuple[float, ...]) -> float:
    if kind == "z":
        return float(special.ndtr(-value))
    if kind == "F":
        return float(special.fdtrc(*df, value))
    if kind == "chi2":
        return float(special.chdtrc(*df, value))
    if kind == "r":
        value = math.inf if value >= 1 else value * math.sqrt(df[0] / (1 - value**2))
    return float(special.stdtr(df[0], -value))


def _fits(statistic: Figure, df: list[tuple[float, ...]], p: Figure, way: Rounding, wider: float) -> bool:
    low, high = p.span(way, wider=wider)
    return any(low <= b + 1e-12 and a <= high + 1e-12
               for a, b in ranges(statistic.kind, statistic.span(way, wider=wider), df))


def _too_small(row: Row, p: Figure) -> Iterator[Contradiction]:
    """A p below the smallest that a test of signs or ranks can have."""
    test, n = row.words.get("test", ""), row.get("n")
    if n is None or p.sign == ">" or not PAIRS.search(test) or RANK_SUM.search(test):
        return
    one_sided = "one" in row.words.get("alternative", "") or row.words.get("alternative", "") in ("greater", "less")
    smallest = smallest_p(int(n.value)) / (2 if one_sided else 1)
    if p.sign == "=" and all(p.span(way)[1] < smallest for way in Rounding):
        yield Contradiction(
            where=row.where, strength=Strength.PREMISE, figures=("p", "n"), possible=(smallest, 1.0),
            message=f"{p.said} is smaller than a {test} of {n.value:g} pairs can give: at least {smallest:.3g} "
                    f"(a smaller one comes from an approximation that does not hold here)")


def smallest_p(n: int) -> float:
    """The two-sided p of a test of signs or signed ranks when all n signs agree.

    >>> smallest_p(5), smallest_p(6)
    (0.0625, 0.03125)
    """
    return float(2.0 ** (1 - n))
