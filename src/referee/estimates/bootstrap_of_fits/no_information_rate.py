"""The no-information error rate γ: the loss if features told nothing, every prediction paired with every truth.

Efron, B. and Tibshirani, R. (1997). JASA 92, 548-560. γ = (1/n²) Σ_i Σ_j ℓ(y_i, f(x_j)). For right-or-wrong it is
Σ_l p_l (1 − q_l), with p the shares of true and q of predicted classes; for squared loss var(y) + var(f) +
(ȳ − f̄)². For any other loss it is taken over the *distinct* truths: O(n × classes), or n² evaluations in O(n)
memory for a real-valued target.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from referee.errors import BadInput, Undefined
from referee.given import Labels, column, door, numbers
from referee.kinds import Array

Loss = Callable[[Array, Array], Array]      # (truths, what was said of as many rows) -> losses


@door(said=column)
def no_information_rate(truth: Array, said: Array, loss: Loss) -> float:
    """γ for any per-row loss; `said` is what the loss takes, one entry (or row) a case.

    >>> no_information_rate([0, 0, 1], [0.5, 0.5, 2.0], lambda y, f: abs(y - f))
    0.8888889
    """
    truth, said = _same_length(truth, said)
    values, times = np.unique(truth, axis=0, return_counts=True)
    total = sum(count * float(np.mean(loss(np.broadcast_to(value, truth.shape), said)))
                for value, count in zip(values, times, strict=True))
    return float(total / len(truth))


@door
def no_information_zero_one(truth: Array, labels: Array) -> float:
    """γ for right-or-wrong: Σ_l p_l (1 − q_l).

    >>> no_information_zero_one([0] * 6 + [1] * 4, [0] * 7 + [1] * 3)
    0.46
    """
    read = Labels.of({"truth": truth, "labels": labels})
    _same_length(*read.codes)
    p, q = (np.bincount(part, minlength=len(read.classes)) / len(part) for part in read.codes)
    return float(p @ (1 - q))


@door(truth=numbers, values=numbers)
def no_information_squared(truth: Array, values: Array) -> float:
    """γ for squared loss, in closed form.

    >>> no_information_squared([0.0, 2.0], [1.0, 1.0])
    1.0
    """
    truth, values = _same_length(truth, values)
    return float(truth.var() + values.var() + (truth.mean() - values.mean()) ** 2)


def _same_length(truth: Array, said: Array) -> tuple[Array, Array]:
    if np.ndim(truth) == 0 or np.ndim(said) == 0:
        raise BadInput("truth and what was said of it must be one entry a case.")
    if not np.size(truth) or not np.size(said):
        raise Undefined("there are no cases.")
    if len(truth) != len(said):
        raise BadInput(f"{len(truth)} truths but {len(said)} predictions; give one for each case.")
    if len(truth) == 0:
        raise Undefined("there are no cases.")
    return truth, said
