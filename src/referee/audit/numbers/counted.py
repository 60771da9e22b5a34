"""Shares of a text with the counts they are of, found by arithmetic: 88.3% beside 53 and 60 is 53 of 60.

So an interval is held against the cases it is of, whatever words stand between them. Where a text says outright that a
share is of so many ("74.6% of the 38 teachers", "1,240 patients, of whom 186 (18.3%)"), the share has to fit; where
parts are listed behind their whole, they have to sum to it; and where values are listed with their mean, to that.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from referee.audit.numbers.figure import Figure, Rounding, Row, figure

_COUNT = r"\d{1,3}(?:,\d{3})+(?![\d])|\d+(?![\d,.]\d)"
COUNT = re.compile(rf"(?<![\w.,±])(?:{_COUNT})(?!\s*%|\s*[-–]?fold|[.,]?\d)")
_NUMBER = r"[-−+]?\d+(?:\.\d+)?"
_AND = r"(?:and|und|et|y|e|en|och|i|oraz)"
WITH_INTERVAL = re.compile(
    r"(?P<value>(?<![\w.])\d+(?:\.\d+)?)\s*(?P<cent>%?)[^.;\d%]{0,40}?(?:\(|\[|,|;)?\s*(?:9[059]%\s*)?CI\s*[:=,]?\s*"
    rf"[\[(]?\s*(?P<low>{_NUMBER})\s*%?\s*(?:-|–|—|to|,|;|and)\s*(?P<high>{_NUMBER})\s*%?", re.IGNORECASE)
_OF = r"(?:of|der|des|de|di|dei|delle|dos|das|van|av|von)(?: (?:the|all|los|las|les|den|de|all))?"
SHARE_OF = re.compile(rf"(?<![\w.])(?P<share>\d+(?:\.\d+)?%)\s+{_OF}\s+(?P<n>{_COUNT})\s+(?P<what>[^\W\d]+)",
                      re.IGNORECASE)
OF_WHICH = re.compile(
    r"\b(?:of whom|of which|davon|darunter|von denen|dont|de los cuales|de las cuales|de los que|de las que|di cui|"
    r"dei quali|delle quali|dos quais|das quais|waarvan|van wie|varav|av vilka|z czego|z których)\s+"
    rf"(?P<k>{_COUNT})\s*(?:[^\W\d]+\s+){{0,3}}?\(\s*(?P<share>\d+(?:\.\d+)?%)\s*[;,)]", re.IGNORECASE)
_PART = rf"(?:{_COUNT})\s+[^,;.:()\d]{{2,60}}"
PARTS = re.compile(rf"(?P<whole>(?<![\w.,]){_COUNT})(?=\s+[^\W\d])[^.;:(]{{0,120}}?[:(]\s*(?P<parts>{_PART}"
                   rf"(?:,\s*(?:{_AND} )?{_PART})+?(?:,?\s*{_AND}\s+{_PART})?)(?=[.;)]|$)", re.IGNORECASE)
NOT_ALL = re.compile(r"\b(?:others?|rest|remaining|unknown|missing|among|including|e\.g|such as|each|per|times|"
                     r"multiple|several)\b", re.IGNORECASE)
LISTED = re.compile(r"(?<![\w.])(?:\d+\.\d+\s*%?(?:,\s*(?:and )?|;\s*|\s+and\s+)){2,}\d+\.\d+")
MEAN = re.compile(r"\b(?:mean|averag\w+|mittelwert|im mittel|durchschnitt\w*|moyenne|media|m[ée]dia|promedio|"
                  r"gemiddelde?|medelv[äa]rde\w*|[śs]redni\w*)\b[^\d.;]{0,40}?(?P<mean>\d+\.\d+)", re.IGNORECASE)
CLUSTERED = re.compile(r"cluster|bootstrap|resampl|remuestre|r[ée][ée]chantillon|ricampion|reamostr|gruppier|"
                       r"by patients|of whole|by farms", re.IGNORECASE)
FEWEST = 10                # cases of an interval that is looked at
NEAR = 0.1                 # parts that miss their whole by more may not be all of them


def counted_rows(sentences: Sequence[str], averaged: Sequence[bool]) -> Iterator[tuple[int, Row]]:
    """Rows of shares, counts, parts and means, and the sentence that each is of; sentences in English figures.

    Shares that are `averaged` over several test sets are of no count.
    """
    for number, sentence in enumerate(sentences):
        around = " ".join(sentences[max(0, number - 2):number + 2])
        rows = [*_said_to_be_of(sentence), *_parts(sentence), *_mean(sentence, sentences, number)]
        yield from ((number, row) for row in (*rows, *(() if averaged[number] else _intervals(sentence, around))))


def _intervals(sentence: str, around: str) -> Iterator[Row]:
    for found in WITH_INTERVAL.finditer(sentence):
        share = figure("share", found["value"] + found["cent"], name="the share")
        if share is None or not (found["cent"] or 0 < share.value < 1) or CLUSTERED.search(sentence):
            continue
        own, beside = (_denominators(share, text) for text in (sentence, around))
        low, high = (figure(end, found[end] + found["cent"], name=end) for end in ("low", "high"))
        if low is None or high is None or not (own or beside):
            continue
        cases = min(own or beside, key=partial(_misfit, share.value, high.value - low.value))
        yield Row(where=found[0].strip(), figures=(replace(share, name=""), low, high, _exact("cases", cases)))


def _misfit(share: float, width: float, cases: int) -> float:
    """How far, in powers of e, a width is from that of so many cases."""
    usual = 2 * 1.96 * math.sqrt(max(share * (1 - share), 0.25 / cases) / cases)
    return abs(math.log(max(width, 1e-9)) - math.log(usual))


def _denominators(share: Figure, text: str) -> list[int]:
    """The counts of which some other count is the share."""
    counts = sorted({int(found[0].replace(",", "")) for found in COUNT.finditer(text)})
    spans = [share.span(way) for way in Rounding]
    return [n for n in counts for k in counts if n >= FEWEST and 0 < k <= n and share.unit * n < 1
            and any(low <= k / n <= high for low, high in spans)]


def _said_to_be_of(sentence: str) -> Iterator[Row]:
    for found in SHARE_OF.finditer(sentence):
        share, n = figure("share", found["share"], name=""), int(found["n"].replace(",", ""))
        if share is not None and share.unit * n < 1 and n >= 5 and not 1900 <= n <= 2100:
            yield Row(where=found[0], figures=(replace(share, kind="accuracy", name="the share"), _exact("cases", n)))
    for found in OF_WHICH.finditer(sentence):
        k, share = int(found["k"].replace(",", "")), figure("share", found["share"], name="share")
        larger = [n for one in COUNT.finditer(sentence[:found.start()]) if (n := int(one[0].replace(",", ""))) > k
                  and not re.fullmatch(r"(?:19|20)\d\d", one[0])]
        if share is not None and larger and k > 0 and not _denominators(share, sentence):
            n = larger[-1]
            yield Row(where=found[0], figures=(_exact("count", k, name=""), _exact("cases", n, name="of"), share))


def _parts(sentence: str) -> Iterator[Row]:
    for found in PARTS.finditer(sentence):
        whole = int(found["whole"].replace(",", ""))
        parts = [int(one[0].replace(",", "")) for one in COUNT.finditer(found["parts"])]
        if NOT_ALL.search(found["parts"]) or len(parts) < 3 or not 0 < abs(sum(parts) - whole) <= NEAR * whole:
            continue
        yield parts_row(found[0][:120], whole, parts)


def parts_row(where: str, whole: int, parts: Sequence[int]) -> Row:
    """A whole and its parts."""
    return Row(where=where, figures=(_exact("whole", whole), *(
        _exact(f"part {k}", one, name="") for k, one in enumerate(parts))))


def _mean(sentence: str, sentences: Sequence[str], number: int) -> Iterator[Row]:
    listed = LISTED.search(sentence)
    if listed is None:
        return
    values = [float(one) for one in re.findall(r"\d+\.\d+", listed[0])]
    places = {len(one.partition(".")[2]) for one in re.findall(r"\d+\.\d+", listed[0])}
    beside = [sentence[:listed.start()] + " ; " + sentence[listed.end():], *sentences[number + 1:number + 2]]
    for text in beside:
        found = MEAN.search(text)
        if found is None or len(places) != 1 or len(values) < 3:
            continue
        mean = figure("mean", found["mean"], name="the mean")
        if mean is not None and min(values) / 2 <= mean.value <= 2 * max(values):
            yield Row(where=f"{found[0]} … {listed[0]}", figures=(mean, *(
                Figure(kind=f"value {k}", text=f"{one:g}", value=one, unit=10.0 ** -max(places), name="")
                for k, one in enumerate(values))))
        return


def _exact(kind: str, value: int, *, name: str | None = None) -> Figure:
    return Figure(kind=kind, text=f"{value:,}", value=float(value), unit=0.0, name=kind if name is None else name)
