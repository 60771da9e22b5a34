"""The verbs a notebook imports; the only module where both sides of the ledger meet."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.advice import advise_design
from referee.comparisons.family import Ask
from referee.comparisons.verdict import Verdict
from referee.data import BUNDLED, Problem, load
from referee.designs import Plan, make_plan
from referee.errors import BadInput, UnknownName
from referee.estimates._base import Estimate
from referee.estimates.estimate import Missing
from referee.learners import Learner, resolve, with_baseline
from referee.ledger import Ledger, StudyCard, open_ledger
from referee.metrics import Metric
from referee.metrics.reliability_diagram import Calibration
from referee.metrics.reliability_diagram import calibration as _calibration
from referee.running import Done, Local, Progress, card_of, run, silent
from referee.study import Analysis, analyse, check_test, choose_metrics

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = [
    "BUNDLED", "Ask", "CalibrationResult", "Local", "Prepared", "Problem", "Result", "calibration", "carry_out",
    "compare", "evaluate", "load", "opened", "prepare", "reread", "stored_studies",
]

VERSIONED = ("referee", "numpy", "scipy", "scikit-learn", "pandas")


@dataclass(frozen=True, eq=False)
class Result:
    """What came out, in every form: printed, in a notebook, as tables, as JSON, as a page."""

    analysis: Analysis
    done: Done | None = None

    def __str__(self) -> str:
        from referee.report import as_text

        return as_text(self.analysis)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from referee.report import notebook_html

        return notebook_html(self.analysis)

    @property
    def verdict(self) -> str:
        """The answer in plain sentences."""
        from referee.report import verdict_sentences

        return " ".join(verdict_sentences(self.analysis))

    def __getitem__(self, pair: tuple[str, str]) -> Verdict:
        """The verdict on one learner against another, by the primary metric."""
        if self.analysis.family is None:
            raise BadInput("a single learner was evaluated; there is no pair to look up.")
        return self.analysis.family.pair(*pair)

    @cached_property
    def estimates(self) -> dict[str, Estimate | Missing]:
        """The estimate of each learner by the primary metric."""
        primary = self.analysis.primary.name
        return {name: self.analysis.estimates[name, primary] for name in self.analysis.learners}

    def table(self) -> pd.DataFrame:
        """One row for each learner and metric."""
        from referee.report import estimates_frame

        return estimates_frame(self.analysis)

    def comparisons(self) -> pd.DataFrame:
        """One row for each pair and metric."""
        from referee.report import comparisons_frame

        return comparisons_frame(self.analysis)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        from referee.report import as_dict

        return as_dict(self.analysis)

    def to_latex(self) -> str:
        """A table for a paper."""
        from referee.report import as_latex

        return as_latex(self.analysis)

    def report(self, path: str | Path = "report.html") -> Path:
        """Write the page; it needs nothing but itself."""
        from referee.report import write_page

        return write_page(self.analysis, path)


    def calibration(self, learner: str, *, bins: int | None = None, of: str | None = None) -> CalibrationResult:
        """Whether a learner's probabilities can be believed, by its first pass over the rows."""
        return CalibrationResult(self.analysis.calibration(learner, bins=bins, of=of))


@dataclass(frozen=True, eq=False)
class CalibrationResult:
    """Whether probabilities can be believed: in words, as numbers, as a picture."""

    calibration: Calibration

    def __str__(self) -> str:
        return str(self.calibration)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from referee.report import to_svg

        return to_svg(self.figure(), title=str(self))

    def figure(self) -> Figure:
        """The reliability diagram, as a matplotlib figure."""
        from referee.report import calibration_figure

        return calibration_figure(self.calibration)

    def save(self, path: str | Path) -> Path:
        """Write the picture, as .svg, .pdf or .png."""
        target = Path(path)
        try:
            self.figure().savefig(target, dpi=150, facecolor="white")
        except ValueError as error:
            raise BadInput(f"{target}: {str(error).rstrip('.')}; name a .svg, .pdf or .png file.") from error
        return target

    def to_dict(self) -> dict[str, Any]:
        """Every number, ready for JSON."""
        return self.calibration.to_dict()


@dataclass(frozen=True, kw_only=True, eq=False)
class Prepared:
    """A study that is declared and ready to run."""

    problem: Problem
    plan: Plan
    learners: tuple[Learner, ...]
    metrics: tuple[Metric, ...]
    seed: int
    card: StudyCard

    @property
    def n_fits(self) -> int:
        """How many fits the study needs, recorded ones included."""
        return len(self.plan.card.entries) * len({learner.fingerprint(self.seed) for learner in self.learners})


def prepare(  # noqa: PLR0913 - what a study declares
    verb: str, models: Any, problem: Problem, *, design: Any = None, metrics: Any = None, baseline: bool = True,
    ask: Ask | None = None, seed: int = 0, command: str = "",
) -> Prepared:
    """Fix everything that can be fixed before the first fit."""
    ask = ask or Ask()
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise BadInput(f"seed is a whole number from 0 on, not {seed!r}.")
    chosen = choose_metrics(metrics, problem)
    learners = resolve(models, problem)
    if baseline:
        learners = with_baseline(learners, problem)
    advice = advise_design(problem) if design is None else None
    plan = make_plan(advice.spec if advice else design, problem, seed=seed)
    if verb == "compare":
        if len(learners) < 2:
            raise BadInput("one learner cannot be compared; name another, or use evaluate.")
        check_test(ask, plan.card, chosen[0], problem)
    if ask.against is not None and ask.against not in {learner.name for learner in learners}:
        raise UnknownName("learner of this comparison", ask.against, [learner.name for learner in learners])
    card = StudyCard(
        name=problem.name, problem=problem.fingerprint, plan=plan.fingerprint,
        learners=tuple(learner.fingerprint(seed) for learner in learners),
        declared={
            "verb": verb, "names": [learner.name for learner in learners], "metrics": [m.name for m in chosen],
            "level": ask.level, "test": ask.test, "adjust": ask.adjust, "against": ask.against,
            "relevant": ask.relevant, "seed": seed, "why": advice.why if advice else "",
            "command": command, "versions": {name: version(name) for name in VERSIONED}
            | {"python": platform.python_version()},
        },
    )
    return Prepared(problem=problem, plan=plan, learners=learners, metrics=chosen, seed=seed, card=card)


def carry_out(
    prepared: Prepared, ledger: Ledger, *, engine: Local | None = None, progress: Progress = silent,
) -> Result:
    """Declare the study in the ledger, fit what is missing, and say what came out."""
    ledger.add_problem(prepared.problem)
    ledger.add_plan(prepared.plan.card, prepared.plan.splits())
    for learner in prepared.learners:
        ledger.add_learner(card_of(learner, prepared.seed))
    ledger.add_study(prepared.card)
    done = run(prepared.problem, prepared.plan, prepared.learners, ledger=ledger, engine=engine or Local(),
               seed=prepared.seed, progress=progress)
    return Result(analyse(ledger, prepared.card), done)


def compare(  # noqa: PLR0913 - the one door of a notebook; every option is by keyword
    models: Any, X: Any, y: Any = None, *, metrics: Any = None, design: Any = None, level: float = 0.95,
    test: str | None = None, against: str | None = None, relevant: float | None = None, adjust: str = "holm",
    baseline: bool = True, seed: int = 0, jobs: int | None = None, time_limit: float | None = None,
    ledger: str | Path | Ledger | None = None, progress: Progress = silent, **data: Any,
) -> Result:
    """Which model is better, by how much, and how sure one can be.

    `models` is a dict, list or single one of scikit-learn-style estimators, names such as "forest" or
    "forest:n_estimators=300", or dotted paths. `X` is an array, a pandas or polars frame, a file, or
    the name of a bundled data set; further keywords (target, task, groups, ids, positive, name) say what
    is what in it. The first of `metrics` is the primary one, which the verdict is about.

    >>> result = compare(["gaussian-nb", "lda"], "iris", design="kfold:folds=5", jobs=1)
    >>> result["gaussian-nb", "lda"].outcome.value
    "can't tell"
    """
    ask = Ask(level=level, test=test, adjust=adjust, against=against, relevant=relevant)
    prepared = prepare("compare", models, load(X, y=y, **data), design=design, metrics=metrics, baseline=baseline,
                       ask=ask, seed=seed)
    with opened(ledger) as store:
        return carry_out(prepared, store, engine=Local(workers=jobs, time_limit=time_limit), progress=progress)


def evaluate(  # noqa: PLR0913 - the other door of a notebook
    model: Any, X: Any, y: Any = None, *, metrics: Any = None, design: Any = None, level: float = 0.95, seed: int = 0,
    jobs: int | None = None, time_limit: float | None = None, ledger: str | Path | Ledger | None = None,
    progress: Progress = silent, **data: Any,
) -> Result:
    """How good a model is, and how sure one can be; with its baseline, so that good has a meaning.

    >>> result = evaluate("lda", "iris", design="kfold:folds=5", jobs=1)
    >>> result.estimates["lda"].value
    0.98
    """
    prepared = prepare("evaluate", model, load(X, y=y, **data), design=design, metrics=metrics, baseline=True,
                       ask=Ask(level=level), seed=seed)
    with opened(ledger) as store:
        return carry_out(prepared, store, engine=Local(workers=jobs, time_limit=time_limit), progress=progress)


def calibration(  # noqa: PLR0913 - by keyword
    truth: Any, probabilities: Any, *, bins: int | None = None, of: str | None = None, classes: Sequence[object] = (),
    level: float = 0.95, seed: int = 0,
) -> CalibrationResult:
    """Whether probabilities can be believed: a reliability diagram with the band of chance, and what it says.

    `truth` holds class codes or labels, `probabilities` one number a row for the second of two classes, or a column
    for each class in sorted order. Without `bins` the curve is the isotonic recalibration (CORP).

    >>> print(calibration([0, 1] * 100, [0.4, 0.7] * 100))
    class 1: the probabilities are off by more than chance (p = 0.002): too timid, on the whole. Brier 0.1250 = ...
    """
    return CalibrationResult(_calibration(truth, probabilities, bins=bins, of=of, classes=classes, level=level,
                                          seed=seed))


def stored_studies(ledger: str | Path) -> list[StudyCard]:
    """The studies a ledger holds, oldest first."""
    with opened(ledger, create=False) as store:
        return store.studies()


def reread(ledger: str | Path, study: int | None = None) -> Result:
    """The result of a stored study, from the ledger alone; the newest one unless a number is given."""
    with opened(ledger, create=False) as store:
        studies = store.studies()
        if not studies:
            raise BadInput(f"{ledger} holds no study yet; run `referee compare … --ledger {ledger}` first.")
        number = len(studies) if study is None else study
        if not 1 <= number <= len(studies):
            raise BadInput(f"{ledger} has studies 1 to {len(studies)}, not {number}; `referee ledger ls {ledger}` "
                           f"lists them.")
        return Result(analyse(store, studies[number - 1]))


@contextmanager
def opened(where: str | Path | Ledger | None, *, create: bool = True, read_only: bool = False) -> Iterator[Ledger]:
    """A ledger for as long as it is needed; one kept only in memory if no place is named."""
    if where is not None and not isinstance(where, str | Path):
        yield where
        return
    store = open_ledger(where if where is not None else ":memory:", create=create, read_only=read_only)
    try:
        yield store
    finally:
        store.close()
