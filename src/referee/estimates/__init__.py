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
    from referee.estimates.bbc_cv import BestOfMany, bbc_cv, bbc_from_counts
    from referee.estimates.bca_bootstrap import bca_bootstrap, bca_interval, bca_shares, bias_correction
    from referee.estimates.bootstrap_632 import bootstrap_632, bootstrap_632_by_sample, error_632
    from referee.estimates.bootstrap_632plus import Bootstrap632Plus, bootstrap_632plus, error_632plus
    from referee.estimates.bootstrap_fits import BootstrapFits, expected_distinct_share
    from referee.estimates.bootstrap_of_estimator import bootstrap_of_estimator
    from referee.estimates.clopper_pearson import clopper_pearson, upper_bound_without_events
    from referee.estimates.clustered_mean import ClusteredMean, clustered_mean
    from referee.estimates.conservative_z import conservative_z
    from referee.estimates.corrected_t import corrected_t_interval, variance_factor
    from referee.estimates.cv_clt import cv_clt
    from referee.estimates.delong import Placements, area_interval, delong, placements
    from referee.estimates.domingos import Domingos, domingos
    from referee.estimates.expected_best_of import expected_best_of
    from referee.estimates.hanley_mcneil import hanley_mcneil
    from referee.estimates.hotelling_region import JointRegion, hotelling_region
    from referee.estimates.jackknife import acceleration
    from referee.estimates.jeffreys import jeffreys
    from referee.estimates.kohavi_wolpert import KohaviWolpert, kohavi_wolpert
    from referee.estimates.ladder import ladder, ladder_free
    from referee.estimates.leave_one_out_bootstrap import (
        BootstrapError,
        by_sample_error,
        leave_one_out_bootstrap,
        out_of_bag_error,
        out_of_bag_standard_error,
    )
    from referee.estimates.mean_statistic import mean_statistic
    from referee.estimates.methods import METHODS, Input, Method, Splits
    from referee.estimates.metric_statistic import metric_statistic
    from referee.estimates.nested_cv import NestedCV, OuterFold, nested_cv
    from referee.estimates.no_information_rate import (
        no_information_rate,
        no_information_squared,
        no_information_zero_one,
    )
    from referee.estimates.no_spread import interval_without_spread
    from referee.estimates.optimism_bootstrap import Optimism, optimism_bootstrap, optimism_from_errors
    from referee.estimates.percentile_bootstrap import percentile_bootstrap, percentile_interval
    from referee.estimates.ppi_mean import PredictionPowered, ppi_mean
    from referee.estimates.replicates import Replicates, replicates, replicates_together
    from referee.estimates.result import Measured
    from referee.estimates.root_interval import root_interval, root_standard_error, transform_interval
    from referee.estimates.sample_size import min_n_for_half_width, worst_half_width
    from referee.estimates.schemes import Clusters, Rows, Strata
    from referee.estimates.squared_decomposition import SquaredDecomposition, squared_decomposition
    from referee.estimates.statistic import Statistic, difference
    from referee.estimates.studentised_bootstrap import studentised_bootstrap
    from referee.estimates.t_mean import t_mean
    from referee.estimates.t_over_replicates import t_from_summary, t_over_replicates
    from referee.estimates.thresholdout import thresholdout
    from referee.estimates.tibshirani_tibshirani import TibshiraniTibshirani, tibshirani_tibshirani
    from referee.estimates.variance_components import VarianceComponents, variance_components
    from referee.estimates.variance_shares import variance_shares
    from referee.estimates.wald import wald
    from referee.estimates.wilson import wilson

__all__ = [
    "METHODS",
    "BestOfMany",
    "Bootstrap632Plus",
    "BootstrapError",
    "BootstrapFits",
    "ClusteredMean",
    "Clusters",
    "Domingos",
    "Estimate",
    "Input",
    "Interval",
    "JointRegion",
    "KohaviWolpert",
    "Measured",
    "Method",
    "NestedCV",
    "Optimism",
    "OuterFold",
    "Placements",
    "PredictionPowered",
    "Replicates",
    "Rows",
    "Splits",
    "SquaredDecomposition",
    "Statistic",
    "Strata",
    "TibshiraniTibshirani",
    "VarianceComponents",
    "acceleration",
    "agresti_coull",
    "area_interval",
    "auc_statistic",
    "basic_bootstrap",
    "bbc_cv",
    "bbc_from_counts",
    "bca_bootstrap",
    "bca_interval",
    "bca_shares",
    "bias_correction",
    "bootstrap_632",
    "bootstrap_632_by_sample",
    "bootstrap_632plus",
    "bootstrap_of_estimator",
    "by_sample_error",
    "check_level",
    "clopper_pearson",
    "clustered_mean",
    "conservative_z",
    "corrected_t_interval",
    "cv_clt",
    "delong",
    "difference",
    "domingos",
    "error_632",
    "error_632plus",
    "expected_best_of",
    "expected_distinct_share",
    "hanley_mcneil",
    "hotelling_region",
    "interval_without_spread",
    "jeffreys",
    "kohavi_wolpert",
    "ladder",
    "ladder_free",
    "leave_one_out_bootstrap",
    "mean_statistic",
    "metric_statistic",
    "min_n_for_half_width",
    "nested_cv",
    "no_information_rate",
    "no_information_squared",
    "no_information_zero_one",
    "optimism_bootstrap",
    "optimism_from_errors",
    "out_of_bag_error",
    "out_of_bag_standard_error",
    "percentile_bootstrap",
    "percentile_interval",
    "placements",
    "ppi_mean",
    "replicates",
    "replicates_together",
    "root_interval",
    "root_standard_error",
    "squared_decomposition",
    "studentised_bootstrap",
    "t_from_summary",
    "t_mean",
    "t_over_replicates",
    "thresholdout",
    "tibshirani_tibshirani",
    "transform_interval",
    "upper_bound_without_events",
    "variance_components",
    "variance_factor",
    "variance_shares",
    "wald",
    "wilson",
    "worst_half_width",
]

_HOME = {
    "Estimate": "_base", "Interval": "_base", "check_level": "_base", "BestOfMany": "bbc_cv",
    "bbc_from_counts": "bbc_cv", "bca_interval": "bca_bootstrap", "bca_shares": "bca_bootstrap",
    "bias_correction": "bca_bootstrap", "bootstrap_632_by_sample": "bootstrap_632",
    "error_632": "bootstrap_632", "Bootstrap632Plus": "bootstrap_632plus", "error_632plus": "bootstrap_632plus",
    "BootstrapFits": "bootstrap_fits", "expected_distinct_share": "bootstrap_fits",
    "upper_bound_without_events": "clopper_pearson", "ClusteredMean": "clustered_mean",
    "corrected_t_interval": "corrected_t", "variance_factor": "corrected_t", "Placements": "delong",
    "area_interval": "delong", "placements": "delong", "Domingos": "domingos",
    "JointRegion": "hotelling_region", "acceleration": "jackknife", "KohaviWolpert": "kohavi_wolpert",
    "ladder_free": "ladder",
    "BootstrapError": "leave_one_out_bootstrap", "by_sample_error": "leave_one_out_bootstrap",
    "out_of_bag_error": "leave_one_out_bootstrap", "out_of_bag_standard_error": "leave_one_out_bootstrap",
    "Input": "methods", "METHODS": "methods", "Method": "methods", "Splits": "methods", "NestedCV": "nested_cv",
    "OuterFold": "nested_cv", "no_information_squared": "no_information_rate",
    "no_information_zero_one": "no_information_rate", "interval_without_spread": "no_spread",
    "Optimism": "optimism_bootstrap", "optimism_from_errors": "optimism_bootstrap",
    "percentile_interval": "percentile_bootstrap", "PredictionPowered": "ppi_mean", "Replicates": "replicates",
    "replicates_together": "replicates",
    "Measured": "result", "root_standard_error": "root_interval", "transform_interval": "root_interval",
    "min_n_for_half_width": "sample_size", "worst_half_width": "sample_size", "Clusters": "schemes",
    "Rows": "schemes", "Strata": "schemes", "SquaredDecomposition": "squared_decomposition",
    "Statistic": "statistic", "difference": "statistic", "t_from_summary": "t_over_replicates",
    "TibshiraniTibshirani": "tibshirani_tibshirani", "VarianceComponents": "variance_components",
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
