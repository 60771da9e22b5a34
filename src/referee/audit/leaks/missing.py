"""Columns whose being filled, or missing, tells the target: recorded after it was known."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Severity
from referee.audit.leaks.owing import auc
from referee.audit.leaks.rows import Rows
from referee.audit.leaks.suspicion import Suspicion
from referee.kinds import Array

FEWEST = 20             # rows filled, and missing
PURE = 0.98             # of the filled (or missing) rows are of one class
COMMON = 0.7            # a class that so many rows have is pure by chance
RARE = 0.05             # of the rows are of a class: of fewer, a few cases make an AUC
TELLS = 0.95            # as an AUC: nearly every row is told
APART = 0.97            # as an AUC of the target, for a number


def missing_tells(rows: Rows, labels: tuple[str, ...]) -> Iterator[Suspicion]:
    """Columns that are filled for one class only, or missing for one only, or nearly; or by the size of the target."""
    for position, name in enumerate(rows.names):
        gone = np.isnan(rows.matrix[:, position])
        if min(int(gone.sum()), int((~gone).sum())) < FEWEST:
            continue
        found = _by_size(rows, name, gone) if rows.n_classes is None else _by_class(rows, name, gone, labels)
        if found is not None:
            yield found


def _by_class(rows: Rows, name: str, gone: Array, labels: tuple[str, ...]) -> Suspicion | None:
    shares = np.bincount(rows.y, minlength=len(labels)) / rows.n
    there, away = (np.bincount(rows.y[some], minlength=len(labels)) for some in (~gone, gone))
    balance = [_between(gone, rows.y == code) for code in range(len(labels))]
    balance = [tells if share >= RARE else 0.5 for tells, share in zip(balance, shares, strict=True)]
    best = int(np.argmax(balance))
    tells = balance[best]
    for how, counts in (("filled", there), ("missing", away)):
        most = int(counts.argmax())
        pure = float(counts[most] / counts.sum())
        if pure >= PURE and shares[most] <= COMMON:
            return Suspicion(
                columns=(name,), strength=tells, severity=Severity.FATAL if tells >= TELLS else Severity.SERIOUS,
                sentence=f"{name} is {how} in {counts.sum():,} rows, and {pure:.1%} of them are '{labels[most]}', as "
                         f"{shares[most]:.0%} of all rows are: being {how} tells the target.")
    if tells >= TELLS:
        return Suspicion(columns=(name,), strength=tells, sentence=(
            f"Whether {name} is filled or missing tells '{labels[best]}' with an AUC of {tells:.3f}."))
    return None


def _between(gone: Array, positive: Array) -> float:
    """The AUC of being missing for one class against the others."""
    found = auc(gone.astype(float), positive)
    return 0.5 if found is None else max(found, 1 - found)


def _by_size(rows: Rows, name: str, gone: Array) -> Suspicion | None:
    found = auc(rows.y, gone)
    if found is None or max(found, 1 - found) < APART:
        return None
    return Suspicion(columns=(name,), severity=Severity.SERIOUS, strength=max(found, 1 - found), sentence=(
        f"{name} is missing where the target is {'high' if found > 0.5 else 'low'} (of two rows, one with and one "
        f"without it, that tells the larger in {max(found, 1 - found):.1%})."))
