"""Flexer's requirements audited: broken, with no separate test data, and met: test data, repeated runs, a test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.api import compare, evaluate, load
from referee.replications._base import How
from referee.replications.audited import Way, audit_item
from referee.replications.flexer.training_time import LARGE, NAMES, SMALL


def _required(how: How, ledger: Path) -> Any:
    data = load("breast-cancer")
    compare({NAMES[0]: SMALL, NAMES[1]: LARGE}, data, metrics="accuracy", design="holdout:test=0.33,repeats=5",
            family="declared", seed=how.seed, jobs=how.jobs, ledger=ledger)
    return data


def _broken(how: How, ledger: Path) -> Any:
    data = load("breast-cancer")
    evaluate({NAMES[0]: SMALL, NAMES[1]: LARGE}, data, metrics="accuracy", design="resubstitution", seed=how.seed,
             jobs=how.jobs, ledger=ledger)
    return data


ITEM = audit_item((Way(what="two nets judged on the rows they were trained on (requirement 1 not met)", sound=False,
                       run=_broken),
                   Way(what="two nets on five hold-outs, with a baseline and the corrected t", sound=True,
                       run=_required),), data="substitute: breast-cancer")
