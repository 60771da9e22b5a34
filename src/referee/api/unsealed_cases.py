"""Predictions of rows that lie in a vault are refused: to judge them would be to look at what is set aside.

Cases are known by the features that stand beside the answers, or by their ids where the data were sealed with ids and
the truths go with those of the sealed data.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from referee.data import Problem
from referee.errors import BadInput, RefereeError, SealedRows
from referee.ledger import KeepsVaults, KnowsRows, Ledger, VaultCard, sealed_in_frame
from referee.study import known_by_ids


@dataclass(frozen=True, slots=True)
class Given:
    """Files, frames or dicts of columns as they were given, and the program that is said to have written them."""

    predictions: Any
    written_by: str | None = None


NOTHING_READ = Given(())                   # the cases are all that there is


def require_unsealed(ledger: Ledger, given: Given, cases: Problem) -> None:
    """Refuse predictions of sealed rows; in a ledger without vaults nothing is read."""
    if not isinstance(ledger, KeepsVaults) or not ledger.vaults():
        return
    for where, frame in _frames(given):
        for sealed in sealed_in_frame(ledger, frame, where):
            raise _refusal(where, int(sealed.mask.sum()), sealed.vault)
    for vault in ledger.vaults():
        n = _by_ids(ledger, vault, cases)
        if n:
            raise _refusal(cases.name, n, vault)


def _refusal(where: str, n: int, vault: VaultCard) -> SealedRows:
    return SealedRows(f"{n:,} {'row' if n == 1 else 'rows'} of {where} {'lies' if n == 1 else 'lie'} in the vault "
                      f"sealed on {vault.created[:10]} in this ledger, and to judge what was said of them would be to "
                      f"look; leave them out, or open the vault (`referee vault open`).")


def _frames(given: Given) -> Iterator[tuple[str, Any]]:
    """The tables among what was given, as they stand; logs that are known as another program's hold no features."""
    from referee.data.prediction_table.opening import beside_answers

    for one in given.predictions if isinstance(given.predictions, list | tuple) else [given.predictions]:
        where = Path(one).name if isinstance(one, str | Path) else "the predictions"
        try:
            frame = beside_answers(one, where, given.written_by)
        except RefereeError as why:                # it was read for its answers, but cannot be as a table of features
            raise BadInput(f"this ledger keeps a vault, and whether rows of {where} lie in it could not be looked at: "
                           f"{why} Judge them with another ledger if they do not.") from why
        if frame is not None:
            yield where, frame


def _by_ids(ledger: Ledger, vault: VaultCard, cases: Problem) -> int:
    """How many cases are sealed rows by their ids."""
    keys = ledger.row_keys(vault.fingerprint) if isinstance(ledger, KnowsRows) else None
    if keys is None or not keys.kinds:
        return 0
    sealed = np.zeros(keys.n_rows, dtype=bool)
    sealed[keys.kinds[0].rows] = True
    known = known_by_ids(cases, ledger.problem(vault.problem), there=sealed)
    return 0 if known is None else int(known.ours.size)
