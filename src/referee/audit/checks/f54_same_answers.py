"""F-54: two models that say the same of every row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import combinations

import numpy as np

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import models_that_spoke, named, one_pass
from referee.audit.numbers.grids import SAME_ROWS, same_columns
from referee.kinds import Array
from referee.metrics import Predictions

ENOUGH = 30         # rows: fewer may be answered alike by chance
FIELDS = {"values": "numbers", "probabilities": "probabilities", "scores": "scores", "labels": "answers"}


@check("F-54", "Two models say the same", severity=Severity.SERIOUS,
       advice="Look whether one file was copied over the other, or both names stand for one model.",
       reference="common sense")
def same_answers(bundle: Bundle) -> Iterator[Found]:
    """Equal answers, probabilities or numbers for every row; right answers alone do not make two models one.

    Serious where numbers or probabilities with many values agree to the last digit; equal classes may be chance. In a
    table of models by data sets: two columns with the same figures.
    """
    if bundle.grid is not None:
        if len(bundle.grid.data_sets) < SAME_ROWS or not bundle.grid.complete:
            raise NotCheckable(f"fewer than {SAME_ROWS} data sets, or some without a score, do not tell columns apart",
                               ask="a table with a score in every cell")
        for a, b, many in same_columns(bundle.grid):
            yield Found(message=f"{named([a, b])} have the same figures on all {many} data sets.",
                        evidence={"models": [a, b], "data sets": many})
        return
    spoke = models_that_spoke(bundle)
    if len(spoke) < 2:
        raise NotApplicable("there are no two models")
    baselines = {model.name for model in bundle.models or () if model.baseline}
    said = {name: one_pass(bundle, name) for name in spoke}
    for a, b in _alike(said):
        (rows_a, one), (rows_b, other) = said[a], said[b]
        if {a, b} <= baselines or rows_a.size < ENOUGH or not np.array_equal(rows_a, rows_b):
            continue
        what = _equal(one, other)
        if what:
            yield Found(message=f"{named([a, b])} give identical {what} for all {rows_a.size:,} rows.",
                        severity=None if _fine(one) else Severity.WARNING,
                        evidence={"models": [a, b], "rows": int(rows_a.size)})


def _alike(said: Mapping[str, tuple[Array, Predictions]]) -> list[tuple[str, str]]:
    """Pairs that have something in common, in order: they are looked for by what was said, not pair by pair."""
    saying: dict[tuple[str, bytes], list[str]] = {}
    for name, (rows, predictions) in said.items():
        for field in FIELDS:
            array = getattr(predictions, field)
            if array is not None:
                whole = np.asarray(array, dtype=float) + 0.0        # −0 is 0
                key = sha256(repr(whole.shape).encode() + rows.tobytes() + whole.tobytes()).digest()
                saying.setdefault((field, key), []).append(name)
    place = {name: i for i, name in enumerate(said)}
    pairs = {pair for names in saying.values() for pair in combinations(names, 2)}
    return sorted(pairs, key=lambda pair: (place[pair[0]], place[pair[1]]))


def _fine(one: Predictions) -> bool:
    """Whether what was said has so many different values that two models would not agree in all of them."""
    return any(array is not None and np.unique(array).size > ENOUGH
               for array in (one.values, one.probabilities, one.scores))


def _equal(one: Predictions, other: Predictions) -> str:
    """What is the same in both: the finest that both gave."""
    for field, what in FIELDS.items():
        a, b = getattr(one, field), getattr(other, field)
        if a is not None and b is not None:
            errors = field != "labels" or bool((a != one.truth).any())
            return what if errors and a.shape == b.shape and np.array_equal(a, b) else ""
    return ""
