"""The words of a name, however it is written: `scipy.stats.ttest_rel`, "Student's t-test (paired)", "χ² test"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")

SIGNS = str.maketrans({"χ": "chi", "²": "2", "κ": "kappa", "ρ": "rho", "τ": "tau", "×": "x", "–": "-", "—": "-",
                       "−": "-", "‑": "-", "’": "'", "‘": "'", "ß": "ss", "φ": "phi", "δ": "delta"})
PACKAGES = re.compile(
    r"\b(?:scipy\.stats|stats|scipy|statsmodels[.\w]*|sm|sklearn\.\w+|sklearn|scikit-learn|numpy|np|mlxtend\.evaluate|"
    r"mlxtend|pingouin|pg|weka[.\w]*|java|baycomp|autorank|scikit_posthocs|sp|orange|metrics|torchmetrics|keras[.\w]*|tf[.\w]*|"
    r"yardstick|caret|mlr3|mlr|pROC|exact2x2|coin|rcompanion|effsize|psych|PMCMRplus|scmamp|DescTools|rstatix|survival)"
    r"\s*(?:\.|::?:?|\$)(?=[A-Za-z])", re.IGNORECASE)
BRACKETED_YEAR = re.compile(r"[\[(]?\b(?:18|19|20)\d\d[a-z]?\b[\])]?")
REFERENCES = re.compile(r"\[[\d,\s-]+\]")


def words_of(text: str) -> tuple[str, ...]:
    """Lower case, without accents, packages, references and years.

    >>> words_of("scipy.stats.ttest_rel"), words_of("Mann–Whitney U test"), words_of("χ² (McNemar, 1947) [12]")
    (('ttest', 'rel'), ('mann', 'whitney', 'u', 'test'), ('chi2', 'mcnemar'))
    """
    plain = REFERENCES.sub(" ", BRACKETED_YEAR.sub(" ", text.translate(SIGNS)))
    plain = PACKAGES.sub("", plain)
    plain = "".join(c for c in unicodedata.normalize("NFKD", plain.lower().translate(SIGNS))
                    if not unicodedata.combining(c))
    plain = re.sub(r"'s\b|(?<=s)'(?=\s|$)", "", plain)
    return tuple(re.findall(r"[a-z]+\d*(?:x\d+[a-z]*)?|\d+x\d+[a-z]*|\.?\d+(?:\.\d+)?[%+]?", plain))


class Names(Generic[T]):
    """Meanings by their names: that of a phrase all of whose words are in the text, if no word of it is unknown.

    A phrase is a set of words; the first that fits counts, or the `longest`. `beside` are words that change nothing.
    """

    def __init__(self, entries: Iterable[tuple[T, Iterable[str]]], beside: str = "", *, longest: bool = False) -> None:
        self.longest = longest
        self.entries = [(meaning, [frozenset(phrase.split()) for phrase in phrases]) for meaning, phrases in entries]
        known = {word for _, phrases in self.entries for phrase in phrases for word in phrase}
        self.known = frozenset(known | set(beside.split()))

    def find(self, words: Iterable[str], *, loosely: bool = False) -> T | None:
        """What the words mean; None where one of them is not known (`loosely` lets it be), or none says what it is."""
        given = frozenset(word for word in words if not re.fullmatch(r"\d+", word) or word in self.known)
        if given - self.known and not loosely:
            return None
        found = [(len(phrase), meaning) for meaning, phrases in self.entries for phrase in phrases if phrase <= given]
        if not found:
            return None
        return max(found, key=lambda one: one[0])[1] if self.longest else found[0][1]


def spelled(table: str) -> list[tuple[str, list[str]]]:
    """Entries from lines of a meaning and its phrases, which are separated by bars; lines that are set in go on.

    >>> spelled("case: case | test case\\n    | row")
    [('case', ['case', 'test case', 'row'])]
    """
    lines = re.sub(r"\n\s+", " ", table.strip()).splitlines()
    return [(name, [phrase.strip() for phrase in phrases.split("|") if phrase.strip()])
            for name, _, phrases in (line.partition(": ") for line in lines)]
