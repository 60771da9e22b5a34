"""calibration: whether probabilities can be believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.api.keywords import keywords
from referee.api.pictures import save_picture
from referee.metrics.reliability_diagram import Calibration
from referee.metrics.reliability_diagram import calibration as calibration_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class CalibrationResult:
    """Whether probabilities can be believed: in words, as numbers, as a picture."""

    calibration: Calibration

    def __str__(self) -> str:
        return str(self.calibration)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from referee.report import to_svg

        return to_svg(self.figure(), title=str(self))

    def figure(self) -> Figure:
        """The reliability diagram, as a matplotlib figure."""
        from referee.report import calibration_figure

        return calibration_figure(self.calibration)

    def save(self, path: str | Path) -> Path:
        """Write the picture, as .svg, .pdf or .png."""
        return save_picture(self.figure(), path)

    def to_dict(self) -> dict[str, Any]:
        """Every number, ready for JSON."""
        return self.calibration.to_dict()


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
