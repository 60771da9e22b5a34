"""Mooney's k-fold comparison of two learners."""

from __future__ import annotations

from typing import Any

from referee.api import compare
from referee.replications._base import Found, How, Item, Row, told

MODELS = ("tree", "gaussian-nb")


def redo(how: How) -> Found:
    """δ over ten folds, and the paired t of the slide."""
    said: Any = compare(list(MODELS), "wine", metrics="error_rate", protocol="mooney", baseline=False,
                        family="declared", **how.of_fits())
    pair = said[MODELS]
    rows: list[Row] = [
        told("δ, mean difference of the errors", f"{pair.difference:+.4f}", f"{MODELS[0]} − {MODELS[1]}"),
        told("paired t over ten folds", f"p = {pair.p:.4f}",
             "historic: folds share training rows (errata 7 and 39), as the slide itself says")]
    return Found(rows=rows, answers={"errors of the two": said})


ITEM = Item(name="k-fold", title="K-fold cross-validation and the paired t",
            data="substitute: wine (the slide names none)",
            procedure="compare wine --models tree,gaussian-nb --metrics error_rate --protocol mooney", redo=redo)
