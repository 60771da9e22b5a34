"""All measures at once: each two models by Hotelling's T², all of them by MANOVA (Reich & Barai 1999, 5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.comparisons.many_models.hotelling import hotelling_paired, hotelling_two_sample
from referee.comparisons.many_models.manova import manova
from referee.comparisons.many_models.omnibus import Omnibus
from referee.comparisons.many_models.several_models import models_repeated
from referee.comparisons.trials.line import Line
from referee.errors import BadInput, Undefined
from referee.kinds import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """Models by all measures at once, or why that cannot be asked."""

    models: tuple[str, ...]
    said: Omnibus | None
    refused: str = ""

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        said = self.said
        return {"models": list(self.models), "refused": self.refused} | ({} if said is None else {
            "method": said.method, "statistic": said.statistic, "df": list(said.df) if isinstance(
                said.df, tuple) else said.df, "p": said.p, "flags": list(said.flags)})


def together(lines: Sequence[Line]) -> tuple[Together, ...]:
    """All models that have several measures, trial by trial, where they are more than two; then each two of them."""
    if any(line.values is None for line in lines):
        return ()
    names = tuple(dict.fromkeys(name for line in lines for name in (line.a, line.b)))
    pairs = dict.fromkeys((line.a, line.b) for line in lines)
    found = [_together(models, lines) for models in ((names,) if len(names) > 2 else ()) + tuple(pairs)
             if len({line.measure for line in lines if {line.a, line.b} <= set(models)}) > 1]
    return tuple(found)


def _together(models: tuple[str, ...], lines: Sequence[Line]) -> Together:
    own = [line for line in lines if {line.a, line.b} <= set(models)]
    if any(line.dependent for line in own):
        return Together(models=models, said=None, refused=f"Hotelling's T² takes trials for independent, which "
                                                          f"{own[0].unit}s of one data set are not.")
    try:
        return Together(models=models, said=_said([_of_model(name, own) for name in models], paired=own[0].paired))
    except (BadInput, Undefined) as why:
        return Together(models=models, said=None, refused=str(why))


def _of_model(name: str, lines: Sequence[Line]) -> Array:
    """A row a trial, a column a measure."""
    columns: dict[str, Array] = {}
    for line in lines:
        if line.values is not None and name in (line.a, line.b):
            columns.setdefault(line.measure, line.values[0 if name == line.a else 1])
    if len({len(column) for column in columns.values()}) > 1:
        raise Undefined(f"{name} has more trials by one measure than by another.")
    return np.column_stack(list(columns.values()))


def _said(tables: list[Array], *, paired: bool) -> Omnibus:
    if len(tables) == 2:
        return (hotelling_paired if paired else hotelling_two_sample)(*tables)
    if paired:
        return models_repeated(np.column_stack([table - tables[0] for table in tables[1:]]))
    return manova(np.vstack(tables), [i for i, table in enumerate(tables) for _ in table])
