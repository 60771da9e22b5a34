"""Plans of which one number says everything: each row is left out once, in order, and all others are trained on.

Leave-one-out of n rows has n splits, and all of them follow from n; they are held as one row, and made when they are
asked for. Whether a plan is such a one is seen from its entries, never from the name of its design: an entry names its
split by a hash of the row numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from referee.designs.card import MOST_SPLITS, Entry, PlanCard
from referee.designs.split import names_left_out
from referee.errors import LedgerCorrupt
from referee.ledger.seals import require_intact, sealed

FORMULAS_SINCE = 9                # the version of the format
EACH_ROW = "each row left out once"


def formula_row(card: PlanCard, created: str) -> dict[str, Any] | None:
    """The row that holds all entries of a plan; None for one whose entries follow from nothing."""
    if not leaves_out_each_row(card.entries):
        return None
    return sealed({"plan": card.fingerprint, "formula": EACH_ROW, "n_rows": len(card.entries), "created": created})


def leaves_out_each_row(entries: tuple[Entry, ...]) -> bool:
    """Whether the first split tests the first row alone and trains on all the others, and so on to the last row."""
    n = len(entries)
    if not 2 <= n <= MOST_SPLITS or any((e.n_train, e.n_test) != (n - 1, 1) for e in (entries[0], entries[-1])):
        return False              # most plans: without making a name
    return all(e.split == name and e.label == f"0/{i}" and e.n_train == n - 1 and e.n_test == 1
               for i, (e, name) in enumerate(zip(entries, names_left_out(n), strict=True)))


def rows_of(formula: Mapping[str, Any]) -> int:
    """How many rows are left out, each once."""
    require_intact(formula)
    n = formula["n_rows"]
    if formula["formula"] != EACH_ROW or type(n) is not int or not 2 <= n <= MOST_SPLITS:
        raise LedgerCorrupt("it is none of the formulas there are.")
    return n


def entries_left_out(n_rows: int) -> tuple[Entry, ...]:
    """The entries of a plan that leaves out each of so many rows once."""
    return tuple(Entry(label=f"0/{i}", split=name, n_train=n_rows - 1, n_test=1)
                 for i, name in enumerate(names_left_out(n_rows)))


@lru_cache(maxsize=2)
def row_left_out(n_rows: int) -> Mapping[str, int]:
    """The row that is left out by each split, by the name of the split."""
    return {name: row for row, name in enumerate(names_left_out(n_rows))}
