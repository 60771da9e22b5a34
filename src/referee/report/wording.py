"""Numbers and lists as one writes them: as many decimals as the uncertainty deserves, a real minus sign, never 0.000.

A value is printed with two significant digits of the width of its interval; the decimals of one column agree, except
where both ends of an interval would read alike by it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from referee.comparisons._base import p_text
from referee.comparisons.verdict import Outcome
from referee.estimates._base import Interval

MINUS = "−"
MOST_DECIMALS = 8
LONGEST_REASON = 160
MORE = 2                    # decimals of a row beyond those of its column, at most
NO_WIDTH = 1e-12            # narrower than this, relative to the ends, is rounding error and no width

WORDS = {Outcome.BETTER: "better", Outcome.WORSE: "worse", Outcome.EQUIVALENT: "equivalent",
         Outcome.IDENTICAL: "identical", Outcome.UNDECIDED: "can't tell"}
CORRECTIONS = {"holm": "Holm", "bonferroni": "Bonferroni", "sidak": "Šidák", "hochberg": "Hochberg", "hommel": "Hommel",
               "bh": "Benjamini–Hochberg", "by": "Benjamini–Yekutieli", "shaffer": "Shaffer",
               "bergmann-hommel": "Bergmann–Hommel", "max-t": "Westfall–Young max-T"}

__all__ = ["CORRECTIONS", "MINUS", "WORDS", "bound", "capitalised", "column_decimals", "count", "decimals", "duration",
           "in_column", "interval_text", "joined", "level_text", "number", "ordinal", "p_text", "percent", "plain",
           "row_decimals", "short_reason", "shortened", "shortened_text", "signed", "times"]


def decimals(width: float | None) -> int | None:
    """How many decimals show two significant digits of a width; None for no width at all.

    >>> decimals(0.025), decimals(0.14), decimals(250.0), decimals(0.0)
    (3, 2, 0, None)
    """
    if width is None or not math.isfinite(width) or width <= 0:
        return None
    return min(MOST_DECIMALS, max(0, 1 - math.floor(math.log10(width))))


def interval_decimals(interval: Interval | None) -> int | None:
    """The decimals that an interval deserves by itself."""
    if interval is None or interval.width <= NO_WIDTH * max(abs(interval.low), abs(interval.high)):
        return None
    return decimals(interval.width)


def column_decimals(intervals: Iterable[Interval | None], *, values: Sequence[float] = ()) -> int:
    """The decimals most rows of a column deserve, the greater number where two are as common.

    >>> column_decimals([Interval(0.81, 0.84), Interval(0.5, 0.71), Interval(0.79, 0.82)])
    3
    >>> column_decimals([], values=[23.17])        # without intervals: three significant digits
    1
    """
    found = Counter(d for d in map(interval_decimals, intervals) if d is not None)
    if found:
        return max(found, key=lambda d: (found[d], d))
    largest = max((abs(v) for v in values), default=0.0)
    return 3 if largest < 1 else max(0, 2 - math.floor(math.log10(largest)))


def row_decimals(interval: Interval | None, column: int) -> int:
    """The decimals of one row: those of its column, or more where the row needs them."""
    return max(column, interval_decimals(interval) or 0)


def in_column(interval: Interval | None, column: int) -> int:
    """The decimals of one row of a table: those of its column, and more only where both ends would read alike.

    >>> in_column(Interval(0.0, 0.0093), 3), in_column(Interval(0.99951, 0.99962), 3), in_column(Interval(0.1, 0.1), 3)
    (3, 4, 3)
    """
    if interval is None:
        return column
    return next((n for n in range(column, column + MORE + 1) if number(interval.low, n) != number(interval.high, n)),
                column)


def number(value: float, places: int) -> str:
    """A number with thousands separators and a real minus sign; what rounds to zero has no sign.

    >>> number(-1234.5, 1), number(-0.0001, 3)
    ('−1,234.5', '0.000')
    """
    text = f"{value:,.{places}f}"
    if not any(digit in text for digit in "123456789"):
        return text.removeprefix("-")
    return text.replace("-", MINUS)


def signed(value: float, places: int) -> str:
    """A difference, with its sign.

    >>> signed(0.0031, 3), signed(-0.021, 3), signed(0.0, 2)
    ('+0.003', '−0.021', '0.00')
    """
    text = number(value, places)
    return f"+{text}" if value > 0 and any(digit in text for digit in "123456789") else text


def interval_text(interval: Interval, places: int, *, sign: bool = False) -> str:
    """An interval in words: 0.834 to 0.859."""
    form = signed if sign else number
    return f"{form(interval.low, places)} to {form(interval.high, places)}"


def plain(value: float) -> str:
    """A size by itself, with two significant digits: a detectable difference, a declared relevance.

    >>> plain(0.00813), plain(12345.0), plain(0.1), plain(3.0)
    ('0.0081', '12,345', '0.1', '3')
    """
    if value == 0 or not math.isfinite(value):
        return "0"
    places = min(MOST_DECIMALS, max(0, 1 - math.floor(math.log10(abs(value)))))
    text = number(value, places)
    return text.rstrip("0").rstrip(".") if "." in text else text


def percent(share: float) -> str:
    """A share, in whole per cent where that says it.

    >>> percent(0.265), percent(0.004), percent(1.0), percent(0.9996)
    ('26%', '0.4%', '100%', '99.96%')
    """
    if share in {0.0, 1.0}:
        return f"{share:.0%}"
    for places in (0, 1, 2):
        text = f"{100 * share:.{places}f}"
        if 0 < float(text) < 100:
            return f"{text}%"
    return "< 0.01%" if share < 0.5 else "> 99.99%"


def up_to(independent: float, tests: int, level: float) -> str:
    """The chance of a false alarm among tests that may depend on each other (Boole), and among independent ones.

    >>> up_to(1 - 0.95**3, 3, 0.95)
    'up to 15% (14% were the comparisons independent)'
    """
    return f"up to {percent(min(1.0, tests * (1 - level)))} ({percent(independent)} were the comparisons independent)"


def level_text(level: float) -> str:
    """A confidence level as one says it.

    >>> level_text(0.95), level_text(0.999)
    ('95%', '99.9%')
    """
    return f"{100 * level:.4g}%"


def duration(seconds: float) -> str:
    """A time: 0.8 s, 2:51, 1:02:03.

    >>> duration(0.0004), duration(0.8), duration(12.3), duration(171), duration(3723)
    ('< 1 ms', '0.8 s', '12 s', '2:51', '1:02:03')
    """
    if seconds < 0.001:
        return "< 1 ms"
    if seconds < 0.1:
        return f"{1000 * seconds:.0f} ms"
    if seconds < 59.5:
        return f"{seconds:.1f} s" if seconds < 9.95 else f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def count(n: int, thing: str, plural: str = "") -> str:
    """A count of things.

    >>> count(1, "fit"), count(1200, "fit"), count(2, "class", "classes")
    ('1 fit', '1,200 fits', '2 classes')
    """
    return f"{n:,} {thing if n == 1 else plural or thing + 's'}"


def ordinal(n: int) -> str:
    """A place in a row.

    >>> ordinal(1), ordinal(2), ordinal(11), ordinal(23)
    ('1st', '2nd', '11th', '23rd')
    """
    ending = "th" if n % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n:,}{ending}"


def times(n: int) -> str:
    """How often.

    >>> times(1), times(2), times(5)
    ('once', 'twice', '5 times')
    """
    return {1: "once", 2: "twice"}.get(n, f"{n:,} times")


def joined(items: Sequence[str], last: str = "and") -> str:
    """A list in a sentence.

    >>> joined(["a"]), joined(["a", "b"]), joined(["a", "b", "c"], "or")
    ('a', 'a and b', 'a, b or c')
    """
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def short_reason(reason: str) -> str:
    """A reason that fits into a sentence.

    >>> short_reason("The fit failed. \\n")
    'The fit failed'
    """
    text = " ".join(reason.split()).rstrip(".")
    return text if len(text) <= LONGEST_REASON else f"{text[:LONGEST_REASON - 1].rstrip()}…"


def shortened_text(text: str, longest: int = 300) -> str:
    """A text cut after a word, where it is too long for one look.

    >>> shortened_text("forest leads by far", 14)
    'forest leads …'
    """
    flat = " ".join(text.split())
    return flat if len(flat) <= longest else f"{flat[:longest].rsplit(' ', 1)[0]} …"


def shortened(names: Sequence[str], longest: int) -> list[str]:
    """Names cut in the middle to fit, where they can still be told apart; otherwise as they are.

    >>> shortened(["forest:max_depth=3", "forest:max_depth=4"], 12)
    ['forest…pth=3', 'forest…pth=4']
    >>> shortened(["forest:depth=3,trees=100", "forest:depth=4,trees=100"], 12)[0]
    'forest:depth=3,trees=100'
    """
    head = longest // 2
    cut = [n if len(n) <= longest else f"{n[:head]}…{n[head + 1 - longest:]}" for n in names]
    return cut if len(set(cut)) == len(set(names)) else list(names)


def bound(sentence: str) -> str:
    """No line break inside “p < 0.001”."""
    return sentence.replace("p < ", "p\u00a0<\u00a0").replace("p = ", "p\u00a0=\u00a0")


def capitalised(sentence: str) -> str:
    """With a capital at the start.

    >>> capitalised("ten folds")
    'Ten folds'
    """
    return sentence[:1].upper() + sentence[1:]
