"""Salzberg's two ways, audited: the t-test he warns of, and the approach he recommends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.api import compare, load
from referee.replications._base import How
from referee.replications.audited import Way, audit_item
from referee.replications.salzberg.protocol import MODELS

UNTUNED = ("tree", "knn")


def _plain(how: How, ledger: Path) -> Any:
    wine = load("wine")
    compare(list(UNTUNED), wine, metrics="accuracy", design="kfold:folds=10", test="mooney-t", baseline=False,
            family="declared", seed=how.seed, jobs=how.jobs, ledger=ledger)
    return wine


def _recommended(how: How, ledger: Path) -> Any:
    wine = load("wine")
    compare(list(MODELS), wine, protocol="salzberg", baseline=False, family="declared", seed=how.seed, jobs=how.jobs,
            ledger=ledger)
    return wine


ITEM = audit_item((Way(what="a plain t over folds, as in the story of 154 tests", sound=False, run=_plain),
                   Way(what="the recommended approach (3.5)", sound=True, run=_recommended)), data="substitute: wine")
