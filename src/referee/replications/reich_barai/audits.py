"""Reich & Barai audited: their printed tables, and their net evaluated as it should be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.api import evaluate, load, propeller_rows
from referee.replications._base import How
from referee.replications.audited import Way, audit_item
from referee.replications.reich_barai.net import StoppedNet
from referee.replications.reich_barai.printed import TABLES


def _printed(_: How, __: Path) -> Any:
    return TABLES


def _evaluated(how: How, ledger: Path) -> Any:
    rows = 100
    data = load(propeller_rows(rows, seed=how.seed).drop(columns=["K_Q", "eta"]), target="K_T", task="regression")
    net = StoppedNet(hidden=(30, 30), stop_at=0.5 * rows / 301 / 3, random_state=how.seed)
    evaluate({"net": net}, data, metrics="mape", design="kfold:folds=10", seed=how.seed, jobs=how.jobs, ledger=ledger)
    return data


ITEM = audit_item((Way(what="tables 2 to 4 as printed", sound=False, run=_printed, file=True),
                   Way(what="the net on propellers, ten folds, with a baseline", sound=True, run=_evaluated)),
                  data="the printed tables; 100 propellers of the B-series, thrust alone")
