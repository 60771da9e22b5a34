"""Mean, sd, n and the ends of an interval in one row: the interval is mean ± q·sd/√n, with q of Student or the normal.

Nothing says so but the rows themselves: bootstraps and others follow other formulas. So it is told of a row only where
most others follow one formula closely, and this one is off by far more than rounding.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from scipy import stats

from referee.audit.numbers.agreeing import MOST_COLUMNS, Numbers, few, is_sd, most, numbers_of, sums_up, words_of
from referee.audit.numbers.contradiction import Contradiction, Strength
from referee.audit.numbers.figure import Figure, figure
from referee.audit.numbers.of_table import PAIR

LOW = frozenset({"low", "lower", "lo", "lb", "lcl", "lwr", "ll", "untere", "unten", "inf", "inferior", "from", "von"})
HIGH = frozenset({"high", "higher", "upper", "hi", "ub", "ucl", "upr", "ul", "obere", "oben", "sup", "superior", "to",
                  "bis"})
TELLING = 0.1           # of the half width that rounding may be, in a row that shows the formula
FAR, BY_ROUNDING = 0.3, 3.0      # of the half width, and of what rounding may do, by which a wrong one is off
BOUNDS = (0.0, 1.0, 100.0)       # at which intervals are cut off

Cells = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Formula:
    """Of which quantiles intervals are made."""

    level: float
    student: bool

    def quantile(self, n: float) -> float:
        """That of a mean of n."""
        return _quantile((1 + self.level) / 2, int(n) if self.student else 0)


@lru_cache(maxsize=4096)
def _quantile(upper: float, n: int) -> float:
    return float(stats.t.ppf(upper, n - 1) if n else stats.norm.ppf(upper))


FORMULAS = tuple(_Formula(level, student) for level in (0.95, 0.9, 0.99) for student in (True, False))


@dataclass(frozen=True, slots=True)
class _Line:
    """The figures of one row."""

    where: str
    mean: Figure
    sd: Figure
    n: Figure
    low: Figure
    high: Figure

    def half(self, by: _Formula) -> float:
        """Half the width by the formula."""
        return by.quantile(self.n.value) * self.sd.value / math.sqrt(self.n.value)

    def slack(self, by: _Formula) -> float:
        """What rounding, or cutting off digits, may do to half the width."""
        of_sd = by.quantile(self.n.value) * self.sd.unit / math.sqrt(self.n.value)
        return 0.75 * (max(self.low.unit, self.high.unit) + self.mean.unit) + of_sd

    @property
    def sides(self) -> tuple[float, float]:
        """The printed distances of both ends from the mean."""
        return self.mean.value - self.low.value, self.high.value - self.mean.value

    def tells(self, by: _Formula) -> bool:
        """Whether rounding is small beside the width, so that to follow the formula says something."""
        return self.slack(by) <= TELLING * self.half(by)

    def follows(self, by: _Formula) -> bool:
        """Whether both ends are where the formula has them."""
        return all(self._off(side, by) <= self.slack(by) for side in self.sides)

    def far(self, level: float) -> bool:
        """Whether an end that is not at a bound is far from where either quantile has it."""
        loose = [side for side, end in zip(self.sides, (self.low, self.high), strict=True) if end.value not in BOUNDS]
        return all(any(self._off(side, by) > max(BY_ROUNDING * self.slack(by), FAR * self.half(by)) for side in loose)
                   for by in FORMULAS if by.level == level)

    def _off(self, side: float, by: _Formula) -> float:
        return abs(side - self.half(by))


def wrong_intervals(names: Sequence[str], cells: Sequence[Cells]) -> tuple[Contradiction, ...] | None:
    """The intervals that do not follow from mean, sd and n, as those of the other rows do; None where most do not.

    >>> rows = [dict(zip(("site", "n", "mean", "sd", "lower", "upper"), line.split())) for line in (
    ...     "a 64 8.42 3.10 7.65 9.19", "b 48 6.75 3.92 6.34 7.16", "c 90 14.31 5.66 13.12 15.50",
    ...     "d 72 10.08 2.87 9.41 10.75")]
    >>> [str(one) for one in wrong_intervals(list(rows[0]), rows)]  # doctest: +ELLIPSIS
    ['b: the interval [6.34, 7.16] is not mean 6.75 ± t·sd/√n with sd 3.92 and n 48 at 95%, which is [5.612, ...
    """
    if any(set(words_of(name)) & {"level", "confidence"} and len({row.get(name, "") for row in cells}) > 1
           for name in names):
        return None                              # each row may have a level of its own
    if not any(is_sd(name) or "±" in row.get(name, "") for name in names for row in cells[:5]):
        return None
    found = [one for ends in _ends(names, cells) if (one := _of_ends(names, cells, *ends)) is not None]
    return tuple(wrong for one in found for wrong in one) if found else None


def _ends(names: Sequence[str], cells: Sequence[Cells]) -> Iterator[tuple[Numbers, Numbers, tuple[str, ...]]]:
    """Lower and upper ends that belong together, and the columns they stand in."""
    columns = numbers_of(names, cells)
    lows = [name for name in columns if _end(name, LOW, "2.5")][:MOST_COLUMNS]
    highs = [name for name in columns if _end(name, HIGH, "97.5")][:MOST_COLUMNS]
    for low, high in product(lows, highs):
        alone = len(lows) == len(highs) == 1
        if low != high and (alone or set(words_of(low)) - LOW == set(words_of(high)) - HIGH):
            yield columns[low], columns[high], (low, high)
    for name in names:
        pairs = [PAIR.match(row.get(name, "").strip()) for row in cells]
        if any(pairs):
            low_ends, high_ends = (tuple(figure(end, pair[end], name=end) if pair else None for pair in pairs)
                                   for end in ("low", "high"))
            yield low_ends, high_ends, ()


def _end(name: str, words: frozenset[str], quantile: str) -> bool:
    at = name.replace(" ", "").removesuffix("%").endswith(quantile)
    return bool(set(words_of(name)) & words) or (at and (quantile != "2.5" or not name.endswith(("92.5", "92.5%"))))


def _of_ends(names: Sequence[str], cells: Sequence[Cells], low: Numbers, high: Numbers,
             taken: tuple[str, ...]) -> tuple[Contradiction, ...] | None:
    """The columns and the formula that most rows of these ends follow, and the rows that are far from it."""
    columns = {name: some for name, some in numbers_of(names, cells).items() if name not in taken}
    spreads = [name for name in columns if is_sd(name) and f"sd of {name}" not in columns][:MOST_COLUMNS]
    counts = [name for name, some in columns.items() if _counts(some)][:MOST_COLUMNS]
    means = [name for name, some in columns.items() if name not in spreads and _inside(some, low, high)][:MOST_COLUMNS]
    rows = [k for k, row in enumerate(cells) if not sums_up(row, names)]
    best: tuple[int, list[_Line], _Formula] = (0, [], FORMULAS[0])
    for mean, sd, n in product(means, spreads, counts):
        lines = [line for k in rows if (line := _line(cells[k].get(names[0], ""), columns[mean][k], columns[sd][k],
                                                      columns[n][k], low[k], high[k])) is not None]
        for by in FORMULAS:
            agree = sum(line.tells(by) and line.follows(by) for line in lines)
            best = max(best, (agree, lines, by), key=lambda one: one[0])
    agree, lines, by = best
    if not most(agree, len(lines)):
        return None
    return few([_told(line, by, agree) for line in lines if line.far(by.level)], len(lines))


def _counts(some: Numbers) -> bool:
    return all(one is None or (one.sign == "=" and one.value.is_integer() and 2 <= one.value < 1e9) for one in some)


def _inside(some: Numbers, low: Numbers, high: Numbers) -> bool:
    """Whether a column lies between the ends in most rows, as their mean does."""
    known = [(one.value, a.value, b.value) for one, a, b in zip(some, low, high, strict=True) if one and a and b]
    return most(sum(a <= one <= b for one, a, b in known), len(known))


def _line(where: str, *figures: Figure | None) -> _Line | None:
    known = [one for one in figures if one is not None and one.sign == "="]
    if len(known) < len(figures):
        return None
    line = _Line(where.strip()[:60], *known)
    return line if line.sd.value > 0 and line.low.value <= line.high.value else None


def _told(line: _Line, by: _Formula, agree: int) -> Contradiction:
    half = line.half(by)
    ends = f"{line.mean.value - half:.4g}, {line.mean.value + half:.4g}"
    return Contradiction(
        where=line.where, figures=(line.low.name, line.high.name, line.mean.name, line.sd.name, line.n.name),
        strength=Strength.PREMISE, possible=(line.mean.value - half, line.mean.value + half),
        message=f"the interval [{line.low.text}, {line.high.text}] is not {line.mean.said} ± "
                f"{'t' if by.student else 'z'}·sd/√n with {line.sd.said} and {line.n.said} at {by.level:.0%}, "
                f"which is [{ends}]; those of {agree} other rows follow from it")
