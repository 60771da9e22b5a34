"""Guo's study audited: copies in training and test, as printed, and copies kept together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from referee.data.kept_copies import copies_together
from referee.lab.metric_study import metric_study
from referee.replications._base import How
from referee.replications.audited import Way, audit_item
from referee.replications.guo.classifiers import RIGHT, as_printed
from referee.replications.guo.study import problem_of, sets_at_hand

METRICS = ("accuracy", "bir")


def _studied(how: How, ledger: Path, *, models: Any, duplicates: str) -> Any:
    red = next(one for one in sets_at_hand(how) if one.name == "red")
    problem = problem_of(red, how)
    commonest = problem.classes[int(np.bincount(problem.y).argmax())]
    metric_study([problem], models=models or as_printed(commonest, smooth_all=True), sizes=[500], test_rows=700,
                 repeats=5 if how.quick else 10, metrics=METRICS, duplicates=duplicates, seed=how.seed, jobs=how.jobs,
                 ledger=ledger)
    return copies_together(problem)[0] if models else problem


def _printed(how: How, ledger: Path) -> Any:
    return _studied(how, ledger, models=None, duplicates="apart")


def _right(how: How, ledger: Path) -> Any:
    return _studied(how, ledger, models=RIGHT, duplicates="together")


ITEM = audit_item((Way(what="figure 5.4 as printed", sound=False, run=_printed),
                   Way(what="figure 5.4 as it should be", sound=True, run=_right)),
                  data="red wine, which comes along; trained on 500 rows")
