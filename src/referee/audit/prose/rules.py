"""Which concepts together are a fault: data for the reader, and the only place where this is said.

Concepts are those of `lexicon.txt`; `a|b` is either, a blank stands between those that must all be there. Marks count
where the sentence asserts them; what must not be there counts wherever it stands.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.audit.prose.confession import (
    ALL,
    BEST,
    CALIBRATED,
    EFFORT,
    EQUAL,
    FOLDS,
    LATE_FEATURE,
    LEFT_OUT,
    MISSED,
    PAIRS,
    PEEKED,
    PREPARED,
    SAME,
    SHUFFLED,
    TEST,
    THRESHOLD,
    TUNED,
    TWINS,
    UNSURE,
)

STEPS = {"scale": "scaling", "impute": "imputation", "pca": "PCA", "tfidf": "tf-idf", "encode": "target encoding",
         "oversample": "SMOTE", "augment": "augmentation", "feature choice": "feature selection",
         "select": "feature selection"}
"""Steps of a preparation as the checks call them; `select` is features that are picked, in one clause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A fault, and what has to be said for it."""

    fault: str
    here: str = ""             # in one sentence
    within: int = 400          # characters from the first of them to the last
    follows: str = ""          # a>b in the sentence: the second soon behind the first
    before: str = ""           # in a sentence shortly before, or this one
    after: str = ""            # in this sentence behind the first mark, or in one of the next
    near: str = ""             # in this sentence or beside it
    anywhere: str = ""
    never_before: str = ""     # in no sentence shortly before
    not_here: str = ""
    not_near: str = ""
    not_anywhere: str = ""
    steps: bool = False        # here is one step of a preparation, fitted on `rows`
    rows: str = ""


RULES: tuple[Rule, ...] = (
    # A step that saw all rows: it says so, or comes before the division by its words or by the order of sentences.
    Rule(fault=PREPARED, steps=True, rows=ALL, here="whole|all_of_them", within=170, anywhere="division|test",
         not_here="scope|constant"),
    Rule(fault=PREPARED, steps=True, rows=ALL, follows="before>division", not_here="scope|constant"),
    Rule(fault=PREPARED, steps=True, rows=ALL, after="then>division", never_before="division",
         not_here="scope|constant", not_near="scope"),
    Rule(fault=PREPARED, steps=True, rows=ALL, here="first", after="division", never_before="division",
         not_here="scope|constant"),
    Rule(fault=PREPARED, steps=True, rows=ALL, after="these>division", never_before="division",
         not_here="scope|constant"),
    Rule(fault=PREPARED, steps=True, rows=TEST, here="test", within=70, not_here="scope|valid|constant|applied|cv"),
    # What was chosen by the test rows.
    Rule(fault=THRESHOLD, here="threshold|given_threshold choose|maximised test", within=160,
         not_here="valid|training|fixed_before|cv|applied"),
    Rule(fault=THRESHOLD, here="threshold best test", within=160,
         not_here="valid|training|fixed_before|cv|applied"),
    Rule(fault=TUNED, here="setting choose test", within=160, not_here="valid|training|fixed_before|threshold|cv"),
    Rule(fault=TUNED, here="watched test", after="best|choose", not_here="valid|training|fixed_before|cv",
         not_near="valid"),
    Rule(fault=CALIBRATED, here="recalibrate test", within=200, not_here="valid|training|cv|applied"),
    Rule(fault=CALIBRATED, here="recalibrate observed_outcomes these|test", not_here="valid|training|cv"),
    # The best of many runs.
    Rule(fault=BEST, here="best runs", near="test|report", not_here="valid|mean|illustration", not_near="valid"),
    Rule(fault=BEST, here="best report|test", before="runs", not_here="valid|mean|setting|threshold|illustration",
         not_near="valid|mean", within=120),
    # Hours of one series on both sides; the same text or image on both sides.
    Rule(fault=SHUFFLED, here="random division|test|training", anywhere="series",
         not_here="chronological|runs|drawn_up", not_near="grouped"),
    Rule(fault=TWINS, here="left_in", before="duplicates", anywhere="random division", not_here="excluded|merged",
         never_before="merged"),
    Rule(fault=SAME, here="scored seen_rows", not_anywhere="also_outside"),
    Rule(fault=SAME, here="test_items", follows="tuned_with>test_items", anywhere="scored",
         not_here="division|scored|excluded"),
    # Features that are known later than the prediction is made.
    Rule(fault=LATE_FEATURE, here="known_late", near="inputs", anywhere="early", not_here="excluded",
         not_near="excluded"),
    Rule(fault=LATE_FEATURE, here="later_moment inputs", within=120, anywhere="early",
         not_here="excluded|outcome|own_moment", not_near="excluded"),
    # Effort.
    Rule(fault=EFFORT, here="default", anywhere="effort ours", not_here="equally|ours"),
    Rule(fault=EFFORT, here="default rival", anywhere="effort", not_here="equally|ours"),
    # Tests.
    Rule(fault=FOLDS, here="t_test scores_of", anywhere="cv|repeated_cv", not_anywhere="corrected_t"),
    Rule(fault=PAIRS, here="unpaired_test", near="right_answers", anywhere="same_cases", not_anywhere="paired_test"),
    Rule(fault=EQUAL, here="equal concluded", before="not_significant", not_anywhere="equivalence_test"),
    Rule(fault=LEFT_OUT, here="failed excluded runs", within=120),
    Rule(fault=UNSURE, here="excluded unsure", anywhere="test|scored", within=200, not_here="training|valid"),
    Rule(fault=MISSED, here="far_wrong excluded|put_aside", within=200, anywhere="test|scored",
         not_here="training|valid"),
    Rule(fault=MISSED, here="far_wrong", after="them>excluded|put_aside", anywhere="test|scored",
         not_here="training|valid"),
    Rule(fault=PEEKED, here="peeked"),
)
