"""Propellers that were measured: rows of one propeller belong together, and what happens if they are dealt apart."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.api import Local, carry_out, load, opened, prepare_panorama
from referee.data.subset import subset
from referee.replications._base import Found, How, Item, Row, claim, not_run, told
from referee.seeds import stream

NAME, TARGETS = "uiuc-propellers", ("CT", "CP", "eta")
PARTS = ("resubstitution", "kfold", "holdout")


def redo(how: How) -> Found:
    """R, K and H by relative error, once with rows dealt as they come, once with propellers kept whole."""
    path = how.table(NAME)
    if path is None:
        return Found(rows=[not_run("all", f"it needs {NAME}.csv.gz (UIUC Propeller Database) in --folder")])
    seen = {}
    with opened(how.ledger) as ledger:
        for said, groups in (("rows", "none"), ("propellers", "propeller")):
            whole = load(path, target=",".join(TARGETS), groups=groups, task="regression", drop=(
                "propeller,family" if said == "rows" else "family"), name=f"{NAME}, by {said}")
            some = stream(how.seed, "uiuc").permutation(whole.n_rows)[:1500 if how.quick else 6000]
            prepared = prepare_panorama(["tree"], subset(whole, np.sort(some)), metrics="mape", seed=how.seed,
                                        parts=PARTS)
            seen[said] = carry_out(prepared, ledger, engine=Local(workers=how.jobs), progress=how.progress)
    return Found(rows=[row for place in range(len(TARGETS)) for row in _of(seen, place)],
                 answers={"all estimators of CT, propellers kept whole": seen["propellers"]})


def _of(seen: dict[str, Any], place: int) -> list[Row]:
    rows, whole = (seen[said].panorama.columns[place] for said in ("rows", "propellers"))
    k_rows, k_whole = rows.value("kfold-repeated"), whole.value("kfold-repeated")
    return [told(f"{TARGETS[place]}: R", f"{rows.value('resubstitution'):.2f}%"),
            claim(f"{TARGETS[place]}: K of new propellers above K of new rows", "(rows there come in groups too)",
                  f"{k_whole:.1f}% against {k_rows:.1f}%", holds=k_whole > k_rows),
            told(f"{TARGETS[place]}: ten H of new propellers", f"{whole.value('holdout-repeated'):.1f}%")]


ITEM = Item(name="uiuc", title="Measured propellers, by groups",
            data="substitute: UIUC Propeller Database (240 small propellers in a wind tunnel; CT, CP, efficiency), "
                 "6,000 rows of it",
            procedure="a regression tree (the net takes hours on so many rows); relative error; rows dealt apart "
                      "against propellers kept whole", redo=redo)
