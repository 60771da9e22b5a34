"""judge: predictions made elsewhere enter the ledger, and everything right of it is done with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from referee.api.answer import Answer
from referee.api.declaring import design_declared, study_card, versions
from referee.api.keywords import keywords
from referee.api.ledger import opened
from referee.api.prediction_columns import WORDS, roles
from referee.api.result import Result
from referee.api.unsealed_cases import NOTHING_READ, Given, require_unsealed
from referee.data.prediction_table import PredictionTable, Reading, read_data_sets, settled
from referee.data.weights import kind_said
from referee.data.wording import listed
from referee.declaration import Declaration, ReadingDeclared, Verb
from referee.designs.card import PlanCard
from referee.designs.traits import Training
from referee.errors import BadInput, UnknownName
from referee.estimates._base import Estimate
from referee.kinds import Scale, Task
from referee.ledger import Ledger
from referee.ledger.judged import enter, problem_of
from referee.metrics import Metric
from referee.one_thread import one_thread
from referee.reading.ask import Ask
from referee.report.document import Page
from referee.running.done import Done
from referee.study import analyse, check_test, choose_metrics

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from referee.api.rank import RankingResult
    from referee.comparisons.data_sets.duel import Duel


@dataclass(frozen=True, eq=False, repr=False)
class JudgedSets(Answer):
    """One result for each data set, and the ranking over them (None where fewer than two models are in all)."""

    results: dict[str, Result]
    ranking: RankingResult | None = None

    def page(self) -> Page:
        """The verdict on each data set, and the ranking over them."""
        from referee.report.several_problems import several_page

        return several_page("judge", {name: result.analysis for name, result in self.results.items()},
                            None if self.ranking is None else self.ranking.ranking)

    def table(self) -> pd.DataFrame:
        """One row for each data set, model and metric."""
        from referee.report.several_problems import several_frame

        return several_frame({name: result.table() for name, result in self.results.items()})

    def figure(self) -> Figure:
        """The picture of the ranking."""
        if self.ranking is None:
            raise BadInput("the models of these data sets are not ranked, so there is no picture of them all; name "
                           "one data set, as in answer['iris'].figure().")
        return self.ranking.figure()

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {"data_sets": {name: result.to_dict() for name, result in self.results.items()},
                "ranking": None if self.ranking is None else self.ranking.to_dict()}

    def __str__(self) -> str:
        return self._told(lambda result: str(result.verdict))

    def brief(self) -> str:
        """What holds over all data sets, then who leads on each."""
        return self._told(lambda result: result.page().lead)

    def _told(self, verdict: Callable[[Result], str]) -> str:
        """What holds over all of them first, then the verdict on each."""
        from referee.report.text import wrapped

        over = [] if self.ranking is None else [f"Over {len(self.results)} data sets:\n\n{self.ranking}".rstrip("\n")]
        each = [wrapped(f"On {name} ({result.analysis.problem.n_rows:,} cases): {verdict(result)}", hang="  ")
                for name, result in self.results.items()]
        return "\n\n".join([*over, "\n".join(each)]) + "\n"

    @overload
    def __getitem__(self, key: str) -> Result: ...
    @overload
    def __getitem__(self, key: tuple[str, str]) -> Duel: ...
    def __getitem__(self, key: str | tuple[str, str]) -> Result | Duel:
        """The result on one data set; or one model against another over all of them."""
        if isinstance(key, tuple):
            if self.ranking is None:
                raise BadInput("the models of these data sets are not ranked; name a data set first, as in "
                               "answer['iris'].")
            return self.ranking[key]
        data_set = key
        if data_set not in self.results:
            raise UnknownName("data set of these predictions", data_set, self.results)
        return self.results[data_set]

    @property
    def failed(self) -> bool:
        """Whether any fit failed; predictions made elsewhere never do."""
        return any(result.failed for result in self.results.values())

    def report(self, path: str | Path | None = None) -> Path:
        """Write the page of all data sets, and beside it a page for each."""
        return self.pages(path)[-1]

    def pages(self, path: str | Path | None = None) -> tuple[Path, ...]:
        """Write a page for each data set, and the page of all of them last."""
        target = Path(self.filename if path is None else path)
        each = [result.report(target.with_name(f"{target.stem}-{number}{target.suffix}"))
                for number, result in enumerate(self.results.values(), start=1)]
        return (*each, super().report(target))


@keywords(more=WORDS, common="common_cases", id="ids", cluster="groups", seed="run", weight="weights")
def judge(  # noqa: PLR0913 - a door of a notebook; every option is by keyword
    predictions: Any, *, metrics: Any = None, level: float = 0.95, test: str | None = None, against: str | None = None,
    relevant: float | None = None, adjust: str = "holm", task: str | None = None, positive: Any = None,
    family: str = "ledger", common_cases: bool = False, names: Any = None, strays_are_wrong: bool = False,
    name: str | None = None, weights_are: str | None = None, ledger: str | Path | Ledger | None = None,
    command: str = "", format: str | None = None, **columns: str | None,  # noqa: A002 - as it is typed
) -> Result | JudgedSets:
    """What predictions made elsewhere are worth, and which model's are better.

    `predictions` is a file, a frame, a dict of columns, or a list of these: one row for each case and model (with a
    column that names the model, or a file for each), or one row for each case and a column for each model. Columns are
    recognised by their values and names; keywords (ids, truth, model, prediction, probability, score, correct, fold,
    repeat, run, groups, weights, case_costs, …) say which is which; `truth` may be a file of its own. Cases are aligned
    by id. `family` is what is corrected for, as in `compare`. `weights_are` says what weights are: "counts" (a case
    stands there so often), which is assumed, or "sampling" (it stands for so many). `names` are those of the models,
    one for each file. An answer that names no class stops the run, unless `strays_are_wrong`. Files of WEKA, mlr3,
    OpenML, lm-evaluation-harness and Inspect are recognised; `format` names one where that fails. Several data sets in
    one table are judged one by one, and the models then ranked over them.

    >>> result = judge({"id": range(8), "truth": list("aabbaabb"), "lda": list("aabbaaba"), "tree": list("abbbabba")})
    >>> result["lda", "tree"].comparison.difference
    0.25
    """
    ask = Ask(level=level, test=test, adjust=adjust, against=against, relevant=relevant, family=family)
    tables = read_data_sets(predictions, Reading(name=name or _name(predictions), task=task, positive=positive,
                                                 common=common_cases, columns=roles(columns), written_by=format,
                                                 names=_named(names), strays_are_wrong=strays_are_wrong,
                                                 weights_are=kind_said(weights_are)))
    if len(tables) == 1:
        return judge_table(tables.popitem()[1], metrics=metrics, ledger=ledger, command=command, ask=ask,
                           given=Given(predictions, format))
    return judge_sets(tables, metrics=metrics, ledger=ledger, command=command, ask=ask,
                      given=Given(predictions, format))


@keywords()
def judge_sklearn(  # noqa: PLR0913 - a door of a notebook; every option is by keyword
    results: Any, X: Any, y: Any, *, folds: Any = None, metrics: Any = None, level: float = 0.95,
    test: str | None = None, against: str | None = None, relevant: float | None = None, adjust: str = "holm",
    family: str = "ledger", name: str = "cross-validation", ledger: str | Path | Ledger | None = None,
    command: str = "",
    ask: Ask | None = None,
) -> Result:
    """The same for what scikit-learn gave back: a dict of models' names and their results on the same rows.

    A result is what `cross_validate(…, return_indices=True, return_estimator=True)` returns, or the array of
    `cross_val_predict` (with `folds`, the number of each row's fold). `ask` is all that says how to
    compare (level, test, against, relevant, adjust, family) as one value.

    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import cross_validate
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> done = {f"depth {d}": cross_validate(DecisionTreeClassifier(max_depth=d, random_state=0), X, y, cv=5,
    ...                                      return_indices=True, return_estimator=True) for d in (1, 2)}
    >>> judge_sklearn(done, X, y, metrics="accuracy")["depth 2", "depth 1"].comparison.difference
    0.267
    """
    from referee.data.prediction_table.importers.cross_validated import is_cross_validated, table_of

    named = {"model": results} if is_cross_validated(results) or not isinstance(results, Mapping) else dict(results)
    return judge_table(table_of(named, X, y, reading=Reading(name=name), folds=folds), metrics=metrics, ledger=ledger,
                       command=command, given=Given(X if hasattr(X, "columns") else dict(enumerate(np.asarray(X).T))),
                       ask=ask or Ask(level=level, test=test, adjust=adjust, against=against, relevant=relevant,
                                      family=family))


def judge_sets(tables: dict[str, PredictionTable], *, ask: Ask, metrics: Any = None,
               ledger: str | Path | Ledger | None = None, command: str = "", given: Given = NOTHING_READ) -> JudgedSets:
    """Judge each data set by itself, then rank the models over them by the primary metric.

    Marks of several scorers are judged one by one and not ranked: they are of the same cases, and no data sets.
    """
    one_scorer = len({table.scorer for table in tables.values()}) == 1
    with opened(ledger) as store:
        results = {name: judge_table(tables.pop(name), metrics=metrics, ledger=store, command=command, ask=ask,
                                     given=given)
                   for name in list(tables)}
    return JudgedSets(results, _ranked(results, ask) if one_scorer else None)


def _ranked(results: dict[str, Result], ask: Ask) -> RankingResult | None:
    """The models that every data set has, by their estimates; None where there are no two, or metrics differ."""
    primary = {result.analysis.primary.name for result in results.values()}
    models = [model for model in next(iter(results.values())).estimates
              if all(isinstance(result.estimates.get(model), Estimate) for result in results.values())]
    if len(primary) > 1 or len(models) < 2:
        return None
    rows = [{"dataset": name} | {model: result.estimates[model].value for model in models}      # type: ignore[union-attr]
            for name, result in results.items()]
    from referee.api.rank import rank

    return rank({key: [row[key] for row in rows] for key in rows[0]}, metrics=primary.pop(), level=ask.level,
                adjust=ask.adjust, against=ask.against if ask.against in models else None, dataset="dataset")


def judge_table(read: PredictionTable, *, ask: Ask, metrics: Any = None, ledger: str | Path | Ledger | None = None,
                command: str = "", given: Given = NOTHING_READ) -> Result:
    """Enter aligned predictions into a ledger, declare the study, and analyse it; `given` is where they were read."""
    table = settled(read)
    del read
    if ask.against is not None and ask.against not in table.models:
        raise UnknownName("model of these predictions", ask.against, table.models)
    wanted, name, models = metrics or _usual(table), table.name, table.models
    reading = ReadingDeclared(by_row=table.by_row, notices=table.notices)
    with opened(ledger) as store, one_thread():     # a second one waits for its share longer than it works
        require_unsealed(store, given, problem_of(table))
        entered = enter(table, store)
        del table           # what was said is in the ledger now, and may be large
        chosen = choose_metrics(wanted, entered.problem)
        _refuse_unknown_past(chosen, entered.plan)
        verb: Verb = "compare" if len(entered.learners) > 1 else "evaluate"
        if verb == "compare":
            check_test(ask, entered.plan, chosen[0], entered.problem)
        declaration = Declaration(
            verb=verb, names=tuple(models), metrics=tuple(m.name for m in chosen), level=ask.level, test=ask.test,
            adjust=ask.adjust, against=ask.against, relevant=ask.relevant, family=ask.family, judged=True,
            reading=reading, design=design_declared(entered.plan), command=command, versions=versions())
        card = study_card(name, entered.problem, entered.plan, [one.fingerprint for one in entered.learners],
                          declaration)
        store.add_study(card)
        analysis = replace(analyse(store, card, own=chosen),
                           problem=entered.problem)    # told as it was read now, not when the cases first came
    jobs = len(entered.plan.entries) * len(entered.learners)
    return Result(analysis, Done(total=jobs, reused=jobs, fitted=0, failed=0))


def _refuse_unknown_past(metrics: Iterable[Metric], plan: PlanCard) -> None:
    """What divides errors by the steps of the training part has to know it."""
    for metric in metrics:
        if metric.season is not None and plan.traits.training is Training.UNKNOWN:
            raise BadInput(f"{metric.title} puts errors beside the steps of the training part, which is not known of "
                           f"predictions made elsewhere; say how far the series moved (mase:scale=…, rmsse:scale=…).")


def _usual(table: PredictionTable) -> list[str] | None:
    """Marks have one metric, scores that name no class those of ranking, models without probabilities none that needs
    them; the rest the usual ones.
    """
    usual = _without_costs(table)
    return usual if usual is None or table.costs is None or table.graded else ["case_cost", *usual]


def _without_costs(table: PredictionTable) -> list[str] | None:
    if table.graded:
        return ["mean_mark"]
    parts = [part for said in table.said.values() for part in said]
    if table.task is Task.CLASSIFICATION and len(set(table.y.tolist())) == 1:
        return ["accuracy"]
    if table.task is Task.CLASSIFICATION and any(part.probabilities is None for part in parts):
        if any(part.labels is None for part in parts) and all(part.scores is not None for part in parts):
            return ["roc_auc", "average_precision"]
        if table.scale is Scale.ORDINAL and len(table.classes) > 2:
            return ["ordinal_mae", "kappa:distance=quadratic", "accuracy", "balanced_accuracy"]
        return ["accuracy", "balanced_accuracy", "f1_macro", "mcc"]
    return None


def _named(names: Any) -> tuple[str, ...]:
    """Names of models, one for each file: a list, or one text with commas."""
    given = names.split(",") if isinstance(names, str) else names or ()
    return tuple(str(name).strip() for name in given)


def _name(predictions: Any) -> str:
    given = predictions if isinstance(predictions, list | tuple) else [predictions]
    names = [Path(each).name for each in given if isinstance(each, str | Path)]
    return listed(dict.fromkeys(names)) if names else "predictions"
