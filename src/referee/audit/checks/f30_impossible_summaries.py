"""F-30: summaries that no data can have: mean outside the range, spread too large for it, GRIM for proportions.

For n values between min and max with mean m, sd² ≤ n/(n−1)·(max − m)(m − min) (Bhatia & Davis 2000); a proportion of n
cases is a multiple of 1/n (Brown & Heathers 2017). Both are read with the rounding of the printed digits allowed for.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle, Reported
from referee.audit.evidence import ASK_NUMBERS

PROPORTIONS = {"accuracy", "error", "error_rate", "hit_rate", "precision", "recall", "sensitivity", "share",
               "specificity"}
BOUNDED = PROPORTIONS | {"roc_auc", "auc", "f1", "brier", "balanced_accuracy"}


@check("F-30", "A reported number is impossible", severity=Severity.FATAL,
       advice="Look for a lost decimal place, a swapped column or a typing error, and print the table again.",
       reference="Reich & Barai 1999, table 4 (two such rows); Brown & Heathers 2017 (GRIM)")
def impossible_summaries(bundle: Bundle) -> Iterator[Found]:
    """Every reported line that contradicts itself."""
    if bundle.reported is None:
        raise NotCheckable("no reported numbers are known", ask=ASK_NUMBERS)
    if not bundle.reported:
        raise NotApplicable("nothing is reported as a number")
    for line in bundle.reported:
        reason = contradiction(line)
        if reason:
            where = line.where or " ".join(part for part in (line.data_set, line.model, line.metric) if part)
            yield Found(message=f"{where}: {reason}.", evidence={"line": where})
    for whole in dict.fromkeys(line.whole for line in bundle.reported if line.whole):
        parts = [line for line in bundle.reported if line.whole == whole]
        total, slack = sum(line.value for line in parts), sum(half_digit(line) for line in parts)
        if abs(total - 1) > slack * (1 + 1e-9):
            yield Found(message=f"{whole}: the {len(parts)} shares sum to {total:.1%}, not to 100%.",
                        evidence={"whole": whole, "sum": total})


def contradiction(line: Reported) -> str | None:
    """Why this line cannot be, or None."""
    slack = half_digit(line)
    if line.minimum is not None and line.maximum is not None:
        if not line.minimum - slack <= line.value <= line.maximum + slack:
            return f"mean {line.value:g} is outside its own range [{line.minimum:g}, {line.maximum:g}]"
        largest = largest_sd(line, slack)
        if line.sd is not None and line.sd > largest + slack:
            return (f"sd {line.sd:g} is impossible with mean {line.value:g} and range [{line.minimum:g}, "
                    f"{line.maximum:g}]: at most {largest:.3g}")
    if line.low is not None and line.high is not None and not line.low - slack <= line.value <= line.high + slack:
        return f"{line.value:g} is outside its own interval [{line.low:g}, {line.high:g}]"
    if line.metric in BOUNDED and not -slack <= line.value <= 1 + slack:
        return f"{line.metric} {line.value:g} is outside [0, 1]"
    if line.metric in PROPORTIONS and line.cases and line.n is None and not grim(line.value, line.cases, slack):
        return f"{line.metric} {line.text or line.value} is not a multiple of 1/{line.cases}"
    return None


def largest_sd(line: Reported, slack: float) -> float:
    """The largest sample sd that n values within the range can have around this mean."""
    assert line.minimum is not None
    assert line.maximum is not None
    unbiased = line.n / (line.n - 1) if line.n and line.n > 1 else 2.0
    above, below = line.maximum - line.value + 2 * slack, line.value - line.minimum + 2 * slack
    return math.sqrt(unbiased * max(above, 0.0) * max(below, 0.0))


def grim(value: float, cases: int, slack: float) -> bool:
    """Whether some whole number of cases gives this proportion, within the rounding of its digits.

    >>> grim(0.54, 28, 0.005), grim(0.55, 28, 0.005)
    (True, False)
    """
    nearest = round(value * cases)
    return any(abs(count / cases - value) <= slack * (1 + 1e-9) for count in (nearest - 1, nearest, nearest + 1))


def half_digit(line: Reported) -> float:
    """Half a unit of the last printed digit."""
    text = line.text or repr(line.value)
    decimals = len(text.split(".")[1]) if "." in text and "e" not in text else 0
    return 0.5 * 10.0 ** -decimals
