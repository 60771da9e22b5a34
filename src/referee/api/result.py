"""What the verbs give back, in every form: printed, in a notebook, as tables, as JSON, as a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from referee.api.answer import pair_of
from referee.api.calibration import CalibrationResult
from referee.api.carry_out import StudyAnswer
from referee.api.pictures import Picture
from referee.comparisons.verdict import Verdict
from referee.errors import BadInput, UnknownName
from referee.estimates._base import Estimate
from referee.ledger import Ledger, StudyCard
from referee.metrics import Metric
from referee.one_thread import one_thread
from referee.reading.estimate import Missing
from referee.reading.intervals.best_of import BestOf
from referee.reading.pictures.decision import THRESHOLDS
from referee.reading.pictures.ranking import PRECISION_RECALL, ROC
from referee.report.dictionary import as_dict
from referee.report.document import Page
from referee.report.figures import estimates_figure
from referee.report.frames import comparisons_frame, estimates_frame
from referee.report.joint_figure import joint_figure
from referee.report.latex import as_latex
from referee.report.page import analysis_page
from referee.report.pictures.of_analysis import (
    confusion_view,
    decision_view,
    differing_view,
    posterior_view,
    ranking_view,
    residuals_view,
    rows_view,
)
from referee.report.sentences import verdict_sentences
from referee.report.text import as_text
from referee.running.done import Done
from referee.study import Analysis, analyse, together
from referee.study.tuning import Tuned

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from referee.comparisons.many_models.several_outputs import Targets


@dataclass(frozen=True, eq=False, repr=False)
class Result(StudyAnswer):
    """What came out, in every form: printed, in a notebook, as tables, as JSON, as a page."""

    analysis: Analysis
    done: Done | None = None

    @classmethod
    def read(cls, ledger: Ledger, card: StudyCard, *, done: Done | None = None, count_look: bool = True,
             own: Sequence[Any] = ()) -> Self:
        """What the ledger says of the study."""
        return cls(analyse(ledger, card, count_look=count_look, own=own), done)

    def page(self) -> Page:
        """The answer laid out in sections."""
        with one_thread():
            return analysis_page(self.analysis)

    def table(self) -> pd.DataFrame:
        """One row for each learner and metric."""
        return estimates_frame(self.analysis)

    def figure(self, metric: str | None = None) -> Figure:
        """Estimates with their intervals, best on top; by the primary metric unless another of the study is named."""
        return estimates_figure(self.analysis, self._metric(metric))

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return as_dict(self.analysis)

    def __str__(self) -> str:
        return as_text(self.analysis)

    def brief(self) -> str:
        """The answer; other metrics are named where all of it would be more than a screen."""
        return as_text(self.analysis, everything=False)

    def to_latex(self) -> str:
        """The learners by the primary metric as a table for a paper; bold only where the verdict allows it."""
        return as_latex(self.analysis)

    @property
    def failed(self) -> bool:
        """Whether any fit failed."""
        return bool(self.analysis.table.failures)

    @property
    def verdict(self) -> str:
        """The answer in plain sentences."""
        return " ".join(verdict_sentences(self.analysis))

    def __getitem__(self, pair: tuple[str, str]) -> Verdict:
        """The verdict on one learner against another, by the primary metric."""
        if self.analysis.family is None:
            raise BadInput("a single learner was evaluated; there is no pair to look up.")
        return self.analysis.family.pair(*pair_of(pair))

    @property
    def beats_baseline(self) -> dict[str, str]:
        """For each model: does it beat knowing nothing, by the primary metric? "yes", "no" or "can't tell"."""
        family = self.analysis.family
        return {name: answer.value for name, answer in family.beats_baseline.items()} if family else {}

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

    def comparisons(self) -> pd.DataFrame:
        """One row for each pair and metric."""
        return comparisons_frame(self.analysis)

    def calibration(self, learner: str, *, bins: int | None = None, of: str | None = None) -> CalibrationResult:
        """Whether a learner's probabilities can be believed, by its first pass over the rows."""
        return CalibrationResult(self.analysis.calibration(learner, bins=bins, of=of))

    def roc(self, *learners: str, of: object = None) -> Picture:
        """ROC curves with bands, of the learners named or the best eight; `of` names the class looked for."""
        return Picture(ranking_view(self.analysis, ROC, learners, of=of))

    def precision_recall(self, *learners: str, of: object = None) -> Picture:
        """Precision-recall curves with bands."""
        return Picture(ranking_view(self.analysis, PRECISION_RECALL, learners, of=of))

    def confusion(self, *learners: str) -> Picture:
        """Confusion matrices: counts, and shares of each true class."""
        return Picture(confusion_view(self.analysis, learners))

    def decision_curve(self, *learners: str, of: object = None, thresholds: Sequence[float] = THRESHOLDS) -> Picture:
        """Net benefit by threshold against treating all and none, and a table of thresholds with intervals."""
        return Picture(decision_view(self.analysis, learners, of=of, thresholds=thresholds))

    def posterior(self, *pair: str) -> Picture:
        """How likely which difference between two learners is, or the two best; and the region that does not matter."""
        return Picture(posterior_view(self.analysis, *pair))

    def residuals(self, *learners: str) -> Picture:
        """Truth minus prediction against prediction, and the rows with the largest residuals."""
        return Picture(residuals_view(self.analysis, learners))

    def rows(self, *learners: str) -> Picture:
        """Each row with what every model said of it, those that most get wrong first."""
        return Picture(rows_view(self.analysis, learners))

    def differing(self, a: str, b: str) -> Picture:
        """The rows on which two models differ, and who is right."""
        return Picture(differing_view(self.analysis, a, b))

    def together(self, a: str, b: str, *, metrics: Sequence[str] = ()) -> Targets:
        """One learner against another by all targets at once, or by several metrics (Hotelling's T²)."""
        return together(self.analysis.table, a, b, metrics=metrics, level=self.analysis.level)

    def together_figure(self, a: str, b: str, *, metrics: Sequence[str] = ()) -> Figure:
        """The same as a picture: single intervals and the joint region, two targets or metrics at a time."""
        return joint_figure(self.together(a, b, metrics=metrics))

    def _metric(self, name: str | None) -> Metric:
        """A metric of the study, by its name or title; the primary one where none is named."""
        if name is None:
            return self.analysis.primary
        known = {key: metric for metric in self.analysis.metrics for key in (metric.name, metric.title)}
        if name not in known:
            raise UnknownName("metric of this study", name, [metric.name for metric in self.analysis.metrics])
        return known[name]
