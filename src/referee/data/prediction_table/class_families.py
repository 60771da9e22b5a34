"""Columns that are called by a model and a class: forest_low, forest_medium, forest_high; low.forest; p(forest, low).

A model has such a family where every class of the truth has one column of its. That they hold probabilities is told by
a word for it (p, prob) or by their sums, which are 1 in most rows: then the other rows are wrong. Numbers from 0 to 1
that do not sum to 1 may be scores of each class against the rest, and other numbers logits: these are asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.data.prediction_table.marks import Look
from referee.data.prediction_table.naming import NAMES, PROBABILITY, SIDE
from referee.data.prediction_table.roles import Side
from referee.data.score_layout import plain_name
from referee.data.wording import quoted
from referee.errors import BadInput
from referee.kinds import Array

PART = re.compile(r"[^\s_.:/|(),\[\]{}-]+")
WORD = re.compile(PROBABILITY, re.IGNORECASE)
NEAR, MOSTLY = 0.011, 0.5         # from 1, as rounded sums may be; of rows
MOST = 50                         # classes that have a column each
MOST_PARTS = 20                   # of the name of a column


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """The columns of one model, and whether their names say that they hold probabilities."""

    model: str
    columns: tuple[tuple[str, str], ...]         # (class, column)
    named: bool
    behind: bool                                 # the class stands behind the model

    def sums(self, table: Any) -> Array:
        """What the numbers of each row sum to."""
        return np.asarray(sum(_numbers(table, column) for _, column in self.columns))

    def summing(self, table: Any) -> float:
        """The share of rows that sum to 1."""
        return float((np.abs(self.sums(table) - 1) <= NEAR).mean())


def families_by_name(names: Sequence[str], classes: Sequence[str]) -> list[Family]:
    """The models of which every class has a column of its own name.

    >>> [(one.model, one.columns) for one in families_by_name(["rf_lo", "rf_hi", "p_hi_nn", "lo.nn"], ["lo", "hi"])]
    [('rf', (('lo', 'rf_lo'), ('hi', 'rf_hi'))), ('nn', (('hi', 'p_hi_nn'), ('lo', 'lo.nn')))]
    >>> families_by_name(["rf_lo", "nn_hi"], ["lo", "hi"])
    []
    """
    spelled = {tuple(_parts(one)): one for one in classes}
    if not 2 <= len(classes) <= MOST or len(spelled) < len(classes) or () in spelled:
        return []
    found: list[Family] = []
    for behind in (True, False):
        taken = {column for one in found for _, column in one.columns}
        heap: dict[tuple[str, ...], list[tuple[str, str, str, bool]]] = {}
        for name in names:
            if name not in taken and (own := _of_model(name, spelled, behind=behind)) is not None:
                heap.setdefault(own[0], []).append((own[1], own[2], name, own[3]))
        found += [Family(model=some[0][0], behind=behind, named=all(word for *_, word in some),
                         columns=tuple((cls, name) for _, cls, name, _ in some)) for some in heap.values()
                  if len(some) == len({cls for _, cls, *_ in some}) == len(classes)]
    return found


def _parts(text: str) -> list[str]:
    return [part.casefold() for part in PART.findall(text)]


def _of_model(name: str, spelled: Mapping[tuple[str, ...], str], *, behind: bool
              ) -> tuple[tuple[str, ...], str, str, bool] | None:
    """The model of a column as a key and as it is written, its class, and whether a word says "probability"."""
    parts = _parts(name)
    if len(parts) > MOST_PARTS:
        return None
    first = 1 if len(parts) > 2 and WORD.fullmatch(parts[0]) else 0
    ways = (_at_its_end(name, spelled, start, behind=behind) for start in dict.fromkeys((0, first)))
    return next((found for found in ways if found is not None), None)


def _at_its_end(name: str, spelled: Mapping[tuple[str, ...], str], start: int, *, behind: bool
                ) -> tuple[tuple[str, ...], str, str, bool] | None:
    """The same from the part number `start` on; a word for probability may stand between class and model, too."""
    parts, spans = _parts(name), [found.span() for found in PART.finditer(name)]
    for many in range(len(parts) - start - 1, 0, -1):        # the longest name of a class first: "very low", then "low"
        cls = spelled.get(tuple(parts[-many:] if behind else parts[start:start + many]))
        rest = range(start, len(parts) - many) if behind else range(start + many, len(parts))
        model = [place for place in rest if not WORD.fullmatch(parts[place])]
        if cls is not None and model and model[-1] - model[0] == len(model) - 1:
            return (tuple(parts[place] for place in model), name[spans[model[0]][0]:spans[model[-1]][1]], cls,
                    start > 0 or len(model) < len(rest))
    return None


def families_of(look: Look, rest: Sequence[str], classes: frozenset[str]) -> dict[str | None, Side]:
    """The models that speak in families of columns; numbers that may be no probabilities are asked about."""
    numbers = [name for name in rest if look.facts(name).number]
    found = families_by_name(numbers, sorted(classes))
    sides = {one.model: _side(look, _with_others(look, one, numbers, found)) for one in found}
    return {model: side for model, side in sides.items() if side is not None}


def _side(look: Look, family: Family) -> Side | None:
    meant = family.named or family.summing(look.table) >= MOSTLY
    if not meant and len(family.columns) == 2:
        return None                     # columns of two models, or runs, that are called 0 and 1 as the classes are
    facts = [look.facts(column) for _, column in family.columns]
    if not meant and not all(one.share for one in facts):
        columns, sums = quoted([column for _, column in family.columns], 3), family.sums(look.table)
        hundred = bool((np.abs(sums - 100) <= 100 * NEAR).mean() >= MOSTLY)
        what = "they sum to 100: divide them by 100" if hundred else (
            "they may be scores or logits: give probabilities (softmax), or the class that was named "
            f"(--prediction, a column {family.model}_pred)")
        raise BadInput(f"{look.where}: columns {columns} are called like the classes of {family.model}, and hold "
                       f"numbers from {min(one.low for one in facts):g} to {max(one.high for one in facts):g}; {what}.")
    return Side(classes=family.columns, meant=meant)


def _with_others(look: Look, family: Family, rest: Sequence[str], found: Sequence[Family]) -> Family:
    """With columns of classes that never are the truth, where the numbers sum to 1 with them, and not without."""
    known = {column for one in found for _, column in one.columns}
    key = _parts(family.model)
    more = tuple((text, name) for name in rest if name not in known and look.facts(name).share
                 for text in _beyond(name, key, behind=family.behind))
    wider = Family(model=family.model, columns=(*family.columns, *more), named=family.named, behind=family.behind)
    return wider if more and wider.summing(look.table) > max(MOSTLY, family.summing(look.table)) else family


def _beyond(name: str, model: list[str], *, behind: bool) -> Iterator[str]:
    """What a column of the model is called besides, if it is no word for something else that a model says."""
    parts, spans = _parts(name), [found.span() for found in PART.finditer(name)]
    places = [k for k, part in enumerate(parts) if not WORD.fullmatch(part)]
    bare = [parts[k] for k in places]
    if len(bare) <= len(model) or (bare[:len(model)] if behind else bare[-len(model):]) != model:
        return
    own = places[len(model):] if behind else places[:-len(model)]
    text = name[spans[own[0]][0]:spans[own[-1]][1]]
    if not any(plain_name(text) in NAMES[role] for role in SIDE):
        yield text


def _numbers(table: Any, name: str) -> Array:
    import pyarrow as pa  # type: ignore[import-untyped]

    return np.asarray(table.column(name).cast(pa.float64()).to_numpy(), dtype=float)
