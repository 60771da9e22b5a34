"""Before a study: how much evidence is needed, and what can be seen with what there is.

Each setting gives the power of one test at one difference; from that come the fewest units and the smallest difference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.on_asking import on_asking

if TYPE_CHECKING:
    from referee.comparisons.power.assumptions import Assumptions
    from referee.comparisons.power.data_sets import DataSets, Wins, sign_test_power
    from referee.comparisons.power.half_width import cases_for_half_width, half_width_with
    from referee.comparisons.power.means import PairedMeans, eval_size
    from referee.comparisons.power.paired_answers import (
        PairedAnswers,
        connor_cases,
        disagreement_between,
        mcnemar_detectable,
        mcnemar_power,
    )
    from referee.comparisons.power.proportions import TwoTestSets, fleiss_cases
    from referee.comparisons.power.runs import Runs
    from referee.comparisons.power.setting import Setting, fewest, smallest_difference
    from referee.comparisons.power.splits import Splits

__all__ = [
    "Assumptions", "DataSets", "PairedAnswers", "PairedMeans", "Runs", "Setting", "Splits",
    "TwoTestSets", "Wins", "cases_for_half_width", "connor_cases", "disagreement_between", "eval_size", "fewest",
    "fleiss_cases", "half_width_with", "mcnemar_detectable", "mcnemar_power", "sign_test_power", "smallest_difference",
]

__getattr__, __dir__ = on_asking(__name__, {
    "referee.comparisons.power.assumptions": "Assumptions",
    "referee.comparisons.power.data_sets": "DataSets Wins sign_test_power",
    "referee.comparisons.power.half_width": "cases_for_half_width half_width_with",
    "referee.comparisons.power.means": "PairedMeans eval_size",
    "referee.comparisons.power.paired_answers": "PairedAnswers connor_cases disagreement_between mcnemar_detectable "
                                                "mcnemar_power",
    "referee.comparisons.power.proportions": "TwoTestSets fleiss_cases",
    "referee.comparisons.power.runs": "Runs",
    "referee.comparisons.power.setting": "Setting fewest smallest_difference",
    "referee.comparisons.power.splits": "Splits",
})
