"""The mean cost of a case: what it costs to be wrong about each, which the data say, where the label is wrong; else 0.

Example-dependent costs: Elkan, C. (2001). The foundations of cost-sensitive learning. IJCAI, 973-978; Zadrozny, B. and
Elkan, C. (2001). Learning and making decisions when costs and probabilities are both unknown. KDD, 204-213. It is a
plain mean over rows, so that every interval and test of means applies; it is no weighted mean, whose weights would also
say how many cases there are.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Unpack

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput, Undefined
from referee.given import numbers
from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import METRICS, Metric, mean_of
from referee.metrics.answers import wrong
from referee.metrics.predictions import Predictions
from referee.metrics.vectors import Coding, labelled


def _lost(predictions: Predictions) -> Array:
    """What was lost on each row."""
    if predictions.costs is None:
        raise Undefined("nothing says what it costs to be wrong about each case; name its column (case_costs=).")
    return np.asarray(predictions.costs * wrong(predictions))


METRICS.add(Metric(
    name="case_cost", title="mean cost", task=Task.CLASSIFICATION, needs=Needs.LABELS, direction=Direction.MINIMISE,
    bounds=(0.0, math.inf), score=mean_of(_lost), per_row=_lost, counts_only=False, priced=True,
    reference="Elkan 2001", note="what it costs to be wrong about each case, where the label is wrong",
))


def case_cost(truth: npt.ArrayLike, said: npt.ArrayLike, costs: npt.ArrayLike,
              weights: npt.ArrayLike | None = None, **coding: Unpack[Coding]) -> float:
    """The mean cost: `costs` holds what it costs to be wrong about each case.

    >>> case_cost([0, 1, 1, 0], [0, 0, 1, 1], [5, 20, 10, 8])
    7.0
    """
    told, each = labelled(truth, said, weights, **coding), numbers(costs, "costs")
    if each.shape != (told.n_rows,) or (each < 0).any():
        raise BadInput(f"{each.size} costs for {told.n_rows} rows; give one of 0 or more for each.")
    return float(METRICS["case_cost"].score(replace(told, costs=each)))
