"""Spans that are told of fitting and of testing, and that have more than an end in common: the rows tested on were
fitted on.

Years, seasons, dates and ranges of numbers, in two fields that stand together ("fitting: 2009/10 to 2019/20" beside
"test: 2018/19 and 2019/20"), or in two sentences. Nothing is said where something else may part the rows: another pair
of fields, chance, groups, folds, a refit with each step; nor where both spans are the same, as of a random division.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from referee.audit.prose.confession import SAME, Confession
from referee.audit.prose.fields import DEEPEST, LONGEST, worded
from referee.audit.prose.marks import Sentence

FIT = re.compile(r"\b(?:train|training|fit|fitting|fitted|trained|learning)\b", re.IGNORECASE)
TEST = re.compile(r"\b(?:test|testing|tested|reported|evaluation|evaluated|holdout|hold out|held out|scored)\b",
                  re.IGNORECASE)
NEITHER = re.compile(r"\b(?:valid\w*|tun\w*|threshold\w*|hyper\w*|select\w*|time|size|n|rows|cases|share|seeds?|"
                     r"epochs?|loss|score|auc|accuracy|f1)\b", re.IGNORECASE)
OTHERWISE = re.compile(
    r"\b(?:except\w*|without|excluding|exclud\w*|minus|but|not|no|other|others|another|new|different|unseen|external|"
    r"separate|remaining|rest|random\w*|folds?|each|every|half|disjoint|only|alternat\w*|odd|even|rolling|expanding|"
    r"sites?|hospitals?|stations?|regions?|cent(?:er|re)s?|patients?|persons?|countr\w+|cit(?:y|ies)|farms?|users?|"
    r"customers?|respectively|until|up to|before|after)\b|%", re.IGNORECASE)
PARTED = ("grouped", "cv", "repeated cv")
REFITTED = re.compile(
    r"\b(?:random(?:ly)?(?![ _-]?(?:forest|search|seed))|random(?:is|iz)\w*|shuffl\w*|rolling|walk[- ]?forward|"
    r"expanding|refit\w*|re-?trained|leave[- ]one|fine-?tun\w*|online|updated|divided by|split by|grouped by|"
    r"by (?:patient|person|site|hospital|user))\b", re.IGNORECASE)
_DAY = r"(?:19|20)\d\d-\d\d-\d\d"
_SEASON = r"(?:19|20)\d\d/(?:\d\d){1,2}"
_YEAR = r"(?:19|20)\d\d"
_TO = r" ?(?:-|–|—|to|bis|through|à|until|till) ?"
_AT = rf"(?:{_DAY}|{_SEASON}|{_YEAR})"
TIMES = re.compile(rf"(?<![\d/.,-])(?P<a>{_AT})(?:{_TO}(?P<b>{_AT}))?(?![\d/]|[.,-]\d)")
NUMBERS = re.compile(rf"(?P<noun>[^\W\d]{{3,20}} )?(?<![\d/.,])(?P<a>\d{{1,6}}){_TO}(?P<b>\d{{1,6}})(?![\d/%]|[.,-]\d)")
PLAIN = re.compile(r"[^\W\d_]{2,}")
SMALL = frozenset({"to", "bis", "through", "until", "till", "and", "und", "et", "from", "von", "of", "the", "in", "all",
                   "season", "seasons", "year", "years", "winter", "winters", "month", "months", "period", "data"})
TOLD_FIT = re.compile(r"\b(?:trained|fitted|fit|training) (?:on|with|using|over)\b", re.IGNORECASE)
TOLD_TEST = re.compile(r"\b(?:tested|evaluated|scored|assessed|testing|evaluation) (?:on|over|with)\b|\breported for\b",
                       re.IGNORECASE)
CLAUSE = re.compile(r"[;:(]|,(?! \d)|\.(?!\d)| (?:and|while|whereas|but) (?!\d)")
NEAR = 60                # characters from a verb to its span
Spans = tuple[str, list[tuple[int, int]]]


def spans_of(said: str) -> Spans | None:
    """The spans of a field, with what they count: days, years, or a word; None where it tells none, or two kinds.

    >>> spans_of("2018/19 and 2019/20"), spans_of("1 to 800"), spans_of("about 30")
    (('season', [(2018, 2018), (2019, 2019)]), ('', [(1, 800)]), None)
    """
    found = [(one["a"], one["b"] or one["a"]) for one in TIMES.finditer(said)]
    if found:
        kinds = {_kind(end) for pair in found for end in pair}
        spans = [(a, b) for pair in found for a, b in [(_place(pair[0]), _place(pair[1]))] if 0 < a <= b]
        return (kinds.pop(), spans) if len(kinds) == 1 and len(spans) == len(found) else None
    ranges = list(NUMBERS.finditer(said))
    spans_of_numbers = [(int(one["a"]), int(one["b"])) for one in ranges]
    if not ranges or any(a >= b for a, b in spans_of_numbers):
        return None
    return next((one["noun"].strip().lower() for one in ranges if one["noun"]), ""), spans_of_numbers


def _kind(at: str) -> str:
    return "day" if at.count("-") == 2 else "season" if "/" in at else "year"


def _place(at: str) -> int:
    """Which day, or which year; 0 for a day that there is not."""
    if _kind(at) != "day":
        return int(at[:4])
    try:
        return date.fromisoformat(at).toordinal()
    except ValueError:
        return 0


def overlapping_fields(content: Mapping[str, Any], said: Sequence[Sentence]) -> Iterator[Confession]:
    """Two fields of a record whose spans of fitting and of testing have rows in common."""
    if _parted(said):
        return
    pairs = list(_pairs(content))
    for number, (fitted, tested) in enumerate(pairs):
        if _in_common(fitted, tested) and not any(_apart(*other) for k, other in enumerate(pairs) if k != number):
            yield Confession(fault=SAME, sentence=f"{tested[0]}: {tested[1]}", detail=f"{fitted[0]}: {fitted[1]}")
            return


def overlapping_sentences(said: Sequence[Sentence]) -> Iterator[Confession]:
    """The same of sentences, where one alone tells the span of fitting, and one alone that of testing."""
    fits, tests = ([(one, some) for one in said for found in pattern.finditer(one.text)
                    if (some := _next(one.text, found.end()))] for pattern in (TOLD_FIT, TOLD_TEST))
    if len(fits) == len(tests) == 1 and not _parted(said) and _in_common(("", fits[0][1]), ("", tests[0][1])):
        yield Confession(fault=SAME, sentence=tests[0][0].text,
                         detail="" if fits[0][0] is tests[0][0] else fits[0][0].text)


def _next(text: str, start: int) -> str:
    """The words behind a verb up to where its clause ends, if they tell a time."""
    behind = CLAUSE.split(text[start:start + NEAR], maxsplit=1)[0]
    return behind if TIMES.search(behind) else ""


def _parted(said: Sequence[Sentence]) -> bool:
    return any(one.of(*PARTED) or REFITTED.search(one.text) for one in said)


def _pairs(value: Any, depth: int = 0) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    """Of each record the one field of fitting and the one of testing that hold words, as name and words."""
    if depth > DEEPEST or not isinstance(value, dict | list):
        return
    if isinstance(value, dict):
        told = [(worded(str(name)), _said(part)) for name, part in value.items()]
        fits, tests = ([one for one in told if one[1] and own.search(one[0]) and not other.search(one[0])
                        and not NEITHER.search(one[0])] for own, other in ((FIT, TEST), (TEST, FIT)))
        if len(fits) == len(tests) == 1:
            yield fits[0], tests[0]
    for part in value.values() if isinstance(value, dict) else value:
        yield from _pairs(part, depth + 1)


def _said(value: Any) -> str:
    """A field in words, where it is a text, a year, or a list of these; an empty text where it is anything else."""
    if isinstance(value, list):
        parts = [_said(one) for one in value]
        return ", ".join(parts) if all(parts) else ""
    if isinstance(value, str | date):
        return str(value)[:LONGEST]
    return str(value) if isinstance(value, int) and not isinstance(value, bool) and 1900 <= value < 2100 else ""


def _in_common(fitted: tuple[str, str], tested: tuple[str, str]) -> bool:
    """Whether both tell spans of the same, not the same spans, and more in common than one end."""
    first, second = spans_of(fitted[1]), spans_of(tested[1])
    if first is None or second is None or first[0] != second[0] or first[1] == second[1]:
        return False
    if OTHERWISE.search(fitted[1]) or OTHERWISE.search(tested[1]) or any(
            word.lower() not in SMALL | {first[0]} for word in PLAIN.findall(fitted[1])):
        return False
    shared = sum(max(0, min(b, d) - max(a, c) + 1) for a, b in first[1] for c, d in second[1])
    return shared > 1


def _apart(fitted: tuple[str, str], tested: tuple[str, str]) -> bool:
    """Whether another pair of fields may part the rows: it says something, and not the same of both."""
    first, second = spans_of(fitted[1]), spans_of(tested[1])
    counts = first is not None and second is not None and _in_common(fitted, tested)
    return fitted[1] != tested[1] and not counts
