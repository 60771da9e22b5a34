"""Cells that are written as dates."""

from __future__ import annotations

import re

DATE = re.compile(r"\d{4}[-/]\d{1,2}[-/]\d{1,2}([T ].*)?")


def is_date(text: object) -> bool:
    """Whether a cell is written as a day, perhaps with an hour.

    >>> is_date("2024-03-01 14:30"), is_date("24-03")
    (True, False)
    """
    return DATE.fullmatch(str(text)) is not None
