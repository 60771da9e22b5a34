"""Seal: set rows aside by their values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from referee.api.data_words import OF_DATA
from referee.api.keywords import keywords
from referee.api.ledger import opened
from referee.api.one_target import require_one_target
from referee.data import Problem, load
from referee.data.cells import cells_of
from referee.data.row_keys import keys_apart
from referee.designs.holdout import HoldOut
from referee.designs.plan import lay
from referee.designs.units import Units
from referee.errors import BadInput
from referee.kinds import Array
from referee.ledger import KnowsRows, Ledger, VaultCard, sealed_rows, with_vaults


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sealing:
    """What was set aside."""

    vault: VaultCard
    together: bool        # groups, or rows that are equal, were kept together
    before: int           # configurations scored on these rows before they were sealed
    latest: bool = False  # rows are a series, and those of the latest times were sealed

    def __str__(self) -> str:
        v = self.vault
        whole = ", those of the latest times" if self.latest else \
            ", equal rows and groups kept together" if self.together else ""
        said = (f"{v.n_sealed:,} of {v.n_rows:,} rows of {v.name} are sealed{whole}; from now on this ledger leaves "
                f"them out until `referee vault open`.")
        if self.before:
            said += (f" They are not fresh: {self.before} configuration{'s' * (self.before > 1)} had been scored on "
                     f"them before, and will be counted.")
        return said

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        v = self.vault
        return {"vault": v.fingerprint, "name": v.name, "rows": v.n_rows, "sealed": v.n_sealed, "seed": v.seed,
                "fraction": v.fraction, "kept_together": self.together, "latest": self.latest,
                "scored_before": self.before}


@keywords(more=OF_DATA)
def seal(
    X: Any, y: Any = None, *, ledger: str | Path | Ledger, fraction: float = 0.2, seed: int = 0, **data: Any,
) -> Sealing:
    """Set a share of the rows aside: stratified by class, groups whole, equal rows on one side.

    Of rows in order of time (`time`) those of the latest times are sealed.

    >>> from referee.ledger import open_ledger
    >>> ledger = open_ledger(":memory:")
    >>> print(seal("iris", ledger=ledger))
    30 of 150 rows of iris are sealed, equal rows and groups kept together; from now on ...
    >>> ledger.close()
    """
    problem = require_one_target(load(X, y=y, **data), "a vault")
    if isinstance(fraction, bool) or not isinstance(fraction, int | float) or not 0 < fraction < 1:
        raise BadInput(f"fraction is the share of rows to seal, between 0 and 1, not {fraction!r}.")
    with opened(ledger) as store:
        found = sealed_rows(store, problem)
        if found:
            raise BadInput(f"{int(found[0].mask.sum()):,} rows of {problem.name} were sealed in this ledger on "
                           f"{found[0].vault.created[:10]} already; a vault is sealed once.")
        cells = cells_of(problem)
        units = whole_units(problem, cells.whole())
        rows = (_drawn(problem, units, fraction, seed) if problem.time is None
                else _latest(problem, problem.time, cells.whole(), fraction))
        card = VaultCard(name=problem.name, problem=problem.fingerprint, columns=cells.columns, seed=seed,
                         cells=cells.marks[rows], n_rows=problem.n_rows, fraction=fraction)
        store.add_problem(problem)
        with_vaults(store).add_vault(card)
        if isinstance(store, KnowsRows):
            store.add_row_keys(card.fingerprint, keys_apart(problem.features, rows))
        before = len({look.learner for look in store.looks(problem=problem.fingerprint)})
    return Sealing(vault=card, together=units is not None, before=before, latest=problem.time is not None)


def whole_units(problem: Problem, keys: Array) -> Array | None:
    """A code for what must stay on one side: groups, and rows that are equal; None if each row stands alone."""
    same = np.unique(keys, return_inverse=True)[1]
    if problem.groups is None:
        return None if same.max() + 1 == problem.n_rows else same
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n_groups, n_keys = int(problem.groups.max()) + 1, int(same.max()) + 1
    ones, size = np.ones(problem.n_rows), n_groups + n_keys
    joined = coo_array((ones, (problem.groups, same + n_groups)), shape=(size, size))
    return np.unique(connected_components(joined, directed=False)[1][problem.groups], return_inverse=True)[1]


def _latest(problem: Problem, time: Array, keys: Array, fraction: float) -> Array:
    """All rows of the latest times; refused where rows before them cannot be told from them."""
    times = int(time.max()) + 1
    late = time >= times - max(1, round(fraction * times))
    again = np.isin(keys[~late], keys[late])
    if late.all() or again.any():
        what = (f"{int(again.sum()):,} earlier rows are equal to some of the latest times, and a vault knows rows by "
                f"their values; keep a column that tells them apart" if again.any() else
                f"{fraction:.0%} of {times} times leave none open; choose a smaller fraction")
        raise BadInput(f"{problem.name}: {what}.")
    return np.flatnonzero(late)


def _drawn(problem: Problem, units: Array | None, fraction: float, seed: int) -> Array:
    marked = problem if units is None else replace(problem, groups=units)
    rarest = Units.of(marked, stratified=True).smallest_class()
    if rarest is not None and rarest[1] < 2:
        raise BadInput(f"{problem.name}: class {rarest[0]!r} has rows that cannot be told apart or a single one; some "
                       f"must stay open and some be sealed.")
    (split,) = lay(HoldOut(test=fraction, seed=seed), marked).splits()
    if not 0.5 * fraction <= split.n_test / problem.n_rows <= 1.5 * fraction:
        raise BadInput(f"{problem.name}: rows are equal or grouped so often that {split.n_test:,} of "
                       f"{problem.n_rows:,} would be sealed instead of {fraction:.0%}; choose another fraction.")
    return split.test
