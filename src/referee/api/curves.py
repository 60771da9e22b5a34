"""learning_curve: how learners grow with data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.api.curve_result import CurveResult
from referee.api.declaring import design_declared, study_card, versions
from referee.api.ledgers import opened
from referee.api.open_rows import open_rows
from referee.api.studies import Prepared, fitted
from referee.data import Problem, load
from referee.declaration import CurvePart, Declaration
from referee.designs.growing import growing_plan
from referee.errors import BadInput, UnknownName
from referee.estimates._base import check_level
from referee.learners import resolve
from referee.ledger import Ledger
from referee.running import Local, Progress, silent
from referee.study import choose_metrics
from referee.study.curve import draw_curves
from referee.study.curve.contrasts import CurveAsk


def prepare_curve(  # noqa: PLR0913 - what a learning curve declares
    models: Any, problem: Problem, *, sizes: Sequence[float] | None = None, folds: int = 10, repeats: int = 1,
    metrics: Any = None, ask: CurveAsk | None = None, training: int = 1000, seed: int = 0, command: str = "",
) -> Prepared:
    """Fix learners, sizes, folds, metrics and how differences are judged, before the first fit."""
    ask = ask or CurveAsk()
    check_level(ask.level)
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise BadInput(f"seed is a whole number from 0 on, not {seed!r}.")
    chosen = choose_metrics(metrics, problem)
    learners = resolve(models, problem)
    names = [learner.name for learner in learners]
    if ask.against is not None and ask.against not in names:
        raise UnknownName("learner of this curve", ask.against, names)
    plan = growing_plan(problem, sizes, folds=folds, repeats=repeats, training=training, seed=seed)
    declared_sizes = plan.card.parameters["sizes"]
    if ask.at is not None and ask.at not in declared_sizes:
        raise BadInput(f"the size declared for the comparison, {ask.at}, is not among the sizes "
                       f"{', '.join(map(str, declared_sizes))}.")
    declaration = Declaration(
        verb="curve", names=tuple(names), metrics=tuple(m.name for m in chosen), level=ask.level, adjust=ask.adjust,
        against=ask.against, seed=seed, design=design_declared(plan.card), command=command, versions=versions(),
        curve=CurvePart(at=ask.at))
    card = study_card(problem, plan.card, [learner.fingerprint(seed) for learner in learners], declaration)
    return Prepared(problem=problem, plan=plan, learners=learners, metrics=chosen, seed=seed, card=card)


def draw_curve(
    prepared: Prepared, ledger: Ledger, *, engine: Local | None = None, progress: Progress = silent,
) -> CurveResult:
    """Declare the curve in the ledger, fit what is missing, and show it."""
    done = fitted(prepared, ledger, engine, progress)
    return CurveResult(draw_curves(ledger, prepared.card), done)


def learning_curve(  # noqa: PLR0913 - a door of a notebook
    models: Any, X: Any, y: Any = None, *, sizes: Sequence[float] | None = None, folds: int = 10, repeats: int = 1,
    metrics: Any = None, level: float = 0.95, adjust: str = "max-t", at: int | None = None, against: str | None = None,
    training: int = 1000, seed: int = 0, jobs: int | None = None, time_limit: float | None = None,
    ledger: str | Path | Ledger | None = None, progress: Progress = silent, **data: Any,
) -> CurveResult:
    """How learners grow with data: scores, costs and differences by training size, and what more data would bring.

    Within each fold the training sets of all `sizes` (row counts, or shares of what a fold leaves to train on) lie
    within one another. Pairs of learners are compared at every size as one family (`adjust`: "max-t" or "holm"), or
    only `at` one size declared here. `training` rows of each training set are predicted for the training score.

    >>> result = learning_curve(["gaussian-nb", "tree"], "iris", sizes=[15, 30, 60, 120], folds=5, jobs=1)
    >>> [round(p.value, 2) for p in result.curves.curve("gaussian-nb").points]
    [0.94, 0.96, 0.95, 0.96]
    """
    problem = open_rows(load(X, y=y, **data), ledger)
    prepared = prepare_curve(models, problem, sizes=sizes, folds=folds, repeats=repeats, metrics=metrics,
                             ask=CurveAsk(level=level, adjust=adjust, at=at, against=against), training=training,
                             seed=seed)
    with opened(ledger) as store:
        return draw_curve(prepared, store, engine=Local(workers=jobs, time_limit=time_limit), progress=progress)
