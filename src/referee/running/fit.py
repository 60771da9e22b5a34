"""One job: fit a learner on the training rows of one split, and write down what it says of the test rows."""

from __future__ import annotations

import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from referee.designs.split import Split
from referee.learners import Learner, Takes, complexity
from referee.learners.tuning import search_notes
from referee.ledger import Record
from referee.running.bench import Bench
from referee.running.outputs import outputs
from referee.running.repeated_rows import NOTE, fit_rows
from referee.seeds import seed_for

WARNINGS_KEPT = 5


def fit_one(bench: Bench, learner: Learner, split: Split) -> Record:
    """Fit and predict. Whatever goes wrong inside the learner becomes a failed record, with its traceback."""
    blank = Record(problem=bench.problem, learner=learner.fingerprint(bench.seed), split=split.fingerprint)
    heard: list[str] = []
    start = time.perf_counter()
    try:
        with _listening(heard):
            # The seed is the study's and the split's: the same on any worker, in any order.
            estimator = learner.make(seed_for(bench.seed, "fit", split.fingerprint))
            with _finite(trusted=bench.finite and learner.takes is Takes.MATRIX):
                weighted = fit_rows(estimator, bench, learner.takes, split)
                fitted = time.perf_counter()
                said = outputs(estimator, bench.rows(learner.takes, split.test), bench, learner.takes, split.n_test)
            done = time.perf_counter()
            size, search = complexity(estimator), search_notes(estimator)
    except Exception as error:  # noqa: BLE001 - any failure of a stranger's code is a result, not our crash
        return replace(
            blank, error=_sentence(error), traceback=traceback.format_exc(), warnings=tuple(heard),
            fit_seconds=time.perf_counter() - start,
        )
    notes = ({"complexity": size} if size else {}) | ({NOTE: True} if weighted else {}) | (
        {"tuned": search} if search else {})
    return replace(
        blank, labels=said.get("labels"), scores=said.get("scores"), probabilities=said.get("probabilities"),
        values=said.get("values"), warnings=tuple(heard), notes=notes,
        fit_seconds=fitted - start, predict_seconds=done - fitted,
    )


def failed(bench: Bench, learner: Learner, split: Split, why: str) -> Record:
    """The record of a job that ended from outside: out of time, or its process died."""
    return Record(
        problem=bench.problem, learner=learner.fingerprint(bench.seed), split=split.fingerprint, error=why,
    )


def _sentence(error: Exception) -> str:
    first = (str(error).strip().splitlines() or [""])[0]
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


@contextmanager
def _listening(heard: list[str]) -> Iterator[None]:
    """Catch the learner's warnings instead of printing a hundred of them; keep a few different ones."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            yield
        finally:
            for warning in caught:
                text = f"{warning.category.__name__}: {str(warning.message).strip().splitlines()[0]}"
                if text not in heard and len(heard) < WARNINGS_KEPT:
                    heard.append(text)


@contextmanager
def _finite(*, trusted: bool) -> Iterator[None]:
    """Spare scikit-learn its search for NaN where the data were found whole when they were read."""
    if not trusted:
        yield
        return
    import sklearn

    with sklearn.config_context(assume_finite=True):
        yield
