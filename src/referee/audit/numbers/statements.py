"""Statements of prose that count right and wrong answers of a two-class test: found, missed, right, false alarms.

English, in the usual wordings. Each has its count, of how many (where that is told beside it, or the paragraph counts
the class by the same word elsewhere), and the words of its class.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.audit.vocabulary.sentences import MOST

_N = r"(?:\d{1,3}(?:,\d{3}){1,2}|\d{1,8})(?![.,]?\d| ?%| (?:of|out of) \d{1,3} ?%)"
_OF = r" ?(?:/|of|out of)(?: (?:the|all|these|its|our|those)){0,3}"
_WORD = (r"(?!(?:were|was|are|is|and|with|but|while|of|in|at|on|for|the|by|from|to|had|got|as|that|which|who)\b)"
         r"[^\W\d][\w'’-]*")
_WORDS = rf"(?: {_WORD}){{0,4}}"
_WHOLE = rf"{_OF}(?: ?(?P<n>{_N})\b)?"
_K_OF = rf"(?P<k>{_N}){_WHOLE}(?P<of>{_WORDS})"
_K = rf"(?P<k>{_N})(?:{_WHOLE})?(?P<of>{_WORDS})"
_TOO = rf"(?: ?,? (?:and|but|but also|as well as) (?P<k2>{_N}){_OF} ?(?P<n2>{_N})\b(?P<of2>{_WORDS}))?"
_WRONGLY = r"(?:wrongly|falsely|incorrectly|mistakenly|erroneously|in error|by mistake)"
_SEES = (r"(?:found|finds|detect(?:ed|s)|identif(?:ied|ies)|caught|catches|picked (?:up|out)|picks (?:up|out)|"
         r"recogni[sz](?:ed|es)|spotted|spots|flagged|flags|captured|discovered|uncovered|retrieved)")
_RIGHTLY = r"(?:correctly|rightly|properly|accurately)"
_SORTS = r"(?:classified|labell?ed|assigned|identified|recogni[sz]ed|predicted|passed|cleared|rejected|sorted|called)"
_BE = r" ?(?:(?:cases|ones) )?(?:were|was|are|is|had been|got) (?:also |then |thus )?"
_SKIP = r"(?:only |just |all but |about |some |another |a further )?"
FOUND = re.compile(rf"(?<!not )(?<!never )\b{_SEES} (?P<only>{_SKIP}){_K_OF}{_TOO}", re.IGNORECASE)
WAS_FOUND = re.compile(rf"(?<![\w.,/]){_K_OF}{_TOO}{_BE}(?P<no>not |never )?{_SEES}\b(?! as\b)", re.IGNORECASE)
RIGHT = re.compile(rf"\b{_RIGHTLY} {_SORTS} {_K_OF}{_TOO}", re.IGNORECASE)
WAS_RIGHT = re.compile(rf"(?<![\w.,/]){_K_OF}{_TOO}{_BE}(?:{_RIGHTLY} {_SORTS}|{_SORTS} {_RIGHTLY})\b",
                       re.IGNORECASE)
MISSED = re.compile(rf"\b(?:missed|misses|overlooked|overlooks|failed to (?:find|detect|flag|spot|identify|catch)) "
                    rf"(?P<only>{_SKIP}){_K}", re.IGNORECASE)
WAS_MISSED = re.compile(rf"(?<![\w.,/]){_K}{_BE}(?:missed|overlooked)\b", re.IGNORECASE)
_AMONG = rf"(?: (?:among|of|out of|on|in)(?: (?:the|all)){{0,2}} (?P<n>{_N})\b(?P<of>{_WORDS}))?"
ALARM = re.compile(rf"(?<![\w.,/])(?P<k>{_N}) (?:were )?false[- ](?:alarms?|positives?|alerts?){_AMONG}",
                   re.IGNORECASE)
ALARM_ON = re.compile(rf"\b(?:alarm|alert)s? (?:on|for|in) {_K}(?= (?:that|which|although|though)\b)",
                      re.IGNORECASE)
FALSELY = re.compile(rf"\b{_WRONGLY} {_SEES} {_K}", re.IGNORECASE)
WAS_FALSELY = re.compile(rf"(?<![\w.,/]){_K}{_BE}(?:{_WRONGLY} {_SEES}|{_SEES} {_WRONGLY})\b", re.IGNORECASE)
RATE = re.compile(r" ?(?:per|an? (?:hour|day|week|night|minute|month|year)|each|every|daily|hourly|on average)\b",
                  re.IGNORECASE)
TIME = re.compile(r"\b(?:hours?|days?|nights?|weeks?|months?|years?|minutes?|seconds?|km|kilomet\w+|miles?|h|"
                  r"runs?|folds?)\b",
                  re.IGNORECASE)
SUPPOSED = re.compile(r"\b(?:would|could|should|might|if|unless|expect\w*)\b", re.IGNORECASE)
SHORTEST = 4                # letters of a word that a class is known again by
_NOUN = r"[^\W\d][\w-]+"
PAIR = re.compile(rf"(?<![\w.,/])(?P<p>{_N}) (?P<a>{_NOUN})(?: {_NOUN})? ?(?:and|,|/|against|versus) "
                  rf"(?P<q>{_N}) (?P<b>{_NOUN})", re.IGNORECASE)
K_OF_N = re.compile(rf"(?<![\w.,/]){_N}{_OF} ?{_N}", re.IGNORECASE)
OF_TOTAL = re.compile(rf"(?<![\w.,/])(?P<n>{_N})(?: {_NOUN}){{1,3}} ?[,(]? ?(?:of which|of whom|of them|among them|"
                      rf"including) (?P<p>{_N}) (?:were |was |are |is |had |with )?(?P<a>{_NOUN})", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One count of answers: what kind, how many, of how many of which class."""

    kind: str                  # found, right, missed, alarm
    count: int
    whole: int | None
    of: str                    # the words of its class, as far as they are told
    start: int
    sure: bool = False         # the whole is one class, and not all cases


@dataclass(frozen=True, slots=True, kw_only=True)
class Classes:
    """How many cases of each class a paragraph has, by the word for it, and the other of two that stand together."""

    counts: Mapping[str, int]
    other: Mapping[str, str]

    def named(self, words: str) -> str:
        """The word by which some words name a class that is counted; empty where they name none, or two."""
        found = {word for word in re.findall(r"[^\W\d][\w-]+", words.lower()) if word in self.counts}
        return found.pop() if len(found) == 1 else ""


def classes_of(sentences: Sequence[str]) -> Classes:
    """The classes that a paragraph counts: "150 damaged and 1,050 intact parcels"; one that has two counts is none."""
    counts: dict[str, set[int]] = {}
    other: dict[str, str] = {}
    for sentence in (one[:MOST] for one in sentences):
        for found in PAIR.finditer(sentence):
            a, b = found["a"].lower(), found["b"].lower()
            if a != b and min(len(a), len(b)) >= SHORTEST and not TIME.search(f"{a} {b}"):
                counts.setdefault(a, set()).add(_int(found["p"]))
                counts.setdefault(b, set()).add(_int(found["q"]))
                other |= {a: b, b: a}
        for found in OF_TOTAL.finditer(sentence):
            counts.setdefault(found["a"].lower(), set()).add(_int(found["p"]))
    known = {word: next(iter(some)) for word, some in counts.items() if len(some) == 1}
    return Classes(counts=known, other={a: b for a, b in other.items() if a in known and b in known})


def total_of(sentences: Sequence[str]) -> int | None:
    """All cases, where they stand with one class of them: "1,200 parcels, of which 150 were damaged"; None for two."""
    found = {_int(one["n"]) for sentence in sentences for one in OF_TOTAL.finditer(sentence[:MOST])}
    return found.pop() if len(found) == 1 else None


def statements_in(sentence: str, classes: Classes) -> list[Statement]:
    """The statements of a sentence, in their order, each number once; none in a sentence that supposes something.

    >>> [(one.kind, one.count, one.whole) for one in statements_in(
    ...     "It found 117 of the 150 damaged ones and raised 84 false alarms.", classes_of([]))]
    [('found', 117, 150), ('alarm', 84, None)]
    """
    if SUPPOSED.search(sentence):
        return []
    found = sorted(_all(sentence[:MOST], classes), key=lambda one: one.start)
    return [one for k, one in enumerate(found) if not any(one.count == other.count and one.start - other.start < 60
                                                          and other is not one for other in found[:k])]


def _all(sentence: str, classes: Classes) -> Iterator[Statement]:
    for pattern in (ALARM, ALARM_ON, FALSELY, WAS_FALSELY):
        for one in pattern.finditer(sentence):
            if not RATE.match(sentence, one.end()) and not RATE.match(sentence, one.end("k")):
                yield from _stated("alarm", one, classes)
    taken = [one.span() for pattern in (FALSELY, WAS_FALSELY) for one in pattern.finditer(sentence)]
    for kind, patterns in (("right", (RIGHT, WAS_RIGHT)), ("found", (FOUND, WAS_FOUND)),
                           ("missed", (MISSED, WAS_MISSED))):
        for pattern in patterns:
            for one in pattern.finditer(sentence):
                if any(start <= one.start("k") < end for start, end in taken):
                    continue
                taken += [one.span()] if kind == "right" else []
                denied = "no" in pattern.groupindex and one["no"]
                only = one["only"] if "only" in pattern.groupindex else ""
                yield from () if only == "all but " else _stated("missed" if denied else kind, one, classes)


def _stated(kind: str, found: re.Match[str], classes: Classes) -> Iterator[Statement]:
    words = found["of"] or ""
    named = classes.named(words)
    told = found["n"]
    if told and TIME.search(words):
        told, words = None, ""
    whole = _int(told) if told else classes.counts.get(named)
    if "k2" in found.re.groupindex and found["k2"]:
        yield Statement(kind=kind, count=_int(found["k2"]), whole=_int(found["n2"]), start=found.start("k2"),
                        of=classes.named(found["of2"]) or found["of2"].strip().lower())
    yield Statement(kind=kind, count=_int(found["k"]), whole=whole, of=named or words.strip().lower(),
                    start=found.start("k"), sure=bool(named) and whole == classes.counts[named])


def _int(number: str) -> int:
    return int(number.replace(",", ""))
