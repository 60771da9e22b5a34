"""Mooney's comparison, audited: the paired t over folds, and what `compare` does by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.api import compare, load
from referee.replications._base import How
from referee.replications.audited import Way, audit_item
from referee.replications.mooney.k_fold import MODELS


def _slide(how: How, ledger: Path) -> Any:
    wine = load("wine")
    compare(list(MODELS), wine, metrics="error_rate", protocol="mooney", baseline=False, family="declared",
            seed=how.seed, jobs=how.jobs, ledger=ledger)
    return wine


def _default(how: How, ledger: Path) -> Any:
    wine = load("wine")
    compare(list(MODELS), wine, metrics="error_rate", seed=how.seed, jobs=how.jobs, ledger=ledger)
    return wine


ITEM = audit_item((Way(what="the paired t over ten folds, as on the slide", sound=False, run=_slide),
                   Way(what="compare by itself", sound=True, run=_default)), data="substitute: wine")
