"""What is known of a study under audit: the evidence, part by part.

A part that is None is unknown (a check that needs it is *not checkable*); a part that is empty is known to be empty.
A bundle is filled from a ledger, from a file of predictions, from a description in YAML, or from a table of published
numbers; the checks do not know which.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from referee.audit.numbers.contradiction import Contradiction
from referee.audit.numbers.families import Family
from referee.audit.numbers.figure import Row
from referee.audit.numbers.grids import Grid
from referee.audit.numbers.marks import Marked
from referee.audit.prose.confession import Confession
from referee.audit.prose.taught import Doubt
from referee.audit.reading.prompts import Prompts
from referee.audit.reading.scripts.seen import CodeRead
from referee.audit.unnamed_columns import Beside, Dates, Issued
from referee.data.features import Features
from referee.data.prediction_table.faults import Fault
from referee.data.problem import Problem
from referee.kinds import Array, Json, Task
from referee.metrics import Predictions
from referee.study.claims import AnsweredClaim

if TYPE_CHECKING:
    from referee.audit.asked.answers import Reading
    from referee.audit.reading.rows_removed import Removed
    from referee.learners import Learner


@dataclass(frozen=True, kw_only=True, eq=False)
class Division:
    """One division of the rows: row numbers trained on, tuned on and tested on."""

    label: str                       # "repeat/fold"
    test: Array
    train: Array | None = None       # None: not known
    tune: Array | None = None        # rows whose score chose a setting; None: not known, empty: nothing was tuned
    assumed: bool = False            # the training rows are taken to be all others; nobody said so

    @property
    def repeat(self) -> str:
        """The part of the label before the slash."""
        return self.label.split("/")[0]


@dataclass(frozen=True, kw_only=True, eq=False)
class ModelPredictions:
    """What one model said of some rows, next to the truth."""

    model: str
    rows: Array                      # row numbers, in the order of the predictions
    predictions: Predictions
    division: str = "0/0"
    seed: str | None = None          # of the learner, where several were run


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Step:
    """One step of a model's preparation, and the rows it was fitted on."""

    name: str
    supervised: bool | None = False  # whether it saw the target, as feature selection does; None: not said
    rows: Array | None = None        # row numbers it was fitted on
    said: str = ""                   # where no rows are known, what the study says: all, training, test
    division: str | None = None      # the division it was fitted for; None: once, for all of them


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Model:
    """What is known of how one model came about."""

    name: str
    baseline: bool = False
    kind: str = ""                        # what it is a configuration of: "forest"; empty: its name
    tried: int | None = None              # configurations of its kind that were tried, this one included
    tuned_on: str | None = None           # test, training, validation, nothing, shown (all are reported); None: unknown
    epochs: int | None = None
    seconds: float | None = None          # of training, all told
    seeds: tuple[str, ...] | None = None  # random seeds used; None: not recorded
    deterministic: bool = False
    training_scores: dict[str, float] = field(default_factory=dict)      # metric → score on its own training rows
    tested: str | None = None             # fingerprint of the model tested
    deployed: str | None = None           # fingerprint of the model put to use
    threshold: str | None = None          # where the decision threshold comes from: default, training, validation, test
    prior: str | None = None              # where the class shares come from: training, given, all, test
    steps: tuple[Step, ...] | None = None
    recipe: Json | None = None            # class path and parameters of the learner, as a ledger has them
    by_answers: bool = False              # a baseline by what it says alone: nobody calls it one
    told: bool = True                     # False: nobody was asked how it came about, as in a file of predictions


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One score out of several: a model on one division with one seed."""

    model: str
    metric: str
    value: float
    division: str = "0/0"
    seed: str | None = None
    at: str = ""                     # UTC, ISO 8601
    rerun: float | None = None       # the value when the same run was made again


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Search:
    """The scores of all settings that a search tried, by one metric; higher is better, as scikit-learn has it."""

    score: str
    values: Array                    # (folds, settings)
    failed: int = 0                  # settings without a score on some fold
    means: tuple[str, ...] = ()      # of each setting, as the table has it
    ranks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trials:
    """The trials of a search that has one value for each: Optuna's."""

    tried: int
    finished: int
    rows: str | None = None          # that gave the values: test, validation, training, nothing; None: not known
    because: str = ""                # what says so
    best: float | None = None        # None: which direction is better is not known
    metric: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """One line of a reported table: a number as somebody printed it."""

    model: str
    metric: str
    value: float
    text: str = ""                        # as printed, with its decimals: "0.934"
    sd: float | None = None
    low: float | None = None
    high: float | None = None
    interval_method: str = ""
    interval_n: int | None = None         # values or cases the interval was computed from
    n: int | None = None                  # values the summary is of (runs, folds)
    cases: int | None = None              # test cases behind a single proportion
    runs_averaged: int | None = None
    minimum: float | None = None
    maximum: float | None = None
    data_set: str = ""
    method: str = ""                      # how it was estimated, as stated: "10-fold", "holdout", ".632"
    where: str = ""                       # "table 4, row 12"
    whole: str = ""                       # shares with the same name here should sum to 1
    computed: bool = False                # made from the stored predictions by this program, not printed by somebody


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A sentence of the study's conclusions, and what it rests on."""

    says: str
    kind: str = "better"                  # better, worse, equal, level (an absolute number), calibrated
    a: str = ""
    b: str = ""
    metric: str = ""
    value: float | None = None
    p: float | None = None
    difference: float | None = None
    low: float | None = None              # interval of the difference
    high: float | None = None
    test: str = ""                        # name of the test it rests on; empty: none
    basis: str = ""                       # test, interval, intervals (two, compared by eye), numbers
    scope: str = "these data"             # these data, in general
    about: str = "procedure"              # procedure, model (the one deployed)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatTest:
    """A test that was carried out, quoted or not."""

    name: str                             # "paired-t", "mcnemar", "corrected-t", "welch-t", "wilcoxon", …
    a: str
    b: str
    metric: str
    p: float
    adjusted: float | None = None
    statistic: float | None = None
    unit: str = "case"                    # case, group, split, repeat, seed, run, data set; empty: not said
    n_units: int | None = None
    alternative: str = "two-sided"        # two-sided, greater, less, one-sided; empty: not said
    declared: bool | None = None          # whether it (and its side) was written down before looking; None: not known
    quoted: bool = True                   # whether the report quotes it
    equivalence: bool = False
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSet:
    """One data set of a study."""

    name: str
    real: bool | None = None              # measured in the world, not simulated
    source: str = ""                      # "UCI", "OpenML", …


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """What was written down beforehand, or is stated in the report."""

    method: str = ""                      # evaluation method as stated; empty: not stated
    metrics: tuple[str, ...] = ()
    primary_test: str = ""
    level: float = 0.95
    relevant: float | None = None         # smallest difference that matters
    tolerance: float = 0.03               # half-width that is still of use
    adjust: str = ""                      # correction for many comparisons; empty: none stated
    looks_counted: bool = False           # whether it allows for every earlier comparison on the same rows
    claims: tuple[Claim, ...] = ()        # that a study not yet run means to make
    purpose: str = ""                     # feasibility or comparison, where it was said
    data_sets: tuple[str, ...] | None = None      # planned
    runs: int | None = None               # planned, for each model
    stated: frozenset[str] | None = None  # what the report states, of REPORT_FIELDS; None: not known
    at: str = ""


REPORT_FIELDS = (
    "data", "preparation", "design", "metric", "tuning", "seeds", "software", "estimates", "intervals", "test", "time",
)
"""What a report owes its reader (Reich & Barai 1999, section 6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """A model of a file of predictions that has no answer to some of its cases."""

    model: str
    answered: int
    of: int
    right_there: tuple[int, int]          # of the others' answers to the cases that it answered: right, all
    right_left_out: tuple[int, int]       # … and to those that it did not
    own: float | None = None              # share of its own answers that are right
    silent: bool = False                  # the cases are there, and what it says of them names no class
    lost: str | None = None               # whom it leads no longer if those left out count as wrong; "": nobody


@dataclass(frozen=True, slots=True, kw_only=True)
class LostRuns:
    """How many runs of a model, of those that a table of scores lists, have no score."""

    model: str
    lost: int
    of: int


@dataclass(frozen=True, kw_only=True, eq=False)
class Bundle:
    """A study under audit."""

    name: str
    problem: Problem | None = None
    task: Task | None = None                            # where the study says it and the rows are not known
    left_out: Features | None = None                    # all columns of the table, those too that the study left out
    times: Array | None = None                          # when each row was measured, as numbers
    dates: Dates | None = None                          # … as a file of predictions has it, and nobody named it
    issued: tuple[Issued, ...] = ()                     # forecasts of a file that were issued behind their date
    written: Array | None = None                        # where a file has each row, if it has them in another order
    divisions: tuple[Division, ...] | None = None
    said: tuple[ModelPredictions, ...] | None = None
    models: tuple[Model, ...] | None = None
    runs: tuple[Run, ...] | None = None
    lost: tuple[LostRuns, ...] | None = None            # of a table of runs beside a text
    reported: tuple[Reported, ...] | None = None
    printed: tuple[Row, ...] | None = None              # rows of figures as printed; None: made from what is reported
    grid: Grid | None = None                            # scores of models on data sets, by a metric that nobody names
    marked: Marked | None = None                        # what a table marks: its best scores, its significant p values
    family: Family | None = None                        # a table of tests
    against_itself: tuple[Contradiction, ...] | None = None   # what sums up folds, p values or a matrix of the source
    claims: tuple[Claim, ...] | None = None
    answered: tuple[AnsweredClaim, ...] | None = None   # claims of a study file, with what came of them
    tests: tuple[StatTest, ...] | None = None
    data_sets: tuple[DataSet, ...] | None = None
    declared: Declared | None = None
    queries: int | None = None                          # how often the test rows were scored before the final word
    looked_at: tuple[str, ...] | None = None            # when results were looked at
    estimators: dict[str, dict[str, float]] | None = None     # model → estimator (R, K, L, H, .632, .632+, OOB) → error
    removed: tuple[Removed, ...] = ()                   # rows of an earlier study that are gone, and who had them wrong
    deviations: tuple[str, ...] = ()                    # what is declared otherwise than at first: field, was, is now
    unanswered: tuple[Unanswered, ...] = ()             # models of a file that lack cases which others have
    faults: tuple[Fault, ...] = ()                      # what a file of predictions says against itself
    prompts: Prompts | None = None                      # what the prompts of a harness's log show
    code: CodeRead | None = None                        # what a script or a notebook shows
    beside: Mapping[str, Beside] = field(default_factory=dict)    # columns of a file of predictions that nobody named
    learners: tuple[Learner, ...] = ()                  # handed over, so that they can be fitted again
    searches: tuple[Search, ...] = ()                   # settings tried, with their scores on the folds that chose
    chosen_on: str | None = None                        # the rows that chose between them, where that was told
    trials: Trials | None = None                        # of a search, one value for each
    confessed: tuple[Confession, ...] = ()              # what the study says against itself, in its own words
    doubts: tuple[Doubt, ...] | None = None             # sentences that sound like a fault; None: there is no text
    known_studies: int | None = None                    # other studies known to use these data
    text: str | None = None                             # what can be quoted of it, as it stands; None: it is no text
    reading: Reading | None = None                      # what somebody who read it answered
    alone: bool = False                                 # predictions or data alone: there is no report, plan or claim
    untrained: bool = False                             # a table of data alone: nobody has trained on it yet
    undivided: bool = False                             # … nor divided it
    notices: tuple[str, ...] = ()                       # sentences about how the evidence was read

    def model(self, name: str) -> Model | None:
        """A model by its name, if it is known."""
        return next((m for m in self.models or () if m.name == name), None)

    def features_with(self, columns: Iterable[str]) -> Features | None:
        """The table that has some columns: the study's, or the whole of which it left columns out; None: no table."""
        own = None if self.problem is None else self.problem.features
        return next((features for features in (own, self.left_out) if features is not None and set(columns) <= {
            column.name for column in features.columns}), None)

    def said_by(self, model: str) -> tuple[ModelPredictions, ...]:
        """Everything one model said."""
        return self._by_model.get(model, ())

    @cached_property
    def _by_model(self) -> dict[str, tuple[ModelPredictions, ...]]:
        said: dict[str, list[ModelPredictions]] = {}
        for one in self.said or ():
            said.setdefault(one.model, []).append(one)
        return {model: tuple(of_it) for model, of_it in said.items()}
