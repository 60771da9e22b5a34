"""A printed figure, and the values it may stand for.

What was printed is one rounding away from what was computed. Rounded (half up or half even) it lies within half a unit
of the last place; truncated, up to a unit nearer to zero. Both ends are taken as possible: floating point numbers on
the border go either way. A spreadsheet that drops trailing zeros makes a figure look coarser than it is, never finer.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

Span = tuple[float, float]

_NUMBER = re.compile(r"^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$", re.IGNORECASE)
_SPACED = re.compile(r"(?<=\d)[ \u00a0\u202f'’](?=\d{3}(?:\D|$))")
_THOUSANDS = re.compile(r"^\d{1,3}(,\d{3})+$")
SLACK = 1e-9


class Rounding(Enum):
    """How all figures of a row were shortened."""

    ROUNDED = "rounded"
    TRUNCATED = "truncated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One printed number. A figure in per cent has its value and unit as shares."""

    kind: str                  # what it speaks of: accuracy (an error rate does, too), f1_macro, tp, p, low, …
    text: str                  # as printed
    value: float               # as printed, per cent as a share
    unit: float                # one in the last printed place; 0 for what is exact, such as counts
    name: str = ""             # what the source calls it
    sign: str = "="            # or < and >: a bound is printed, not the number
    scaled: bool = False       # printed in per cent without a sign, by what the rest of its column shows
    turn: Span = (0.0, 1.0)    # a, b: the kind is a + b times the figure; accuracy is 1 - error

    def span(self, rounding: Rounding, *, wider: float = 0.0) -> Span:
        """The values its kind may have; `wider` gives it so many units more on each side."""
        if self.sign != "=":
            return (-math.inf, self.value) if self.sign == "<" else (self.value, math.inf)
        extra = wider * self.unit + SLACK * max(1.0, abs(self.value))
        low = high = self.unit / 2
        if rounding is Rounding.TRUNCATED:            # which moves a number towards zero
            low, high = (self.value < SLACK) * self.unit, (self.value > -SLACK) * self.unit
        a, b = self.turn
        ends = a + b * (self.value - low - extra), a + b * (self.value + high + extra)
        return min(ends), max(ends)

    @property
    def said(self) -> str:
        """Name and number, as in the source."""
        link = f" {self.sign} " if self.sign != "=" else " "
        return f"{self.name or self.kind.replace('_', ' ')}{link}{self.text}"

    def as_share(self) -> Figure:
        """The same figure, printed in per cent."""
        return replace(self, value=self.value / 100, unit=self.unit / 100, scaled="%" not in self.text)


def figure(kind: str, text: str, *, name: str = "") -> Figure | None:
    """A figure from its printed text; None where the text is no number.

    >>> figure("accuracy", "91,2%").value, figure("p", "< .001").sign, figure("accuracy", "good")
    (0.912, '<', None)
    """
    bare = text.strip().replace("−", "-").replace("–", "-").replace("\u00a0", " ")
    sign = "="
    if bare[:1] in tuple("<>≤≥"):
        sign, bare = ("<" if bare[0] in "<≤" else ">"), bare[1:].strip()
    bare = bare.lstrip("= ")
    per_cent = bare.endswith("%")
    plain = point_decimal(bare.removesuffix("%").strip())
    if not _NUMBER.match(plain) or not math.isfinite(float(plain)):
        return None
    mantissa, _, power = plain.lower().partition("e")
    places = len(mantissa.partition(".")[2]) - int(power or 0)
    found = Figure(kind=kind, text=bare, value=float(plain), unit=10.0 ** -places, name=name, sign=sign)
    return found.as_share() if per_cent else found


def point_decimal(text: str) -> str:
    """A decimal comma as a point; what stands between thousands is dropped.

    >>> point_decimal("0,912"), point_decimal("12,345"), point_decimal("0.5"), point_decimal("1 234,5")
    ('0.912', '12345', '0.5', '1234.5')
    """
    text = _SPACED.sub("", text)
    if _THOUSANDS.match(text.partition(".")[0]) and not text.startswith("0"):
        return text.replace(",", "")
    return text.replace(",", ".") if text.count(",") == 1 and "." not in text else text


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Figures that speak of the same thing: one line of a table, one claim, one sentence of an abstract."""

    where: str
    figures: tuple[Figure, ...] = ()
    averaged: bool = False            # means over several test sets, by what the source says
    several: bool = False             # of several classes, by what the source says
    either: tuple[str, ...] = ()      # kinds whose figures may be shares or per cent: the source does not tell
    words: Mapping[str, str] = field(default_factory=dict)           # what is not a figure: model, data set, test, …

    def get(self, kind: str) -> Figure | None:
        """The figure of a kind, the first if it is there twice."""
        return next((one for one in self.figures if one.kind == kind), None)

    def has(self, *kinds: str) -> bool:
        """Whether all these are printed."""
        return all(self.get(kind) is not None for kind in kinds)

    def the(self, *kinds: str) -> tuple[Figure, ...]:
        """The figures of these kinds, all of which are printed."""
        return tuple(one for one in map(self.get, kinds) if one is not None)


def listed(figures: Iterable[Figure]) -> str:
    """Figures in words."""
    some = [one.said for one in figures]
    return some[0] if len(some) == 1 else f"{', '.join(some[:-1])} and {some[-1]}"
