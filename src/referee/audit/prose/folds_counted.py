"""A t statistic whose degrees of freedom are those of all folds of all repeats: k folds, r times, and t(k·r - 1).

Their training parts overlap, so that they are no k·r independent values. Nothing is said where a correction for that is
named, or where so many of something else are counted, of whom the test may be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.audit.prose.confession import FOLDS, Confession
from referee.audit.prose.marks import Sentence
from referee.audit.vocabulary.sentences import COUNTS

_WORDS = {**COUNTS, "once": 1, "twice": 2, "zehn": 10, "funf": 5, "zwanzig": 20, "dix": 10, "cinq": 5, "diez": 10}
_N = rf"(?:\d{{1,3}}|{'|'.join(sorted(_WORDS, key=len, reverse=True))})"
FOLD = re.compile(rf"\b({_N})[- ]?(?:folds?\b|fach\w*|plis\b|pliegues\b)")
TIMES = re.compile(rf"\b({_N})[- ]?(?:times\b|repetitions?\b|repeats?\b|mal\b|wiederholungen\b|fois\b|veces\b|rounds?\b"
                   rf"|different (?:shuffles|seeds|partitions|divisions))|\b(?:repeated|repeat) ({_N})\b|\b(twice)\b")
CROSSED = re.compile(r"\b(\d{1,3}) ?[x×] ?(\d{1,3})\b")
DF = re.compile(r"\bt\s?\(\s?(?:df ?= ?)?(\d{1,4})\s?\)|\bdf ?= ?(\d{1,4})\b|\b(\d{1,4}) degrees of freedom")
STUDENT = re.compile(r"\bstudent|\bt[- ]test|\bpaired t\b|\bt ?(?:=|\()")
SCORES = re.compile(r"fold|score|value|difference|pair|accurac|run|repetition|split|estimate|result|measure|auc|f1|"
                    r"round|resampl|wert|differenz|durchg|valeur|valor")
NEAR = 2                # sentences from the folds to how often they were made
FEWEST = 20             # folds of all repeats


def folds_counted(sentences: Sequence[Sentence]) -> Iterator[Confession]:
    """The test that takes all folds of all repeats for so many values.

    >>> from referee.audit.prose.reader import told_in
    >>> [one.count for one in told_in("We ran ten-fold cross-validation ten times. The gain is real, t(99) = 4.1.")]
    [100]
    """
    if any(one.of("corrected t", denied=True) for one in sentences):
        return
    designs = {many: one for number, one in enumerate(sentences)
               for many in _designs(one, sentences[max(0, number - NEAR):number + NEAR + 1])}
    for sentence in sentences:
        for found in DF.finditer(sentence.plain) if STUDENT.search(sentence.plain) else ():
            many = int(next(filter(None, found.groups()))) + 1
            if many in designs and not _others(many, sentences):
                yield Confession(fault=FOLDS, sentence=sentence.text, count=many,
                                 detail="" if designs[many] is sentence else designs[many].text)
                return


def _designs(sentence: Sentence, around: Sequence[Sentence]) -> set[int]:
    """How many folds all repeats have, by a sentence that tells of folds and those around that tell how often."""
    crossed = {int(a) * int(b) for a, b in CROSSED.findall(sentence.plain) if sentence.of("cv", "repeated cv")}
    folds = {_number(one) for one in FOLD.findall(sentence.plain)}
    times = {_number(next(filter(None, one))) for near in around for one in TIMES.findall(near.plain)}
    return {many for many in crossed | {a * b for a in folds for b in times if min(a, b) > 1} if many >= FEWEST}


def _others(many: int, sentences: Sequence[Sentence]) -> bool:
    """Whether as many of something else are counted: people, documents, data sets."""
    counted = re.compile(rf"(?<![\d.,(]){many:d} ([^\W\d][\w-]*(?: [^\W\d][\w-]*){{0,2}})")
    return any(not SCORES.search(words) for one in sentences for words in counted.findall(one.plain))


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _WORDS[word]
