"""The names under which degenerate input is reported."""

from __future__ import annotations

IDENTICAL = "identical"                 # no unit tells A from B
ZERO_VARIANCE = "zero_variance"         # every unit says the same
FEW_UNITS = "few_units"                 # too few for any exact two-sided test to reach 0.05
HISTORIC = "historic"                   # a recipe of an older paper, shown unsound since
FEW = 6


def raised(**flags: bool) -> tuple[str, ...]:
    """The names of those that are up.

    >>> raised(identical=False, few_units=True)
    ('few_units',)
    """
    return tuple(name for name, up in flags.items() if up)
