"""A reader that was taught by examples: which sentences of a text sound as if they told a fault of the study.

Rules know what they were written for; people put a fault into words in a thousand ways. So beside the rules stands a
logistic regression over words and concepts, taught by some eleven thousand paragraphs of many authors
(`docs/sentences.zip`, `referee.lab.sentences`), and measured on authors that it was not taught by. What it notices is
asked about, never taken for proven: `Doubt` is no `Confession`. Where it is not sure enough to ask, it still knows
which sentences to read first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from referee.audit.prose.confession import (
    ACCURACY_ALONE,
    BEST,
    CALIBRATED,
    COPIED,
    EFFORT,
    EQUAL,
    FOLDS,
    FUTURE,
    LATE_FEATURE,
    LATE_SIDE,
    LEFT_OUT,
    MANY,
    MISSED,
    PAIRS,
    PEEKED,
    PIECES,
    PREPARED,
    SAME,
    SEEDS,
    SHUFFLED,
    THRESHOLD,
    TUNED,
    TWINS,
    UNBORNE,
    UNSURE,
    Confession,
)
from referee.audit.prose.marks import Sentence, marked_each
from referee.audit.prose.others import own_words
from referee.audit.prose.traits import traits_of
from referee.audit.vocabulary.sentences import sentences_of
from referee.kinds import Array

FILE = "taught.npz"
WORD = re.compile(r"[^\W\d_]{2}")
FEWEST = 4                # traits that must be known, for a sentence to be rated
FIRST = 3                 # sentences of a text that are named to be read first
SHORTEST = 6              # sentences of a text for which that saves reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of fault that examples were given of: the check it belongs to, how it is said, what rules call it."""

    code: str
    says: str
    faults: tuple[str, ...]


KINDS = {
    "prepared": Kind(code="F-23", faults=(PREPARED,), says="a step that learns was given rows that are tested on"),
    "tuned": Kind(code="F-03", faults=(TUNED, BEST), says="something was chosen by the scores of the test rows"),
    "threshold": Kind(code="F-44", faults=(THRESHOLD,), says="a cut-off was chosen on the test rows"),
    "calibrated": Kind(code="F-44", faults=(CALIBRATED,), says="probabilities were calibrated on the test rows"),
    "best-run": Kind(code="F-08", faults=(BEST, TUNED), says="the best of several runs is reported"),
    "same-rows": Kind(code="F-01", faults=(SAME,), says="it was tested on what it was trained on"),
    "groups": Kind(code="F-21", faults=(PIECES,), says="rows of one person, place or case stand on both sides"),
    "time": Kind(code="F-22", faults=(SHUFFLED, FUTURE), says="what is later helped to tell what is earlier"),
    "copies": Kind(code="F-20", faults=(TWINS,), says="copies of the same item stand on both sides"),
    "late-feature": Kind(code="F-24", faults=(LATE_FEATURE,), says="an input is known only after the outcome"),
    "effort": Kind(code="F-25", faults=(EFFORT,), says="one model was given more effort than its rivals"),
    "accuracy-alone": Kind(code="F-16", faults=(ACCURACY_ALONE,),
                           says="accuracy alone is given, where the larger class does as well"),
    "many-tests": Kind(code="F-09", faults=(MANY,), says="many tests were made and not corrected"),
    "pairs": Kind(code="F-12", faults=(PAIRS,), says="answers to the same cases are compared as two samples"),
    "equal": Kind(code="F-39", faults=(EQUAL,), says="what is not significant is taken for equal"),
    "other-rows": Kind(code="F-05", faults=(COPIED,), says="scores of different test rows are compared"),
    "folds": Kind(code="F-10", faults=(FOLDS, SEEDS), says="folds or repeats are taken for independent samples"),
    "late-side": Kind(code="F-36", faults=(LATE_SIDE,), says="the question was settled after seeing the results"),
    "left-out": Kind(code="F-47", faults=(LEFT_OUT,), says="runs, data sets or scores were left out of the summary"),
    "cases-left-out": Kind(code="F-47", faults=(MISSED, UNSURE),
                           says="test cases were dropped or relabelled by what the model said"),
    "peeked": Kind(code="F-38", faults=(PEEKED,), says="data or runs were added until it was significant"),
    "unborne": Kind(code="F-05", faults=(UNBORNE,), says="a lead is claimed that its own test does not bear out"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A sentence that sounds as if it told a fault, and which."""

    kind: str
    sentence: str
    chance: float           # as the regression has it, in texts of which every second has a fault
    asked: bool = True      # whether that is enough to ask; else it is only among the first to be read
    line: int | None = None
    cell: bool = False      # whether that is a cell of a notebook, counted with those of text


@dataclass(frozen=True, kw_only=True)
class Taught:
    """What was learnt: how much each trait speaks for a fault, and for which; and from where on it is asked about."""

    traits: dict[str, int]
    rarity: Array             # of each trait: inverse document frequency
    weights: Array            # of each trait, for a fault
    bias: float
    named: Array              # traits that tell one fault from another, by place
    kinds: tuple[str, ...]
    for_kinds: Array          # kinds × named
    kind_bias: Array
    threshold: float          # of the chance, from which a sentence is asked about
    noticed: tuple[int, int]  # by authors it was not taught by: of so many texts with a fault
    alarmed: tuple[int, int]  # … and of so many near misses

    def rate(self, traits: Iterable[str]) -> tuple[float, str]:
        """The chance that a sentence with these traits tells a fault, and the kind that it would be."""
        known = np.array(sorted(self.traits[one] for one in traits if one in self.traits), dtype=np.intp)
        if known.size < FEWEST:
            return 0.0, self.kinds[0]
        values = self.rarity[known] / np.linalg.norm(self.rarity[known])
        chance = 1 / (1 + np.exp(-(values @ self.weights[known] + self.bias)))
        there = np.searchsorted(self.named, known)
        there = np.where(there < self.named.size, there, 0)
        own = self.named[there] == known
        kinds = self.for_kinds[:, there[own]] @ values[own] + self.kind_bias
        return float(chance), self.kinds[int(np.argmax(kinds))]


@cache
def taught() -> Taught:
    """What the reader was taught, as it comes with the package."""
    with files("referee.audit.prose").joinpath(FILE).open("rb") as file, np.load(file, allow_pickle=False) as kept:
        names = bytes(kept["traits"]).decode().split("\n")
        return Taught(
            traits={name: place for place, name in enumerate(names)}, rarity=kept["rarity"].astype(float),
            weights=kept["weights"].astype(float), bias=float(kept["bias"]), named=kept["named"].astype(np.intp),
            kinds=tuple(bytes(kept["kinds"]).decode().split("\n")), for_kinds=kept["for_kinds"].astype(float),
            kind_bias=kept["kind_bias"].astype(float), threshold=float(kept["threshold"]),
            noticed=(int(kept["counts"][0]), int(kept["counts"][1])),
            alarmed=(int(kept["counts"][2]), int(kept["counts"][3])))


def doubts_in(text: str) -> tuple[Doubt, ...]:
    """The sentences of a text that sound like a fault; of each kind the one that does most.

    >>> [one.kind for one in doubts_in("Of five seeds we show the luckiest one on the held-out films.")]
    ['best-run']
    >>> doubts_in("The scaler was fitted on training rows only. Results are the mean of five seeds.")
    ()
    """
    return doubts_among(sentences_of(text, whole=True), text)


def doubts_among(sentences: Sequence[str], text: str) -> tuple[Doubt, ...]:
    """The doubtful among the sentences, fields or remarks of a text; then those to read first that are not asked about.

    >>> long = ["The 418 stays of 2021 were kept for the end.", "All others were used for fitting.", "It took an hour.",
    ...         "A forest of 500 trees was grown.", "Ten charts were read twice.", "The AUC was 0.81.",
    ...         "A cut of 0.37, nearest to the corner over these 418, was adopted."]
    >>> [(one.sentence[:14], one.asked) for one in doubts_among(long, " ".join(long))][:1]
    [('A cut of 0.37,', False)]
    """
    marked = marked_each(sentences, text)
    rated = sorted((Doubt(kind=kind, sentence=sentence.text, chance=chance, asked=chance >= taught().threshold)
                    for sentence, traits in zip(marked, traits_of(marked), strict=True)
                    for chance, kind in [taught().rate(traits)] if chance > 0 and sentence.text and _own(sentence)),
                   key=lambda one: -one.chance)
    first = [one for one in rated if _says(one.sentence)][:FIRST] if len(rated) >= SHORTEST else []
    asked: dict[str, Doubt] = {}
    for one in rated:
        if one.asked:
            asked.setdefault(one.kind, one)
    return (*asked.values(), *(one for one in first if not one.asked))


def beyond(doubts: Iterable[Doubt], confessed: Iterable[Confession]) -> tuple[Doubt, ...]:
    """The doubts that no confession settles: of another fault than those that are told, and in other words."""
    confessed = tuple(confessed)
    faults = {one.fault for one in confessed}
    told = " ".join(f"{one.sentence} {one.detail}" for one in confessed)
    return tuple(one for one in doubts if not faults & set(KINDS[one.kind].faults) and one.sentence not in told)


def _says(field: str) -> bool:
    """Whether a sentence, or what stands in a field, has words: “accuracy: 0.74” tells nothing to be read."""
    return WORD.search(field.partition(": ")[2] or field) is not None


def _own(sentence: Sentence) -> bool:
    """Whether a sentence is about the study itself, and not about others."""
    return own_words(sentence.text) == sentence.text
