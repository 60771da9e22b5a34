"""Several problems in one study: the learners ranked over them, from the estimates by the primary metric."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.api.rank import rank
from referee.api.result import Result
from referee.errors import RefereeError
from referee.reading.estimate import Missing

if TYPE_CHECKING:
    from referee.api.rank import RankingResult
    from referee.declaration import StudySaid


def ranked(results: Sequence[Result], said: StudySaid) -> tuple[RankingResult | None, str]:
    """The ranking over two problems or more, or why there is none; baselines take no part."""
    if len(results) < 2:
        return None, ""
    primaries = {result.analysis.primary.name: result.analysis.primary for result in results}
    if len(primaries) > 1:
        return None, (f"the problems are judged by different metrics ({', '.join(primaries)}), so there is no ranking "
                      f"over them; declare one (primary).")
    models = [name for name, card in results[0].analysis.learners.items() if not card.baseline]
    if len(models) < 2:
        return None, "one model cannot be ranked."
    board: dict[str, list[object]] = {"dataset": [result.analysis.problem.name for result in results]}
    for name in models:
        found = [result.estimates.get(name) for result in results]
        lacking = [result.analysis.problem.name for result, e in zip(results, found, strict=True)
                   if e is None or isinstance(e, Missing)]
        if lacking:
            return None, f"{name} has no score on {lacking[0]}, so there is no ranking over the problems."
        board[name] = [e.value for e in found if e is not None and not isinstance(e, Missing)]
    primary = next(iter(primaries.values()))
    try:
        against = said.against if said.against in models else None
        return rank(board, metrics=primary.name.partition(":")[0], level=said.level, adjust=said.adjust,
                    against=against, relevant=said.relevant, seed=said.seed), ""
    except RefereeError as reason:
        return None, f"there is no ranking over the problems: {reason}"
