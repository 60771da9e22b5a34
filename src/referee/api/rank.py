"""rank: which model is better over many data sets, from a table of scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from referee.api.answer import Answer, pair_of
from referee.api.keywords import keywords
from referee.comparisons.data_sets.duel import Duel
from referee.comparisons.data_sets.ranking import Ranking
from referee.report.document import Page
from referee.report.ranking.critical_difference import critical_difference_figure
from referee.report.ranking.page import ranking_page
from referee.report.ranking.pairs_figure import pairwise_figure
from referee.report.ranking.sentences import verdict_sentences
from referee.report.ranking.text import ranking_dict, ranking_text
from referee.seeds import check_seed

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class RankingResult(Answer):
    """Models ranked over data sets."""

    filename: ClassVar[str] = "ranking.html"
    ranking: Ranking
    command: str = ""                 # as it was typed, to do it again

    def page(self) -> Page:
        """The answer laid out in sections."""
        return ranking_page(self.ranking, command=self.command)

    def table(self) -> pd.DataFrame:
        """One row for each model, best first."""
        import pandas as pd

        return pd.DataFrame(self.to_dict()["models"])

    def figure(self) -> Figure:
        """The critical-difference picture."""
        return critical_difference_figure(self.ranking)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return ranking_dict(self.ranking)

    def __str__(self) -> str:
        return ranking_text(self.ranking)

    @property
    def verdict(self) -> str:
        """The answer in plain sentences."""
        return " ".join(verdict_sentences(self.ranking))

    def __getitem__(self, pair: tuple[str, str]) -> Duel:
        """One model against another."""
        return self.ranking.pair(*pair_of(pair))

    def comparisons(self) -> pd.DataFrame:
        """One row for each pair, the difference being a − b."""
        import pandas as pd

        rows = [duel.to_dict() for duel in self.ranking.duels]
        for row in rows:
            interval = row.pop("interval") or {"low": None, "high": None}
            row |= {"low": interval["low"], "high": interval["high"]}
        return pd.DataFrame(rows)

    def matrix(self) -> Figure:
        """Every pair as a coloured cell."""
        return pairwise_figure(self.ranking)


@keywords(metric="metrics", rope="relevant")
def rank(  # noqa: PLR0913 - the door for tables of scores; every option is by keyword
    table: Any, *, metrics: str = "", higher_is_better: bool | None = None, level: float = 0.95, adjust: str = "holm",
    against: str | None = None, relevant: float | None = None, dataset: Any = None, model: str | None = None,
    score: str | None = None, drop: Any = (), missing: str = "refuse", per_data_set: bool = False,
    test_share: float | None = None, seed: int = 0, command: str = "",
) -> RankingResult:
    """Which model is better over many data sets, from a table of scores.

    `table` is a file, a frame, a dict of columns or an array: wide, with a row per data set and a column per model; or
    long, with columns that name the data set, the model and the score. Folds, runs and seeds of a data set are
    averaged. `metrics` (one name) or `higher_is_better` says which way scores get better. `against` compares all with
    one model; `relevant` is the smallest difference that matters; `per_data_set` counts the data sets on which a model
    is truly better, from the repetitions in the table (`test_share`: rows tested in each, 1/k for k folds). A missing
    score is refused, left out with its data set or its model (`missing="drop-data-sets"`, `"drop-models"`), or kept as
    a gap (`"keep"`): then each pair is compared on the data sets that have both.

    >>> scores = {"dataset": list("abcdefgh"), "nb": [.71, .80, .65, .90, .77, .58, .83, .69],
    ...           "forest": [.74, .85, .69, .93, .81, .64, .84, .75]}
    >>> rank(scores, metrics="accuracy")["forest", "nb"].outcome.value
    'better'
    """
    from referee.comparisons.data_sets.rank_ask import RankAsk, direction_of, metric_called
    from referee.comparisons.data_sets.ranking import rank_models
    from referee.comparisons.data_sets.score_bounds import within_bounds
    from referee.comparisons.data_sets.truly_better import share_tested
    from referee.data.score_layout import Columns
    from referee.data.score_table import scoreboard

    check_seed(seed)
    board = scoreboard(table, columns=Columns(dataset=dataset, model=model, score=score, drop=drop), metric=metrics,
                       missing=missing)
    direction, why, assumed = direction_of(metrics or board.metric, higher_is_better=higher_is_better)
    board = within_bounds(board, metric_called(metrics or board.metric))
    ask = RankAsk(direction=direction, direction_why=why, direction_assumed=assumed, level=level, adjust=adjust,
                  against=against, rope=relevant, seed=seed,
                  test_share=share_tested(board, test_share) if per_data_set else None)
    return RankingResult(rank_models(board, ask), command)
