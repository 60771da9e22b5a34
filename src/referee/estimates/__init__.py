"""Numbers with intervals: one file a method; each is a plain function on arrays or counts.

A name is loaded when first asked for, so that `import referee.estimates` brings no scipy.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.estimates._base import Estimate, Interval, check_level
    from referee.estimates.agresti_coull import agresti_coull
    from referee.estimates.auc_statistic import auc_statistic
    from referee.estimates.basic_bootstrap import basic_bootstrap
    from referee.estimates.bca_bootstrap import bca_bootstrap, bca_interval, bca_shares, bias_correction
    from referee.estimates.clopper_pearson import clopper_pearson, upper_bound_without_events
    from referee.estimates.corrected_t import corrected_t_interval, variance_factor
    from referee.estimates.cv_clt import cv_clt
    from referee.estimates.jackknife import acceleration
    from referee.estimates.jeffreys import jeffreys
    from referee.estimates.mean_statistic import mean_statistic
    from referee.estimates.metric_statistic import metric_statistic
    from referee.estimates.no_spread import interval_without_spread
    from referee.estimates.percentile_bootstrap import percentile_bootstrap, percentile_interval
    from referee.estimates.replicates import Replicates, replicates
    from referee.estimates.result import Measured
    from referee.estimates.root_interval import root_interval, root_standard_error, transform_interval
    from referee.estimates.schemes import Clusters, Rows, Strata
    from referee.estimates.statistic import Statistic, difference
    from referee.estimates.studentised_bootstrap import studentised_bootstrap
    from referee.estimates.t_mean import t_mean
    from referee.estimates.wald import wald
    from referee.estimates.wilson import wilson

__all__ = [
    "Clusters", "Estimate", "Interval", "Measured", "Replicates", "Rows", "Statistic", "Strata", "acceleration",
    "agresti_coull", "auc_statistic", "basic_bootstrap", "bca_bootstrap", "bca_interval", "bca_shares",
    "bias_correction", "check_level", "clopper_pearson", "corrected_t_interval", "cv_clt", "difference",
    "interval_without_spread", "jeffreys", "mean_statistic", "metric_statistic", "percentile_bootstrap",
    "percentile_interval", "replicates", "root_interval", "root_standard_error", "studentised_bootstrap",
    "t_mean", "transform_interval", "upper_bound_without_events", "variance_factor", "wald", "wilson",
]

_HOME = {
    "Estimate": "_base", "Interval": "_base", "check_level": "_base", "bca_interval": "bca_bootstrap",
    "bca_shares": "bca_bootstrap", "bias_correction": "bca_bootstrap",
    "upper_bound_without_events": "clopper_pearson", "corrected_t_interval": "corrected_t",
    "variance_factor": "corrected_t", "acceleration": "jackknife", "interval_without_spread": "no_spread",
    "percentile_interval": "percentile_bootstrap", "Replicates": "replicates", "Measured": "result",
    "root_standard_error": "root_interval", "transform_interval": "root_interval", "Clusters": "schemes",
    "Rows": "schemes", "Strata": "schemes", "Statistic": "statistic", "difference": "statistic",
}                                   # where a name lives, when not in the file of that name


class _Room(ModuleType):
    """A package in which the function `wilson` wins over the file `wilson.py`, whichever is loaded first."""

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, ModuleType) and name in __all__:
            value = getattr(value, name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Room


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME.get(name, name)}"), name)
    setattr(sys.modules[__name__], name, value)
    return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
