"""What a study says against itself: the faults that are told in words, and the sentence of each."""

from __future__ import annotations

from dataclasses import dataclass

ALL, TEST = "all", "test"
PREPARED, TUNED, THRESHOLD, BEST, SAME, FUTURE = (
    "prepared", "tuned on test", "threshold from test", "best of many", "trained and tested on the same", "future")
PIECES, MANY, ACCURACY_ALONE = "pieces divided at random", "many tests", "accuracy alone"
PAIRS, EQUAL, COPIED = "pairs as two samples", "not significant taken for equal", "numbers of other rows"
FOLDS, SEEDS, LATE_SIDE, LEFT_OUT = ("folds as samples", "seeds as samples", "side chosen late", "failed runs left out")
SHUFFLED, LATE_FEATURE, EFFORT, UNBORNE, TWINS, PEEKED = (
    "time divided at random", "known too late", "unequal effort", "claim against its own test", "copies left in",
    "stopped when significant")
CALIBRATED, UNSURE, MISSED = "calibrated on test", "unsure cases left out", "missed cases left out"
CIRCULAR = "outcome cut from a predictor"
LONGEST = 160                      # characters of a sentence that are quoted


@dataclass(frozen=True, slots=True, kw_only=True)
class Confession:
    """What a study says against itself, and in which sentence."""

    fault: str
    sentence: str
    rows: str = ""              # of a step, on which rows it was fitted: all, test
    step: str = ""
    count: int | None = None    # of how many runs the best was taken, or of how many tests
    line: int | None = None     # of the text on which the sentence begins
    detail: str = ""            # what else the text says that makes it a fault
    least_p: float | None = None     # of many tests, the smallest p that is told
    grave: bool = True          # False: it may be in order, and is asked about
    heard: bool = False         # taken from sentences, which are misread now and then: asked about, whatever it is

    @property
    def quoted(self) -> str:
        """The sentence in quotes, cut where it is long, and its line."""
        return f"“{_cut(self.sentence)}”{'' if self.line is None else f' (line {self.line})'}"

    @property
    def beside(self) -> str:
        """What else the text says, in quotes."""
        return f", and “{_cut(self.detail)}”" if self.detail else ""


def _cut(sentence: str) -> str:
    return sentence if len(sentence) <= LONGEST else sentence[:LONGEST - 1] + "…"
