"""Between blocks of fits and the rows of their table; what comes back has been verified."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from referee.errors import LedgerCorrupt
from referee.kinds import Array, frozen_array
from referee.ledger.blobs import pack, unpack
from referee.ledger.block import Block
from referee.ledger.rows import SAID, Row, as_json
from referee.ledger.seals import require_intact, sealed

JOB = 16                                   # characters of an address
# Of two classes one column is kept where 1 minus it is the other, to the last bit.
KEPT = {"probabilities of 1": 1, "probabilities of 0": 0}


def block_row(block: Block, created: str) -> Row:
    """Some fits, what they said in one blob."""
    predictions = pack({"sizes": block.sizes, "fit_seconds": block.fit_seconds,
                        "predict_seconds": block.predict_seconds, "told_by": block.told_by, **_kept(block.said)})
    return sealed({
        "block": block.jobs[0], "problem": block.problem, "learner": block.learner, "many": len(block),
        "size": len(predictions), "created": created, "told": as_json(block.told), "jobs": "".join(block.jobs),
        "splits": " ".join(block.splits), "predictions": predictions,
    })


def block_of(row: Mapping[str, Any]) -> Block:
    """The block, whose fits must stand under their own addresses."""
    require_intact(row)
    arrays = unpack(row["predictions"])
    splits = tuple(row["splits"].split(" "))
    told = tuple((notes, tuple(warnings)) for notes, warnings in json.loads(row["told"]))
    block = Block(
        problem=row["problem"], learner=row["learner"], splits=splits, sizes=arrays["sizes"], said=_said(arrays),
        fit_seconds=arrays["fit_seconds"], predict_seconds=arrays["predict_seconds"], told=told,
        told_by=arrays["told_by"], created=row["created"])
    if row["jobs"] != "".join(block.jobs) or row["block"] != row["jobs"][:JOB]:
        raise LedgerCorrupt("the fits are stored under the addresses of other jobs.")
    if not _fits(block, row["many"]):
        raise LedgerCorrupt("what the fits said is not of their rows.")
    return block


def jobs_in(text: str) -> tuple[str, ...]:
    """The addresses that stand one behind the other in a text; in a damaged row it may be something else."""
    return _jobs_in(str(text))


@lru_cache(maxsize=16)                     # of the last blocks: what is recorded is asked for again and again
def _jobs_in(text: str) -> tuple[str, ...]:
    return tuple([text[i : i + JOB] for i in range(0, len(text), JOB)])


def _fits(block: Block, many: int) -> bool:
    """Whether all that is told is told of so many fits."""
    rows, n = int(block.sizes.sum()), len(block)
    lengths = {len(one) for one in (block.sizes, block.fit_seconds, block.predict_seconds, block.told_by)}
    return (many == n and lengths == {n} and all(len(array) == rows for array in block.said.values())
            and bool((block.sizes >= 0).all()) and 0 <= int(block.told_by.min()) <= int(block.told_by.max())
            < len(block.told))


def _kept(said: Mapping[str, Array]) -> dict[str, Array]:
    """What is stored: of the probabilities of two classes, one column if that is enough."""
    found = dict(said)
    chances = found.get("probabilities")
    if chances is None or chances.ndim != 2 or chances.shape[1] != 2 or chances.dtype.kind != "f":
        return found
    for name, column in KEPT.items():
        if (1 - chances[:, column]).tobytes() == np.ascontiguousarray(chances[:, 1 - column]).tobytes():
            del found["probabilities"]
            return found | {name: chances[:, column]}
    return found


def _said(arrays: Mapping[str, Array]) -> dict[str, Array]:
    """What was said, from what is stored."""
    found = {name: arrays[name] for name in SAID if name in arrays}
    for name, column in KEPT.items():
        if name in arrays:
            kept, other = arrays[name], 1 - arrays[name]
            found["probabilities"] = frozen_array(np.stack([other, kept] if column else [kept, other], axis=1))
    return {name: found[name] for name in SAID if name in found}
