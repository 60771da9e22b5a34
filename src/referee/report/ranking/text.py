"""A ranking for a terminal, and as a dictionary for JSON."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator
from typing import Any

from referee.comparisons.data_sets.duel import Duel
from referee.comparisons.data_sets.ranking import Ranking
from referee.report.ranking.sentences import (
    loud_sentences,
    method_sentence,
    rank_places,
    rank_text,
    scope_sentence,
    verdict_sentences,
)
from referee.report.width import width, width_of_text
from referee.report.wording import (
    WORDS,
    column_decimals,
    in_column,
    interval_text,
    level_text,
    p_text,
    shortened,
    signed,
)

GAP = "  "
MOST_ROWS = 40
MOST_PAIRS = 15         # with more the pairs are in the page and the JSON only
LONGEST_NAME = 28


def ranking_text(ranking: Ranking) -> str:
    """The verdict, the table, the pairs where they are few, and how."""
    parts = ["\n".join(_standing(ranking))]
    if ranking.ask.against is None and 1 < len(ranking.duels) <= MOST_PAIRS:
        parts.append("\n".join(_pairs(ranking)))
    loud = loud_sentences(ranking)
    calm = [s for s in verdict_sentences(ranking) if s not in loud]
    lines = [_wrapped(f"! {sentence}", hang="  ") for sentence in (*loud, *ranking.board.notices)]
    lines += [_wrapped(f"Verdict: {' '.join(calm)}")]
    feet = [_wrapped(scope_sentence(ranking)), _wrapped(method_sentence(ranking))]
    return "\n\n".join(["\n".join(lines), *parts, "\n".join(feet)]) + "\n"


def _standing(ranking: Ranking) -> Iterator[str]:
    places, digits, reference = ranking.places(), rank_places(ranking), ranking.reference
    heads = ["", "model", "mean rank", f"against {'the best' if ranking.ask.against is None else reference}", "w-t-l",
             "adjusted p", ""]
    rows = []
    column = column_decimals([d.interval for d in ranking.duels], values=[d.difference for d in ranking.duels])
    names = dict(zip(ranking.models, shortened(ranking.models, LONGEST_NAME), strict=True))
    for name in ranking.models[:MOST_ROWS]:
        rank = rank_text(float(ranking.mean_ranks[ranking.board.models.index(name)]), digits)
        against = ["", "", "", ""] if name == reference else _against(ranking.pair(name, reference), column)
        rows.append([places[name], names[name], rank, *against])
    heads[3] = heads[3] if len(heads[3]) <= LONGEST_NAME else f"{heads[3][:LONGEST_NAME - 1]}…"
    if ranking.ask.rope is not None:
        heads.insert(6, "chances b/s/w")
        for row, name in zip(rows, ranking.models, strict=False):
            row.insert(6, "" if name == reference else _chances(ranking.pair(name, reference)))
    yield from _aligned(heads, rows)
    if len(ranking.models) > MOST_ROWS:
        yield f"… and {len(ranking.models) - MOST_ROWS} more; the page and --json have them all."


def difference_text(duel: Duel, column: int) -> str:
    """The median difference and its interval: +0.012 (0.003 to 0.021)."""
    places = in_column(duel.interval, column)
    spread = f" ({interval_text(duel.interval, places, sign=True)})" if duel.interval else ""
    return f"{signed(duel.difference, places)}{spread}"


def _against(duel: Duel, column: int) -> list[str]:
    return [difference_text(duel, column), f"{duel.wins}-{duel.ties}-{duel.losses}",
            p_text(duel.p_adjusted).removeprefix("p = ").removeprefix("p "), WORDS[duel.outcome]]


def _chances(duel: Duel) -> str:
    chances = duel.chances
    return "" if chances is None else " ".join(f"{c:.2f}" for c in chances)


def _pairs(ranking: Ranking) -> Iterator[str]:
    """Every pair, the better ranked first."""
    order = {name: i for i, name in enumerate(ranking.models)}
    duels = [d if order[d.a] < order[d.b] else d.swapped() for d in ranking.duels]
    column = column_decimals([d.interval for d in duels], values=[d.difference for d in duels])
    short = dict(zip(ranking.models, shortened(ranking.models, LONGEST_NAME // 2), strict=True))
    rows = [[f"{short[d.a]} – {short[d.b]}", *_against(d, column)]
            for d in sorted(duels, key=lambda d: (order[d.a], order[d.b]))]
    level = level_text(ranking.ask.level)
    yield from _aligned(["pair", f"median difference ({level} interval)", "w-t-l", "adjusted p", ""], rows)


def _aligned(heads: list[str], rows: list[list[str]]) -> Iterator[str]:
    widths = [max(len(row[i]) for row in [heads, *rows]) for i in range(len(heads))]
    for row in [heads, *rows]:
        line = GAP.join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)).rstrip()
        yield from [line] if len(line) <= width() else textwrap.wrap(line, width(), subsequent_indent=GAP * 2)


def _wrapped(text: str, hang: str = "") -> str:
    return textwrap.fill(text, width_of_text(), subsequent_indent=hang, break_on_hyphens=False)


def ranking_dict(ranking: Ranking) -> dict[str, Any]:
    """Everything, ready for JSON."""
    board, ask, places = ranking.board, ranking.ask, ranking.places()
    scores, ranks = _without_nan(board.scores), _without_nan(ranking.ranks)
    return {
        "verdict": verdict_sentences(ranking), "scope": scope_sentence(ranking), "method": method_sentence(ranking),
        "notices": list(board.notices), "metric": board.metric, "direction": ask.direction.word,
        "direction_assumed": ask.direction_assumed, "level": ask.level, "adjust": ask.adjust, "against": ask.against,
        "n_data_sets": ranking.n_data_sets, "data_sets_needed": ranking.needed,
        "models": [{"model": name, "place": places[name],
                    "mean_rank": float(ranking.mean_ranks[board.models.index(name)]),
                    "mean_score": ranking.mean_score(name),
                    "may_be_best": name in ranking.may_be_best if ranking.best is not None else None,
                    "confidence_set_p": float(ranking.best.p[board.models.index(name)]) if ranking.best else None}
                   for name in ranking.models],
        "friedman": _omnibus_dict(ranking), "skillings_mack": _with_gaps_dict(ranking),
        "critical_difference_nemenyi": ranking.critical_difference,
        "risk_uncorrected": ranking.risk_uncorrected, "pairs": [duel.to_dict() for duel in ranking.duels],
        "not_told_apart": [[ranking.models[i] for i in group] for group in ranking.groups().members],
        "data_sets": [{"data_set": name, "scores": dict(zip(board.models, scores[i], strict=True)),
                       "ranks": dict(zip(board.models, ranks[i], strict=True))}
                      for i, name in enumerate(board.data_sets)],
    }


def _without_nan(table: Any) -> list[list[float | None]]:
    """Rows of numbers; None for a gap."""
    return [[None if math.isnan(value) else value for value in row] for row in table.tolist()]


def _omnibus_dict(ranking: Ranking) -> dict[str, Any] | None:
    o = ranking.omnibus
    if o is None:
        return None
    finite = {key: value for key, value in o.details if not isinstance(value, float) or abs(value) != float("inf")}
    return {"F": o.statistic if abs(o.statistic) != float("inf") else None, "df": list(o.df) if isinstance(
        o.df, tuple) else o.df, "p": o.p, **{k: v for k, v in finite.items() if k != "mean_ranks"}}


def _with_gaps_dict(ranking: Ranking) -> dict[str, Any] | None:
    o = ranking.with_gaps
    return None if o is None else {"chi2": o.statistic, "df": o.df, "p": o.p}
