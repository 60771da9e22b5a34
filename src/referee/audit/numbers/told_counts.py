"""The four counts of a two-class test as prose tells them: "117 of the 150 damaged ones were found, with 84 false
alarms among 1,050", and the scores that stand with them.

Counts and scores are bound within one paragraph and one system: what is found opens a system, the next that is found
opens another. A score is of it where it stands in its sentences, or in one that goes straight on ("That is an accuracy
of …"). Where a text may be read in two ways it is wrong only if it is in both; and where no score of several agrees
with the counts, the counts were misread, and nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from referee.audit.numbers.figure import Figure, Rounding, Row
from referee.audit.numbers.statements import K_OF_N, Classes, Statement, classes_of, statements_in, total_of

GOES_ON = re.compile(
    r"\W*(?:that|this|these|which|its?|overall|hence|thus|so|in (?:total|all|sum)|together|altogether|accordingly|"
    r"consequently|therefore|(?:the |an? )?(?:overall |total |resulting |corresponding |test |classification )*"
    r"(?:accuracy|error rate|specificity|precision|sensitivity|recall|f1)|with (?:this|that|these|an? accuracy))\b",
    re.IGNORECASE)
TAKES_UP = re.compile(r"\W*(?:it|of (?:the|these|all|\d)|among|in (?:detail|numbers)|specifically|there,?)\b",
                      re.IGNORECASE)
ELSEWHERE = re.compile(
    r"\b(?:validation|training|development|cross-?valid\w*|folds?|pixels?|frames?|windows?|segments?|previous\w*|"
    r"earlier|literature|reported by|expected|baseline|compared|versus|vs|than|instead|before|without|if|would|could|"
    r"majority|chance|humans?|readers?|other|another|second|external|internal|averaged?|means?|median|"
    r"balanced|weighted|macro|per[- ]class)\b", re.IGNORECASE)
FOLLOW = {"accuracy", "sensitivity", "specificity", "precision", "npv"}
Counts = dict[str, int]


@dataclass
class System:
    """What one paragraph tells of one system: its statements, and in which sentences they stand."""

    said: list[tuple[int, Statement]] = field(default_factory=list)

    def of(self, kind: str) -> list[Statement]:
        """Its statements of a kind."""
        return [one for _, one in self.said if one.kind == kind]

    def takes(self, one: Statement) -> bool:
        """Whether a statement may be of it too: none of its kind is, or one of the other class is."""
        own = self.of(one.kind)
        if one.kind in {"found", "right"} and (self.of("missed") or (self.of("alarm") and own)):
            return False
        if one.kind == "missed" and self.of("found"):
            return self.of("found")[0].whole == one.whole or one.whole is None
        return not own or (one.kind in {"found", "right"} and len(own) == 1 and None not in {
            own[0].whole, one.whole} and own[0].of != one.of)


def told_counts(sentences: Sequence[str], scores: Sequence[list[tuple[int, Figure]]]) -> Iterator[tuple[int, Row]]:
    """Of the sentences of one paragraph the scores that cannot go with their counts, and the sentence of each.

    `scores` are those of each sentence, with the places where they begin.
    """
    classes = classes_of(sentences)
    systems: list[System] = []
    for number, sentence in enumerate(sentences):
        for one in statements_in(sentence, classes):
            if not systems or not systems[-1].takes(one):
                systems.append(System())
            systems[-1].said.append((number, one))
    for place, system in enumerate(systems):
        after = systems[place + 1].said[0] if place + 1 < len(systems) else None
        before = systems[place - 1].said[-1] if place else None
        readings = list(_readings(system, classes, total_of(sentences[:system.said[-1][0] + 1])))
        several = len(K_OF_N.findall(" ".join(sentences[system.said[0][0]:system.said[-1][0] + 1]))) > 2
        if readings and (system.of("alarm") or not several):            # of more than two classes, maybe
            yield from _against(readings, list(_own(system, before, after, sentences, scores)), system, sentences)


def _own(system: System, before: tuple[int, Statement] | None, after: tuple[int, Statement] | None,
         sentences: Sequence[str], scores: Sequence[list[tuple[int, Figure]]]) -> Iterator[Figure]:
    """The scores that are told of a system, each once."""
    first, last = system.said[0][0], system.said[-1][0]
    shared_start = system.said[0][1].start if before is not None and before[0] == first else -1
    shared_end = after[1].start if after is not None and after[0] == last else None
    found = [one for number in range(first, last + 1) for start, one in scores[number]
             if not (number == first and start < shared_start)
             and not (number == last and shared_end is not None and start > shared_end)]
    follows = last + 1 < len(sentences) and shared_end is None and (after is None or after[0] > last + 1)
    if follows and GOES_ON.match(sentences[last + 1]) and not ELSEWHERE.search(sentences[last + 1]):
        found += [one for _, one in scores[last + 1]]
    leads = first > 0 and shared_start < 0 and (before is None or before[0] < first - 1)
    if leads and TAKES_UP.match(sentences[first]) and not ELSEWHERE.search(sentences[first - 1]):
        found += [one for _, one in scores[first - 1]]
    kinds = [one.kind for one in found]
    yield from (one for one in found if kinds.count(one.kind) == 1 and one.sign == "=")


def _readings(system: System, classes: Classes, total: int | None) -> Iterator[Counts]:
    """The four counts, in each way that the statements may be meant; none where they do not give all four."""
    found, right, missed, alarm = (system.of(kind) for kind in ("found", "right", "missed", "alarm"))
    if len(right) == 2 and not found and not missed and not alarm:
        yield from _both(right[0].count, right[0].whole, right[1].count, right[1].whole)
    elif len(found) == 2 and not alarm and not missed:
        (a, b) = found
        if a.whole is not None and b.whole is not None:
            yield from _both(a.count, a.whole, b.whole - b.count, b.whole)
            yield from _both(b.count, b.whole, a.whole - a.count, a.whole)
            yield from _both(a.count, a.whole, b.count, b.whole)           # "recognised 88 of 100 A and 170 of 200 B"
    elif len(alarm) == 1 and len(found + right + missed) >= 1:
        of_class = next((one for one in (*found, *right, *missed) if one.whole is not None), None)
        whole = None if of_class is None else of_class.whole
        if alarm[0].whole is None and of_class is not None and of_class.of in classes.other:
            total = classes.counts[of_class.of] + classes.counts[classes.other[of_class.of]]
        hits = next((one.count for one in (*found, *right)), None)
        hits = hits if hits is not None or whole is None else whole - missed[0].count
        for others in _negatives(alarm[0], whole, total):
            yield from _both(hits, whole, others - alarm[0].count, others)


def _negatives(alarm: Statement, positives: int | None, total: int | None) -> list[int]:
    """How many cases the false alarms are among: as told beside them, which may be all cases, or the rest of all."""
    if positives is None:
        return []
    if alarm.whole is None:
        return [] if total is None else [total - positives]
    rest = alarm.whole - positives
    return [alarm.whole, *([] if alarm.sure or rest < alarm.count else [rest])]


def _both(hits: int | None, positives: int | None, passed: int, negatives: int | None) -> Iterator[Counts]:
    if None in {hits, positives, negatives} or hits is None or positives is None or negatives is None:
        return
    counts = {"tp": hits, "fn": positives - hits, "fp": negatives - passed, "tn": passed}
    if min(counts.values()) >= 0 and positives > 0 and negatives > 0:
        yield counts


def _against(readings: list[Counts], scores: list[Figure], system: System,
             sentences: Sequence[str]) -> Iterator[tuple[int, Row]]:
    """The scores that go with the counts in no reading; none, where none of several goes with them."""
    known = FOLLOW if system.of("alarm") else {"accuracy"}          # which class is meant is not said otherwise
    scores = [one for one in scores if one.kind in known]
    wrong = [one for one in scores if not any(_agrees(one, counts) for counts in readings)]
    if not wrong or (len(scores) > 1 and len(wrong) == len(scores)) or any(
            ELSEWHERE.search(one.text) for one in wrong):
        return
    number = system.said[0][0]
    four = tuple(Figure(kind=kind, text=f"{count:,}", value=float(count), unit=0.0, name=kind.upper())
                 for kind, count in readings[0].items())
    yield from ((number, Row(where=f"'{sentences[number][:90].strip()}'", figures=(*four, one))) for one in wrong)


def _agrees(one: Figure, counts: Counts) -> bool:
    right, of = {"accuracy": (("tp", "tn"), ("tp", "fn", "fp", "tn")), "sensitivity": (("tp",), ("tp", "fn")),
                 "specificity": (("tn",), ("tn", "fp")), "precision": (("tp",), ("tp", "fp")),
                 "npv": (("tn",), ("tn", "fn"))}[one.kind]
    whole = sum(counts[kind] for kind in of)
    exact = sum(counts[kind] for kind in right) / whole if whole else 0.0
    return not whole or any(low <= exact <= high for low, high in (one.span(way, wider=0.5) for way in Rounding))
