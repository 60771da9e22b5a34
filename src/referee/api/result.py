"""What the verbs give back, in every form: printed, in a notebook, as tables, as JSON, as a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from referee.api.calibration import CalibrationResult
from referee.api.carry_out import StudyAnswer
from referee.comparisons.verdict import Verdict
from referee.errors import BadInput
from referee.estimates._base import Estimate
from referee.ledger import Ledger, StudyCard
from referee.reading.estimate import Missing
from referee.reading.intervals.best_of import BestOf
from referee.running import Done
from referee.study import Analysis, analyse
from referee.study.tuning import Tuned

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from referee.comparisons.many_models.several_outputs import Targets


@dataclass(frozen=True, eq=False)
class Result(StudyAnswer):
    """What came out, in every form: printed, in a notebook, as tables, as JSON, as a page."""

    analysis: Analysis
    done: Done | None = None

    @classmethod
    def read(cls, ledger: Ledger, card: StudyCard, *, done: Done | None = None, count_look: bool = True,
             own: Sequence[Any] = ()) -> Self:
        """What the ledger says of the study."""
        return cls(analyse(ledger, card, count_look=count_look, own=own), done)

    def __str__(self) -> str:
        from referee.report import as_text

        return as_text(self.analysis)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from referee.report import notebook_html

        return notebook_html(self.analysis)

    @property
    def failed(self) -> bool:
        """Whether any fit failed."""
        return bool(self.analysis.table.failures)

    @property
    def verdict(self) -> str:
        """The answer in plain sentences."""
        from referee.report import verdict_sentences

        return " ".join(verdict_sentences(self.analysis))

    def __getitem__(self, pair: tuple[str, str]) -> Verdict:
        """The verdict on one learner against another, by the primary metric."""
        if self.analysis.family is None:
            raise BadInput("a single learner was evaluated; there is no pair to look up.")
        return self.analysis.family.pair(*pair)

    @cached_property
    def estimates(self) -> dict[str, Estimate | Missing]:
        """The estimate of each learner by the primary metric."""
        primary = self.analysis.primary.name
        return {name: self.analysis.estimates[name, primary] for name in self.analysis.learners}

    @property
    def tuning(self) -> dict[str, Tuned]:
        """For each tuned learner: the settings chosen, the one to use on all rows, the naive and the honest score."""
        return self.analysis.tuning

    @property
    def best_of(self) -> BestOf:
        """The best of all configurations, with the luck of being best taken out (`tune` with correction "bbc")."""
        if self.analysis.best_of is None:
            raise BadInput("no best of many was declared; use tune with correction='bbc'.")
        return self.analysis.best_of

    def table(self) -> pd.DataFrame:
        """One row for each learner and metric."""
        from referee.report import estimates_frame

        return estimates_frame(self.analysis)

    def comparisons(self) -> pd.DataFrame:
        """One row for each pair and metric."""
        from referee.report import comparisons_frame

        return comparisons_frame(self.analysis)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        from referee.report import as_dict

        return as_dict(self.analysis)

    def to_latex(self) -> str:
        """A table for a paper."""
        from referee.report import as_latex

        return as_latex(self.analysis)

    def report(self, path: str | Path = "report.html") -> Path:
        """Write the page; it needs nothing but itself."""
        from referee.report import write_page

        return write_page(self.analysis, path)

    def calibration(self, learner: str, *, bins: int | None = None, of: str | None = None) -> CalibrationResult:
        """Whether a learner's probabilities can be believed, by its first pass over the rows."""
        return CalibrationResult(self.analysis.calibration(learner, bins=bins, of=of))

    def together(self, a: str, b: str, *, metrics: Sequence[str] = ()) -> Targets:
        """One learner against another by all targets at once, or by several metrics (Hotelling's T²)."""
        from referee.study import together

        return together(self.analysis.table, a, b, metrics=metrics, level=self.analysis.level)

    def together_figure(self, a: str, b: str, *, metrics: Sequence[str] = ()) -> Figure:
        """The same as a picture: single intervals and the joint region, two targets or metrics at a time."""
        from referee.report.joint_figure import joint_figure

        return joint_figure(self.together(a, b, metrics=metrics))
