"""Conformance suites: what every metric, design, test, learner, check, engine and ledger must keep.

Whoever adds one calls the suite in a test of their own, one line each:

    check_metric(my_metric)        check_design(MyDesign)        check_method(my_test)       check_learner(MyModel)
    check_check(my_check)          check_engine(MyEngine())      class TestMine(LedgerConformance): …

A suite raises AssertionError with a sentence that names the thing and what it breaks. Our own are walked by them too.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.testing.checks import check_check
    from referee.testing.designs import check_design
    from referee.testing.engines import check_engine
    from referee.testing.learners import check_learner
    from referee.testing.ledgers import LedgerConformance
    from referee.testing.methods import check_method
    from referee.testing.metrics import check_metric

__all__ = ["LedgerConformance", "check_check", "check_design", "check_engine", "check_learner", "check_method",
           "check_metric"]

_HOMES = {"LedgerConformance": "ledgers", "check_check": "checks", "check_design": "designs",
          "check_engine": "engines", "check_learner": "learners", "check_method": "methods", "check_metric": "metrics"}


def __getattr__(name: str) -> Any:
    """Load a suite when it is first asked for; that of ledgers needs pytest."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
