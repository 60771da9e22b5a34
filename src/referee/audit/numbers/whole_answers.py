"""Means of whole answers in a text: "M = 5.48, SD = 1.06" of 24 people who answered in whole points cannot be (GRIM).

Read only where the text says that single answers are whole numbers and nothing says that several were averaged, and
where it says how many answered: of several such numbers a mean has to fit none to be told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.audit.numbers.figure import Figure, Rounding, Row, figure
from referee.audit.numbers.granularity import grim
from referee.audit.numbers.of_text import SENTENCE, plain_letters

WHOLE = re.compile(r"\b(?:in |only )?whole (?:points?|numbers?|marks?)\b|\binteger (?:answers?|ratings?|scores?"
                   r"|points?)|"
                   r"\bsingle[- ](?:\d+-point )?items?\b|\bone (?:\d+-point )?item\b"
                   r"|\bsingle question\b", re.IGNORECASE)
SEVERAL = re.compile(r"\b(?:mean|average|sum|total)\b(?: score)? (?:of|over|across) (?:the |all "
                     r"|these )?(?:\w+ )?(?:items|"
                     r"questions|answers|trials|ratings)|\baverag(?:ed|ing) (?:over|across|the)|\bcomposite"
                     r"|\bsub-?scales?\b|"
                     r"\bsum scores?|\bhalf[- ]points?|\bvisual analog|\bVAS\b|\bitems were averaged|\bcronbach|"
                     r"\badjusted means?|\bimput|\bestimated marginal|\bweighted\b", re.IGNORECASE)
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_ONES = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}
_SMALL = {"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
          "seventeen": 17, "eighteen": 18, "nineteen": 19}
_WORD = rf"(?:(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_ONES)}))?|{'|'.join(_SMALL)})"
PEOPLE = re.compile(rf"\b(?P<many>\d[\d,]*|{_WORD})\s+(?:\w+\s+){{0,2}}?(?:participants|subjects|students|respondents"
                    rf"|people|persons|"
                    r"adults|children|users|patients|residents|volunteers|raters|teachers|nurses"
                    r"|readers)\b", re.IGNORECASE)
SIZE = re.compile(r"(?<!\w)[nN]\s*=\s*(?P<n>\d[\d,]*)(?![\d.])")
MEAN = re.compile(r"(?<!\w)M\s*=\s*(?P<mean>\d*\.\d{2,})(?!\d)(?P<unit>\s*(?:years|s|ms|min|minutes|seconds|cm|kg|%))?")
MEASURED = re.compile(r"\b(?:age|aged|years?|time|times|seconds|minutes|duration|latenc\w+|weight|height|income"
                      r"|percent\w*|score|"
                      r"scores|index|accuracy|rate|BMI|change|difference)\b", re.IGNORECASE)
BEFORE = 60                    # characters before a mean that say what was measured


def whole_answers(content: str) -> Iterator[Row]:
    """The means of a text that no so many whole numbers have.

    >>> said = "Twenty-four people answered in whole points. It was useful (M = 5.48, SD = 1.06) and nice (M = 5.50)."
    >>> [row.where for row in whole_answers(said)]
    ["'M = 5.48'"]
    """
    text = plain_letters(content)
    if not WHOLE.search(text) or SEVERAL.search(text):
        return
    told = {int(found["n"].replace(",", "")) for found in SIZE.finditer(text)}
    told = told or {many for found in PEOPLE.finditer(text) if (many := _number(found["many"]))}
    for sentence in SENTENCE.split(text):
        plain = " ".join(sentence.split())
        for found in MEAN.finditer(plain):
            one = figure("mean", found["mean"], name="M =")
            if one is None or found["unit"] or MEASURED.search(plain[max(0, found.start() - BEFORE):found.start()]):
                continue
            if told and not any(grim(one.span(way), n) for n in told for way in Rounding):
                yield Row(where=f"'{found[0].strip()}'", figures=(one, _exact("n", max(told)), _exact("items", 1)))


def _exact(kind: str, value: int) -> Figure:
    return Figure(kind=kind, text=str(value), value=float(value), unit=0.0, name=kind)


def _number(word: str) -> int | None:
    """A number in digits or in English words.

    >>> _number("Twenty-four"), _number("31"), _number("twelve")
    (24, 31, 12)
    """
    bare = word.lower().replace(",", "")
    if bare.isdigit():
        return int(bare)
    first, _, second = bare.replace(" ", "-").partition("-")
    return _SMALL.get(bare) or (_TENS[first] + _ONES.get(second, 0) if first in _TENS else None)
