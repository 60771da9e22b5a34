"""Tests of one difference and of many; each is a plain function on arrays.

Only numpy loads here: scipy is imported by the functions that need it.
"""

from referee.comparisons._base import Comparison, p_text
from referee.comparisons.adjust import adjust, false_alarm_risk, false_alarms_expected, level_per_test
from referee.comparisons.binomial_sign import binomial_sign
from referee.comparisons.corrected_t import bouckaert_frank, corrected_t, corrected_t_of
from referee.comparisons.mcnemar import mcnemar, mcnemar_counts
from referee.comparisons.paired_proportions import agresti_min, newcombe, tango
from referee.comparisons.paired_table import PairedTable

__all__ = [
    "Comparison",
    "PairedTable",
    "adjust",
    "agresti_min",
    "binomial_sign",
    "bouckaert_frank",
    "corrected_t",
    "corrected_t_of",
    "false_alarm_risk",
    "false_alarms_expected",
    "level_per_test",
    "mcnemar",
    "mcnemar_counts",
    "newcombe",
    "p_text",
    "tango",
]
