"""Predictions of rows that lie in a vault are refused: to judge them would be to look at what is set aside.

Cases are known by the features that stand beside the answers, or by their ids where the data were sealed with ids and
the truths go with those of the sealed data.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from referee.data import Problem
from referee.errors import RefereeError, SealedRows
from referee.ledger import KeepsVaults, KnowsRows, Ledger, VaultCard, sealed_in_frame
from referee.study import known_by_ids


def require_unsealed(ledger: Ledger, predictions: Any, cases: Problem) -> None:
    """Refuse predictions of sealed rows; in a ledger without vaults nothing is read."""
    if not isinstance(ledger, KeepsVaults) or not ledger.vaults():
        return
    for where, frame in _frames(predictions):
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


def _frames(predictions: Any) -> Iterator[tuple[str, Any]]:
    """The tables among what was given, as they stand; logs of programs hold no features."""
    import pandas as pd

    from referee.data.reading import is_table_file, read_frame

    for one in predictions if isinstance(predictions, list | tuple) else [predictions]:
        try:
            if isinstance(one, str | Path):
                if is_table_file(str(one)):
                    yield Path(one).name, read_frame(Path(one))[0]
            elif isinstance(one, pd.DataFrame):
                yield "the predictions", one
            elif isinstance(one, dict):
                yield "the predictions", pd.DataFrame(one)
        except (RefereeError, ValueError):         # what reads it for its answers has said what is to be said
            continue


def _by_ids(ledger: Ledger, vault: VaultCard, cases: Problem) -> int:
    """How many cases are sealed rows by their ids."""
    keys = ledger.row_keys(vault.fingerprint) if isinstance(ledger, KnowsRows) else None
    if keys is None or not keys.kinds:
        return 0
    sealed = np.zeros(keys.n_rows, dtype=bool)
    sealed[keys.kinds[0].rows] = True
    known = known_by_ids(cases, ledger.problem(vault.problem), there=sealed)
    return 0 if known is None else int(known.ours.size)
