"""What a plan takes for granted, and the setting that follows from it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.comparisons.power.data_sets import DataSets, Wins
from referee.comparisons.power.means import PairedMeans
from referee.comparisons.power.paired_answers import PairedAnswers
from referee.comparisons.power.proportions import TwoTestSets
from referee.comparisons.power.runs import Runs
from referee.comparisons.power.setting import Setting
from referee.comparisons.power.splits import Splits
from referee.errors import BadInput, UnknownName

UNITS = ("cases", "splits", "runs", "data-sets")


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumptions:
    """What is assumed of the data to come; what is not needed is left out."""

    accuracy: float | None = None         # of the worse model
    disagreement: float | None = None     # share of cases that exactly one model gets right
    correlation: float | None = None      # of being right on the same cases, where the disagreement is not known
    sd: float | None = None               # of the difference: over cases, splits or data sets; of the score over runs
    wins: float | None = None             # share of data sets won by the better model: the sign test
    test_share: float | None = None       # share of rows tested in each split
    cluster_size: float | None = None     # cases in a cluster, on average
    icc: float | None = None              # correlation of differences within a cluster
    unpaired: bool = False                # each model has test cases of its own
    test: str = "wilcoxon"                # over data sets: wilcoxon or t

    def __post_init__(self) -> None:
        shares = {"accuracy": self.accuracy, "disagreement": self.disagreement, "wins": self.wins,
                  "test_share": self.test_share, "icc": self.icc}
        for name, value in shares.items():
            if value is not None and not 0 <= value <= 1:
                raise BadInput(f"{name} is {value!r}; it is a share between 0 and 1.")
        if self.sd is not None and not (math.isfinite(self.sd) and self.sd > 0):
            raise BadInput(f"sd is {self.sd!r}; a standard deviation is above 0.")
        if self.correlation is not None and not -1 <= self.correlation < 1:
            raise BadInput(f"correlation is {self.correlation!r}; it lies between -1 and 1.")

    def setting(self, unit: str) -> Setting:
        """The test that these assumptions are about, over cases, splits, runs or data sets."""
        if unit not in UNITS:
            raise UnknownName("unit", unit, UNITS, hint=f"A plan counts {', '.join(UNITS)}")
        if unit == "cases":
            return self._cases()
        if unit == "data-sets" and self.wins is not None:
            return Wins()
        if self.sd is None:
            hint = " (or wins, the share of data sets that the better model wins)" if unit == "data-sets" else ""
            of = "of a score over runs" if unit == "runs" else f"of the differences over {unit.replace('-', ' ')}"
            raise BadInput(f"a plan over {unit.replace('-', ' ')} needs sd, the standard deviation {of}{hint}; or a "
                           f"ledger with a pilot study.")
        if unit == "data-sets":
            return DataSets(sd=self.sd, by=self.test)
        if unit == "runs":
            return Runs(sd=self.sd)
        return Splits(sd=self.sd, test_share=0.1 if self.test_share is None else self.test_share)

    def _cases(self) -> Setting:
        clustered = self.cluster_size is not None or self.icc is not None
        if self.unpaired:
            if self.accuracy is None:
                raise BadInput("two test sets need the accuracy that the worse model is expected to have.")
            return TwoTestSets(accuracy=self.accuracy)
        if self.sd is None and not clustered:
            if self.accuracy is None and self.disagreement is None:
                raise BadInput("a plan over cases needs the share of disagreement, or the accuracy expected, or sd, "
                               "the standard deviation of the cases' differences; or a ledger with a pilot study.")
            return PairedAnswers(disagreement=self.disagreement, accuracy=self.accuracy,
                                 correlation=self.correlation or 0.0)
        sd = self.sd
        if sd is None:
            if self.disagreement is None:
                raise BadInput("clusters need the share of disagreement, or sd, the standard deviation of the cases' "
                               "differences.")
            sd = math.sqrt(self.disagreement)       # of differences −1, 0, 1 whose mean is small
        if clustered and (self.cluster_size is None or self.icc is None):
            raise BadInput("clusters need both their size (cluster_size) and the correlation within them (icc).")
        return PairedMeans(sd=sd, cluster_size=self.cluster_size or 1.0, icc=self.icc or 0.0)
