"""What a study of chance gives back, in every form."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.running import Done
from referee.study.chance import Chance

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class ChanceResult:
    """Scores beside those on shuffled data: printed, in a notebook, as a table, as JSON, as a picture, as a page."""

    chance: Chance
    done: Done | None = None

    def __str__(self) -> str:
        from referee.report.chance import chance_text

        return chance_text(self.chance)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from referee.report.chance import chance_html

        return chance_html(self.chance, fragment=True)

    @property
    def failed(self) -> bool:
        """Whether any fit of the data, or all fits of a shuffle, failed."""
        return bool(self.chance.failures)

    def p(self, learner: str, *, test: str = "labels", metric: str | None = None) -> float | None:
        """The p-value of a learner, by the primary metric unless another is named."""
        return self.chance.reference(learner, test, metric).p

    def table(self) -> pd.DataFrame:
        """One row for each learner, metric and test."""
        from referee.report.chance import chance_frame

        return chance_frame(self.chance)

    def figure(self, metric: str | None = None) -> Figure:
        """The reference distributions and the scores, by the primary metric unless another is named."""
        from referee.report.chance import chance_figure

        return chance_figure(self.chance, metric)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        from referee.report.chance import chance_dict

        return chance_dict(self.chance)

    def report(self, path: str | Path = "chance.html") -> Path:
        """Write the page; it needs nothing but itself."""
        from referee.report.chance import chance_html

        target = Path(path)
        target.write_text(chance_html(self.chance), encoding="utf-8")
        return target
