"""Pictures of a study as answers: each prints, draws, tabulates and writes itself down as every answer does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from referee.api.answer import Answer
from referee.report.document import Page
from referee.report.pictures.view import View

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class Picture(Answer):
    """Curves, a matrix, or rows of a study: in words, as numbers, as a picture."""

    filename: ClassVar[str] = "picture.html"
    view: View

    def page(self) -> Page:
        """The answer laid out in sections."""
        return self.view.page()

    def table(self) -> pd.DataFrame:
        """Its numbers: points of a curve, cells of a matrix, thresholds, rows."""
        import pandas as pd

        return pd.DataFrame(self.view.records())

    def figure(self) -> Figure:
        """The picture."""
        return self.view.drawing().draw()

    def to_dict(self) -> dict[str, Any]:
        """Every number, ready for JSON."""
        return self.view.to_dict()
