"""The usual ways to print a number: how it is rounded, with how many decimals, as a share or in per cent."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from itertools import product

_ROUNDINGS = {"half up": ROUND_HALF_UP, "half even": ROUND_HALF_EVEN, "truncated": ROUND_DOWN}


@dataclass(frozen=True)
class Style:
    """One way to print all numbers of a table."""

    rounding: str = "half up"          # half up (spreadsheets), half even, truncated, float (Python's format)
    decimals: int = 3                  # of shares; per cent has two fewer
    per_cent: str = ""                 # "", "plain" (91.2) or "sign" (91.2%)
    comma: bool = False                # 0,912
    drop_zeros: bool = False           # a spreadsheet's general format prints 0.90 as 0.9
    bare_point: bool = False           # .912

    def number(self, value: float, decimals: int) -> str:
        """A number with so many decimals."""
        if self.rounding == "float":
            text = f"{value:.{decimals}f}"
        else:
            exact = Decimal(f"{value:.15g}")      # what a spreadsheet holds
            text = f"{exact.quantize(Decimal(1).scaleb(-decimals), rounding=_ROUNDINGS[self.rounding]):f}"
        if self.drop_zeros and "." in text:
            text = text.rstrip("0").rstrip(".")
        if self.bare_point and text.startswith("0.") and len(text) > 2:
            text = text[1:]
        return text.replace(".", ",") if self.comma else text

    def share(self, value: float) -> str:
        """A share, or what is printed like one (MCC and kappa in per cent, too)."""
        if not self.per_cent:
            return self.number(value, self.decimals)
        return self.number(100 * value, max(self.decimals - 2, 0)) + ("%" if self.per_cent == "sign" else "")


STYLES = tuple(
    Style(rounding, decimals, per_cent, comma, drop, bare)
    for rounding, (decimals, per_cent), (comma, drop, bare) in product(
        (*_ROUNDINGS, "float"),
        ((2, ""), (3, ""), (4, ""), (2, "sign"), (3, "plain"), (3, "sign"), (4, "plain")),
        ((False, False, False), (True, False, False), (False, True, False), (False, False, True))))
