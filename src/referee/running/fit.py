"""One job: fit a learner on the training rows of one split, and write down what it says of the test rows."""

from __future__ import annotations

import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter  # our own, whatever a learner does to the clock of others
from typing import Any

import numpy as np

from referee.designs.split import Split
from referee.errors import Stopped
from referee.learners import Learner, Takes, complexity
from referee.learners.tuning import search_notes
from referee.ledger import Record
from referee.running.bench import Bench
from referee.running.heard import is_the_users, listening, sentence, trace
from referee.running.outputs import outputs
from referee.running.repeated_rows import NOTE, fit_rows
from referee.seeds import seed_for

STOPPED_HALF_WAY = "UserWarning: Training interrupted by user."      # MLPClassifier keeps Ctrl-C to itself


def fit_one(bench: Bench, learner: Learner, split: Split) -> Record:
    """Fit and predict. Whatever goes wrong inside the learner becomes a failed record, with its traceback."""
    learner_key, split_key = learner.fingerprint(bench.seed), split.fingerprint
    heard: list[str] = []
    start = perf_counter()
    try:
        with listening(heard):
            with _finite(trusted=bench.finite and learner.takes is Takes.MATRIX):
                estimator, weighted, bench = _fitted(bench, learner, split)
                fitted = perf_counter()
                _require_whole(heard)
                said = outputs(estimator, bench.rows(learner.takes, split.test), bench, learner.takes, split.n_test)
            done = perf_counter()
            size, search = complexity(estimator), search_notes(estimator)
    except BaseException as error:  # any failure of a stranger's code is a result, not our crash
        if is_the_users(error):
            raise
        return Record(
            problem=bench.problem, learner=learner_key, split=split_key, error=sentence(error), traceback=trace(error),
            warnings=tuple(heard), fit_seconds=perf_counter() - start,
        )
    notes = ({"complexity": size} if size else {}) | ({NOTE: True} if weighted else {}) | (
        {"tuned": search} if search else {})
    return Record(
        problem=bench.problem, learner=learner_key, split=split_key, labels=said.get("labels"),
        scores=said.get("scores"), probabilities=said.get("probabilities"), values=said.get("values"),
        quantiles=said.get("quantiles"), warnings=tuple(heard), notes=notes,
        fit_seconds=fitted - start, predict_seconds=done - fitted,
    )


def _fitted(bench: Bench, learner: Learner, split: Split) -> tuple[Any, bool, Bench]:
    """The fitted estimator, whether rows were weighted, and the bench whose classes it knows.

    Some models (XGBoost's) take classes as codes from 0 only. One that refuses the user's own labels is offered the
    codes, and that is told; if it refuses these as well, it is heard on the labels.
    """
    # The seed is the study's and the split's: the same on any worker, in any order.
    seed = seed_for(bench.seed, "fit", split.fingerprint)
    estimator = learner.make(seed)
    try:
        return estimator, fit_rows(estimator, bench, learner.takes, split), bench
    except ValueError:
        coded = bench.coded()
        if learner.takes is Takes.MATRIX or bench.classes == coded.classes:
            raise
        estimator = learner.make(seed)
        try:
            weighted = fit_rows(estimator, coded, learner.takes, split)
        except Exception:  # noqa: BLE001 - whatever it is, the first refusal is the one to tell
            weighted = None
        if weighted is None:
            raise
        last = np.max(bench.y)
        warnings.warn(f"it refused the labels of the data and was given class codes from 0 to {last} instead",
                      stacklevel=2)
        return estimator, weighted, coded


def failed(bench: Bench, learner: Learner, split: Split, why: str) -> Record:
    """The record of a job that ended from outside: out of time, or its process died."""
    return Record(
        problem=bench.problem, learner=learner.fingerprint(bench.seed), split=split.fingerprint, error=why,
    )


def _require_whole(heard: list[str]) -> None:
    if STOPPED_HALF_WAY in heard:
        raise Stopped(signal.SIGINT)


@contextmanager
def _finite(*, trusted: bool) -> Iterator[None]:
    """Spare scikit-learn its search for NaN where the data were found whole when they were read."""
    if not trusted:
        yield
        return
    import sklearn

    with sklearn.config_context(assume_finite=True):
        yield
