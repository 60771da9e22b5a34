"""Tests of one difference and of many; each is a plain function on arrays.

Only numpy loads here: scipy is imported by the functions that need it.
"""

from referee.comparisons._base import Comparison, p_text
from referee.comparisons.adjust import adjust, false_alarm_risk, false_alarms_expected, level_per_test
from referee.comparisons.all_pairs import bergmann_hommel, shaffer
from referee.comparisons.anova import anova, anova_repeated
from referee.comparisons.bayesian_correlated_t import bayesian_correlated_t
from referee.comparisons.bayesian_sign import bayesian_sign
from referee.comparisons.bayesian_signed_rank import bayesian_signed_rank
from referee.comparisons.binomial_sign import binomial_sign
from referee.comparisons.clustered_t import clustered_t
from referee.comparisons.cochran_q import cochran_q
from referee.comparisons.confidence_sequence import ConfidenceSequence, confidence_sequence
from referee.comparisons.corrected_t import bouckaert_frank, corrected_t, corrected_t_of
from referee.comparisons.cv_clt_z import cv_clt_z
from referee.comparisons.delong_paired import delong_paired
from referee.comparisons.detectable import detectable, power_at
from referee.comparisons.diebold_mariano import diebold_mariano
from referee.comparisons.e_mcnemar import e_mcnemar, e_value, e_values
from referee.comparisons.fivetwo_cv import fivetwo_f, fivetwo_t
from referee.comparisons.friedman import friedman
from referee.comparisons.growing import Growing, growing
from referee.comparisons.hotelling import hotelling, hotelling_paired, hotelling_two_sample
from referee.comparisons.manova import manova
from referee.comparisons.mcnemar import mcnemar, mcnemar_counts
from referee.comparisons.mean_ranks import MeanRanks, bonferroni_dunn, dunn_critical, nemenyi, nemenyi_critical
from referee.comparisons.model_confidence_set import ModelConfidenceSet, model_confidence_set
from referee.comparisons.omnibus import Omnibus
from referee.comparisons.paired_bootstrap import paired_bootstrap, paired_bootstrap_of
from referee.comparisons.paired_proportions import agresti_min, newcombe, tango
from referee.comparisons.paired_t import paired_t
from referee.comparisons.paired_table import PairedTable
from referee.comparisons.partial_conjunction import PartialConjunction, partial_conjunction
from referee.comparisons.posterior import Posterior
from referee.comparisons.prob_outperform import Outperformance, prob_outperform
from referee.comparisons.quade import quade
from referee.comparisons.reich_barai import Summary, reich_barai
from referee.comparisons.sign_test import sign_test, wins_needed
from referee.comparisons.signflip import signflip
from referee.comparisons.stuart_maxwell import stuart_maxwell
from referee.comparisons.targets import Targets, compare_targets, compare_together
from referee.comparisons.tost import Equivalence, tost, tost_of
from referee.comparisons.two_proportion_z import two_proportion_z
from referee.comparisons.unpaired_t import pooled_t, welch_t
from referee.comparisons.westfall_young import MaxT, westfall_young
from referee.comparisons.wilcoxon import wilcoxon

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
    "adjust",
    "agresti_min",
    "anova",
    "anova_repeated",
    "bayesian_correlated_t",
    "bayesian_sign",
    "bayesian_signed_rank",
    "bergmann_hommel",
    "binomial_sign",
    "bonferroni_dunn",
    "bouckaert_frank",
    "clustered_t",
    "cochran_q",
    "compare_targets",
    "compare_together",
    "confidence_sequence",
    "corrected_t",
    "corrected_t_of",
    "cv_clt_z",
    "delong_paired",
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
    "growing",
    "hotelling",
    "hotelling_paired",
    "hotelling_two_sample",
    "level_per_test",
    "manova",
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
    "partial_conjunction",
    "pooled_t",
    "power_at",
    "prob_outperform",
    "quade",
    "reich_barai",
    "shaffer",
    "sign_test",
    "signflip",
    "stuart_maxwell",
    "tango",
    "tost",
    "tost_of",
    "two_proportion_z",
    "welch_t",
    "westfall_young",
    "wilcoxon",
    "wins_needed",
]
