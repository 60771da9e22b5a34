"""The rows of a problem that no vault of a ledger holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from referee.data import Problem, subset
from referee.errors import LedgerError, SealedRows
from referee.ledger import Ledger, open_ledger, sealed_rows, with_vaults


def unsealed_rows(problem: Problem, ledger: str | Path | Ledger | None, *, design: Any = None) -> Problem:
    """The problem as it is, or without the rows that lie in a vault, with a notice that says so.

    A ledger that is not there yet has no vaults. Splits given by row numbers speak of rows that would have other
    numbers then, so they are refused.
    """
    if ledger is None:
        return problem
    if isinstance(ledger, str | Path):
        if not _may_be_there(ledger):
            return problem
        try:
            store = open_ledger(ledger, create=False, read_only=True)
        except LedgerError:      # not there, or not readable: whoever writes to it will say so
            return problem
        try:
            return unsealed_rows(problem, store, design=design)
        finally:
            store.close()
    found = sealed_rows(ledger, problem)
    if not found:
        return problem
    mask = np.logical_or.reduce([sealed.mask for sealed in found])
    n, when = int(mask.sum()), found[0].vault.created[:10]
    if mask.all():
        raise SealedRows(f"every row of {problem.name} lies in a vault of this ledger (sealed on {when}); use the open "
                         f"rows, or open the vault (`referee vault open`).")
    if design is not None and not isinstance(design, str) and not hasattr(design, "split") \
            and not hasattr(design, "deal"):
        raise SealedRows(f"{n:,} rows of {problem.name} lie in a vault of this ledger (sealed on {when}), and splits "
                         f"given by row numbers would touch them; name a design instead.")
    openings = sum(use.kind == "open" for sealed in found for use in with_vaults(ledger).uses(sealed.vault.fingerprint))
    so_far = "not opened yet" if not openings else f"opened {openings} time{'s' * (openings > 1)} so far"
    notice = f"{n:,} of {problem.n_rows:,} rows lie in the vault sealed on {when} ({so_far}); they are left out."
    return subset(problem, np.flatnonzero(~mask), notice=notice)


def _may_be_there(place: str | Path) -> bool:
    """Whether there is something to open; where there is no file, no database needs to be loaded to find that out."""
    try:
        return "://" in str(place) or Path(place).expanduser().exists()
    except (OSError, RuntimeError):         # whoever opens it will say what is wrong with its name
        return True
