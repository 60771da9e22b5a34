"""The questions put to whoever reads a study, or knows what its rows are: one for each way in which it can be at fault.

A question is asked so that *yes* is the fault. The check under whose code an answer stands says what to do about it.
What makes it a yes is not the same in words and in rows, so that each has its hint for either; without one it is not
asked there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from referee.audit._base import Severity
from referee.audit.prose.confession import (
    ACCURACY_ALONE,
    BEST,
    CALIBRATED,
    CIRCULAR,
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
)


class Of(StrEnum):
    """What a form is about, by what an answer can point at."""

    WORDS = "words"                    # a text, a description, a printed table, code: words to quote
    DATA = "data"                      # columns, and rows
    PREDICTIONS = "predictions"        # columns, rows, and models


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question: whose *yes* is a fault, and under which check."""

    name: str
    code: str
    asks: str
    hint: str = ""              # in words, what makes it a yes, and what looks like one and is none
    data: str = ""              # the same in rows of data
    predictions: str = ""       # … and in predictions
    says: str                   # the fault, as the clause that a finding begins with
    severity: Severity = Severity.SERIOUS
    noted: bool = False         # whether a yes says nothing without a note
    faults: tuple[str, ...] = ()     # what is heard in sentences, and an answer settles

    def hint_of(self, about: Of) -> str:
        """What to look for; empty where it is not asked."""
        return {Of.WORDS: self.hint, Of.DATA: self.data, Of.PREDICTIONS: self.predictions}[about]


OBJECTION = "F-63"              # whatever no other question asks for
FATAL, WARNING = Severity.FATAL, Severity.WARNING

GROUPS: dict[str, tuple[Question, ...]] = {
    "Rows that were trained on, and rows that were tested on": (
        Question(
            name="same-rows", code="F-01", faults=(SAME,), severity=FATAL,
            says="a score is of rows that were trained on",
            asks="Is a score of rows that the model was trained on given as if they were new?",
            hint="Yes also where only the last step was cross-validated. A training score that stands beside a test "
                 "score is none.",
            predictions="Yes where a model knows some rows as it cannot know new ones: a fold, a source, a span of "
                        "ids or dates in which it alone is far better than it is elsewhere."),
        Question(
            name="known-before", code="F-01", says="the model may have known the test items before",
            asks="May the test items, or their answers, have been in what the model had learnt before: pretraining, "
                 "public benchmarks, an earlier round, the prompt?",
            hint="Yes where the items were public before the model was trained and nobody checked. No where they are "
                 "newer, or were looked for.",
            predictions="Yes where a model is far better on what was public before it was trained, and the others are "
                        "not: look at dates, sources and ids."),
        Question(
            name="groups", code="F-21", faults=(PIECES,), severity=FATAL, says="rows of one unit stand on both sides",
            asks="Were rows divided one by one though several come from one person, place, device, document, family "
                 "or event?",
            hint="No where whole units were kept together, or where the same units are those that new cases will "
                 "come from.",
            data="Name the columns that tell the unit. Of rows that nobody has divided: yes where a division row by "
                 "row would part what belongs together and nobody says so. No where ids only look alike.",
            predictions="Name the columns that tell the unit, where folds part it and a model may have known it."),
        Question(
            name="copies", code="F-20", faults=(TWINS,), severity=FATAL,
            says="copies of the same item stand on both sides",
            asks="Can copies of one item be on both sides: duplicates, translations, paraphrases, augmented or "
                 "resampled rows?",
            hint="No where they were removed, or made within the training part alone.",
            data="Look for rows that are equal, or equal but for an id, a date or a little noise, and for parts that "
                 "have rows in common. No where different cases look alike because columns have few values.",
            predictions="Look for cases that stand there several times, under one id or several, and for ids in "
                        "several folds. No where a case comes again by design, once in each repeat."),
        Question(
            name="time", code="F-22", faults=(FUTURE, SHUFFLED), severity=FATAL,
            says="what is later helped to tell what is earlier",
            asks="Did rows, levels or knowledge of a later time help to predict an earlier one?",
            hint="Yes where a series or dated cases were divided at random and the claim is about the future.",
            data="Yes where rows near in time are alike and the division (or one row by row) parts them, or where a "
                 "column holds what comes later: a mean that looks ahead, a total of the year. Name the columns.",
            predictions="Yes where forecasts were issued when their time was over, or folds mix earlier and later."),
        Question(
            name="prepared", code="F-23", faults=(PREPARED,), severity=FATAL,
            says="a step that learns was given rows that are tested on",
            asks="Did a step that learns (scaling, imputing, selecting, balancing, encoding, embedding, building a "
                 "vocabulary, removing outliers) see the rows that are tested on?",
            hint="Yes where it came before the division. No where it was fitted in each training part, or learns "
                 "nothing.",
            data="Yes where values could only be computed with the rows of both parts, or with the target: gaps "
                 "filled in, scales, ranks, means of the class, codes of a category."),
        Question(
            name="late-input", code="F-24", faults=(LATE_FEATURE,), severity=FATAL,
            says="an input is known only after the outcome",
            asks="Is an input known only when, or after, the outcome is: at the time at which the model is to be "
                 "used, would it be missing?",
            hint="Yes for totals, codes, treatments and tests of the whole stay where one predicts at its beginning.",
            data="Go through the columns: what is written down only when, or after, the outcome is? Look at when they "
                 "are empty, and at dates. No where the value is known at the moment of prediction, however well it "
                 "tells the target."),
        Question(
            name="circular", code="F-24", faults=(CIRCULAR,), severity=FATAL,
            says="outcome and input are made of one another",
            asks="Is the outcome defined by an input, or an input made from the outcome?",
            hint="Yes where labels come from a rule, score or test result that is among the inputs, or from the "
                 "rows' own targets.",
            data="Look for columns of which the target can be computed, and for columns computed from the target.",
            predictions="Yes where what was predicted is made of what the model was given."),
        Question(
            name="confounded", code="F-24", says="the classes were recorded in different ways",
            asks="Do the classes differ in how they were recorded: device, site, period, format, who did it?",
            hint="Yes where all, or nearly all, of one class come from one source and those of the other do not.",
            data="Compare the classes by source, site, device, date, order in the file, number format, rounding and "
                 "gaps."),
        Question(
            name="measured-otherwise", code="F-60", says="some rows are measured otherwise than the rest",
            asks="Are some rows in another unit, on another scale or coded otherwise than the rest?",
            data="Yes where one source, period or part has another unit, scale, precision or code for the same thing, "
                 "or one number stands for a gap.",
            predictions="Yes where a model, or a part of its answers, is in another unit, on another scale or of "
                        "other codes than the truth."),
        Question(
            name="misjoined", code="F-52", says="values stand beside other rows than those they belong to",
            asks="Do values stand beside other rows than those they belong to: moved by some rows or hours, sorted by "
                 "themselves, joined by the wrong key?",
            data="Look for columns that go better with the rows before or after, and for rows that a join has made "
                 "more of or mixed up.",
            predictions="Look whether a model goes better with the truth of an earlier or later time, of another id, "
                        "or of another class. No where the last value is what a plain rival says."),
        Question(
            name="target", code=OBJECTION, says="the truth of some rows is none",
            asks="Is the truth, for some rows, not what it is called: filled in, guessed, not yet settled, swapped, "
                 "cut off, or a stand-in?",
            data="Yes where the outcome of recent rows cannot be known yet and stands there as “no”, where gaps were "
                 "filled up, where one source codes it the other way round, or where it is capped.",
            predictions="Yes where the truth is filled in, smoothed, not yet settled, or the same for all cases of a "
                        "batch."),
    ),
    "What was chosen, and by what": (
        Question(
            name="tuned", code="F-03", faults=(TUNED,), severity=FATAL,
            says="something was chosen by the scores of the test rows",
            asks="Was anything (settings, features, epoch, prompt, checkpoint, model, data version) chosen by the "
                 "scores of the rows that give the final number?",
            hint="Yes also for early stopping on them, and for the best cross-validated score given as the result."),
        Question(
            name="asked-again", code="F-28", says="the test rows were used again and again",
            asks="Was the test set, or a leaderboard, used many times before the number that is given?",
            hint="Yes where versions were submitted or evaluated on it and the best or last is reported."),
        Question(
            name="threshold", code="F-44", faults=(THRESHOLD,), says="a cut-off was chosen on the test rows",
            asks="Was a decision threshold, an operating point or a class share taken from the test rows?",
            hint="No where it was fixed beforehand or chosen on training or validation rows.",
            predictions="Yes where labels are cut from scores at the very point that is best for these rows, and no "
                        "plain point."),
        Question(
            name="calibrated", code="F-44", faults=(CALIBRATED,), says="probabilities were calibrated on the test rows",
            asks="Were probabilities calibrated, or a model recalibrated, on the rows whose calibration or score is "
                 "reported?",
            hint="No where that was done on rows of its own.",
            predictions="Yes where the share of hits equals the probability, group by group, better than chance "
                        "allows."),
        Question(
            name="best-run", code="F-08", faults=(BEST,), severity=FATAL, says="the best of several runs is reported",
            asks="Is the best of several seeds, folds, divisions, runs, samples or repetitions given as the result, "
                 "for all or for one model only?",
            hint="No where means (or all) are given. Yes where the best stands beside the means of others.",
            predictions="Yes where a model has fewer runs, or runs of other seeds, than those it stands beside."),
        Question(
            name="late-question", code="F-36", faults=(LATE_SIDE,),
            says="the question was settled after seeing the results",
            asks="Was the outcome, metric, side, subset, margin or comparison settled, or changed, after results "
                 "were seen?",
            hint="Yes where a registered or planned one was replaced, or the one that worked was named the main one."),
        Question(
            name="peeked", code="F-38", faults=(PEEKED,), says="data or runs were added until it was significant",
            asks="Were cases, runs or time added after looking, until the result was there (or stopped as soon as it "
                 "was)?",
            hint="No where the looks were planned and paid for (a sequential test)."),
        Question(
            name="left-out", code="F-47", faults=(LEFT_OUT,),
            says="runs, data sets or scores were left out of the summary",
            asks="Were runs, folds, data sets, models or scores left out of what is summed up, because of how they "
                 "came out?",
            hint="Yes for failed or diverged runs that are not counted. No where a rule fixed beforehand took them "
                 "out.",
            predictions="Yes where runs, folds or days are there for some models and not for others."),
        Question(
            name="cases-left-out", code="F-47", faults=(UNSURE, MISSED),
            says="test cases were dropped or relabelled by what came out",
            asks="Were test cases dropped, relabelled, repeated or counted otherwise because of what a model said of "
                 "them, or because they are hard?",
            hint="Yes where unanswered, unsure, refused or mismatching cases are not in the score.",
            data="Yes where rows are missing, doubled or changed by what their outcome is, or by what follows from "
                 "it: gaps in ids or dates, values without a gap, one class cleaned and the other not.",
            predictions="Yes where a model lacks cases that are hard for the others, or where cases that went badly "
                        "stand there otherwise."),
    ),
    "What is compared with what": (
        Question(
            name="effort", code="F-25", faults=(EFFORT,), says="one model was given more effort than its rivals",
            asks="Did one model get more tuning, data, inputs, time or help than those that it is compared with?",
            hint="Yes where rivals were taken as they come, or with settings of other data. No for a plain baseline."),
        Question(
            name="other-rows", code="F-05", faults=(COPIED,), says="scores are compared that are not of the same rows",
            asks="Are scores compared that are of different test rows, divisions, versions, years or prompts?",
            hint="Yes for numbers copied from other papers, and where each model is scored on cases of its own.",
            predictions="Yes where models answer different cases, or are held against different truths."),
        Question(
            name="scored-otherwise", code="F-43", says="the score is not what it is called, or not the same for all",
            asks="Is the metric computed otherwise for some model, does it not fit the task, or is it not what it is "
                 "called?",
            hint="Yes for an AUC of labels, another averaging for one model, credit for one model alone, errors of "
                 "logs.",
            predictions="Yes where what is scored is not what was said: an answer that was cut off or not understood "
                        "and stands there as a class, padding, rounding, clipping, credit for one model alone, the "
                        "same column twice."),
        Question(
            name="baseline", code="F-14", says="nothing simple was compared with",
            asks="Is a claim made without a simple rival (most frequent class, last value, one rule, the tool in "
                 "use), or against one that could not win?",
            hint="No where such a rival was scored on the same rows.",
            predictions="Yes where the simple rival was hindered: moved in time, constant, of other inputs, fitted to "
                        "something else."),
        Question(
            name="below-trivial", code="F-53", says="a trivial rule does as well",
            asks="Would always saying the same, the last value or the single best input do as well, by the figures "
                 "given?",
            hint="Quote the shares or scores that show it.",
            predictions="Yes where always saying the same, the last value or one rule of a column does as well."),
        Question(
            name="accuracy-alone", code="F-16", faults=(ACCURACY_ALONE,),
            says="accuracy alone is given where one class is rare",
            asks="Is accuracy (or another score that a rare class hardly moves) all that is given?",
            hint="No where the rare class has a score of its own.",
            predictions="Yes where all lead lies in the common class, and the rare one is missed."),
        Question(
            name="judge", code="F-62", says="labels or marks are not independent of the model",
            asks="Do labels or marks depend on the model: annotators who saw its output or knew whose it was, a "
                 "judge that is one of the models or of their family, labels made with its help?",
            hint="No where judges were blind, or truth was there before.",
            data="Yes where labels are a model's or a rule's own output, or were looked at again only where they did "
                 "not suit.",
            predictions="Yes where truth or marks lean towards one model: changed where it disagreed, filled in with "
                        "its answers, given by a judge of its family."),
        Question(
            name="unlike", code="F-19", says="the cases tested are not those that the claim is about",
            asks="Do the test cases differ from those that the claim is about: picked by hand, easy or extreme, "
                 "balanced where reality is not, one site, complete cases only?",
            hint="No where the claim keeps to such cases.",
            data="Yes where the rows, or the test rows, are not a sample of those that the target is wanted for: one "
                 "part easier, extreme or picked, balanced where reality is not, another place or time than is said.",
            predictions="Yes where the cases are picked, easy, or of one kind, so that the order of the models is "
                        "theirs."),
        Question(
            name="beyond", code="F-19", says="the conclusion goes beyond what was measured",
            asks="Does the conclusion go beyond what was measured: a cause, a benefit, another population, other "
                 "conditions, every case?",
            hint="No where the text says itself that this is open."),
    ),
    "Tests, intervals and figures": (
        Question(
            name="untested", code="F-05", faults=(UNBORNE,),
            says="a lead is claimed without a test, or against its own",
            asks="Is a difference claimed that no test or interval supports, or that its own p value or interval "
                 "does not bear out?",
            hint="Yes for a small lead of one run on few cases. No where the text says that it may be chance."),
        Question(
            name="many-tests", code="F-09", faults=(MANY,), says="many tests were made and not corrected",
            asks="Were many tests, subgroups, metrics or pairs looked at, and some found significant without a "
                 "correction?",
            hint="No where a correction is told, or one comparison was declared beforehand."),
        Question(
            name="pairs", code="F-12", faults=(PAIRS,), says="answers to the same cases are compared as two samples",
            asks="Are paired answers (same cases, folds, people) compared by a test for independent samples?",
            hint="No for McNemar, a paired t, Wilcoxon's signed ranks, a paired bootstrap."),
        Question(
            name="folds", code="F-10", faults=(FOLDS, SEEDS), severity=FATAL,
            says="folds, repeats or seeds are taken for independent samples",
            asks="Are folds, repeats, resamples or seeds taken for independent samples in a test or an interval?",
            hint="No for corrected tests (Nadeau and Bengio, 5×2 cv) and for tests over independent test cases."),
        Question(
            name="units", code="F-64", says="what hangs together is counted as independent cases",
            asks="Do tests or intervals count pieces that hang together (pixels, windows, visits, sentences, raters' "
                 "repeats) as independent cases?",
            hint="No where units are the cases, or errors are clustered.",
            predictions="Yes where many rows are of few units (frames of a video, tokens of a sentence, visits of a "
                        "person) and no column of groups was named."),
        Question(
            name="precision", code="F-04", says="the precision that is told is none",
            asks="Is an interval, standard error or ± wrong: a spread taken for an error of the mean, the wrong n, "
                 "made so that it cannot be long, or missing where the number is used?",
            hint="Yes for the sd of a bootstrap divided by the root of its samples."),
        Question(
            name="by-eye", code="F-13", says="intervals are compared by eye",
            asks="Is a difference, or none, read from whether intervals or error bars overlap?",
            hint="No where the difference itself has an interval or a test."),
        Question(
            name="equal", code="F-39", faults=(EQUAL,), says="what is not significant is taken for equal",
            asks="Is “not significant” taken for equal, safe, as good or no effect?",
            hint="No where an interval shows that only small differences are left, or a margin was set and tested."),
        Question(
            name="size", code="F-40", severity=WARNING, says="what is significant is taken for large",
            asks="Is a difference that is too small to matter sold as important because it is significant?",
            hint="No where its size is discussed."),
        Question(
            name="shopping", code="F-37", says="several tests of one question were tried",
            asks="Were several tests, models of the data, transformations or exclusions tried on one question, and "
                 "the one that worked reported?",
            hint="No where all are reported."),
        Question(
            name="few", code="F-07", says="there are too few cases for what is claimed",
            asks="Does the claim rest on so few cases (of the class, subgroup, site or period that matters) that it "
                 "cannot be borne?",
            hint="Quote the count.",
            data="Yes where the class, group or period that matters has hardly any rows.",
            predictions="Yes where the class, group or period that matters has hardly any rows."),
        Question(
            name="figures", code="F-30", severity=FATAL, says="figures contradict one another",
            asks="Do figures of the text contradict one another, beyond rounding?",
            hint="Quote both; say in the note what would follow."),
    ),
    "Anything else": (
        Question(
            name="other", code=OBJECTION, noted=True, says="a reader objects",
            asks="Is there another fault that makes a number or a conclusion of the study wrong, or not to be "
                 "believed?",
            hint="Quote it, and say in the note what is wrong with it.",
            data="Point at it, and say in the note what is wrong with it.",
            predictions="Point at it, and say in the note what is wrong with it."),
    ),
}


def questions() -> Iterator[Question]:
    """All, in the order in which they are asked."""
    for group in GROUPS.values():
        yield from group


def asked_of(about: Of) -> dict[str, Question]:
    """Those that are asked of words, of data or of predictions, by their names."""
    return {one.name: one for one in questions() if one.hint_of(about)}


QUESTIONS = {one.name: one for one in questions()}
