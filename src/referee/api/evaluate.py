"""evaluate: how good a model is, and how sure one can be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.api.asked import Asked
from referee.api.carry_out import Announce, carry_out, show_large, unannounced
from referee.api.data_words import OF_DATA
from referee.api.keywords import keywords
from referee.api.ledger import opened
from referee.api.prepared import Prepared, prepare
from referee.api.result import Result
from referee.api.several_targets import TargetsResult, prepare_targets
from referee.api.unsealed_rows import unsealed_rows
from referee.data import load
from referee.ledger import Ledger
from referee.reading.ask import Ask
from referee.running import Progress, expect, make_engine, silent


@keywords(more=OF_DATA, model="models")
def evaluate(  # noqa: PLR0913 - the other door of a notebook
    models: Any, X: Any, y: Any = None, *, metrics: Any = None, design: Any = None, budget: int | None = None,
    level: float = 0.95, tuning: str | None = None, seed: int = 0, jobs: int | None = None, engine: Any = None,
    time_limit: float | None = None, retry_failed: bool = False, share: bool = False,
    ledger: str | Path | Ledger | None = None,
    announce: Announce = unannounced, progress: Progress = silent, command: str = "", **data: Any,
) -> Result | TargetsResult:
    """How good a model is, and how sure one can be; with its baseline, so that good has a meaning.

    Without a design the rows are divided into ten folds (five times up to 500 rows), which give the score of training
    on nearly all rows, and into halves, which give its interval; `budget` (fits a learner) keeps it cheaper.
    `retry_failed` fits once more what failed before; `share` divides the fits among all processes that are given one
    study and one ledger.

    >>> result = evaluate("lda", "iris", design="kfold:folds=5", jobs=1)
    >>> result.estimates["lda"].value
    0.98
    """
    expect(models, engine)
    problem = show_large(announce, unsealed_rows(load(X, y=y, **data), ledger, design=design))
    asked = Asked("evaluate", models, design=design, metrics=metrics, ask=Ask(level=level), tuning=tuning,
                  budget=budget, seed=seed, command=command)
    prepared: Prepared[Any] = prepare_targets(asked, problem) if problem.has_several else prepare(asked, problem)
    with opened(ledger) as store:
        answer: Result | TargetsResult = carry_out(
            prepared, store, engine=make_engine(engine, workers=jobs, time_limit=time_limit), announce=announce,
            progress=progress, retry_failed=retry_failed, share=share)
        return answer
