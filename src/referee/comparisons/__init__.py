"""Tests of one difference and of many; each is a plain function on arrays.

Only numpy loads here: scipy is imported by the functions that need it.
"""

from referee.comparisons._base import Comparison, p_text
from referee.comparisons.adjust import adjust, false_alarm_risk, false_alarms_expected, level_per_test
from referee.comparisons.binomial_sign import binomial_sign
from referee.comparisons.cochran_q import cochran_q
from referee.comparisons.corrected_t import bouckaert_frank, corrected_t, corrected_t_of
from referee.comparisons.cv_clt_z import cv_clt_z
from referee.comparisons.delong_paired import delong_paired
from referee.comparisons.fivetwo_cv import fivetwo_f, fivetwo_t
from referee.comparisons.mcnemar import mcnemar, mcnemar_counts
from referee.comparisons.omnibus import Omnibus
from referee.comparisons.paired_bootstrap import paired_bootstrap, paired_bootstrap_of
from referee.comparisons.paired_proportions import agresti_min, newcombe, tango
from referee.comparisons.paired_t import paired_t
from referee.comparisons.paired_table import PairedTable
from referee.comparisons.reich_barai import Summary, reich_barai
from referee.comparisons.signflip import signflip
from referee.comparisons.stuart_maxwell import stuart_maxwell
from referee.comparisons.two_proportion_z import two_proportion_z
from referee.comparisons.unpaired_t import pooled_t, welch_t

__all__ = [
    "Comparison",
    "Omnibus",
    "PairedTable",
    "Summary",
    "adjust",
    "agresti_min",
    "binomial_sign",
    "bouckaert_frank",
    "cochran_q",
    "corrected_t",
    "corrected_t_of",
    "cv_clt_z",
    "delong_paired",
    "false_alarm_risk",
    "false_alarms_expected",
    "fivetwo_f",
    "fivetwo_t",
    "level_per_test",
    "mcnemar",
    "mcnemar_counts",
    "newcombe",
    "p_text",
    "paired_bootstrap",
    "paired_bootstrap_of",
    "paired_t",
    "pooled_t",
    "reich_barai",
    "signflip",
    "stuart_maxwell",
    "tango",
    "two_proportion_z",
    "welch_t",
]
