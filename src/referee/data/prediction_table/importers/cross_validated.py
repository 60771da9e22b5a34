"""What scikit-learn's cross-validation leaves behind: `cross_validate(…, return_indices=True, return_estimator=True)`,
or the array of `cross_val_predict`.

The indices of `cross_validate` say which rows were trained on and which were tested; the estimators are asked for
their predictions again. Test parts that together cover all rows once are the folds of one repeat. `cross_val_predict`
does not say its folds: give them (`folds`, a number for each row), or the rows count as one test set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from referee.data.prediction_table.align import Reading, read_predictions
from referee.data.prediction_table.table import Part, PredictionTable
from referee.data.target import infer_task
from referee.data.task import as_task
from referee.errors import BadInput
from referee.kinds import Array, Task

NEEDED = ("indices", "estimator")


def is_cross_validated(given: Any) -> bool:
    """Whether this is the dict that `cross_validate` gives back, with or without what is needed here."""
    return isinstance(given, Mapping) and "fit_time" in given and "score_time" in given


def table_of(results: Mapping[str, Any], X: Any, y: Any, *, reading: Reading, folds: Any = None) -> PredictionTable:
    """The aligned table of several models' results on the same rows, by the models' names."""
    import pandas as pd

    truth = pd.Series(np.asarray(y)).reset_index(drop=True)
    if truth.ndim != 1 or not len(truth):
        raise BadInput("y must be one value a row.")
    if not any(is_cross_validated(result) for result in results.values()):
        return _of_arrays(results, truth, reading, folds)
    task = as_task(reading.task) or infer_task(truth)
    classes = tuple(np.unique(truth).tolist()) if task is Task.CLASSIFICATION else ()
    code = {value: position for position, value in enumerate(classes)}
    said = {name: _parts(name, result, X, code, len(truth)) for name, result in results.items()}
    return PredictionTable(
        name=reading.name, ids=np.arange(len(truth)), task=task, classes=classes, said=said, by_row=True,
        target=str(getattr(y, "name", None) or "y"),
        y=truth.map(code).to_numpy(dtype=np.int64) if classes else truth.to_numpy(dtype=float))


def _parts(name: str, result: Any, X: Any, code: Mapping[Any, int], n: int) -> tuple[Part, ...]:
    missing = [key for key in NEEDED if not is_cross_validated(result) or key not in result]
    if missing:
        raise BadInput(f"the result of {name} has no {missing[0]}; call cross_validate with return_indices=True and "
                       f"return_estimator=True.")
    parts: list[Part] = []
    repeat, fold, covered = 0, 0, np.zeros(n, dtype=bool)
    for estimator, train, test in zip(result["estimator"], result["indices"]["train"], result["indices"]["test"],
                                      strict=True):
        if covered[test].any() or covered.all():
            repeat, fold, covered = repeat + 1, 0, np.zeros(n, dtype=bool)
        covered[test] = True
        cases = np.sort(test)
        parts.append(Part(repeat=f"{repeat:04d}", fold=f"{fold:04d}", seed="", cases=cases, trained=np.sort(train),
                          **_said(estimator, _rows(X, cases), code)))
        fold += 1
    return tuple(parts)


def _rows(X: Any, rows: Array) -> Any:
    return X.iloc[rows] if hasattr(X, "iloc") else X[rows]


def _said(estimator: Any, X: Any, code: Mapping[Any, int]) -> dict[str, Array]:
    predicted = np.asarray(estimator.predict(X))
    if not code:
        return {"values": predicted.astype(float)}
    said: dict[str, Array] = {"labels": np.array([code[value] for value in predicted.tolist()], dtype=np.int64)}
    if hasattr(estimator, "predict_proba"):
        said["probabilities"] = np.zeros((predicted.size, len(code)))
        said["probabilities"][:, [code[value] for value in estimator.classes_.tolist()]] = estimator.predict_proba(X)
    elif hasattr(estimator, "decision_function") and len(code) == 2:
        said["scores"] = np.asarray(estimator.decision_function(X), dtype=float)
    return said


def _of_arrays(results: Mapping[str, Any], truth: Any, reading: Reading, folds: Any) -> PredictionTable:
    """Arrays of `cross_val_predict`: labels, numbers, or (for two dimensions) probabilities of the sorted classes."""
    import pandas as pd

    frames = []
    for name, given in results.items():
        array = np.asarray(given)
        if array.shape[0] != len(truth):
            raise BadInput(f"{name} predicts {array.shape[0]} rows, and y has {len(truth)}.")
        columns: dict[str, Any] = {"id": np.arange(len(truth)), "truth": truth, "model": name}
        if array.ndim == 2:
            names = np.unique(truth)
            if array.shape[1] != names.size:
                raise BadInput(f"{name} has {array.shape[1]} columns of probabilities for {names.size} classes.")
            columns |= {f"prob_{cls}": array[:, place] for place, cls in enumerate(names)}
        else:
            columns["prediction"] = array
        frames.append(pd.DataFrame(columns | ({} if folds is None else {"fold": np.asarray(folds)})))
    table = read_predictions(pd.concat(frames, ignore_index=True), reading)
    if folds is None:
        notice = ("The folds are not known, so the rows count as one test set; if they were cross-validated, say "
                  "folds=….")
        return replace(table, notices=(notice,))
    return table
