"""Every option there is, each said once: its word in Python, its spellings, its one meaning.

No command defines an option of its own; `tests/cli/test_options.py` walks them all.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.show import file_to_write, page_file, picture_file, print_version
from referee.cli.spellings import option

DEFAULT_LEDGER = "referee.db"
NOT_TOLD = ", where its name does not tell."


class FailOn(StrEnum):
    """From which severity on the exit code is 1."""

    info = "info"
    warning = "warning"
    serious = "serious"
    fatal = "fatal"
    never = "never"


class FailIf(StrEnum):
    """What closes a gate, so that the exit code is 1."""

    worse = "worse"
    maybe_worse = "maybe-worse"
    not_better = "not-better"
    not_equivalent = "not-equivalent"


# What several commands are given without a spelling.
Data = Annotated[str, typer.Argument(
    help="A table (.csv, .csv.gz, .tsv, .parquet), the name of a bundled data set, or openml:ID.", metavar="DATA")]
LedgerArgument = Annotated[str, typer.Argument(help="A ledger: a file, or a database URL.", metavar="LEDGER")]

# What is what in the data.
Target = Annotated[str | None, option("target", "--target", "-t", metavar="COL", meaning=(
    "The column to predict; several, separated by commas, for regression."))]
Task = Annotated[str | None, option("task", "--task", metavar="KIND", meaning=(
    "classification, ordinal (classes in order: ordinal:low,medium,high), regression or count, where the guess is "
    "wrong."))]
Groups = Annotated[str | None, option("groups", "--groups", metavar="COL", old=["--cluster"], meaning=(
    "Column whose equal values belong together (article, patient, user): never on both sides of a split; copies: "
    "equal rows do; none: there are no groups."))]
Ids = Annotated[str | None, option("ids", "--ids", metavar="COL", old=["--id"], meaning=(
    "Column that names the rows; not a feature."))]
Time = Annotated[str | None, option("time", "--time", metavar="COL", meaning=(
    "Column that says when rows were measured, by numbers or dates; rows: they stand in that order; none: it does not "
    "matter. Not a feature."))]
Split = Annotated[str | None, option("split", "--split", metavar="COL", meaning=(
    "Column that says which part rows belong to (train, test; Training, Prüfung; 0, 1); known by its words unless told "
    "otherwise; none: there is no such column."))]
Drop = Annotated[str | None, option("drop", "--drop", metavar="COLS", meaning=(
    "Columns to leave out, separated by commas."))]
Positive = Annotated[str | None, option("positive", "--positive", metavar="LABEL", meaning=(
    "The class that counts as positive."))]
Strata = Annotated[str | None, option("strata", "--strata", metavar="COL", meaning=(
    "Column within whose values labels are shuffled; it stays a feature."))]
DataOfStudy = Annotated[str | None, option("data", "--data", metavar="DATA", meaning=(
    "The data of the study, to look for duplicates and leaking columns."))]

# What is what in a table of predictions or scores.
Truth = Annotated[str | None, option("truth", "--truth", metavar="COL", meaning=(
    f"Column of the truth{NOT_TOLD[:-1]}; or the file of it, with its ids."))]
Model = Annotated[str | None, option("model", "--model", metavar="COL", meaning=(
    f"Column of the models' names{NOT_TOLD}"))]
Prediction = Annotated[str | None, option("prediction", "--prediction", metavar="COL", meaning=(
    f"Column of the predictions{NOT_TOLD[:-1]}; several, with commas, are one a model."))]
Probability = Annotated[str | None, option("probability", "--probability", metavar="COL", meaning=(
    f"Column of the probability of the positive class{NOT_TOLD[:-1]}; several, with commas, are one a model."))]
Score = Annotated[str | None, option("score", "--score", metavar="COL", meaning=f"Column of the scores{NOT_TOLD}")]
Correct = Annotated[str | None, option("correct", "--correct", metavar="COL", meaning=(
    f"Column of the marks, right or wrong, or a grade{NOT_TOLD}"))]
Fold = Annotated[str | None, option("fold", "--fold", metavar="COL", meaning=f"Column of the folds{NOT_TOLD}")]
Repeat = Annotated[str | None, option("repeat", "--repeat", metavar="COL", meaning=(
    f"Column of the repeats{NOT_TOLD}"))]
Run = Annotated[str | None, option("run", "--run", metavar="COL", meaning=(
    f"Column of the runs, seeds or generations{NOT_TOLD}"))]
Weights = Annotated[str | None, option("weights", "--weights", metavar="COL", old=["--weight"], meaning=(
    "Column of the weights of rows, in scores, intervals and tests; not a feature."))]
WeightsAre = Annotated[str | None, option("weights_are", "--weights-are", metavar="KIND", meaning=(
    "What weights are: counts (a row stands there so often) or sampling (it stands for so many cases)."))]
CaseCosts = Annotated[str | None, option("case_costs", "--case-costs", metavar="COL", meaning=(
    "Column of what it costs to be wrong about each row, for mean cost; not a feature."))]
Dataset = Annotated[str | None, option("dataset", "--dataset", metavar="COL", meaning=(
    f"Column of the data sets' names{NOT_TOLD}"))]
Scorer = Annotated[str | None, option("scorer", "--scorer", metavar="COL", meaning=(
    f"Column of the scorers' names, where several marked the same answers{NOT_TOLD}"))]
Column = Annotated[list[str] | None, option("column", "--column", metavar="ROLE=COL", hidden=True, meaning=(
    "Any of these columns by its role: truth=y is --truth y."))]
CommonCases = Annotated[bool, option("common_cases", "--common-cases", meaning=(
    "Judge on the cases all models have, instead of refusing."))]
Names = Annotated[str | None, option("names", "--names", metavar="NAMES", meaning=(
    "Names of the models, one for each file in their order, where the files do not name them, or name two alike."))]
StraysAreWrong = Annotated[bool, option("strays_are_wrong", "--strays-are-wrong", meaning=(
    "Count answers that name none of the classes as wrong, instead of refusing."))]
Format = Annotated[str | None, option("format", "--format", metavar="NAME", meaning=(
    "Which program wrote the files, where it is not recognised: weka, mlr3, openml, lm-eval, inspect."))]
Missing = Annotated[str, option("missing", "--missing", metavar="HOW", meaning=(
    "Scores that are missing: refuse, drop-data-sets, drop-models, or keep (each pair on the data sets that have "
    "both)."))]
HigherIsBetter = Annotated[bool | None, option(
    "higher_is_better", "--higher-is-better/--lower-is-better", meaning=(
        "Which way is better, where no metric says it."))]

SummaryA = Annotated[str | None, option("a", "--a", metavar="MEAN,SD,N", meaning=(
    "Mean, standard deviation and number of runs of the first model, as a paper prints them; NAME=… names it."))]
SummaryB = Annotated[str | None, option("b", "--b", metavar="MEAN,SD,N", meaning="The same of the second model.")]

MadeRows = Annotated[int, option("made_rows", "--made-rows", min=1, metavar="N", meaning="How many rows to make.")]

# Models and how they are tuned.
_models = option("models", "--models", "-m", metavar="NAMES", taken=["--model"], meaning=(
    "Learners, separated by commas: forest, forest:n_estimators=300, xgboost.XGBClassifier. "
    "See `referee list learners`."))
Models = Annotated[str, _models]
SomeModels = Annotated[str | None, _models]
Allow = Annotated[list[str] | None, option("allow", "--allow", metavar="PACKAGE", meaning=(
    "A package that models and designs may be imported from by path, besides installed ones and the working folder; "
    "may be repeated."))]          # `Command` adds it wherever something can be named by a path
Tuning = Annotated[str | None, option("tuning", "--tuning", metavar="SPEC", meaning=(
    "How a parameter with several values (knn:n_neighbors=1|5|15) is chosen inside each training part: nested, "
    "salzberg, flexer, ttv or a design, as in nested:folds=5,rule=one-se,select=roc_auc,draws=50."))]
Correction = Annotated[str, option("correction", "--correction", metavar="HOW", meaning=(
    "How the choice is paid for. nested: tune afresh in every training part. bbc: cross-validate all settings once and "
    "correct the best score, for a fraction of the fits."))]
Baseline = Annotated[bool, option("baseline", "--baseline/--no-baseline", meaning=(
    "Add a baseline that ignores the features."))]
Learner = Annotated[str | None, option("learner", "--learner", metavar="NAME", meaning=(
    "One learner of the study; all if not said."))]
Pair = Annotated[str | None, option("pair", "--pair", metavar="A,B", taken=["--models", "-m"], meaning=(
    "Two models to look at, where there are more."))]

# What is measured, and on which rows.
Metrics = Annotated[str | None, option("metrics", "--metrics", metavar="NAMES", old=["--metric"], meaning=(
    "Metrics, the primary one first. See `referee list metrics`."))]
Design = Annotated[str | None, option("design", "--design", "-d", metavar="SPEC", meaning=(
    "How rows are divided, e.g. kfold:folds=10,repeats=10 or holdout:test=0.2. See `referee list designs`."))]
Designs = Annotated[str, option("designs", "--designs", metavar="SPECS", meaning=(
    "Other designs to try, separated by semicolons; '' for none."))]
Budget = Annotated[int | None, option("budget", "--budget", min=1, metavar="FITS", meaning=(
    "Fits a learner that can be afforded, where no design is named."))]
_test_rows = option("test_rows", "--test-rows", min=1, metavar="N", old=["--test-size"], taken=["--test"], meaning=(
    "How many rows to test on."))
TestRows = Annotated[int, _test_rows]
SomeTestRows = Annotated[int | None, _test_rows]
_train_rows = option("train_rows", "--train-rows", min=1, metavar="N", taken=["--train"], meaning=(
    "How many rows to train on."))
TrainRows = Annotated[int, _train_rows]
SomeTrainRows = Annotated[int | None, _train_rows]
_test_share = option("test_share", "--test-share", metavar="SHARE", taken=["--test"], meaning=(
    "Share of the rows tested in each split."))
TestShare = Annotated[float, _test_share]
SomeTestShare = Annotated[float | None, _test_share]
TrainShare = Annotated[float | None, option(
    "train_share", "--train-share", metavar="SHARE", taken=["--train"], meaning=(
        "Share of the rows not tested on that a sample holds: half, or all with --bootstrap."))]
Sizes = Annotated[str | None, option("sizes", "--sizes", metavar="NUMBERS", meaning=(
    "Training sizes, separated by commas: rows (100,200,400), or for a curve shares too (0.25,0.5,1.0)."))]
Folds = Annotated[int, option("folds", "--folds", metavar="N", meaning="Folds of the cross-validation.")]
Repeats = Annotated[int, option("repeats", "--repeats", metavar="N", meaning=(
    "How often folds are dealt, samples drawn or problems made."))]
Resamples = Annotated[int, option("resamples", "--resamples", min=2, metavar="N", meaning=(
    "Bootstrap samples; 500 for a good standard error."))]
Samples = Annotated[int, option("samples", "--samples", min=2, metavar="N", meaning="Training samples; 30 or more.")]
Bootstrap = Annotated[bool, option("bootstrap", "--bootstrap", meaning="Draw samples with replacement.")]
Portions = Annotated[int, option("portions", "--portions", min=1, metavar="N", taken=["--samples"], meaning=(
    "Disjoint portions of the rows; 1: all rows as one."))]
Splits = Annotated[int, option("splits", "--splits", metavar="N", meaning="Random divisions of the rows to try.")]
_SEEDS = option("seeds", "--seeds", metavar="N", meaning=(
    "How many seeds of the learner: to try on a split; in an audit, with which it was run (0: nothing is random)."))
Seeds = Annotated[int, _SEEDS]
SeedsRun = Annotated[int | None, _SEEDS]
Tried = Annotated[str | None, option("tried", "--tried", metavar="N", meaning=(
    "How many settings of each model were tried; or one number a model, forest=12,lda=1."))]
TunedOn = Annotated[str | None, option("tuned_on", "--tuned-on", metavar="ROWS", meaning=(
    "On which rows settings were chosen: test, validation, training or nothing."))]
Baselines = Annotated[str | None, option("baselines", "--baselines", metavar="NAMES", meaning=(
    "Models that are baselines, where neither their names nor their answers tell; several with commas."))]
Training = Annotated[int, option("training", "--training", metavar="N", meaning=(
    "Most rows of a training set that are predicted for the training score; 0 for none."))]
Shuffled = Annotated[str, option("shuffled", "--shuffled", metavar="WHAT", taken=["--test"], meaning=(
    "What is shuffled. labels: is there anything to learn? columns: does the learner use that features depend on each "
    "other? Or both: labels,columns."))]
Shuffles = Annotated[int, option("shuffles", "--shuffles", "-n", min=1, metavar="N", meaning=(
    "How often the data are shuffled."))]
Vary = Annotated[list[str] | None, option("vary", "--vary", metavar="NAME=VALUES", meaning=(
    "A parameter and values to try, as in max_depth=2,4,8; may be repeated."))]
TrueValue = Annotated[str | None, option("true_value", "--true-value", metavar="X", taken=["--truth"], meaning=(
    "The true value where it is known; several, separated by commas, for several numbers."))]
TrueMean = Annotated[str | None, option("true_mean", "--true-mean", metavar="COLS", taken=["--truth"], meaning=(
    "Columns with the true mean of the target, or with every class's probability, where they are known; they are no "
    "features."))]
Noise = Annotated[float | None, option("noise", "--noise", metavar="X", meaning=(
    "Variance of the target around its true mean, where it is known."))]

# What is kept.
Scrub = Annotated[bool, option("scrub", "--scrub", meaning=(
    "Mask passwords of databases that an older version wrote into the ledger."))]
Problem = Annotated[str | None, option("problem", "--problem", metavar="NAME", meaning=(
    "One problem of the ledger, by its name; all if not said."))]
Tables = Annotated[str, option("tables", "--tables", metavar="KIND", meaning=(
    "How tables are written: parquet, csv or jsonl."))]
Before = Annotated[str | None, option("before", "--before", metavar="DATE", meaning=(
    "Only what was written before this day, or time, UTC."))]
Yes = Annotated[bool, option("yes", "--yes", meaning="Do it; otherwise it is only said what would be done.")]

# How differences are judged.
Level = Annotated[float, option("level", "--level", metavar="SHARE", meaning=(
    "Confidence of intervals; error rate 1 − level."))]
_test = option("test", "--test", metavar="NAME", meaning="The statistical test. See `referee list tests`.")
Test = Annotated[str, _test]
SomeTest = Annotated[str | None, _test]
Against = Annotated[str | None, option("against", "--against", metavar="NAME", meaning=(
    "Compare all with this model, not all pairs."))]
Relevant = Annotated[float | None, option("relevant", "--relevant", metavar="X", old=["--rope"], meaning=(
    "Smallest difference that matters to you, in the unit of the primary metric."))]
Adjust = Annotated[str, option("adjust", "--adjust", metavar="NAME", meaning=(
    "Correction for the number of comparisons: holm, shaffer, bergmann-hommel, max-t, …"))]
Family = Annotated[str, option("family", "--family", metavar="WHAT", meaning=(
    "What is corrected for: ledger (all that was tried on these rows), declared (this study alone), or online (one may "
    "stop whenever one likes what one sees)."))]
Side = Annotated[str | None, option("side", "--side", metavar="NAME", meaning=(
    "One-sided tests, declared before anything is fitted: only that this model is better than others can be found."))]
Protocol = Annotated[str | None, option("protocol", "--protocol", metavar="NAME", meaning=(
    "Do as a paper says: salzberg or mooney. Sets design, test and correction."))]
At = Annotated[int | None, option("at", "--at", metavar="SIZE", meaning=(
    "Compare at this size only, declared before looking."))]
PerDataSet = Annotated[bool, option("per_data_set", "--per-data-set", meaning=(
    "Count the data sets on which a model is truly better; needs folds or runs."))]
Bounds = Annotated[str, option("bounds", "--bounds", metavar="LOW,HIGH", meaning="What a score cannot leave.")]
Bins = Annotated[int | None, option("bins", "--bins", min=1, metavar="N", meaning="Equal-mass bins in place of CORP.")]
Of = Annotated[str | None, option("of", "--of", metavar="WHAT", meaning=(
    "class-wise or top-label, for three classes and more."))]

OfClass = Annotated[str | None, option("of_class", "--class", metavar="LABEL", meaning=(
    "The class that is looked for, against the rest."))]
Thresholds = Annotated[str | None, option("thresholds", "--thresholds", metavar="P,P…", meaning=(
    "Probabilities from which one acts, separated by commas."))]

# What is known before a study.
Goal = Annotated[str, option("goal", "--goal", "-g", metavar="GOAL", meaning=(
    "compare, absolute, compare-models, select, chance, equivalence, leaderboard, growing, plan or curve."))]
Datasets = Annotated[int, option("datasets", "--datasets", min=1, metavar="N", old=["--data-sets"], meaning=(
    "Data sets of this kind to compare on."))]
Ordered = Annotated[bool, option("ordered", "--ordered", meaning="The rows follow each other in time.")]
SimulatorIsThere = Annotated[bool, option("simulator", "--simulator", meaning="Fresh rows can be had at will.")]
Reused = Annotated[bool, option("reused", "--reused", meaning="The test rows have been used before.")]
Probabilities = Annotated[bool, option("probabilities", "--probabilities", meaning="The probabilities are acted on.")]
Costs = Annotated[str | None, option("costs", "--costs", metavar="FP,FN", meaning=(
    "What a false alarm and a miss cost, as in 1,5."))]
Human = Annotated[int | None, option("human", "--human", metavar="N", meaning=(
    "Cases that people have scored, the others by a machine."))]
Tolerance = Annotated[float | None, option("tolerance", "--tolerance", metavar="X", meaning=(
    "Precision that the use of the result needs; with --ledger and a panorama in it."))]
Asked = Annotated[str, option("asked", "--asked", metavar="DESIGN", meaning="A design somebody has asked for.")]
Timed = Annotated[bool, option("timed", "--timed/--no-timed", meaning="Time a few fits on some of the rows.")]
Difference = Annotated[float | None, option("difference", "--difference", metavar="X", taken=["-d"], meaning=(
    "Difference to be seen, in the metric's unit."))]
Unit = Annotated[str | None, option("unit", "--unit", metavar="WHAT", meaning=(
    "What is counted: cases (of one test set), splits, runs or data-sets."))]
Have = Annotated[int | None, option("have", "--have", metavar="N", meaning="How many of them there are.")]
Power = Annotated[float, option("power", "--power", metavar="SHARE", meaning=(
    "Chance of seeing the difference if it is there."))]
Comparisons = Annotated[int, option("comparisons", "--comparisons", metavar="N", old=["--tests"], meaning=(
    "Comparisons that share the error rate."))]
Alternative = Annotated[str, option("alternative", "--alternative", metavar="SIDE", meaning=(
    "two-sided; or greater or less, if the side is declared before anyone looks."))]
Accuracy = Annotated[float | None, option("accuracy", "--accuracy", metavar="SHARE", meaning=(
    "Accuracy expected of the worse model."))]
Disagreement = Annotated[float | None, option("disagreement", "--disagreement", metavar="SHARE", meaning=(
    "Share of cases that exactly one of the two models gets right."))]
Correlation = Annotated[float | None, option("correlation", "--correlation", metavar="R", meaning=(
    "Correlation of right answers, where the disagreement is not known."))]
Sd = Annotated[float | None, option("sd", "--sd", metavar="X", meaning=(
    "Standard deviation of the differences over cases, splits or data sets; of the score over runs."))]
Wins = Annotated[float | None, option("wins", "--wins", metavar="SHARE", meaning=(
    "Share of data sets that the better model wins: plans the sign test."))]
ClusterSize = Annotated[float | None, option("cluster_size", "--cluster-size", metavar="N", meaning=(
    "Cases in a cluster, on average."))]
Icc = Annotated[float | None, option("icc", "--icc", metavar="R", meaning=(
    "Correlation of differences within a cluster."))]
Unpaired = Annotated[bool, option("unpaired", "--unpaired", meaning=(
    "Each model has test cases, or runs, of its own."))]
HalfWidth = Annotated[float | None, option("half_width", "--half-width", metavar="X", meaning=(
    "How far the interval of an estimate may reach to either side."))]

# Vaults.
Fraction = Annotated[float, option("fraction", "--fraction", metavar="SHARE", meaning=(
    "Share of the rows to set aside."))]
Mode = Annotated[str, option("mode", "--mode", metavar="HOW", meaning="How a vault answers: ladder or thresholdout.")]
Step = Annotated[float | None, option("step", "--step", metavar="X", meaning=(
    "Ladder: the least step forward; its standard error if not said."))]
Threshold = Annotated[float, option("threshold", "--threshold", metavar="X", meaning=(
    "Thresholdout: how far open rows and vault may differ."))]
NoiseScale = Annotated[float, option("noise_scale", "--noise-scale", metavar="X", taken=["--noise"], meaning=(
    "Thresholdout: scale of the noise."))]
Answers = Annotated[int, option("answers", "--answers", metavar="N", taken=["--budget"], meaning=(
    "Thresholdout: how many answers of the vault it may give."))]

# Audits.
Everything = Annotated[bool, option("everything", "--all", meaning=(
    "Tell everything: every check with what came of it, every column, every table."))]
Mute = Annotated[list[str] | None, option("mute", "--mute", metavar="CODE", meaning=(
    "Leave a check out, e.g. F-07; may be repeated, or several with commas."))]
FailOnOption = Annotated[FailOn, option("fail_on", "--fail-on", meaning=(
    "Leave with exit code 1 from this severity on."))]
Questions = Annotated[Path | None, option("questions", "--questions", metavar="FILE", callback=file_to_write, meaning=(
    "Where to write the form with what only somebody can answer who reads the study, or knows its columns."))]
Filled = Annotated[Path | None, option("filled", "--filled", metavar="FILE", meaning=(
    "The form, filled in; what it quotes or points at must be in what is audited."))]
Sarif = Annotated[Path | None, option("sarif", "--sarif", metavar="FILE", callback=file_to_write, meaning=(
    "Where to write the audit as SARIF 2.1.0, for code hosts and editors."))]
Junit = Annotated[Path | None, option("junit", "--junit", metavar="FILE", callback=file_to_write, meaning=(
    "Where to write JUnit XML, for servers of continuous integration."))]
FailIfOption = Annotated[FailIf | None, option("fail_if", "--fail-if", meaning=(
    "Leave with exit code 1 if a model is shown to be worse than that of --against; maybe-worse: not shown to be worse "
    "by less than --relevant; not-better; not-equivalent."))]
Summary = Annotated[Path | None, option("summary", "--summary", metavar="FILE", callback=file_to_write, meaning=(
    "Where to write what came of --fail-if as Markdown, after what is there."))]

# The lab.
Thesis = Annotated[Path | None, option("thesis", "--thesis", metavar="FOLDER", meaning=(
    "Study the data sets of Guo's thesis, from this folder, with its sizes and learners: red, white, wines, abalone, "
    "letter, covertype, or all if none is named."))]
Duplicates = Annotated[str, option("duplicates", "--duplicates", metavar="HOW", meaning=(
    "Rows that repeat others: together (in training or in test) or apart (as they come; historic)."))]
Folder = Annotated[Path | None, option("folder", "--folder", metavar="FOLDER", meaning=(
    "Where tables lie that do not come along, as NAME.csv.gz."))]
Generators = Annotated[str, option("generators", "--generators", metavar="NAMES", meaning=(
    "Laws that samples are drawn from, separated by commas: G1, G1'."))]
Laws = Annotated[str, option("laws", "--laws", metavar="NAMES", meaning=(
    "Laws that data are drawn from again and again, separated by commas: gaussian-mixture, logistic, noise, "
    "propellers."))]
Estimators = Annotated[str | None, option("estimators", "--estimators", metavar="NAMES", meaning=(
    "Estimators to try, separated by semicolons: resubstitution, holdout, kfold-repeated, loo, 632plus, … or the "
    "letters R;H;H^I;K;K^I;L;B;.632;.632+, optimism, default, or any design."))]
Resampled = Annotated[int, option("resampled", "--resampled", min=0, metavar="N", meaning=(
    "Of how many data sets drawn the rows are also drawn with replacement, and all evaluated anew."))]
IterationScores = Annotated[Path | None, option("iteration_scores", "--iteration-scores", metavar="FILE", meaning=(
    "Where to write the score of every iteration, as CSV."))]
Cells = Annotated[str | None, option("cells", "--cells", metavar="TEXTS", meaning=(
    "Cells of the sheet whose ids hold one of these, separated by commas, e.g. '5nn n=100,mlp'."))]
Part = Annotated[str, option("part", "--part", metavar="PART", meaning=(
    "Which cells of the sheet: small, default or all."))]
Repetitions = Annotated[int, option("repetitions", "--repetitions", min=0, metavar="N", meaning=(
    "Studies of each cell; 0 to read what is there."))]
LevelsPage = Annotated[Path | None, option("levels_page", "--levels-page", metavar="FILE", meaning=(
    "Where to write the page of levels, as Markdown."))]
LevelsSummary = Annotated[Path | None, option("levels_summary", "--levels-summary", metavar="FILE", meaning=(
    "Where to write the summary from which pages tell the level of a user's cell."))]
Condense = Annotated[bool, option("condense", "--condense", meaning=(
    "Keep counts in the place of single studies, so that the file stays small."))]
Unequal = Annotated[bool, option("unequal", "--unequal", meaning=(
    "Learners that differ in truth, for powers instead of levels."))]

# Running, keeping and showing.
Quick = Annotated[bool, option("quick", "--quick", meaning="Fit less, to see in minutes what the whole would say.")]
Seed = Annotated[int, option("seed", "--seed", metavar="N", meaning="Every random choice comes from this number.")]
Jobs = Annotated[int | None, option("jobs", "--jobs", "-j", min=1, metavar="N", meaning=(
    "Processes that fit at once; all cores if not said."))]
Engine = Annotated[str | None, option("engine", "--engine", metavar="NAME", meaning=(
    "What fits the models: local, dask, or one that an installed package brings. See `referee list engines`."))]
Address = Annotated[str | None, option("address", "--address", metavar="URL", meaning=(
    "Where the scheduler of --engine dask is: tcp://host:8786."))]
TimeLimit = Annotated[float | None, option("time_limit", "--time-limit", metavar="SECONDS", meaning=(
    "Give up a single fit after so long; it is recorded as failed."))]
RetryFailed = Annotated[bool, option("retry_failed", "--retry-failed", meaning=(
    "Fit once more what failed before; what comes of it takes the place of the failure."))]
Share = Annotated[bool, option("share", "--share", meaning=(
    "Share the fits with all processes, here or elsewhere, that are given the same study, ledger and --share."))]
_ledger = option("ledger", "--ledger", "-l", metavar="FILE", meaning=(
    "The ledger, where results are kept and looked up: a file, or a database URL."))
Ledger = Annotated[str, _ledger]
SomeLedger = Annotated[str | None, _ledger]
Port = Annotated[int | None, option("port", "--port", metavar="N", min=0, max=65535, meaning=(
    "The port of this machine to listen on; 8765, or another if that is taken, if not said."))]
NoBrowser = Annotated[bool, option("no_browser", "--no-browser", meaning="Show the address, and open no browser.")]
Study = Annotated[int | None, option("study", "--study", metavar="N", meaning=(
    "Number of the study in `referee ledger ls`; the newest if not said."))]
Report = Annotated[Path | None, option("report", "--report", "-o", metavar="FILE", callback=page_file, meaning=(
    "Where to write the page."))]
NoReport = Annotated[bool, option("no_report", "--no-report", is_eager=True, meaning="Write no page.")]
Figure = Annotated[Path | None, option(
    "figure", "--figure", metavar="FILE", old=["--picture", "--surface"], callback=picture_file, meaning=(
        "Where to draw the figure: .svg, .pdf or .png."))]
Csv = Annotated[Path | None, option("csv", "--csv", metavar="FILE", callback=file_to_write, meaning=(
    "Where to write the numbers as comma-separated values."))]
Latex = Annotated[Path | None, option("latex", "--latex", metavar="FILE", callback=file_to_write, meaning=(
    "Where to write the tables for a paper, in LaTeX (booktabs), with captions."))]
Markdown = Annotated[Path | None, option("markdown", "--markdown", metavar="FILE", callback=file_to_write, meaning=(
    "Where to write the answer as Markdown, with GitHub's tables."))]
Methods = Annotated[Path | None, option("methods", "--methods", metavar="FILE", callback=file_to_write, meaning=(
    "Where to write the paragraph on methods: design, test, correction, versions; .tex: with \\cite."))]
Bibtex = Annotated[Path | None, option("bibtex", "--bibtex", metavar="FILE", callback=file_to_write, meaning=(
    "Where to write the works behind the methods, as BibTeX."))]
Output = Annotated[Path, option("output", "--output", metavar="FILE", taken=["-o"], meaning=(
    "Where to write the study file."))]
Force = Annotated[bool, option("force", "--force", meaning="Write over a file that is there.")]
Follow = Annotated[float | None, option("follow", "--follow", min=0.01, metavar="SECONDS", meaning=(
    "Look again so often while the file grows, until it is decided."))]
AsJson = Annotated[bool, option("json", "--json", meaning="Print JSON instead of text.")]
Version = Annotated[bool, option("version", "--version", is_eager=True, callback=print_version, meaning=(
    "Say which version this is."))]
