"""Puts the rules to a text: which of them its sentences bear out, each with the words it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product

from referee.audit.prose.claims import copied_numbers, many_tests, repeats_as_samples, unborne_claims
from referee.audit.prose.confession import Confession
from referee.audit.prose.folds_counted import folds_counted
from referee.audit.prose.marks import Mark, Sentence, marked
from referee.audit.prose.overlapping import overlapping_sentences
from referee.audit.prose.places import marks_by_place, places_of_test
from referee.audit.prose.removed_after import removed_after
from referee.audit.prose.rules import RULES, STEPS, Rule
from referee.audit.prose.selected import selected_before
from referee.audit.prose.units import pieces_divided

REACH = 3                  # sentences that are shortly before, or next
SOON = 160                 # characters between two marks of which one follows the other: German verbs come last
TOGETHER = 70              # between a verb of picking and the features that are picked
MOST = 6                   # marks of a kind that are looked at in one sentence
COUNTED = re.compile(r"(?<![\d.,%/–-])(?:\d{1,3}(?:[.,  ]\d{3})+|\d+)(?![\d%]|[.,]\d|\s?%|\s?[/–-]\s?\d)")
BESIDE, FEW = 28, 19       # characters from a number to the part that it counts; and cases that are too few for one
KEPT = re.compile(r"kept|retain|behalten|conserv|gard|retenu|mantenut|mantid|mantuv|behouden|behol|zachowan")
ALL_OF = re.compile(r"\b(?:all|alle|samtliche|tou(?:s|tes) les|tod[oa]s l?[oa]s|tutt[ei] (?:le|i|gli)|alla|wszystkie)"
                    r"(?: of)?(?: the)?(?: \d+)? $")
IN_OTHER_WORDS = re.compile(r"\W{1,3}(?:(?:which|that) (?:is|was) |i\.?e\.?,? |being )?(?:the |our )?")
REHEARSAL = re.compile(r"\b(?:private|separate|other|old|public) (?:mock|practice|pilot|trial)\b|"
                       r"\b(?:mock|practice) (?:exam\w*|questions|items|tests?|papers?)\b")
DRAWN_UP = re.compile(r"\bdrawn up\b")
PRONOUN = re.compile(r"\W*(?:it|they|er|sie|il|elle|ils|elles|esso|essi|ele|eles|zij|ze|deze|den|det|dessa)\b")
AGAIN = re.compile(r"r[eé]p[eé]t|repeated|ripetut|repiti")
WHOLE_WORK = re.compile(r"(?:valid|\bcv\b|\bfold|split|proce|experi|simul|\bruns?\b|divi[sz]|partition|analy[sz]|"
                        r"bootstrap|procedur|stud[iy]|measure|training)\w*(?:\W+\w+){0,4}\W*$")
COUNT = re.compile(r"(?<![\d.,])(\d{1,3}(?:[.,  ]\d{3})+|\d+)\s+(?:[^\W\d]+\s+){0,2}?([^\W\d]{4,})")


def told_in(text: str) -> tuple[Confession, ...]:
    """What a text says against itself; each kind once, by the first sentence that says it.

    >>> [one.fault for one in told_in("La kohorte. Wir haben alle Daten standardisiert und danach geteilt.")]
    ['prepared']
    >>> told_in("SMOTE was applied only inside the training folds, never before cross-validation.")
    ()
    """
    sentences = _derived(marked(text))
    told = [*(one for rule in RULES for one in _of_rule(rule, sentences)), *pieces_divided(sentences),
            *unborne_claims(sentences), *copied_numbers(sentences), *repeats_as_samples(sentences),
            *many_tests(sentences), *selected_before(sentences), *overlapping_sentences(sentences),
            *folds_counted(sentences), *removed_after(sentences)]
    return tuple({(one.fault, one.step): one for one in reversed(told)}.values())[::-1]


def _derived(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences with marks that follow from others: features that are picked, scopes, the number of all rows."""
    largest, tested, places = _largest(sentences), _tested(sentences), places_of_test(sentences)
    return [replace(one, marks=tuple(sorted((*_of_rows(one), *_picked(one), *_scopes(one), *_all_of_them(one, largest),
                                             *_by_number(one, tested), *_taken_up(one, before),
                                             *marks_by_place(one, places), *_own_moment(one), *_otherwise_meant(one)),
                                            key=lambda mark: mark.start)))
            for before, one in pairwise((None, *sentences)) if one is not None]


def _of_rows(sentence: Sentence) -> Iterator[Mark]:
    """Its marks, without rows repeated ten times where it is the cross-validation that was."""
    yield from (mark for mark in sentence.marks if not (
        mark.concept == "oversample" and AGAIN.match(sentence.plain, mark.start)
        and WHOLE_WORK.search(sentence.plain[:mark.start])))


def _picked(sentence: Sentence) -> Iterator[Mark]:
    for verb in sentence.of("pick"):
        for noun in sentence.of("feature"):
            if KEPT.match(sentence.plain, verb.start) and ALL_OF.search(sentence.plain[:noun.start]):
                continue                    # all 30 variables were kept: none is picked
            if abs(verb.start - noun.start) <= TOGETHER and verb.asserted and not re.search(
                    r"[.;:](?!\d)", sentence.plain[min(verb.end, noun.end):max(verb.start, noun.start)]):
                yield Mark("select", min(verb.start, noun.start), max(verb.end, noun.end))


def _own_moment(sentence: Sentence) -> Iterator[Mark]:
    """A later moment that is the one at which is predicted: “up to six hours after admission, the prediction time”."""
    for later in sentence.of("later moment"):
        for early in sentence.of("early"):
            if later.end <= early.start and IN_OTHER_WORDS.fullmatch(sentence.plain, later.end, early.start):
                yield Mark("own moment", later.start, early.end)


def _otherwise_meant(sentence: Sentence) -> Iterator[Mark]:
    """Questions of a mock examination are no test rows; a curve that is drawn up is not drawn by lot."""
    yield from (Mark("valid", *found.span()) for found in REHEARSAL.finditer(sentence.plain))
    yield from (Mark("drawn up", *found.span()) for found in DRAWN_UP.finditer(sentence.plain))


def _taken_up(sentence: Sentence, before: Sentence | None) -> Iterator[Mark]:
    """A pronoun that takes up what came of a step: "The resulting table has 6,250 rows. It was divided …"."""
    found = PRONOUN.match(sentence.plain)
    if found and before is not None and before.of("these") and before.of("rowsnoun"):
        yield Mark("these", *found.span())


def _scopes(sentence: Sentence) -> Iterator[Mark]:
    """Training rows that something is said to be done on: not those that are made afterwards."""
    later = min((one.start for one in sentence.of("before", "then", denied=True)), default=len(sentence.plain))
    yield from (Mark("scope", one.start, one.end) for one in sentence.of("training", denied=True) if one.start < later)


def _largest(sentences: Sequence[Sentence]) -> dict[str, float]:
    """Of each thing that is counted the largest number, where it is said more than once."""
    counts: dict[str, list[float]] = {}
    for sentence in sentences:
        for number, noun in COUNT.findall(sentence.plain):
            counts.setdefault(noun[:5], []).append(float(re.sub(r"\D", "", number)))
    return {noun: max(some) for noun, some in counts.items() if some.count(max(some)) > 1 and max(some) > 9}


def _all_of_them(sentence: Sentence, largest: dict[str, float]) -> Iterator[Mark]:
    """ "Among the 82 patients", where 82 is the largest number of patients of the text. """
    for found in COUNT.finditer(sentence.plain):
        if largest.get(found[2][:5]) == float(re.sub(r"\D", "", found[1])):
            yield Mark("all of them", *found.span())


def _tested(sentences: Sequence[Sentence]) -> set[str]:
    """How many cases are in the test part, by the number that stands next to its name, and to no other part's."""
    counts: dict[str, set[str]] = {}
    for sentence in sentences:
        parts = [one for one in sentence.marks if one.concept in ("test", "training", "valid")]
        for found in COUNTED.finditer(sentence.plain):
            behind = [one for one in parts if _runs_on(sentence.plain[found.end():one.start], r"[,;:().\d]")]
            ahead = [one for one in parts if _runs_on(sentence.plain[one.end:found.start()], r"[,;)\d]")]
            own = behind[:1] or ahead[-1:] or [one for one in parts if _closes(sentence.plain, found, one)][:1]
            counts.setdefault(re.sub(r"\D", "", found[0]), set()).update(one.concept for one in own)
    return {number for number, some in counts.items() if some == {"test"} and float(number) > FEW}


def _closes(bare: str, found: re.Match[str], part: Mark) -> bool:
    """Whether a number in parentheses is followed by its part: "the later ones (3,300) were for testing"."""
    return bare[found.end():found.end() + 1] == ")" and _runs_on(bare[found.end() + 1:part.start], r"[,;:().\d]")


def _runs_on(between: str, stops: str) -> bool:
    """Whether a few words lead from one place to another, without a stop."""
    return 0 < len(between) <= BESIDE and not re.search(stops, between)


def _by_number(sentence: Sentence, tested: set[str]) -> Iterator[Mark]:
    """ "On these 412 patients", where 412 is the number of test cases. """
    if not sentence.of("test", denied=True):
        yield from (Mark("test", *found.span()) for found in COUNTED.finditer(sentence.plain)
                    if re.sub(r"\D", "", found[0]) in tested)


def _of_rule(rule: Rule, sentences: Sequence[Sentence]) -> Iterator[Confession]:
    if not _anywhere(rule, sentences):
        return
    for number, sentence in enumerate(sentences):
        steps = [(name, step) for name, step in STEPS.items() if sentence.of(name)] if rule.steps else [("", "")]
        for concept, step in steps:
            found = _borne_out(rule, sentences, number, concept)
            if found is not None:
                yield Confession(fault=rule.fault, sentence=sentence.text, rows=rule.rows, step=step,
                                 detail="" if found is sentence else found.text)


def _anywhere(rule: Rule, sentences: Sequence[Sentence]) -> bool:
    there = {one.concept for sentence in sentences for one in sentence.marks}
    return all(any(one in there for one in _either(group)) for group in _all(rule.anywhere)) and not any(
        one in there for one in _either(rule.not_anywhere))


def _borne_out(rule: Rule, sentences: Sequence[Sentence], number: int, step: str) -> Sentence | None:
    """The sentence that completes the fault (often the same), where all that the rule asks for is said."""
    sentence = sentences[number]
    beside = sentences[max(0, number - 1):number + 2]
    earlier, later = sentences[max(0, number - REACH):number], sentences[number + 1:number + 1 + REACH]
    start = _together([*([step] if step else []), *_all(rule.here)], sentence, rule.within)
    if start is None or sentence.of(*_either(rule.not_here), denied=True) or any(
            one.of(*_either(rule.not_near), denied=True) for one in beside) or any(
            one.of(*_either(rule.never_before)) for one in earlier):
        return None
    if rule.follows and not _follow(rule.follows, sentence, 0):
        return None
    if any(not any(one.of(*_either(group)) for one in beside) for group in _all(rule.near)):
        return None
    found = sentence
    if rule.before:
        own = [one for one in (sentence, *reversed(earlier)) if one.of(*_either(rule.before))]
        if not own:
            return None
        found = own[0]
    if rule.after:
        own = [one for one in (sentence, *later) if _follow(rule.after, one, start if one is sentence else 0)]
        if not own:
            return None
        found = own[0]
    return found


def _together(groups: Sequence[str], sentence: Sentence, within: int) -> int | None:
    """Where the first mark ends of those that stand close together, one of each group; None where they do not."""
    found = [sentence.of(*_either(group))[:MOST] for group in groups]
    spans = [(max(one.end for one in some) - min(one.start for one in some), max(one.end for one in some))
             for some in product(*found)] if all(found) else []
    close = [end for span, end in spans if span <= within]
    return 0 if not groups else min(close, default=None)


def _follow(order: str, sentence: Sentence, start: int) -> bool:
    """Whether marks follow one another, a>b, each soon after the one before, from some place on."""
    first, *rest = order.split(">")
    ends = [one.end for one in sentence.of(*_either(first)) if one.start >= start]
    for group in rest:
        ends = [one.end for one in sentence.of(*_either(group)) if any(end <= one.start <= end + SOON for end in ends)]
    return bool(ends)


def _all(groups: str) -> list[str]:
    return [one.replace("_", " ") for one in groups.split()]


def _either(group: str) -> list[str]:
    return [one.replace("_", " ") for one in group.split("|")] if group else []
