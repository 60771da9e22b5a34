"""What decompose gives back: bias and variance in every form."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.reading.decompositions import Decompositions
from referee.running import Done

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class DecompositionResult:
    """Errors taken apart: printed, in a notebook, as a table, as JSON, as a picture, as a page."""

    decompositions: Decompositions
    done: Done | None = None

    def __str__(self) -> str:
        from referee.report import decomposition_text

        return decomposition_text(self.decompositions)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from referee.report import decomposition_html

        return decomposition_html(self.decompositions, fragment=True)

    @property
    def failed(self) -> bool:
        """Whether any fit was lost."""
        return self.decompositions.failures > 0

    def table(self) -> pd.DataFrame:
        """One row for each learner, target, scheme and part."""
        from referee.report import decomposition_frame

        return decomposition_frame(self.decompositions)

    def figure(self, target: int = 0) -> Figure:
        """Bars of bias², variance and noise, one a learner; of one target, by its number."""
        from referee.report import decomposition_figure

        return decomposition_figure(self.decompositions, target)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        from referee.report import decomposition_dict

        return decomposition_dict(self.decompositions)

    def report(self, path: str | Path = "decompose.html") -> Path:
        """Write the page; it needs nothing but itself."""
        from referee.report import decomposition_html

        target = Path(path)
        target.write_text(decomposition_html(self.decompositions), encoding="utf-8")
        return target
