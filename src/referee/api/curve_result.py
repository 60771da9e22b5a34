"""What a learning curve gives back, in every form."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.running import Done
from referee.study.curve import Curves

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class CurveResult:
    """Learning curves in every form: printed, in a notebook, as tables, as JSON, as a picture, as a page."""

    curves: Curves
    done: Done | None = None

    def __str__(self) -> str:
        from referee.report.curve import curve_text

        return curve_text(self.curves)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from referee.report.curve import curve_html

        return curve_html(self.curves, fragment=True)

    @property
    def failed(self) -> bool:
        """Whether any fit failed."""
        return bool(self.curves.failures)

    def table(self) -> pd.DataFrame:
        """One row for each learner, metric and training size."""
        from referee.report.curve import curve_frame

        return curve_frame(self.curves)

    def differences(self) -> pd.DataFrame:
        """One row for each pair, metric and training size."""
        from referee.report.curve import contrast_frame

        return contrast_frame(self.curves)

    def figure(self, metric: str | None = None) -> Figure:
        """The curves by one metric, the primary one unless another is named."""
        from referee.report.curve import curve_figure

        return curve_figure(self.curves, metric)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        from referee.report.curve import curve_dict

        return curve_dict(self.curves)

    def report(self, path: str | Path = "curve.html") -> Path:
        """Write the page; it needs nothing but itself."""
        from referee.report.curve import curve_html

        target = Path(path)
        target.write_text(curve_html(self.curves), encoding="utf-8")
        return target
