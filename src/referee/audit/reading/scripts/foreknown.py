"""Columns that are known beforehand by what they are called: the calendar, what is planned, what was forecast."""

from __future__ import annotations

import re

WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
CALENDAR = {"holiday", "holidays", "vacation", "vacations", "weekday", "weekend", "workday", "workdays", "dayofweek",
            "dow", "doy", "dayofyear", "weekofyear", "woy", "month", "year", "quarter", "season", "calendar", "easter",
            "christmas", "ramadan", "feiertag", "ferien", "wochentag", "monday", "sunday", "saturday", "term"}
PLANNED = {"scheduled", "schedule", "planned", "plan", "forecast", "forecasted", "announced", "timetable", "roster",
           "rostered", "booked", "contracted", "geplant", "prognose"}
AROUND = {"is", "was", "flag", "public", "school", "bank", "national", "state", "day", "of", "week", "name", "num",
          "number", "the", "tomorrow", "next", "in", "on", "local", "regional", "working", "indicator", "dummy",
          "start", "end", "sin", "cos", "before", "after"}
MEASURED = {"actual", "observed", "error", "bias", "residual", "measured", "deviation", "missed", "real", "realised",
            "realized", "vs", "minus", "delta", "diff"}


def foreknown(name: str) -> bool:
    """Whether a column is fixed, or was said, before its day; a word more, and it may be something measured.

    >>> [foreknown(one) for one in ("school_holiday", "isWeekend", "temp_forecast", "holiday_sales", "forecast_error")]
    [True, True, True, False, False]
    """
    words = {word.lower() for word in WORD.findall(name)}
    if words & MEASURED:
        return False
    rest = {word for word in words - CALENDAR - AROUND if len(word) > 2}       # two letters: a country, or none
    return bool(words & PLANNED) or (bool(words & CALENDAR) and not rest)
