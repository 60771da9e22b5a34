"""scikit-learn's scorers as metrics: the function, its arguments, its sign, and what it wants of a model.

A scorer asks a model for its response and turns losses around (`neg_…`). Here predictions are kept, so its function is
taken by itself, with the direction in which it gets better: `neg_mean_gamma_deviance` is the mean gamma deviance, lower
is better. What is handed over follows scikit-learn: of two classes the probability or score of the positive one (by
`pos_label`, else the last in sorted order), of more all columns in sorted order. Where scikit-learn warns that a value
is ill-defined and makes it 0, there is no value.
"""

from __future__ import annotations

import functools
import inspect
import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.errors import BadInput, Undefined
from referee.kinds import Array, Direction, Needs
from referee.metrics.foreign_bounds import foreign_bounds
from referee.metrics.own import OwnMetric, check_signature, said_as_usual
from referee.metrics.predictions import Predictions

SAME_AS_OURS = {
    "neg_log_loss": "log_loss", "neg_root_mean_squared_error": "rmse", "neg_mean_absolute_error": "mae",
    "neg_mean_squared_error": "mse", "neg_median_absolute_error": "median_absolute_error",
    "neg_mean_absolute_percentage_error": "mape", "matthews_corrcoef": "mcc",
}
NEGATED = "neg_"


def is_scorer(thing: Any) -> bool:
    """Whether it is what `make_scorer` or `get_scorer` of scikit-learn give; found without importing it."""
    return all(hasattr(thing, name) for name in ("_score_func", "_sign", "_kwargs", "_response_method"))


def scorer_named(name: str) -> OwnMetric | None:
    """The scorer of that name among scikit-learn's, with or without its neg_; None where there is none.

    >>> scorer_named("neg_mean_gamma_deviance").name
    'mean_gamma_deviance'
    """
    from sklearn.metrics import get_scorer, get_scorer_names

    known = set(get_scorer_names())
    found = next((spelt for spelt in (name, NEGATED + name) if spelt in known), None)
    if found is None:
        return None
    return of_scorer(get_scorer(found), name=found.removeprefix(NEGATED))


def of_scorer(scorer: Any, *, name: str | None = None, title: str | None = None) -> OwnMetric:
    """The metric inside a scorer; it brings its direction and what it needs.

    >>> from sklearn.metrics import fbeta_score, make_scorer
    >>> of_scorer(make_scorer(fbeta_score, beta=2)).name
    'fbeta_score(beta=2)'
    """
    function, given = scorer._score_func, dict(scorer._kwargs)      # noqa: SLF001 - there is no public way in
    called = name if name is not None else _name(function, given)
    bound = functools.partial(function, **given) if given else function
    check_signature(bound, called)
    return OwnMetric(
        function=_Strict(bound), name=called, title=title or called,
        direction=Direction(int(np.sign(scorer._sign))),       # noqa: SLF001
        needs=_needs(scorer._response_method),                 # noqa: SLF001
        arrange=_Arranged(given.get("pos_label")), bounds=foreign_bounds(bound),
    )


def _name(function: Any, given: Mapping[str, Any]) -> str:
    said = " ".join(f"{key}={value}" for key, value in given.items())
    own = getattr(function, "__name__", type(function).__name__)
    return ("scorer" if own == "<lambda>" else own) + (f"({said})" if said else "")


def _needs(response: Any) -> Needs | None:
    """What a scorer asks of a model; `predict` means labels or values, as the task has it."""
    if response == "predict":
        return None
    if response == "predict_proba":
        return Needs.PROBABILITIES
    ways = (response,) if isinstance(response, str) else tuple(response)
    if ways and set(ways) <= {"decision_function", "predict_proba"}:
        return Needs.SCORES
    raise BadInput(f"a scorer that asks a model for {', '.join(map(str, ways)) or 'nothing'} cannot be used: labels, "
                   f"probabilities, scores and values are kept.")


@dataclass(frozen=True, slots=True)
class _Strict:
    """The scorer's function; a value that scikit-learn calls ill-defined does not exist."""

    function: Callable[..., Any]

    @property
    def __signature__(self) -> inspect.Signature:
        """That of the function."""
        return inspect.signature(self.function)

    def __call__(self, *given: Any, **by_name: Any) -> Any:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            value = self.function(*given, **by_name)
        kinds = getattr(sys.modules.get("sklearn.exceptions"), "UndefinedMetricWarning", ())
        for warning in said:
            if kinds and issubclass(warning.category, kinds):
                raise Undefined(str(warning.message).splitlines()[0])
        return value


@dataclass(frozen=True, slots=True)
class _Arranged:
    """What a model said, in the columns that scikit-learn's functions expect."""

    pos_label: Any = None

    def __call__(self, predictions: Predictions, needs: Needs) -> Array:
        said = said_as_usual(predictions, needs)
        if needs not in {Needs.PROBABILITIES, Needs.SCORES}:
            return said
        order = _sorted_order(predictions)
        if predictions.k > 2:
            return said[:, order]
        positive = order[1] if self.pos_label is None else self._position(predictions)
        if needs is Needs.PROBABILITIES:
            return said[:, positive]
        return said if positive == 1 else -said if predictions.scores is not None else 1 - said

    def _position(self, predictions: Predictions) -> int:
        labels = list(predictions.classes or range(predictions.k))
        if self.pos_label not in labels:
            raise BadInput(f"pos_label is {self.pos_label!r}, and the classes are {', '.join(map(repr, labels))}.")
        return labels.index(self.pos_label)


def _sorted_order(predictions: Predictions) -> list[int]:
    """The codes in sorted order of their labels; as they stand where labels do not sort."""
    labels = predictions.classes or tuple(range(predictions.k))
    try:
        return sorted(range(len(labels)), key=lambda code: labels[code])
    except TypeError:
        return list(range(len(labels)))
