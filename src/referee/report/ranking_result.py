"""What `rank` gives back, in every form: printed, in a notebook, as tables, as JSON, as a page."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.comparisons.data_sets.duel import Duel
from referee.comparisons.data_sets.ranking import Ranking

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class RankingResult:
    """A ranking that can show itself."""

    ranking: Ranking

    def __str__(self) -> str:
        from referee.report.ranking_text import ranking_text

        return ranking_text(self.ranking)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from referee.report.ranking_page import ranking_fragment

        return ranking_fragment(self.ranking)

    @property
    def verdict(self) -> str:
        """The answer in plain sentences."""
        from referee.report.ranking_sentences import verdict_sentences

        return " ".join(verdict_sentences(self.ranking))

    def __getitem__(self, pair: tuple[str, str]) -> Duel:
        """One model against another."""
        return self.ranking.pair(*pair)

    def table(self) -> pd.DataFrame:
        """One row for each model, best first."""
        import pandas as pd

        return pd.DataFrame(self.to_dict()["models"])

    def comparisons(self) -> pd.DataFrame:
        """One row for each pair, the difference being a − b."""
        import pandas as pd

        rows = [duel.to_dict() for duel in self.ranking.duels]
        for row in rows:
            interval = row.pop("interval") or {"low": None, "high": None}
            row |= {"low": interval["low"], "high": interval["high"]}
        return pd.DataFrame(rows)

    def figure(self) -> Figure:
        """The critical-difference picture."""
        from referee.report.ranking_figures import critical_difference_figure

        return critical_difference_figure(self.ranking)

    def matrix(self) -> Figure:
        """Every pair as a coloured cell."""
        from referee.report.ranking_matrix import pairwise_figure

        return pairwise_figure(self.ranking)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        from referee.report.ranking_text import ranking_dict

        return ranking_dict(self.ranking)

    def report(self, path: str | Path = "ranking.html", *, command: str = "") -> Path:
        """Write the page; it needs nothing but itself."""
        from referee.report.ranking_page import write_ranking_page

        return write_ranking_page(self.ranking, path, command=command)
