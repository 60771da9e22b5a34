"""Test cases that were taken out for what the system itself put out: by three numbers, N tested, k bad, N - k reported.

That k cases were dropped is told by the sum; that the system's own output dropped them, by the sentence that counts
them. Nothing is said where the scores of all N are told too, or where it was decided before, or by people who did not
see the output.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.audit.prose.confession import MISSED, Confession
from referee.audit.prose.marks import Sentence

COUNT = re.compile(r"(?<![\w.,/])(\d{1,3}(?:,\d{3}){1,2}|\d{1,7})(?![.,]?\d| ?%)")
OUTPUT = re.compile(r"\b(?:outputs?|transcripts?|predict(?:ions?|ed)|translations?|generations?|generated|decoded|"
                    r"recogni[sz]ed|(?:its|their|the model's|the system's) (?:answers?|responses?|results?))\b")
BAD = re.compile(r"\b(?:bad(?:ly)?|poor(?:ly)?|wrong(?:ly)?|hardly|fail(?:ed|s|ures?)?|nonsens\w*|unusable|resembl\w*|"
                 r"far (?:off|from)|implausible|garbled|useless|empty|incoherent|misread|no relation|large errors?)\b")
RIGHT = re.compile(r"\b(?:right|correct(?:ly)?)\b")            # the others were right: that is an accuracy
LEFT = re.compile(r"\b(?:remaining|remainder|rest|left|others?)\b")
REPORTED = re.compile(r"\b(?:report\w*|results?|scores?|scored|evaluat\w*|comput\w*|figures?|rates?|accurac\w*|"
                      r"analys\w*|assess\w*)\b")
FAIR = re.compile(r"\b(?:blind\w*|before (?:any|the|we|it|decod\w*|scor\w*|test\w*)|without (?:looking|seeing|knowing|"
                  r"regard)|had not seen|not shown|prior to|also report\w*|in addition|with and without|counted as)\b")
REACH = 2                # sentences from the bad cases to what is left of all


def removed_after(sentences: Sequence[Sentence]) -> Iterator[Confession]:
    """The sentence that counts the bad cases, where so many are missing from what is reported."""
    counts = [{int(one.replace(",", "")) for one in COUNT.findall(sentence.plain)} for sentence in sentences]
    for number, sentence in enumerate(sentences):
        if not (OUTPUT.search(sentence.plain) and BAD.search(sentence.plain)) or sentence.of("training", "valid"):
            continue
        wholes = {one for some, before in zip(counts[:number + 1], sentences, strict=False)
                  if not before.of("training", "valid", denied=True) for one in some}
        for after in range(number, min(number + REACH + 1, len(sentences))):
            later = sentences[after]
            if not LEFT.search(later.plain) or not REPORTED.search(later.plain) or RIGHT.search(
                    later.plain) or later.of("training", "valid"):
                continue
            found = _wholes(counts[number], counts[after], wholes)
            if found and not _fair(found, number, sentences, counts):
                yield Confession(fault=MISSED, sentence=sentence.text,
                                 detail="" if after == number else later.text)
                return


def _wholes(bad: set[int], left: set[int], wholes: set[int]) -> set[int]:
    """All cases, of which the bad ones are missing in what is left."""
    return {a + b for a in bad for b in left if 0 < a < b and a + b in wholes}


def _fair(wholes: set[int], number: int, sentences: Sequence[Sentence], counts: Sequence[set[int]]) -> bool:
    """Whether the bad cases were found otherwise, or scores of all cases stand behind them too."""
    return any(FAIR.search(one.plain) for one in sentences[max(0, number - 1):number + REACH + 1]) or any(
        counts[k] & wholes and REPORTED.search(sentences[k].plain) for k in range(number + 1, len(sentences)))
