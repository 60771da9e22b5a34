"""Classes by the path one would import them from: ``xgboost.XGBClassifier``, ``sklearn.svm.NuSVC``."""

from __future__ import annotations

import inspect
from typing import Any

from referee.dotted import load
from referee.errors import BadInput


def load_learner(path: str) -> Any:
    """A class with `fit` and `predict`, by its path."""
    found = load(path)
    if not inspect.isclass(found):
        raise BadInput(f"{path} is a {type(found).__name__}, not a class with fit and predict.")
    missing = [method for method in ("fit", "predict") if not callable(getattr(found, method, None))]
    if missing:
        raise BadInput(f"{path} has no {' and no '.join(missing)}; a learner needs fit and predict.")
    return found
