"""What survey gives back, in every form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.audit.survey import Survey

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class SurveyResult:
    """A survey: printed, in a notebook, as a table, as JSON, as a picture."""

    survey: Survey

    def __str__(self) -> str:
        from referee.report.audit.survey import survey_text

        return survey_text(self.survey)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from referee.report import to_svg

        return to_svg(self.figure(), title=self.survey.name)

    def figure(self) -> Figure:
        """Every share with its interval."""
        from referee.report.audit.survey import survey_figure

        return survey_figure(self.survey)

    def table(self) -> pd.DataFrame:
        """One row for each question and answer."""
        import pandas as pd

        return pd.DataFrame([{"question": q["question"], **answer} for q in self.to_dict()["questions"]
                             for answer in q["answers"]])

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return self.survey.to_dict()
