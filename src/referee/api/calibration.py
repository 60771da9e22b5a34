"""calibration: whether probabilities can be believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from referee.api.answer import Answer
from referee.api.keywords import keywords
from referee.metrics.reliability_diagram import Calibration
from referee.metrics.reliability_diagram import calibration as calibration_of
from referee.report.calibration import calibration_figure, calibration_frame, calibration_page
from referee.report.document import Page

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class CalibrationResult(Answer):
    """Whether probabilities can be believed: in words, as numbers, as a picture."""

    filename: ClassVar[str] = "calibration.html"
    calibration: Calibration

    def page(self) -> Page:
        """The answer laid out in sections."""
        return calibration_page(self.calibration)

    def table(self) -> pd.DataFrame:
        """One row for each class, or for the top label."""
        return calibration_frame(self.calibration)

    def figure(self) -> Figure:
        """The reliability diagram."""
        return calibration_figure(self.calibration)

    def to_dict(self) -> dict[str, Any]:
        """Every number, ready for JSON."""
        return self.calibration.to_dict()

    def __str__(self) -> str:
        return str(self.calibration)


@keywords()
def calibration(  # noqa: PLR0913 - by keyword
    truth: Any, probabilities: Any, weights: Any = None, *, bins: int | None = None, of: str | None = None,
    classes: Sequence[object] = (), level: float = 0.95, seed: int = 0,
) -> CalibrationResult:
    """Whether probabilities can be believed: a reliability diagram with the band of chance, and what it says.

    `truth` holds class codes or labels, `probabilities` one number a row for the second of two classes, or a column
    for each class in sorted order. Without `bins` the curve is the isotonic recalibration (CORP). A
    weight, a whole number, says how often the row stands there.

    >>> print(calibration([0, 1] * 100, [0.4, 0.7] * 100))
    class 1: the probabilities are off by more than chance (p = 0.002): too timid, on the whole. Brier 0.1250 = ...
    """
    return CalibrationResult(calibration_of(truth, probabilities, weights, bins=bins, of=of, classes=classes,
                                          level=level, seed=seed))
