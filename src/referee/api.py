"""The verbs a notebook imports; the only module where both sides of the ledger meet."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.advice import PROTOCOLS, advise_design
from referee.comparisons.family import Ask
from referee.comparisons.verdict import Verdict
from referee.data import BUNDLED, Problem, load
from referee.designs import Plan, make_plan
from referee.errors import BadInput, UnknownName
from referee.estimates._base import Estimate, check_level
from referee.estimates.estimate import Missing
from referee.estimates.panorama import Panorama, panorama_plan, see
from referee.kinds import Task
from referee.learners import Learner, resolve, with_baseline
from referee.ledger import Ledger, StudyCard, open_ledger
from referee.metrics import Metric
from referee.running import Done, Local, Progress, card_of, run, silent
from referee.study import Analysis, analyse, check_test, choose_metrics

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from referee.report.ranking_result import RankingResult

__all__ = [
    "BUNDLED", "Ask", "Local", "PanoramaResult", "Prepared", "Problem", "Result", "carry_out", "compare", "evaluate",
    "load", "look_around", "opened", "panorama", "prepare", "prepare_panorama", "rank", "reread", "stored_studies",
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
    def failed(self) -> bool:
        """Whether any fit failed."""
        return bool(self.analysis.table.failures)

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


@dataclass(frozen=True, kw_only=True, eq=False)
class Prepared:
    """A study that is declared and ready to run."""

    problem: Problem
    plan: Plan
    learners: tuple[Learner, ...]
    metrics: tuple[Metric, ...]
    seed: int
    card: StudyCard
    training: Plan | None = None       # resubstitution, to see how much a learner memorises

    @property
    def n_fits(self) -> int:
        """How many fits the study needs, recorded ones included."""
        return len(self.plan.card.entries) * len({learner.fingerprint(self.seed) for learner in self.learners})


def prepare(  # noqa: PLR0913 - what a study declares
    verb: str, models: Any, problem: Problem, *, design: Any = None, metrics: Any = None, baseline: bool = True,
    ask: Ask | None = None, protocol: str | None = None, seed: int = 0, command: str = "",
) -> Prepared:
    """Fix everything that can be fixed before the first fit."""
    ask = ask or Ask()
    if protocol is not None:
        ask, design, metrics = PROTOCOLS[protocol].applied(ask, design, metrics)
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise BadInput(f"seed is a whole number from 0 on, not {seed!r}.")
    chosen = choose_metrics(metrics, problem)
    learners = resolve(models, problem)
    if baseline:
        learners = with_baseline(learners, problem)
    advice = advise_design(problem, goal=verb, primary=chosen[0]) if design is None else None
    plan = make_plan(advice.spec if advice else design, problem, seed=seed)
    if verb == "compare":
        if len(learners) < 2:
            raise BadInput("one learner cannot be compared; name another, or use evaluate.")
        check_test(ask, plan.card, chosen[0], problem)
    if ask.against is not None and ask.against not in {learner.name for learner in learners}:
        raise UnknownName("learner of this comparison", ask.against, [learner.name for learner in learners])
    training = make_plan("resubstitution", problem, seed=seed) if verb == "evaluate" else None
    card = StudyCard(
        name=problem.name, problem=problem.fingerprint, plan=plan.fingerprint,
        learners=tuple(learner.fingerprint(seed) for learner in learners),
        declared={
            "verb": verb, "names": [learner.name for learner in learners], "metrics": [m.name for m in chosen],
            "level": ask.level, "test": ask.test, "adjust": ask.adjust, "against": ask.against,
            "relevant": ask.relevant, "seed": seed, "why": advice.why if advice else "",
            "command": command, "versions": {name: version(name) for name in VERSIONED}
            | {"python": platform.python_version()},
        } | ({"training": training.fingerprint} if training else {})
        | ({"protocol": str(PROTOCOLS[protocol])} if protocol is not None else {}),
    )
    return Prepared(problem=problem, plan=plan, learners=learners, metrics=chosen, seed=seed, card=card,
                    training=training)


def carry_out(
    prepared: Prepared, ledger: Ledger, *, engine: Local | None = None, progress: Progress = silent,
) -> Result:
    """Declare the study in the ledger, fit what is missing, and say what came out."""
    done = _fitted(prepared, ledger, engine, progress)
    return Result(analyse(ledger, prepared.card), done)


def _fitted(prepared: Prepared, ledger: Ledger, engine: Local | None, progress: Progress) -> Done:
    ledger.add_problem(prepared.problem)
    ledger.add_plan(prepared.plan.card, prepared.plan.splits())
    for learner in prepared.learners:
        ledger.add_learner(card_of(learner, prepared.seed))
    ledger.add_study(prepared.card)
    engine = engine or Local()
    if prepared.training is not None:       # one fit a learner, not worth a bar of its own
        run(prepared.problem, prepared.training, prepared.learners, ledger=ledger, engine=engine, seed=prepared.seed)
    return run(prepared.problem, prepared.plan, prepared.learners, ledger=ledger, engine=engine,
               seed=prepared.seed, progress=progress)


def compare(  # noqa: PLR0913 - the one door of a notebook; every option is by keyword
    models: Any, X: Any, y: Any = None, *, metrics: Any = None, design: Any = None, level: float = 0.95,
    test: str | None = None, against: str | None = None, relevant: float | None = None, adjust: str = "holm",
    protocol: str | None = None, baseline: bool = True, seed: int = 0, jobs: int | None = None,
    time_limit: float | None = None, ledger: str | Path | Ledger | None = None, progress: Progress = silent,
    **data: Any,
) -> Result:
    """Which model is better, by how much, and how sure one can be.

    `models` is a dict, list or single one of scikit-learn-style estimators, names such as "forest" or
    "forest:n_estimators=300", or dotted paths. `X` is an array, a pandas or polars frame, a file, or
    the name of a bundled data set; further keywords (target, task, groups, ids, positive, name) say what
    is what in it. The first of `metrics` is the primary one, which the verdict is about. `protocol` is "salzberg" or
    "mooney": design, test and correction as the paper has them, with what is known against it in the output.

    >>> result = compare(["gaussian-nb", "lda"], "iris", design="kfold:folds=5", jobs=1)
    >>> result["gaussian-nb", "lda"].outcome.value
    "can't tell"
    """
    ask = Ask(level=level, test=test, adjust=adjust, against=against, relevant=relevant)
    prepared = prepare("compare", models, load(X, y=y, **data), design=design, metrics=metrics, baseline=baseline,
                       ask=ask, protocol=protocol, seed=seed)
    with opened(ledger) as store:
        return carry_out(prepared, store, engine=Local(workers=jobs, time_limit=time_limit), progress=progress)


def evaluate(  # noqa: PLR0913 - the other door of a notebook
    model: Any, X: Any, y: Any = None, *, metrics: Any = None, design: Any = None, level: float = 0.95, seed: int = 0,
    jobs: int | None = None, time_limit: float | None = None, ledger: str | Path | Ledger | None = None,
    progress: Progress = silent, **data: Any,
) -> Result:
    """How good a model is, and how sure one can be; with its baseline, so that good has a meaning.

    Without a design the interval decides: nested cross-validation up to 500 rows, 25 random splits above.

    >>> result = evaluate("lda", "iris", design="kfold:folds=5", jobs=1)
    >>> result.estimates["lda"].value
    0.98
    """
    prepared = prepare("evaluate", model, load(X, y=y, **data), design=design, metrics=metrics, baseline=True,
                       ask=Ask(level=level), seed=seed)
    with opened(ledger) as store:
        return carry_out(prepared, store, engine=Local(workers=jobs, time_limit=time_limit), progress=progress)


@dataclass(frozen=True, eq=False)
class PanoramaResult:
    """All estimators side by side, in every form: printed, in a notebook, as a table, as JSON, as a page."""

    panorama: Panorama
    done: Done | None = None

    def __str__(self) -> str:
        from referee.report import panorama_text

        return panorama_text(self.panorama)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from referee.report import panorama_html

        return panorama_html(self.panorama, fragment=True)

    @property
    def failed(self) -> bool:
        """Whether any fit was lost."""
        return self.panorama.failures > 0

    def table(self) -> pd.DataFrame:
        """One row for each learner, metric, target and estimator."""
        from referee.report import panorama_frame

        return panorama_frame(self.panorama)

    def figure(self, column: int = 0) -> Figure:
        """The figure of one column, by its number: one row an estimator."""
        from referee.report import panorama_figure

        return panorama_figure(self.panorama, column)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        from referee.report import panorama_dict

        return panorama_dict(self.panorama)

    def report(self, path: str | Path = "panorama.html") -> Path:
        """Write the page; it needs nothing but itself."""
        from referee.report import panorama_html

        target = Path(path)
        target.write_text(panorama_html(self.panorama), encoding="utf-8")
        return target


def prepare_panorama(  # noqa: PLR0913 - what a panorama declares
    models: Any, problem: Problem, *, metrics: Any = None, resamples: int = 200, truth: Any = None, level: float = 0.95,
    seed: int = 0, command: str = "",
) -> Prepared:
    """Fix which estimators are run on which learners, and by which metrics."""
    usual = "rmse" if problem.task is Task.REGRESSION else "accuracy"
    chosen = choose_metrics(usual if metrics is None else metrics, problem)
    check_level(level)
    learners = resolve(models, problem)
    columns = len(chosen) * (problem.y.shape[1] if problem.y.ndim > 1 else 1)
    truths = [] if truth is None else [float(t) for t in (truth if isinstance(truth, list | tuple) else [truth])]
    if truths and (len(learners) != 1 or len(truths) != columns):
        raise BadInput(f"{len(truths)} truths for {len(learners)} learners with {columns} numbers each; a truth is the "
                       f"value of one learner, one for each metric and target.")
    plan, left_out = panorama_plan(problem, seed=seed, resamples=resamples)
    card = StudyCard(
        name=problem.name, problem=problem.fingerprint, plan=plan.fingerprint,
        learners=tuple(learner.fingerprint(seed) for learner in learners),
        declared={
            "verb": "panorama", "names": [learner.name for learner in learners], "metrics": [m.name for m in chosen],
            "level": level, "seed": seed, "truth": truths, "left_out": left_out, "why": "", "command": command,
            "versions": {name: version(name) for name in VERSIONED} | {"python": platform.python_version()},
        },
    )
    return Prepared(problem=problem, plan=plan, learners=learners, metrics=chosen, seed=seed, card=card)


def look_around(
    prepared: Prepared, ledger: Ledger, *, engine: Local | None = None, progress: Progress = silent,
) -> PanoramaResult:
    """Declare the panorama in the ledger, fit what is missing, and show it."""
    done = _fitted(prepared, ledger, engine, progress)
    return PanoramaResult(see(ledger, prepared.card), done)


def panorama(  # noqa: PLR0913 - a door of a notebook
    models: Any, X: Any, y: Any = None, *, metrics: Any = None, resamples: int = 200, truth: Any = None,
    level: float = 0.95, seed: int = 0, jobs: int | None = None, time_limit: float | None = None,
    ledger: str | Path | Ledger | None = None, progress: Progress = silent, **data: Any,
) -> PanoramaResult:
    """Every estimator on one learner (or several) side by side: does the picture look as it should?

    Resubstitution, five bootstrap estimators, 10-fold, 10×10-fold, leave-one-out, one and ten hold-outs, sharing their
    fits. With several regression targets there is one column a target. `truth` is the true value where it is known.

    >>> result = panorama("gaussian-nb", "iris", resamples=20, jobs=1)
    >>> result.panorama.columns[0].value("kfold-repeated")
    0.9553
    """
    prepared = prepare_panorama(models, load(X, y=y, **data), metrics=metrics, resamples=resamples, truth=truth,
                                level=level, seed=seed)
    with opened(ledger) as store:
        return look_around(prepared, store, engine=Local(workers=jobs, time_limit=time_limit), progress=progress)


def rank(  # noqa: PLR0913 - the door for tables of scores; every option is by keyword
    table: Any, *, metric: str = "", higher_is_better: bool | None = None, level: float = 0.95, adjust: str = "holm",
    against: str | None = None, rope: float | None = None, dataset: Any = None, model: str | None = None,
    score: str | None = None, drop: Any = (), missing: str = "refuse", per_data_set: bool = False,
    test_share: float | None = None, seed: int = 0,
) -> RankingResult:
    """Which model is better over many data sets, from a table of scores.

    `table` is a file, a frame, a dict of columns or an array: wide, with a row per data set and a column per model; or
    long, with columns that name the data set, the model and the score. Folds, runs and seeds of a data set are
    averaged. `metric` or `higher_is_better` says which way scores get better. `against` compares all with one model;
    `rope` is the largest difference that does not matter; `per_data_set` counts the data sets on which a model is
    truly better, from the repetitions in the table (`test_share`: rows tested in each, 1/k for k folds).

    >>> scores = {"dataset": list("abcdefgh"), "nb": [.71, .80, .65, .90, .77, .58, .83, .69],
    ...           "forest": [.74, .85, .69, .93, .81, .64, .84, .75]}
    >>> rank(scores, metric="accuracy")["forest", "nb"].outcome.value
    'better'
    """
    from referee.comparisons.rank_ask import RankAsk, direction_of
    from referee.comparisons.ranking import rank_models
    from referee.comparisons.truly_better import share_tested
    from referee.data.score_layout import Columns
    from referee.data.score_table import scoreboard
    from referee.report.ranking_result import RankingResult

    board = scoreboard(table, columns=Columns(dataset=dataset, model=model, score=score, drop=drop), metric=metric,
                       missing=missing)
    direction, why, assumed = direction_of(metric or board.metric, higher_is_better=higher_is_better)
    ask = RankAsk(direction=direction, direction_why=why, direction_assumed=assumed, level=level, adjust=adjust,
                  against=against, rope=rope, seed=seed,
                  test_share=share_tested(board, test_share) if per_data_set else None)
    return RankingResult(rank_models(board, ask))


def stored_studies(ledger: str | Path) -> list[StudyCard]:
    """The studies a ledger holds, oldest first."""
    with opened(ledger, create=False, read_only=True) as store:
        return store.studies()


def reread(ledger: str | Path, study: int | None = None) -> Result | PanoramaResult:
    """The result of a stored study, from the ledger alone; the newest one unless a number is given.

    What was shown when the study ran was counted as a look then; showing it again is no new one.
    """
    with opened(ledger, create=False, read_only=True) as store:
        studies = store.studies()
        if not studies:
            raise BadInput(f"{ledger} holds no study yet; run `referee compare … --ledger {ledger}` first.")
        number = len(studies) if study is None else study
        if not 1 <= number <= len(studies):
            raise BadInput(f"{ledger} has studies 1 to {len(studies)}, not {number}; `referee ledger ls {ledger}` "
                           f"lists them.")
        card = studies[number - 1]
        if card.declared.get("verb") == "panorama":
            return PanoramaResult(see(store, card, count_look=False))
        return Result(analyse(store, card, count_look=False))


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
