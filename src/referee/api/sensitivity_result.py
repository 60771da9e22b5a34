"""What a sensitivity study gives back, in every form."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.running import Done
from referee.study.sensitivity import Sensitivity

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class SensitivityResult:
    """An estimate and all its neighbours: printed, in a notebook, as a table, as JSON, as a picture, as a page."""

    sensitivity: Sensitivity
    done: Done | None = None

    def __str__(self) -> str:
        from referee.report.sensitivity import sensitivity_text

        return sensitivity_text(self.sensitivity)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from referee.report.sensitivity import sensitivity_html

        return sensitivity_html(self.sensitivity, fragment=True)

    @property
    def failed(self) -> bool:
        """Whether any fit failed."""
        return bool(self.sensitivity.failures)

    def table(self) -> pd.DataFrame:
        """One row for each variant."""
        from referee.report.sensitivity import sensitivity_frame

        return sensitivity_frame(self.sensitivity)

    def figure(self) -> Figure:
        """One row a variant: its estimate and interval, against those of the base."""
        from referee.report.sensitivity import sensitivity_figure

        return sensitivity_figure(self.sensitivity)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        from referee.report.sensitivity import sensitivity_dict

        return sensitivity_dict(self.sensitivity)

    def report(self, path: str | Path = "sensitivity.html") -> Path:
        """Write the page; it needs nothing but itself."""
        from referee.report.sensitivity import sensitivity_html

        target = Path(path)
        target.write_text(sensitivity_html(self.sensitivity), encoding="utf-8")
        return target
