"""judge: predictions made elsewhere enter the ledger, and everything right of it is done with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.api.ledgers import opened
from referee.api.results import Result
from referee.api.studies import stamp
from referee.comparisons.family import Ask
from referee.data.prediction_table import PredictionTable, read_predictions, settled
from referee.errors import UnknownName
from referee.kinds import Task
from referee.ledger import Ledger, StudyCard
from referee.ledger.judged import enter
from referee.running import Done
from referee.study import analyse, check_test, choose_metrics


def judge(  # noqa: PLR0913 - a door of a notebook; every option is by keyword
    predictions: Any, *, metrics: Any = None, level: float = 0.95, test: str | None = None, against: str | None = None,
    relevant: float | None = None, adjust: str = "holm", task: str | None = None, positive: Any = None,
    common: bool = False, name: str | None = None, ledger: str | Path | Ledger | None = None, command: str = "",
    **columns: str | None,
) -> Result:
    """What predictions made elsewhere are worth, and which model's are better.

    `predictions` is a file, a frame, a dict of columns, or a list of these: one row for each case and model (with a
    column that names the model, or a file for each), or one row for each case and a column for each model. Columns are
    recognised by their names; keywords (id, truth, model, prediction, score, correct, fold, repeat, seed, cluster,
    weight, …) say which is which where the names do not tell. Cases are aligned by id.

    >>> result = judge({"id": range(8), "truth": list("aabbaabb"), "lda": list("aabbaaba"), "tree": list("abbbabba")})
    >>> result["lda", "tree"].comparison.difference
    0.25
    """
    return judge_table(settled(read_predictions(predictions, name=name or _name(predictions), task=task,
                                                positive=positive, common=common, columns=columns)),
                       metrics=metrics, ledger=ledger, command=command,
                       ask=Ask(level=level, test=test, adjust=adjust, against=against, relevant=relevant))


def judge_table(table: PredictionTable, *, ask: Ask, metrics: Any = None, ledger: str | Path | Ledger | None = None,
                command: str = "") -> Result:
    """Enter aligned predictions into a ledger, declare the study, and analyse it."""
    if ask.against is not None and ask.against not in table.models:
        raise UnknownName("model of these predictions", ask.against, table.models)
    wanted, name, models = metrics or _usual(table), table.name, table.models
    with opened(ledger) as store:
        entered = enter(table, store)
        del table           # what was said is in the ledger now, and may be large
        chosen = choose_metrics(wanted, entered.problem)
        verb = "compare" if len(entered.learners) > 1 else "evaluate"
        if verb == "compare":
            check_test(ask, entered.plan, chosen[0], entered.problem)
        card = StudyCard(
            name=name, problem=entered.problem.fingerprint, plan=entered.plan.fingerprint,
            learners=tuple(learner.fingerprint for learner in entered.learners),
            declared={
                "verb": verb, "names": list(models), "metrics": [m.name for m in chosen], "level": ask.level,
                "test": ask.test, "adjust": ask.adjust, "against": ask.against, "relevant": ask.relevant, "seed": 0,
                "why": "", "command": command, "judged": True, **stamp(),
            })
        store.add_study(card)
        analysis = analyse(store, card)
    jobs = len(entered.plan.entries) * len(entered.learners)
    return Result(analysis, Done(total=jobs, reused=jobs, fitted=0, failed=0))


def _usual(table: PredictionTable) -> list[str] | None:
    """Marks have one metric; models that give no probabilities none that needs them; the rest the usual ones."""
    if table.graded:
        return ["mean_mark"]
    parts = [part for said in table.said.values() for part in said]
    if table.task is Task.CLASSIFICATION and len(set(table.y.tolist())) == 1:
        return ["accuracy"]
    if table.task is Task.CLASSIFICATION and any(part.probabilities is None for part in parts):
        return ["accuracy", "balanced_accuracy", "f1_macro", "mcc"]
    return None


def _name(predictions: Any) -> str:
    first = predictions[0] if isinstance(predictions, list | tuple) and predictions else predictions
    return Path(first).name if isinstance(first, str | Path) else "predictions"


