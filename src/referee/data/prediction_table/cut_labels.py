"""Labels that are another column's probabilities, cut: p_forest and call_forest are one model and not two.

What stands before or behind the model's name is whatever people write (call, class, y_hat, @0.5); that the two belong
together is told by the numbers, which one cut parts as the labels do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from referee.data.prediction_table.roles import Side

APART = re.compile(r"[\s_.:/|(),\[\]{}@-]")
FEWEST = 10             # rows, fewer are cut alike by accident


def with_cut_labels(table: Any, sides: Mapping[str | None, Side]) -> dict[str | None, Side]:
    """The models, those under one name that are the probabilities of one and the labels that were cut from them."""
    labels = {name: side.prediction for name, side in sides.items()
              if name is not None and side.prediction is not None and side == Side(prediction=side.prediction)}
    shares = {name: side.probability for name, side in sides.items()
              if name is not None and side.probability is not None and side == Side(probability=side.probability)}
    partners = {label: [name for name in shares if _is_of(label, name)] for label in labels}
    joined = dict(sides)
    for label, names in partners.items():
        if len(names) == 1 and [names] == [some for some in partners.values() if names[0] in some] and _cut(
                table, shares[names[0]], labels[label]):
            joined[names[0]] = replace(joined[names[0]], prediction=labels[label])
            del joined[label]
    return joined


def _is_of(label: str, model: str) -> bool:
    """Whether a column is called by a model and something besides.

    >>> _is_of("call_forest", "forest"), _is_of("forest@0.5", "forest"), _is_of("rainforest", "forest")
    (True, True, False)
    """
    if label == model or not model:
        return False
    before, behind = label.removesuffix(model), label.removeprefix(model)
    return (before != label and APART.match(before[-1:]) is not None) or (
        behind != label and APART.match(behind[:1]) is not None)


def _cut(table: Any, share: str, label: str) -> bool:
    """Whether the larger numbers all have one label, and the smaller ones the other."""
    numbers, said = table.column(share).to_numpy(), table.column(label).to_numpy(zero_copy_only=False)
    try:
        numbers = np.asarray(numbers, dtype=float)
    except (TypeError, ValueError):
        return False
    told = {str(one) for one in said}
    if len(numbers) < FEWEST or len(told) != 2 or np.isnan(numbers).any():
        return False
    first = np.array([str(one) for one in said]) == min(told)
    low, high = sorted((numbers[first], numbers[~first]), key=lambda part: float(np.mean(part)))
    return bool(low.max() <= high.min())
