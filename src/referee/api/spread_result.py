"""What components gives back: shares of the variance in every form."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.reading.components import Spreads
from referee.running import Done

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class SpreadResult:
    """Variance components: printed, in a notebook, as a table, as JSON, as a picture, as a page."""

    spreads: Spreads
    done: Done | None = None

    def __str__(self) -> str:
        from referee.report import components_text

        return components_text(self.spreads)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from referee.report import components_html

        return components_html(self.spreads, fragment=True)

    @property
    def failed(self) -> bool:
        """Whether any fit was lost."""
        return self.spreads.failures > 0

    def table(self) -> pd.DataFrame:
        """One row for each learner, metric and source."""
        from referee.report import components_frame

        return components_frame(self.spreads)

    def figure(self, metric: str | None = None) -> Figure:
        """The shares as bars, one a learner; by the first metric, or the one named."""
        from referee.report import components_figure

        return components_figure(self.spreads, metric)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        from referee.report import components_dict

        return components_dict(self.spreads)

    def report(self, path: str | Path = "components.html") -> Path:
        """Write the page; it needs nothing but itself."""
        from referee.report import components_html

        target = Path(path)
        target.write_text(components_html(self.spreads), encoding="utf-8")
        return target
