"""A learner that is only read about: its path stands in a file, and reading a file imports nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.errors import BadInput
from referee.learners._base import Learner
from referee.learners.naming import Draft, kebab, shown


@dataclass(frozen=True, slots=True)
class Unmade:
    """Stands where an estimator would be made, and makes none."""

    path: str

    def __call__(self, seed: int) -> Any:  # noqa: ARG002 - what every learner is made with
        """Refuse: what was only read cannot be fitted."""
        raise BadInput(f"{self.path} was only read about; it cannot be fitted here.")


def read_of(path: str, parameters: Mapping[str, Any]) -> Draft:
    """A learner by its path and its parameters, as text.

    >>> read_of("xgboost.XGBClassifier", {"n_estimators": 5}).learner.recipe
    {'class': 'xgboost.XGBClassifier', 'parameters': {'n_estimators': '5'}}
    """
    settings = {key: shown(value) for key, value in parameters.items()}
    learner = Learner(name=kebab(path.rpartition(".")[2]), make=Unmade(path),
                      recipe={"class": path, "parameters": settings})
    return Draft(learner, settings)
