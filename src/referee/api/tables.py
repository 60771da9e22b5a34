"""Verbs that need no models: rank a table of scores, look at the calibration of probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from referee.metrics.reliability_diagram import calibration as _calibration

if TYPE_CHECKING:

    from referee.report.ranking_result import RankingResult

from referee.api.results import CalibrationResult


def rank(  # noqa: PLR0913 - the door for tables of scores; every option is by keyword
    table: Any, *, metric: str = "", higher_is_better: bool | None = None, level: float = 0.95, adjust: str = "holm",
    against: str | None = None, rope: float | None = None, dataset: Any = None, model: str | None = None,
    score: str | None = None, drop: Any = (), missing: str = "refuse", per_data_set: bool = False,
    test_share: float | None = None, seed: int = 0,
) -> RankingResult:
    """Which model is better over many data sets, from a table of scores.

    `table` is a file, a frame, a dict of columns or an array: wide, with a row per data set and a column per model; or
    long, with columns that name the data set, the model and the score. Folds, runs and seeds of a data set are
    averaged. `metric` or `higher_is_better` says which way scores get better. `against` compares all with one model;
    `rope` is the largest difference that does not matter; `per_data_set` counts the data sets on which a model is
    truly better, from the repetitions in the table (`test_share`: rows tested in each, 1/k for k folds).

    >>> scores = {"dataset": list("abcdefgh"), "nb": [.71, .80, .65, .90, .77, .58, .83, .69],
    ...           "forest": [.74, .85, .69, .93, .81, .64, .84, .75]}
    >>> rank(scores, metric="accuracy")["forest", "nb"].outcome.value
    'better'
    """
    from referee.comparisons.data_sets.rank_ask import RankAsk, direction_of
    from referee.comparisons.data_sets.ranking import rank_models
    from referee.comparisons.data_sets.truly_better import share_tested
    from referee.data.score_layout import Columns
    from referee.data.score_table import scoreboard
    from referee.report.ranking_result import RankingResult

    board = scoreboard(table, columns=Columns(dataset=dataset, model=model, score=score, drop=drop), metric=metric,
                       missing=missing)
    direction, why, assumed = direction_of(metric or board.metric, higher_is_better=higher_is_better)
    ask = RankAsk(direction=direction, direction_why=why, direction_assumed=assumed, level=level, adjust=adjust,
                  against=against, rope=rope, seed=seed,
                  test_share=share_tested(board, test_share) if per_data_set else None)
    return RankingResult(rank_models(board, ask))


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
    return CalibrationResult(_calibration(truth, probabilities, weights, bins=bins, of=of, classes=classes,
                                          level=level, seed=seed))
