"""One sound call of every exported function on arrays: the starting point of what is then broken on purpose.

A call is `(arguments, options)`. `test_array_contract` walks the exports and fails where one of them is not here.
"""

import inspect

import numpy as np

from referee import comparisons, estimates, metrics
from referee.comparisons import power
from referee.kinds import Needs
from referee.metrics.functions import function_names

ROOMS = {"comparisons": comparisons, "estimates": estimates, "power": power, "metrics": metrics}

A = [0.81, 0.79, 0.84, 0.80, 0.77, 0.83, 0.85, 0.78, 0.82, 0.86, 0.75, 0.88]
B = [0.78, 0.80, 0.80, 0.75, 0.76, 0.80, 0.83, 0.79, 0.77, 0.81, 0.74, 0.83]
RIGHT_A = [1, 1, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1]
RIGHT_B = [1, 0, 1, 0, 0, 1, 1, 1, 0, 1, 0, 0]
TRUTH = [0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0]
SAID = [0, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 0]
P = [0.2, 0.9, 0.4, 0.1, 0.8, 0.6, 0.7, 0.9, 0.3, 0.55, 0.65, 0.15]
Q = [0.3, 0.7, 0.45, 0.2, 0.6, 0.65, 0.5, 0.8, 0.4, 0.35, 0.75, 0.25]
FOLDS = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
SIZES = [10, 12, 9, 11, 14, 8, 10, 13, 9, 12, 11, 10]
SCORES = [[0.81, 0.78, 0.70], [0.79, 0.80, 0.72], [0.84, 0.80, 0.71], [0.80, 0.75, 0.73], [0.77, 0.76, 0.78]]
BITS = [[1, 0, 1], [1, 1, 0], [0, 0, 1], [1, 0, 0], [1, 1, 1], [0, 1, 0]]
PAIRS_P = [0.01, 0.03, 0.2]
OUTPUTS_A = [[1.0, 2.0], [1.5, 2.2], [0.9, 1.7], [1.2, 2.6], [1.4, 2.1], [1.1, 1.9]]
OUTPUTS_B = [[0.9, 2.1], [1.1, 2.3], [1.0, 1.2], [0.8, 2.2], [1.3, 1.8], [0.7, 2.0]]
SAMPLES = {"n_train": 90, "n_test": 10}
TABLE = comparisons.PairedTable(both=60, a_only=12, b_only=5, neither=23)
FITS = estimates.BootstrapFits(
    full=np.array([0.0, 1.0, 0.0, 1.0, 0.0]),
    losses=np.array([[0.0, 1.0, 0.0, 1.0, 1.0], [1.0, 1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 1.0, 1.0, 0.0],
                     [0.0, 0.0, 0.0, 1.0, 1.0]]),
    counts=np.array([[1, 0, 2, 0, 2], [0, 2, 1, 1, 1], [2, 1, 0, 2, 0], [1, 1, 1, 2, 0]]))
MEAN = estimates.mean_statistic(np.array(A))
MADE = estimates.replicates(MEAN, resamples=99, seed=1)
RANDOM = np.random.default_rng(1)
HALVES = estimates.HalvesVariance(value=0.02, test=0.0004, test_noise=0.0, jackknife=0.0006, monte_carlo=0.00001,
                                  shares=0.0, units=40, repeats=20)
TESTED = np.array([np.arange(8) % 2 == part % 2 for part in range(24)])
CELLS = estimates.cells_of_parts(RANDOM.normal(size=24), RANDOM.normal(size=(24, 8)), TESTED)
COMPONENTS = estimates.variance_components(RANDOM.normal(size=(4, 3, 2)))
COMPARISON = comparisons.paired_t(A, B)
OUTER = [estimates.OuterFold(outer=np.array([0.1, 0.3, 0.2]), inner=np.array([0.2, 0.1, 0.3, 0.2, 0.1, 0.3])),
         estimates.OuterFold(outer=np.array([0.4, 0.2, 0.1]), inner=np.array([0.1, 0.1, 0.3, 0.3, 0.2, 0.3])),
         estimates.OuterFold(outer=np.array([0.0, 0.2, 0.5]), inner=np.array([0.3, 0.1, 0.2, 0.2, 0.1, 0.4]))]


def mean_pair(rows):
    """The mean scores of two models on some rows."""
    return float(np.mean(np.array(A)[rows % 12])), float(np.mean(np.array(B)[rows % 12]))


def weighed(mask):
    """A difference of two models with the cases of the mask exchanged."""
    return float(np.where(mask, -1, 1) @ np.arange(1, len(mask) + 1))


def unlike(truth, said):
    """A loss of 1 for each row of which something else was said, whatever it is written as."""
    return np.array([float(str(a) != str(b)) for a, b in zip(truth, said, strict=True)])


def call(*arguments, **options):
    """Arguments and options, to be broken one at a time."""
    return list(arguments), options


COMPARISONS = {
    "adjust": call([0.01, 0.04, 0.3], method="holm"),
    "agresti_min": call(TABLE, level=0.95), "newcombe": call(TABLE, level=0.95), "tango": call(TABLE, level=0.95),
    "anova": call(A, B, [x + 0.01 for x in A]), "anova_repeated": call(SCORES, unit="data set"),
    "bayesian_correlated_t": call(A, B, **SAMPLES, rope=0.01),
    "bayesian_sign": call(A, B, rope=0.01, prior=1.0, draws=200, seed=0),
    "bayesian_signed_rank": call(A, B, rope=0.01, prior=0.5, draws=200, seed=0),
    "bergmann_hommel": call(PAIRS_P, monotone=False), "shaffer": call(PAIRS_P),
    "binomial_sign": call(RIGHT_A, RIGHT_B, level=0.95, alternative="two-sided"),
    "bonferroni_dunn": call(SCORES, 0, level=0.95), "nemenyi": call(SCORES, level=0.95),
    "bouckaert_frank": call(A, B, **SAMPLES, level=0.95, alternative="two-sided"),
    "weighted_t": call(A, B, [1.0 + x for x in A], FOLDS, level=0.95, alternative="greater"),
    "left_out_t": call(A, B, SIZES, level=0.95, alternative="greater"),
    "panel_t": call(A, B, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5], FOLDS, level=0.95, alternative="greater"),
    "clustered_t": call(A, B, FOLDS, variant="CR2", level=0.95, alternative="greater"),
    "cochran_q": call(BITS),
    "compare_targets": call(OUTPUTS_A, OUTPUTS_B, [[x + 0.3 for x in row] for row in OUTPUTS_A], loss="squared"),
    "compare_together": call(OUTPUTS_A, OUTPUTS_B, names=["u", "v"], level=0.95),
    "confidence_sequence": call(RIGHT_A, RIGHT_B, bounds=(-1.0, 1.0), level=0.95),
    "corrected_t": call(A, B, **SAMPLES, level=0.95, alternative="less"),
    "corrected_t_of": call(A, **SAMPLES, level=0.95, alternative="two-sided"),
    "cv_clt_z": call(A, B, FOLDS, variance="all-pairs", level=0.95, alternative="two-sided"),
    "delong_paired": call(TRUTH, P, Q, level=0.95, alternative="two-sided", law="t"),
    "detectable": call(0.01, 9, level=0.95, power=0.8, tests=2),
    "diebold_mariano": call(A, B, horizon=2, level=0.95, alternative="two-sided"),
    "dunn_critical": call(4, 0.95), "nemenyi_critical": call(4, 0.95),
    "e_mcnemar": call(RIGHT_A, RIGHT_B, prior=1.0), "e_value": call(5, 2, prior=1.0),
    "e_values": call(RIGHT_A, RIGHT_B, prior=1.0),
    "false_alarm_risk": call(10, 0.95), "false_alarms_expected": call(10, 0.95),
    "fivetwo_f": call(np.reshape(A[:10], (5, 2)), np.reshape(B[:10], (5, 2))),
    "fivetwo_t": call(np.reshape(A[:10], (5, 2)), np.reshape(B[:10], (5, 2)), alternative="greater"),
    "friedman": call(SCORES, ties=True), "quade": call(SCORES), "skillings_mack": call(SCORES),
    "giacomini_white": call(A, B, horizon=2),
    "growing": call(RIGHT_A, RIGHT_B, bounds=(0.0, 1.0), level=0.95),
    "halves_jackknife": call(HALVES, weight=0.5, level=0.95, alternative="two-sided", unit="row"),
    "hotelling": call(np.subtract(OUTPUTS_A, OUTPUTS_B)), "hotelling_paired": call(OUTPUTS_A, OUTPUTS_B),
    "hotelling_two_sample": call(OUTPUTS_A, OUTPUTS_B),
    "long_run_set": call(SCORES * 3, level=0.9, resamples=99, seed=0),
    "long_run_t": call(A, B, level=0.95, alternative="two-sided"),
    "level_per_test": call(10, 0.95, method="bonferroni"),
    "manova": call(OUTPUTS_A + OUTPUTS_B, ["a"] * 6 + ["b"] * 6, statistic="wilks"),
    "mcnemar": call(RIGHT_A, RIGHT_B, variant="mid-p", interval="tango", level=0.95, alternative="two-sided"),
    "mcnemar_counts": call(12, 5, n=100, variant="mid-p", level=0.95, alternative="two-sided"),
    "model_confidence_set": call(SCORES, level=0.9, resamples=99, block=1, statistic="max", seed=0),
    "p_text": call(0.03),
    "paired_bootstrap": call(A * 3, B * 3, resamples=199, level=0.95, alternative="two-sided", seed=0),
    "paired_bootstrap_of": call(mean_pair, 36, resamples=99, level=0.95, alternative="two-sided", seed=0),
    "paired_t": call(A, B, unit="case", level=0.95, alternative="greater"),
    "partial_conjunction": call([0.01, 0.04, 0.3], method="bonferroni", level=0.95),
    "pooled_t": call(A, B, level=0.95, alternative="two-sided"), "welch_t": call(A, B, alternative="greater"),
    "power_at": call(2.0, 10, 0.05), "prob_outperform": call(A, B, resamples=199, level=0.95, seed=0),
    "pooled_t_from_summary": call(comparisons.Summary(7.9, 0.36, 10), comparisons.Summary(9.8, 1.46, 10), level=0.95),
    "welch_t_from_summary": call(comparisons.Summary(7.9, 0.36, 10), comparisons.Summary(9.8, 1.46, 10), level=0.95),
    "reich_barai": call(comparisons.Summary(7.9, 0.36, 10), comparisons.Summary(9.8, 1.46, 10), rule=5, level=0.95),
    "sign_test": call(A, B, ties="split", alternative="two-sided"),
    "signflip": call(A, B, flips=199, alternative="two-sided", seed=0),
    "stuart_maxwell": call(SAID, TRUTH),
    "swap": call(weighed, np.ones(12, dtype=bool), draws=99),
    "tost": call(A, B, margin=0.05, level=0.95), "tost_of": call(COMPARISON, margin=0.05, level=0.95),
    "two_proportion_z": call(80, 100, 70, 100, level=0.95, alternative="two-sided"),
    "westfall_young": call(np.subtract(SCORES, 0.75), step_down=True, flips=99, seed=0),
    "a12": call(A, B, level=0.95), "cliffs_delta": call(A, B, level=0.95), "cohens_d": call(A, B, level=0.95),
    "hedges_g": call(A, B, level=0.95), "bartlett": call(A, B), "levene": call(A, B), "welch_anova": call(A, B),
    "shapiro_wilk": call(A), "kendall_w": call(SCORES, unit="data set"), "mauchly": call(SCORES, unit="data set"),
    "tukey_hsd": call(A, B, level=0.95), "binomial_test": call(8, 10, 0.5, level=0.95, alternative="greater"),
    "two_proportions": call(80, 100, 70, 100, level=0.95, alternative="less"),
    "delong_unpaired": call(TRUTH, P, TRUTH, Q, level=0.95, alternative="two-sided"),
    "wilcoxon": call(A, B, zeros="pratt", level=0.95, alternative="two-sided", unit="data set"),
    "wins_needed": call(12, level=0.95),
}

COUNTS = call(8, 10, level=0.95)
ESTIMATES = {
    "acceleration": call(MEAN), "agresti_coull": COUNTS, "clopper_pearson": COUNTS, "jeffreys": COUNTS,
    "wald": COUNTS, "wilson": COUNTS,
    "area_interval": call(0.8, 0.05, level=0.95, logit=True, method="x"),
    "auc_statistic": call(TRUTH, P),
    "basic_bootstrap": call(MEAN, resamples=99, seed=1, level=0.95, bounds=(0.0, 1.0)),
    "bbc_cv": call(SCORES, resamples=99, seed=1, level=0.95, bounds=(0.0, 1.0)),
    "bbc_from_counts": call(SCORES, [[1, 1, 1, 2, 0], [0, 2, 1, 1, 1], [2, 0, 1, 1, 1]], bounds=(0.0, 1.0)),
    "bca_bootstrap": call(MEAN, resamples=99, seed=1, level=0.95, bounds=(0.0, 1.0)),
    "bca_interval": call(MADE, 0.01, level=0.95), "bca_shares": call(0.1, 0.01, level=0.95),
    "bias_correction": call(MADE), "percentile_interval": call(MADE, level=0.95, bounds=(0.0, 1.0)),
    "bootstrap_632": call(FITS, level=0.95, bounds=(0.0, 1.0)),
    "bootstrap_632_by_sample": call(FITS, level=0.95, bounds=(0.0, 1.0)),
    "bootstrap_632plus": call(FITS, no_information=0.5, level=0.95, bounds=(0.0, 1.0)),
    "bootstrap_of_estimator": call(lambda rows: float(np.mean(np.array(A)[rows % 12])), 12, resamples=20, seed=1),
    "by_sample_error": call(FITS), "out_of_bag_error": call(FITS), "out_of_bag_standard_error": call(FITS),
    "cells_of_parts": call(RANDOM.normal(size=24), RANDOM.normal(size=(24, 8)), TESTED),
    "check_level": call(0.95),
    "weighted_mean": call(A, [1.0 + x for x in A], FOLDS, level=0.95, bounds=(0.0, 1.0)),
    "left_out_mean": call(A, SIZES, level=0.95, bounds=(0.0, 1.0)),
    "panel_mean": call(A, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5], FOLDS, level=0.95, bounds=(0.0, 1.0)),
    "clustered_mean": call(A, FOLDS, variant="CR2", level=0.95, bounds=(0.0, 1.0)),
    "conservative_z": call(0.8, [[0.79, 0.81], [0.83, 0.78], [0.8, 0.82]], level=0.95, bounds=(0.0, 1.0)),
    "corrected_t_interval": call(A, **SAMPLES, level=0.95, bounds=(0.0, 1.0)),
    "cv_clt": call(A, FOLDS, variant="all-pairs", level=0.95, bounds=(0.0, 1.0)),
    "delong": call(TRUTH, P, level=0.95, scale="logit"), "difference": call(MEAN, MEAN),
    "domingos": call([SAID, TRUTH, SAID], TRUTH), "error_632": call(0.1, 0.3), "error_632plus": call(0.1, 0.3, 0.5),
    "expected_best_of": call(5), "expected_distinct_share": call(50),
    "full_size_variance": call(0.01, np.array([0.8, 0.81, 0.82]), HALVES), "halves_variance": call(CELLS),
    "hanley_mcneil": call(0.8, n_positive=20, n_negative=30, level=0.95),
    "hotelling_region": call(OUTPUTS_A, level=0.95),
    "interval_without_spread": call(1.0, 20, level=0.95, bounds=(0.0, 1.0), what="x"),
    "kohavi_wolpert": call([SAID, TRUTH, SAID], TRUTH, unbiased=False),
    "ladder": call([0.3, 0.2, 0.25], step=0.01), "ladder_free": call([[0.0, 1.0, 1.0], [1.0, 0.0, 0.0]]),
    "leave_one_out_bootstrap": call(FITS, level=0.95, bounds=(0.0, 1.0)),
    "mean_statistic": call(A, weights=[1.0] * 12, clusters=FOLDS),
    "min_n_for_half_width": call(0.05, level=0.95, interval="wilson"),
    "nested_cv": call(OUTER, n=9, n_folds=3, exponent=1.5, level=0.95, bounds=(0.0, 1.0)),
    "no_information_rate": call(TRUTH, SAID, unlike),
    "no_information_squared": call(A, B), "no_information_zero_one": call(TRUTH, SAID),
    "optimism_bootstrap": call(FITS), "optimism_from_errors": call(0.1, [0.2, 0.3], [0.1, 0.15], lost=1),
    "percentile_bootstrap": call(MEAN, resamples=99, seed=1, level=0.95, bounds=(0.0, 1.0)),
    "placements": call(TRUTH, P), "ppi_mean": call(A, B, [*B, *A], level=0.95, bounds=(0.0, 1.0)),
    "replicates": call(MEAN, resamples=20, seed=1), "replicates_together": call([MEAN, MEAN], resamples=20, seed=1),
    "root_interval": call(estimates.Interval(0.04, 0.09)), "root_standard_error": call(0.04, 0.01),
    "squared_decomposition": call([A, B, A], [x - 0.01 for x in A], noise=0.0, unbiased=False),
    "studentised_bootstrap": call(MEAN, resamples=99, seed=1, level=0.95, bounds=(0.0, 1.0)),
    "t_from_summary": call(0.8, 0.1, 10, level=0.95),
    "block_bootstrap_mean": call(A, block=3, resamples=99, level=0.95, bounds=(0.0, 1.0), seed=0),
    "long_run_mean": call(A, level=0.95, bounds=(0.0, 1.0)),
    "t_mean": call(A, weights=[1.0] * 12, level=0.95, bounds=(0.0, 1.0)),
    "t_over_replicates": call(A, level=0.95),
    "thresholdout": call([0.7, 0.8, 0.9], [0.71, 0.7, 0.72], threshold=0.04, noise=0.01, budget=20, seed=0),
    "tibshirani_tibshirani": call(SCORES),
    "transform_interval": call(estimates.Interval(0.04, 0.09), lambda x: x + 1),
    "upper_bound_without_events": call(20, level=0.95),
    "variance_components": call(RANDOM.normal(size=(4, 3, 2))), "variance_factor": call(10, **SAMPLES),
    "variance_shares": call(COMPONENTS, level=0.95, seed=0), "worst_half_width": call(100, interval="wilson"),
    "cells_of_sums": call(RANDOM.normal(size=(24, 8, 1)) * TESTED[:, :, None],
                          estimates.UnitCounts(counts=TESTED[:, :, None].astype(float)), value=0.1),
    "metric_statistic": call(metrics.metric("accuracy"), metrics.labelled(TRUTH, SAID)),
}

MEANS = power.PairedMeans(sd=0.1)
POWER = {
    "cases_for_half_width": call(0.05, accuracy=0.8, level=0.95),
    "connor_cases": call(0.05, 0.2, error_rate=0.05, power=0.8),
    "disagreement_between": call(0.8, 0.85, 0.1), "eval_size": call(0.05, 0.2, noise=0.1, error_rate=0.05, power=0.8),
    "fleiss_cases": call(0.8, 0.85, error_rate=0.05, power=0.8), "half_width_with": call(100, accuracy=0.8, level=0.95),
    "mcnemar_detectable": call(200, 0.2, error_rate=0.05, power=0.8),
    "mcnemar_power": call(100, 0.1, 0.2, error_rate=0.05, variant="mid-p"),
    "sign_test_power": call(20, 0.7, error_rate=0.05),
}

THREE_TRUTH = [0, 1, 2, 0, 1, 2, 0, 1, 2, 1, 0, 2]
THREE = [[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.1, 0.2, 0.7], [0.4, 0.5, 0.1], [0.3, 0.6, 0.1], [0.2, 0.3, 0.5]] * 2
PARAMETERS = {"expected_cost": {"matrix": ((0, 1), (5, 0))}, "average_value": {"matrix": ((0, 1), (5, 0))},
              "optimal_value": {"matrix": ((0, 1), (5, 0))}, "calibration_debiased": {"bins": 3}, "top_k": {"k": 2}}


def metric_call(name):
    """A call of the metric of this name."""
    function = getattr(metrics, name)
    more = PARAMETERS.get(name, {})
    known = getattr(function, "metric", None) or metrics.FAMILIES[name].make(**more)
    if (known.least_classes or 2) > 2:
        return call(THREE_TRUTH, THREE, **more)
    prior = {"prior": [0.4, 0.6]} if "prior" in inspect.signature(function).parameters else {}
    said = {Needs.LABELS: SAID, Needs.SCORES: P, Needs.PROBABILITIES: P, Needs.VALUES: B}[known.needs]
    truth = A if known.needs is Needs.VALUES else TRUTH
    return call(truth, said, **prior, **more)


METRICS = {name: metric_call(name) for name in function_names()} | {
    "check_probabilities": call([[0.2, 0.8], [0.5, 0.5]], 2), "forecast": call(TRUTH, P), "labelled": call(TRUTH, SAID),
    "case_cost": call(TRUTH, SAID, [float(size) for size in SIZES]),
    "mase": call(A, B, [3.0, 5.0, 4.0, 8.0], season=1), "rmsse": call(A, B, [3.0, 5.0, 4.0, 8.0], season=2),
    "crps_of_samples": call([0.2, 0.4], [[0.1, 0.3, 0.2], [0.5, 0.2, 0.4]]),
    "crps_of_quantiles": call([0.2, 0.4], [[0.1, 0.2, 0.3], [0.2, 0.4, 0.5]], [0.25, 0.5, 0.75]),
    "per_class": call(TRUTH, SAID), "scored": call(TRUTH, P), "valued": call(A, B), "smoothed_prior": call([3, 4]),
}
CALLS = {"comparisons": COMPARISONS, "estimates": ESTIMATES, "power": POWER, "metrics": METRICS}
