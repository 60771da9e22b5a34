"""Tests of one difference and of many; each is a plain function on arrays.

A function is loaded with its file when it is first asked for, and scipy by the functions that need it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.on_asking import on_asking

if TYPE_CHECKING:
    from referee.comparisons._base import Comparison, p_text
    from referee.comparisons.bayes.bayesian_correlated_t import bayesian_correlated_t
    from referee.comparisons.bayes.bayesian_sign import bayesian_sign
    from referee.comparisons.bayes.bayesian_signed_rank import bayesian_signed_rank
    from referee.comparisons.bayes.posterior import Posterior
    from referee.comparisons.data_sets.partial_conjunction import PartialConjunction, partial_conjunction
    from referee.comparisons.data_sets.sign_test import sign_test, wins_needed
    from referee.comparisons.data_sets.wilcoxon import wilcoxon
    from referee.comparisons.historic.reich_barai import reich_barai
    from referee.comparisons.historic.two_proportion_z import two_proportion_z
    from referee.comparisons.many_models.agreement_of_rankings import kendall_w
    from referee.comparisons.many_models.anova import anova, anova_repeated, mauchly
    from referee.comparisons.many_models.cochran_q import cochran_q
    from referee.comparisons.many_models.friedman import friedman
    from referee.comparisons.many_models.hotelling import hotelling, hotelling_paired, hotelling_two_sample
    from referee.comparisons.many_models.long_run_set import long_run_set
    from referee.comparisons.many_models.manova import manova
    from referee.comparisons.many_models.mean_ranks import (
        MeanRanks,
        bonferroni_dunn,
        dunn_critical,
        nemenyi,
        nemenyi_critical,
    )
    from referee.comparisons.many_models.model_confidence_set import ModelConfidenceSet, model_confidence_set
    from referee.comparisons.many_models.omnibus import Omnibus
    from referee.comparisons.many_models.quade import quade
    from referee.comparisons.many_models.several_outputs import Targets, compare_targets, compare_together
    from referee.comparisons.many_models.skillings_mack import skillings_mack
    from referee.comparisons.many_models.tukey_hsd import tukey_hsd
    from referee.comparisons.many_models.unequal_spread import bartlett, levene, shapiro_wilk, welch_anova
    from referee.comparisons.multiplicity.adjust import adjust, false_alarm_risk, false_alarms_expected, level_per_test
    from referee.comparisons.multiplicity.all_pairs import bergmann_hommel, shaffer
    from referee.comparisons.multiplicity.westfall_young import MaxT, westfall_young
    from referee.comparisons.power.detectable import detectable, power_at
    from referee.comparisons.sequential.confidence_sequence import ConfidenceSequence, confidence_sequence
    from referee.comparisons.sequential.e_mcnemar import e_mcnemar, e_value, e_values
    from referee.comparisons.sequential.growing import Growing, growing
    from referee.comparisons.two_models.binomial_sign import binomial_sign
    from referee.comparisons.two_models.clustered_t import clustered_t
    from referee.comparisons.two_models.corrected_t import bouckaert_frank, corrected_t, corrected_t_of
    from referee.comparisons.two_models.cv_clt_z import cv_clt_z
    from referee.comparisons.two_models.delong_paired import delong_paired
    from referee.comparisons.two_models.delong_unpaired import delong_unpaired
    from referee.comparisons.two_models.diebold_mariano import diebold_mariano
    from referee.comparisons.two_models.effect_sizes import a12, cliffs_delta, cohens_d, hedges_g
    from referee.comparisons.two_models.fivetwo_cv import fivetwo_f, fivetwo_t
    from referee.comparisons.two_models.giacomini_white import giacomini_white
    from referee.comparisons.two_models.halves_jackknife import halves_jackknife
    from referee.comparisons.two_models.independent_proportions import binomial_test, two_proportions
    from referee.comparisons.two_models.left_out_t import left_out_t
    from referee.comparisons.two_models.long_run_t import long_run_t
    from referee.comparisons.two_models.mcnemar import mcnemar, mcnemar_counts
    from referee.comparisons.two_models.paired_bootstrap import paired_bootstrap, paired_bootstrap_of
    from referee.comparisons.two_models.paired_proportions import agresti_min, newcombe, tango
    from referee.comparisons.two_models.paired_t import paired_t
    from referee.comparisons.two_models.paired_table import PairedTable
    from referee.comparisons.two_models.panel_t import panel_t
    from referee.comparisons.two_models.prob_outperform import Outperformance, prob_outperform
    from referee.comparisons.two_models.signflip import signflip
    from referee.comparisons.two_models.stuart_maxwell import stuart_maxwell
    from referee.comparisons.two_models.summary import Summary
    from referee.comparisons.two_models.swap import swap
    from referee.comparisons.two_models.tost import Equivalence, tost, tost_of
    from referee.comparisons.two_models.unpaired_t import (
        pooled_t,
        pooled_t_from_summary,
        welch_t,
        welch_t_from_summary,
    )
    from referee.comparisons.two_models.weighted_t import weighted_t

__all__ = [
    "Comparison",
    "ConfidenceSequence",
    "Equivalence",
    "Growing",
    "MaxT",
    "MeanRanks",
    "ModelConfidenceSet",
    "Omnibus",
    "Outperformance",
    "PairedTable",
    "PartialConjunction",
    "Posterior",
    "Summary",
    "Targets",
    "a12",
    "adjust",
    "agresti_min",
    "anova",
    "anova_repeated",
    "bartlett",
    "bayesian_correlated_t",
    "bayesian_sign",
    "bayesian_signed_rank",
    "bergmann_hommel",
    "binomial_sign",
    "binomial_test",
    "bonferroni_dunn",
    "bouckaert_frank",
    "cliffs_delta",
    "clustered_t",
    "cochran_q",
    "cohens_d",
    "compare_targets",
    "compare_together",
    "confidence_sequence",
    "corrected_t",
    "corrected_t_of",
    "cv_clt_z",
    "delong_paired",
    "delong_unpaired",
    "detectable",
    "diebold_mariano",
    "dunn_critical",
    "e_mcnemar",
    "e_value",
    "e_values",
    "false_alarm_risk",
    "false_alarms_expected",
    "fivetwo_f",
    "fivetwo_t",
    "friedman",
    "giacomini_white",
    "growing",
    "halves_jackknife",
    "hedges_g",
    "hotelling",
    "hotelling_paired",
    "hotelling_two_sample",
    "kendall_w",
    "left_out_t",
    "level_per_test",
    "levene",
    "long_run_set",
    "long_run_t",
    "manova",
    "mauchly",
    "mcnemar",
    "mcnemar_counts",
    "model_confidence_set",
    "nemenyi",
    "nemenyi_critical",
    "newcombe",
    "p_text",
    "paired_bootstrap",
    "paired_bootstrap_of",
    "paired_t",
    "panel_t",
    "partial_conjunction",
    "pooled_t",
    "pooled_t_from_summary",
    "power_at",
    "prob_outperform",
    "quade",
    "reich_barai",
    "shaffer",
    "shapiro_wilk",
    "sign_test",
    "signflip",
    "skillings_mack",
    "stuart_maxwell",
    "swap",
    "tango",
    "tost",
    "tost_of",
    "tukey_hsd",
    "two_proportion_z",
    "two_proportions",
    "weighted_t",
    "welch_anova",
    "welch_t",
    "welch_t_from_summary",
    "westfall_young",
    "wilcoxon",
    "wins_needed",
]

__getattr__, __dir__ = on_asking(__name__, {
    "referee.comparisons._base": "Comparison p_text",
    "referee.comparisons.bayes.bayesian_correlated_t": "bayesian_correlated_t",
    "referee.comparisons.bayes.bayesian_sign": "bayesian_sign",
    "referee.comparisons.bayes.bayesian_signed_rank": "bayesian_signed_rank",
    "referee.comparisons.bayes.posterior": "Posterior",
    "referee.comparisons.data_sets.partial_conjunction": "PartialConjunction partial_conjunction",
    "referee.comparisons.data_sets.sign_test": "sign_test wins_needed",
    "referee.comparisons.data_sets.wilcoxon": "wilcoxon",
    "referee.comparisons.historic.reich_barai": "reich_barai",
    "referee.comparisons.historic.two_proportion_z": "two_proportion_z",
    "referee.comparisons.many_models.agreement_of_rankings": "kendall_w",
    "referee.comparisons.many_models.anova": "anova anova_repeated mauchly",
    "referee.comparisons.many_models.cochran_q": "cochran_q",
    "referee.comparisons.many_models.friedman": "friedman",
    "referee.comparisons.many_models.hotelling": "hotelling hotelling_paired hotelling_two_sample",
    "referee.comparisons.many_models.long_run_set": "long_run_set",
    "referee.comparisons.many_models.manova": "manova",
    "referee.comparisons.many_models.mean_ranks": "MeanRanks bonferroni_dunn dunn_critical nemenyi nemenyi_critical",
    "referee.comparisons.many_models.model_confidence_set": "ModelConfidenceSet model_confidence_set",
    "referee.comparisons.many_models.omnibus": "Omnibus",
    "referee.comparisons.many_models.quade": "quade",
    "referee.comparisons.many_models.several_outputs": "Targets compare_targets compare_together",
    "referee.comparisons.many_models.skillings_mack": "skillings_mack",
    "referee.comparisons.many_models.tukey_hsd": "tukey_hsd",
    "referee.comparisons.many_models.unequal_spread": "bartlett levene shapiro_wilk welch_anova",
    "referee.comparisons.multiplicity.adjust": "adjust false_alarm_risk false_alarms_expected level_per_test",
    "referee.comparisons.multiplicity.all_pairs": "bergmann_hommel shaffer",
    "referee.comparisons.multiplicity.westfall_young": "MaxT westfall_young",
    "referee.comparisons.power.detectable": "detectable power_at",
    "referee.comparisons.sequential.confidence_sequence": "ConfidenceSequence confidence_sequence",
    "referee.comparisons.sequential.e_mcnemar": "e_mcnemar e_value e_values",
    "referee.comparisons.sequential.growing": "Growing growing",
    "referee.comparisons.two_models.binomial_sign": "binomial_sign",
    "referee.comparisons.two_models.clustered_t": "clustered_t",
    "referee.comparisons.two_models.corrected_t": "bouckaert_frank corrected_t corrected_t_of",
    "referee.comparisons.two_models.cv_clt_z": "cv_clt_z",
    "referee.comparisons.two_models.delong_paired": "delong_paired",
    "referee.comparisons.two_models.delong_unpaired": "delong_unpaired",
    "referee.comparisons.two_models.diebold_mariano": "diebold_mariano",
    "referee.comparisons.two_models.effect_sizes": "a12 cliffs_delta cohens_d hedges_g",
    "referee.comparisons.two_models.fivetwo_cv": "fivetwo_f fivetwo_t",
    "referee.comparisons.two_models.giacomini_white": "giacomini_white",
    "referee.comparisons.two_models.halves_jackknife": "halves_jackknife",
    "referee.comparisons.two_models.independent_proportions": "binomial_test two_proportions",
    "referee.comparisons.two_models.left_out_t": "left_out_t",
    "referee.comparisons.two_models.long_run_t": "long_run_t",
    "referee.comparisons.two_models.mcnemar": "mcnemar mcnemar_counts",
    "referee.comparisons.two_models.paired_bootstrap": "paired_bootstrap paired_bootstrap_of",
    "referee.comparisons.two_models.paired_proportions": "agresti_min newcombe tango",
    "referee.comparisons.two_models.paired_t": "paired_t",
    "referee.comparisons.two_models.paired_table": "PairedTable",
    "referee.comparisons.two_models.panel_t": "panel_t",
    "referee.comparisons.two_models.prob_outperform": "Outperformance prob_outperform",
    "referee.comparisons.two_models.signflip": "signflip",
    "referee.comparisons.two_models.stuart_maxwell": "stuart_maxwell",
    "referee.comparisons.two_models.summary": "Summary",
    "referee.comparisons.two_models.swap": "swap",
    "referee.comparisons.two_models.tost": "Equivalence tost tost_of",
    "referee.comparisons.two_models.unpaired_t": "pooled_t pooled_t_from_summary welch_t welch_t_from_summary",
    "referee.comparisons.two_models.weighted_t": "weighted_t",
})
