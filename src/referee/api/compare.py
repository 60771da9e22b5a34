"""compare: which model is better, by how much, and how sure one can be."""

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


@keywords(more=OF_DATA)
def compare(  # noqa: PLR0913 - the one door of a notebook; every option is by keyword
    models: Any, X: Any, y: Any = None, *, metrics: Any = None, design: Any = None, level: float = 0.95,
    test: Any = None, against: str | None = None, relevant: float | None = None, adjust: str = "holm",
    family: str = "ledger", side: str | None = None, protocol: str | None = None, tuning: str | None = None,
    baseline: bool = True, seed: int = 0, jobs: int | None = None, engine: Any = None,
    time_limit: float | None = None, retry_failed: bool = False, share: bool = False,
    ledger: str | Path | Ledger | None = None,
    announce: Announce = unannounced, progress: Progress = silent, command: str = "", **data: Any,
) -> Result | TargetsResult:
    """Which model is better, by how much, and how sure one can be.

    `models` is a dict, list or single one of scikit-learn-style estimators, names such as "forest" or
    "forest:n_estimators=300", or dotted paths; "knn:n_neighbors=1|5|15" is tuned inside each training part, as `tuning`
    says ("nested", "salzberg", "kfold:folds=3,rule=one-se"). `X` is an array, a pandas or polars frame, a file, or
    the name of a bundled data set; further keywords (target, task, groups, ids, positive, name) say what
    is what in it. The first of `metrics` is the primary one, which the verdict is about. `family` says what is
    corrected for: "ledger", everything the ledger has seen tried on these rows; "declared", this study alone;
    "online", so that one may stop whenever one likes what one sees. `side` names a model of which only that it is
    better than the others is asked: one-sided tests, declared before anything is fitted. `protocol` is "salzberg" or
    "mooney": design, test and correction as the paper has them, with what is known against it in the output.
    `retry_failed` fits once more what failed before; `share` divides the fits among all processes that are given one
    study and one ledger. With several targets each is told by itself, in its own unit, all corrected as one family, and
    the models are compared by all of them together: `answer["load"]["lda", "tree"]`.
    `announce` is told what is going to be done, `progress` how far it is; `command` is kept with the study.

    >>> result = compare(["gaussian-nb", "lda"], "iris", design="kfold:folds=5", jobs=1)
    >>> result["gaussian-nb", "lda"].outcome.value
    "can't tell"
    """
    ask = Ask(level=level, test=test, adjust=adjust, against=against, relevant=relevant, family=family,
              side=side)
    expect(models, engine)
    problem = show_large(announce, unsealed_rows(load(X, y=y, **data), ledger, design=design))
    asked = Asked("compare", models, design=design, metrics=metrics, baseline=baseline, ask=ask,
                  protocol=protocol, tuning=tuning, seed=seed, command=command)
    prepared: Prepared[Any] = prepare_targets(asked, problem) if problem.has_several else prepare(asked, problem)
    with opened(ledger) as store:
        answer: Result | TargetsResult = carry_out(
            prepared, store, engine=make_engine(engine, workers=jobs, time_limit=time_limit), announce=announce,
            progress=progress, retry_failed=retry_failed, share=share)
        return answer
