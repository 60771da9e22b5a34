"""Numbers with intervals: each method is a plain function on arrays or counts, in a room named for what it answers.

A function is loaded with its file when it is first asked for; scipy and numba by the functions that need them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.on_asking import on_asking

if TYPE_CHECKING:
    from referee.estimates._base import Estimate, Interval, check_level
    from referee.estimates.areas.delong import Placements, area_interval, delong, placements
    from referee.estimates.areas.hanley_mcneil import hanley_mcneil
    from referee.estimates.bootstrap.basic_bootstrap import basic_bootstrap
    from referee.estimates.bootstrap.bca_bootstrap import bca_bootstrap, bca_interval, bca_shares, bias_correction
    from referee.estimates.bootstrap.block_bootstrap_mean import block_bootstrap_mean
    from referee.estimates.bootstrap.percentile_bootstrap import percentile_bootstrap, percentile_interval
    from referee.estimates.bootstrap.studentised_bootstrap import studentised_bootstrap
    from referee.estimates.bootstrap_of_fits.bootstrap_632 import bootstrap_632, bootstrap_632_by_sample, error_632
    from referee.estimates.bootstrap_of_fits.bootstrap_632plus import Bootstrap632Plus, bootstrap_632plus, error_632plus
    from referee.estimates.bootstrap_of_fits.bootstrap_fits import BootstrapFits, expected_distinct_share
    from referee.estimates.bootstrap_of_fits.bootstrap_of_estimator import bootstrap_of_estimator
    from referee.estimates.bootstrap_of_fits.leave_one_out_bootstrap import (
        BootstrapError,
        by_sample_error,
        leave_one_out_bootstrap,
        out_of_bag_error,
        out_of_bag_standard_error,
    )
    from referee.estimates.bootstrap_of_fits.no_information_rate import (
        no_information_rate,
        no_information_squared,
        no_information_zero_one,
    )
    from referee.estimates.bootstrap_of_fits.optimism_bootstrap import (
        Optimism,
        optimism_bootstrap,
        optimism_from_errors,
    )
    from referee.estimates.cross_validation.conservative_z import conservative_z
    from referee.estimates.cross_validation.corrected_t import corrected_t_interval, variance_factor
    from referee.estimates.cross_validation.cv_clt import cv_clt
    from referee.estimates.cross_validation.left_out_mean import left_out_mean
    from referee.estimates.cross_validation.nested_cv import NestedCV, OuterFold, nested_cv
    from referee.estimates.cross_validation.t_over_replicates import t_from_summary, t_over_replicates
    from referee.estimates.decomposition.domingos import Domingos, domingos
    from referee.estimates.decomposition.kohavi_wolpert import KohaviWolpert, kohavi_wolpert
    from referee.estimates.decomposition.squared_decomposition import SquaredDecomposition, squared_decomposition
    from referee.estimates.decomposition.variance_components import VarianceComponents, variance_components
    from referee.estimates.decomposition.variance_shares import variance_shares
    from referee.estimates.halves.cells import Cells, UnitCounts, cells_of_parts, cells_of_sums
    from referee.estimates.halves.full_size import full_size_variance
    from referee.estimates.halves.jackknife import HalvesVariance, halves_variance
    from referee.estimates.means.clustered_mean import ClusteredMean, clustered_mean
    from referee.estimates.means.hotelling_region import JointRegion, hotelling_region
    from referee.estimates.means.long_run_mean import long_run_mean
    from referee.estimates.means.no_spread import interval_without_spread
    from referee.estimates.means.panel_mean import panel_mean
    from referee.estimates.means.ppi_mean import PredictionPowered, ppi_mean
    from referee.estimates.means.root_interval import root_interval, root_standard_error, transform_interval
    from referee.estimates.means.t_mean import t_mean
    from referee.estimates.means.weighted_mean import WeightedMean, weighted_mean
    from referee.estimates.proportions.agresti_coull import agresti_coull
    from referee.estimates.proportions.clopper_pearson import clopper_pearson, upper_bound_without_events
    from referee.estimates.proportions.jeffreys import jeffreys
    from referee.estimates.proportions.sample_size import min_n_for_half_width, worst_half_width
    from referee.estimates.proportions.wald import wald
    from referee.estimates.proportions.wilson import wilson
    from referee.estimates.resampling.auc_statistic import auc_statistic
    from referee.estimates.resampling.drawing_schemes import Clusters, Rows, Strata
    from referee.estimates.resampling.jackknife import acceleration
    from referee.estimates.resampling.mean_statistic import mean_statistic
    from referee.estimates.resampling.metric_statistic import metric_statistic
    from referee.estimates.resampling.replicates import Replicates, replicates, replicates_together
    from referee.estimates.resampling.statistic import Statistic, difference
    from referee.estimates.result import Measured
    from referee.estimates.selection.bbc_cv import BestOfMany, bbc_cv, bbc_from_counts
    from referee.estimates.selection.expected_best_of import expected_best_of
    from referee.estimates.selection.ladder import ladder, ladder_free
    from referee.estimates.selection.thresholdout import thresholdout
    from referee.estimates.selection.tibshirani_tibshirani import TibshiraniTibshirani, tibshirani_tibshirani

__all__ = [
    "BestOfMany",
    "Bootstrap632Plus",
    "BootstrapError",
    "BootstrapFits",
    "Cells",
    "ClusteredMean",
    "Clusters",
    "Domingos",
    "Estimate",
    "HalvesVariance",
    "Interval",
    "JointRegion",
    "KohaviWolpert",
    "Measured",
    "NestedCV",
    "Optimism",
    "OuterFold",
    "Placements",
    "PredictionPowered",
    "Replicates",
    "Rows",
    "SquaredDecomposition",
    "Statistic",
    "Strata",
    "TibshiraniTibshirani",
    "UnitCounts",
    "VarianceComponents",
    "WeightedMean",
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
    "block_bootstrap_mean",
    "bootstrap_632",
    "bootstrap_632_by_sample",
    "bootstrap_632plus",
    "bootstrap_of_estimator",
    "by_sample_error",
    "cells_of_parts",
    "cells_of_sums",
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
    "full_size_variance",
    "halves_variance",
    "hanley_mcneil",
    "hotelling_region",
    "interval_without_spread",
    "jeffreys",
    "kohavi_wolpert",
    "ladder",
    "ladder_free",
    "leave_one_out_bootstrap",
    "left_out_mean",
    "long_run_mean",
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
    "panel_mean",
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
    "weighted_mean",
    "wilson",
    "worst_half_width",
]

__getattr__, __dir__ = on_asking(__name__, {
    "referee.estimates._base": "Estimate Interval check_level",
    "referee.estimates.areas.delong": "Placements area_interval delong placements",
    "referee.estimates.areas.hanley_mcneil": "hanley_mcneil",
    "referee.estimates.bootstrap.basic_bootstrap": "basic_bootstrap",
    "referee.estimates.bootstrap.bca_bootstrap": "bca_bootstrap bca_interval bca_shares bias_correction",
    "referee.estimates.bootstrap.block_bootstrap_mean": "block_bootstrap_mean",
    "referee.estimates.bootstrap.percentile_bootstrap": "percentile_bootstrap percentile_interval",
    "referee.estimates.bootstrap.studentised_bootstrap": "studentised_bootstrap",
    "referee.estimates.bootstrap_of_fits.bootstrap_632": "bootstrap_632 bootstrap_632_by_sample error_632",
    "referee.estimates.bootstrap_of_fits.bootstrap_632plus": "Bootstrap632Plus bootstrap_632plus error_632plus",
    "referee.estimates.bootstrap_of_fits.bootstrap_fits": "BootstrapFits expected_distinct_share",
    "referee.estimates.bootstrap_of_fits.bootstrap_of_estimator": "bootstrap_of_estimator",
    "referee.estimates.bootstrap_of_fits.leave_one_out_bootstrap": "BootstrapError by_sample_error "
                                                                   "leave_one_out_bootstrap out_of_bag_error "
                                                                   "out_of_bag_standard_error",
    "referee.estimates.bootstrap_of_fits.no_information_rate": "no_information_rate no_information_squared "
                                                               "no_information_zero_one",
    "referee.estimates.bootstrap_of_fits.optimism_bootstrap": "Optimism optimism_bootstrap optimism_from_errors",
    "referee.estimates.cross_validation.conservative_z": "conservative_z",
    "referee.estimates.cross_validation.corrected_t": "corrected_t_interval variance_factor",
    "referee.estimates.cross_validation.cv_clt": "cv_clt",
    "referee.estimates.cross_validation.left_out_mean": "left_out_mean",
    "referee.estimates.cross_validation.nested_cv": "NestedCV OuterFold nested_cv",
    "referee.estimates.cross_validation.t_over_replicates": "t_from_summary t_over_replicates",
    "referee.estimates.decomposition.domingos": "Domingos domingos",
    "referee.estimates.decomposition.kohavi_wolpert": "KohaviWolpert kohavi_wolpert",
    "referee.estimates.decomposition.squared_decomposition": "SquaredDecomposition squared_decomposition",
    "referee.estimates.decomposition.variance_components": "VarianceComponents variance_components",
    "referee.estimates.decomposition.variance_shares": "variance_shares",
    "referee.estimates.halves.cells": "Cells UnitCounts cells_of_parts cells_of_sums",
    "referee.estimates.halves.full_size": "full_size_variance",
    "referee.estimates.halves.jackknife": "HalvesVariance halves_variance",
    "referee.estimates.means.clustered_mean": "ClusteredMean clustered_mean",
    "referee.estimates.means.hotelling_region": "JointRegion hotelling_region",
    "referee.estimates.means.long_run_mean": "long_run_mean",
    "referee.estimates.means.no_spread": "interval_without_spread",
    "referee.estimates.means.panel_mean": "panel_mean",
    "referee.estimates.means.ppi_mean": "PredictionPowered ppi_mean",
    "referee.estimates.means.root_interval": "root_interval root_standard_error transform_interval",
    "referee.estimates.means.t_mean": "t_mean",
    "referee.estimates.means.weighted_mean": "WeightedMean weighted_mean",
    "referee.estimates.proportions.agresti_coull": "agresti_coull",
    "referee.estimates.proportions.clopper_pearson": "clopper_pearson upper_bound_without_events",
    "referee.estimates.proportions.jeffreys": "jeffreys",
    "referee.estimates.proportions.sample_size": "min_n_for_half_width worst_half_width",
    "referee.estimates.proportions.wald": "wald",
    "referee.estimates.proportions.wilson": "wilson",
    "referee.estimates.resampling.auc_statistic": "auc_statistic",
    "referee.estimates.resampling.drawing_schemes": "Clusters Rows Strata",
    "referee.estimates.resampling.jackknife": "acceleration",
    "referee.estimates.resampling.mean_statistic": "mean_statistic",
    "referee.estimates.resampling.metric_statistic": "metric_statistic",
    "referee.estimates.resampling.replicates": "Replicates replicates replicates_together",
    "referee.estimates.resampling.statistic": "Statistic difference",
    "referee.estimates.result": "Measured",
    "referee.estimates.selection.bbc_cv": "BestOfMany bbc_cv bbc_from_counts",
    "referee.estimates.selection.expected_best_of": "expected_best_of",
    "referee.estimates.selection.ladder": "ladder ladder_free",
    "referee.estimates.selection.thresholdout": "thresholdout",
    "referee.estimates.selection.tibshirani_tibshirani": "TibshiraniTibshirani tibshirani_tibshirani",
})
