"""Claims that a text's own test does not bear out: "significantly better" beside p = 0.27, or beside an interval of the
difference that holds zero; a lead over numbers of other rows; and many tests that nobody corrected.

Nothing is said where some p is small or some interval of a difference leaves zero out: the claim may be of that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.audit.prose.confession import COPIED, FOLDS, MANY, UNBORNE, Confession
from referee.audit.prose.marks import Sentence

P = re.compile(r"(?<![\w.])p\s*(?:-?\s*(?:value|wert|waarde|varde)\s*)?(?P<sign>[=<>≤≥]|:|of|von|de|di|van|was|war)\s*"
               r"(?P<p>[01]?[.,]\d+)")
_TO = r"(?:to|bis|a|à|tot|till|do|e|y|;|,\s|–|—|\.\.|and|und|et|-(?=[\s+]))"
INTERVAL = re.compile(rf"(?P<low>[-−+]?\d+(?:[.,]\d+)?)\s*%?\s*{_TO}\s*(?P<high>[-−+]?\d+(?:[.,]\d+)?)")
CI = re.compile(r"\b(?:9[059]\s*-?%?|ci|ic|ki|bi|pu|intervall?\w*|interval\w*|przedzia\w*|konfidens\w*)\b")
VERSION = re.compile(r"\b(?:v|version )\d+(?:\.\d+)*\b")
RATIO = re.compile(r"\b\d\d\s?/\s?\d\d\b")
CASES = re.compile(r"(?<![\d.,–-])(?:\d{1,3}(?:[.,  ]\d{3})+|\d{2,})(?=\s+(?:test|[^\W\d]+\s+test)\b)")
T = re.compile(r"\bt\s?\(\s*(?:df\s*=\s*)?(\d+)\s*\)")
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
    beside = [int(found[1]) for some in ahead if (found := re.search(r"(?<![\d.,])(\d{1,4})\s+$", some))]
    counts = beside or [int(found[0]) for some in ahead
                        for found in re.finditer(r"(?<![\d.,])\d{1,4}(?![\d.,%])", some)]
    if bare is None or claim is None or max(counts, default=0) < FEWEST:
        return
    least = min((p for one in sentences for _, p in _values(one)), default=None)
    yield Confession(fault=MANY, sentence=bare.text, count=max(counts), detail=claim.text, least_p=least,
                     grave=least is None or least * max(counts) > RATE)


def copied_numbers(sentences: Sequence[Sentence]) -> Iterator[Confession]:
    """A lead over numbers that were copied from where they were had on other rows, by words or by figures."""
    lead = next((one for one in sentences if one.of("better") or (one.of("ours") and one.of("best"))), None)
    if lead is not None:
        yield from (Confession(fault=COPIED, sentence=lead.text, detail="" if lead is one else one.text)
                    for one in copies_of_other_rows(sentences))


def copies_of_other_rows(sentences: Sequence[Sentence]) -> Iterator[Sentence]:
    """The first sentence that has numbers copied from where they were had on other rows, if they are to be compared."""
    if any(one.of("only shown", denied=True) for one in sentences):
        return
    for number, sentence in enumerate(sentences):
        beside = sentences[number:number + 2]
        rest = [one for one in sentences if one is not sentence]
        if sentence.of("copied", denied=True) and (any(one.of("other rows", denied=True) for one in beside)
                                                   or _of_other_rows(sentence, rest)):
            yield sentence
            return


def _of_other_rows(sentence: Sentence, rest: Sequence[Sentence]) -> bool:
    """Whether a sentence gives its rows another version, division or number of cases than all others give theirs."""
    if sentence.of("same cases", denied=True) or not sentence.of("test", "division", "rowsnoun", denied=True):
        return False
    for kind in (VERSION, RATIO, CASES):
        own = set(kind.findall(sentence.plain))
        others = {found for one in rest for found in kind.findall(one.plain)}
        if own and others and not own & others:
            return True
    return False


def repeats_as_samples(sentences: Sequence[Sentence]) -> Iterator[Confession]:
    """A t test whose degrees of freedom are those of as many random divisions of the same rows as the text repeats."""
    if any(one.of("corrected t", denied=True) for one in sentences):
        return
    repeats = {int(number): one for k, one in enumerate(sentences) for mark in one.of("runs", "repeated cv")
               for number in re.findall(r"\d+", one.plain[max(0, mark.start - NEAR):mark.end])
               if _divided_anew(sentences[max(0, k - 2):k + 1])}
    for sentence in sentences:
        found = T.search(sentence.plain)
        if found and sentence.of("t test") and (design := repeats.get(int(found[1]) + 1)) is not None:
            yield Confession(fault=FOLDS, sentence=sentence.text, count=int(found[1]) + 1,
                             detail="" if design is sentence else design.text)
            return


def _divided_anew(sentences: Sequence[Sentence]) -> bool:
    return any(one.of("random") for one in sentences) and any(
        one.of("division", "test", "training") for one in sentences)


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
