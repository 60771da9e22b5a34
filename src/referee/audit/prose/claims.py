"""Claims that a text's own test does not bear out: "significantly better" beside p = 0.27, or beside an interval of the
difference that holds zero; and many tests that nobody corrected.

Nothing is said where some p is small or some interval of a difference leaves zero out: the claim may be of that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.audit.prose.confession import MANY, UNBORNE, Confession
from referee.audit.prose.marks import Sentence

P = re.compile(r"(?<![\w.])p\s*(?:-?\s*(?:value|wert|waarde|varde)\s*)?(?P<sign>[=<>≤≥]|:|of|von|de|di|van|was|war)\s*"
               r"(?P<p>[01]?[.,]\d+)")
_TO = r"(?:to|bis|a|à|tot|till|do|e|y|;|,\s|–|—|\.\.|and|und|et|-(?=[\s+]))"
INTERVAL = re.compile(rf"(?P<low>[-−+]?\d+(?:[.,]\d+)?)\s*%?\s*{_TO}\s*(?P<high>[-−+]?\d+(?:[.,]\d+)?)")
CI = re.compile(r"\b(?:9[059]\s*-?%?|ci|ic|ki|bi|pu|intervall?\w*|interval\w*|przedzia\w*|konfidens\w*)\b")
RATE = 0.05
FEWEST, NEAR = 3, 25          # tests that are many, and characters from their number to the word


def unborne_claims(sentences: Sequence[Sentence]) -> Iterator[Confession]:
    """Sentences that claim a lead, where all that the text gives of its tests is against it."""
    against = [one for one in sentences if _against(one)]
    if not against or any(_for(one) for one in sentences):
        return
    for sentence in sentences:
        lead = sentence.of("significant") and sentence.of("better", "proven")
        shown = sentence.of("proven") and sentence.of("concluded", "better") and _shown(sentence)
        if (lead or shown) and not sentence.of("not significant", denied=True):
            yield Confession(fault=UNBORNE, sentence=sentence.text,
                             detail="" if against[0] is sentence else against[0].text)
            return


def many_tests(sentences: Sequence[Sentence]) -> Iterator[Confession]:
    """Many tests, by the text's own count, that it says it has not corrected, and some that it calls significant."""
    if any(one.of("corrected many", denied=True) for one in sentences):
        return
    bare = next((one for one in sentences if one.of("uncorrected", denied=True)), None)
    claim = next((one for one in sentences if one.of("significant")), None)
    ahead = [one.plain[max(0, mark.start - NEAR):mark.start] for one in sentences
             for mark in one.of("comparisons", denied=True)]
    counts = [int(found[0]) for some in ahead for found in re.finditer(r"(?<![\d.,])\d{1,4}(?![\d.,%])", some)]
    if bare is None or claim is None or max(counts, default=0) < FEWEST:
        return
    least = min((p for one in sentences for _, p in _values(one)), default=None)
    yield Confession(fault=MANY, sentence=bare.text, count=max(counts), detail=claim.text, least_p=least,
                     grave=least is None or least * max(counts) > RATE)


def _shown(sentence: Sentence) -> bool:
    """Whether superiority is concluded, and not only said of one number."""
    return bool({"proven", "concluded"} <= {one.concept for one in sentence.marks if one.asserted})


def _values(sentence: Sentence) -> list[tuple[str, float]]:
    return [(found["sign"], float(found["p"].replace(",", "."))) for found in P.finditer(sentence.plain)]


def _intervals(sentence: Sentence) -> list[tuple[float, float]]:
    """The intervals of differences in a sentence."""
    if not sentence.of("difference", "better", denied=True) or not CI.search(sentence.plain):
        return []
    found = [tuple(float(one[end].replace("−", "-").replace(",", ".")) for end in ("low", "high"))
             for one in INTERVAL.finditer(sentence.plain)]
    return [(low, high) for low, high in found if low < high and abs(low) < 100 and high < 100]


def _against(sentence: Sentence) -> bool:
    return any(sign not in "<≤" and p > RATE for sign, p in _values(sentence)) or any(
        low < 0 < high for low, high in _intervals(sentence))


def _for(sentence: Sentence) -> bool:
    return any(sign not in ">≥" and p <= RATE for sign, p in _values(sentence)) or (
        any(low > 0 or high < 0 for low, high in _intervals(sentence)) and not _against(sentence))
