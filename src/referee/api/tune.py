"""tune: which setting to use, and how good a model tuned in this way is on rows that took no part in the choice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.api.asked import Asked
from referee.api.carry_out import Announce, carry_out, unannounced
from referee.api.data_words import OF_DATA
from referee.api.keywords import keywords
from referee.api.ledger import opened
from referee.api.no_weights import require_no_weights
from referee.api.prepared import Prepared, prepare
from referee.api.result import Result
from referee.api.unsealed_rows import unsealed_rows
from referee.data import Problem, load
from referee.errors import BadInput
from referee.learners import Tuned, TunedLearner, tuned
from referee.ledger import Ledger
from referee.reading.ask import Ask
from referee.running import Progress, expect, make_engine, silent

CORRECTIONS = ("nested", "bbc")        # every training part tuned in afresh; all settings scored once, and corrected


def prepare_tune(  # noqa: PLR0913 - what tuning declares
    models: Any, problem: Problem, *, design: Any = None, metrics: Any = None, tuning: str | None = None,
    correction: str = "nested", level: float = 0.95, seed: int = 0, command: str = "",
) -> Prepared[Result]:
    """Fix what is tried, how it is chosen, and how the choice is paid for."""
    if correction not in CORRECTIONS:
        raise BadInput(f"correction is {' or '.join(CORRECTIONS)}, not {correction!r}.")
    prepared = prepare(Asked("evaluate", models, design=design, metrics=metrics, ask=Ask(level=level), tuning=tuning,
                             seed=seed, command=command, best_of=correction != CORRECTIONS[0]), problem)
    if correction == CORRECTIONS[0] and not any(isinstance(learner, TunedLearner) for learner in prepared.learners):
        raise BadInput("there is nothing to tune; give a parameter several values, as in knn:n_neighbors=1|5|15.")
    return prepared


@keywords(more=OF_DATA, model="models")
def tune(  # noqa: PLR0913 - a door of a notebook; every option is by keyword
    models: Any, X: Any, y: Any = None, *, space: Any = None, metrics: Any = None, design: Any = None,
    tuning: str | None = None, correction: str = "nested", level: float = 0.95, seed: int = 0, jobs: int | None = None,
    engine: Any = None,
    time_limit: float | None = None, ledger: str | Path | Ledger | None = None, announce: Announce = unannounced,
    progress: Progress = silent, command: str = "", **data: Any,
) -> Result:
    """The setting to use on all rows, and an honest estimate of what it will be worth.

    `models` is "knn:n_neighbors=1|5|15", `tuned(…)`, or a model with its `space` beside it. The primary metric chooses.
    With correction "nested" every training part is tuned in afresh; with "bbc" all settings are cross-validated once
    and the best score is corrected (BBC-CV), which costs a fraction of the fits.

    >>> result = tune("knn:n_neighbors=15|5|1", "iris", metrics="accuracy", design="kfold:folds=3", jobs=1)
    >>> result.tuning["tuned-knn"].recommended
    'n_neighbors=15'
    """
    given = models if space is None or isinstance(models, Tuned) else tuned(models, space)
    expect(given, engine)
    problem = unsealed_rows(require_no_weights(load(X, y=y, **data), "tuning"), ledger, design=design)
    prepared = prepare_tune(given, problem, design=design, metrics=metrics, tuning=tuning,
                            correction=correction, level=level, seed=seed, command=command)
    with opened(ledger) as store:
        return carry_out(prepared, store, engine=make_engine(engine, workers=jobs, time_limit=time_limit),
        announce=announce,
                         progress=progress)
