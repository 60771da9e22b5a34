"""One self-contained HTML page about a ranking: the verdict first, then ranks, pairs, data sets, and how."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.comparisons.data_sets.duel import Duel
from referee.comparisons.data_sets.ranking import Ranking
from referee.report.metric_view import KIND, drawn
from referee.report.page import environment
from referee.report.ranking import critical_difference, pairs_figure
from referee.report.ranking.sentences import (
    loud_sentences,
    method_sentence,
    rank_places,
    rank_text,
    scope_sentence,
    verdict_sentences,
)
from referee.report.ranking.text import difference_text
from referee.report.wording import WORDS, column_decimals, number, p_text

MOST_IN_CELLS = 10      # models in the table of pairs; of more there is a picture
MOST_IN_SETS = 30       # models in the table of data sets
NUMBERED = 5            # more models than this are numbered in the head of the table of pairs


def write_ranking_page(ranking: Ranking, path: str | Path, *, command: str = "") -> Path:
    """Write the page to a file and say where it is."""
    target = Path(path)
    target.write_text(ranking_html(ranking, command=command), encoding="utf-8")
    return target


def ranking_html(ranking: Ranking, *, command: str = "") -> str:
    """The page, as one document that refers to nothing outside itself."""
    page = _summary(ranking) | _pairs(ranking) | _sets(ranking) | {"command": command}
    return environment().get_template("ranking.html.j2").render(page=page)


def ranking_fragment(ranking: Ranking) -> str:
    """The verdict, the picture and the table, for a notebook cell."""
    return environment().get_template("ranking_fragment.html.j2").render(page=_summary(ranking))


def _summary(ranking: Ranking) -> dict[str, Any]:
    loud = loud_sentences(ranking)
    calm = [s.replace("p = ", "p\u00a0=\u00a0") for s in verdict_sentences(ranking) if s not in loud]
    figure = critical_difference.critical_difference_figure(ranking)
    spoken = "Mean ranks: " + "; ".join(f"{name} {_rank(ranking, name)}" for name in ranking.models[:MOST_IN_SETS])
    return {
        "title": f"{ranking.board.where}: {len(ranking.models)} models ranked over {ranking.n_data_sets} data sets",
        "where": ranking.board.where, "loud": loud, "lead": calm[0] if calm else "", "rest": calm[1:],
        "scope": _sentence(scope_sentence(ranking), "Scope: "), "figure": drawn(figure, spoken),
        "caption": _caption(ranking), "rows": _rows(ranking), "reference": ranking.reference,
        "rope": ranking.ask.rope is not None, "truly": ranking.ask.test_share is not None,
        "has_best": ranking.best is not None, "notices": ranking.board.notices,
        "method": _sentence(method_sentence(ranking), "How: "),
    }


def _sentence(text: str, label: str) -> str:
    text = text.removeprefix(label)
    return text[:1].upper() + text[1:]


def _caption(ranking: Ranking) -> str:
    groups, shown = ranking.groups(), critical_difference.MOST
    parts = ["The best mean rank is at the left."]
    if len(ranking.models) > shown:
        parts.append(f"The {shown} best of {len(ranking.models)} models are shown.")
    if groups.members:
        parts.append("A bar joins models of which no two were told apart by the pairwise tests; its dots are its "
                     "members.")
    if groups.neighbours_only:
        parts.append("There are too many such groups to draw, so only runs of neighbours have a bar: two models "
                     "without a common bar may still not have been told apart.")
    return " ".join(parts)


def _rank(ranking: Ranking, name: str) -> str:
    return rank_text(float(ranking.mean_ranks[ranking.board.models.index(name)]), rank_places(ranking))


def _rows(ranking: Ranking) -> list[dict[str, Any]]:
    places, members = ranking.places(), set(ranking.may_be_best)
    column = column_decimals([d.interval for d in ranking.duels], values=[d.difference for d in ranking.duels])
    digits, rows = rank_places(ranking), []
    for i, name in zip(ranking.order, ranking.models, strict=True):
        duel = None if name == ranking.reference else ranking.pair(name, ranking.reference)
        rows.append({
            "place": places[name], "name": name, "rank": rank_text(float(ranking.mean_ranks[i]), digits),
            "score": number(float(ranking.board.scores[:, i].mean()), max(column, 1)), "best": name in members,
            **_against(duel, column)})
    return rows


def _against(duel: Duel | None, column: int) -> dict[str, str]:
    if duel is None:
        return dict.fromkeys(("difference", "wins", "p", "chances", "truly", "word", "kind"), "")
    chances, truly = duel.chances, duel.truly_better
    return {"difference": difference_text(duel, column), "wins": f"{duel.wins}–{duel.ties}–{duel.losses}",
            "p": p_text(duel.p_adjusted).removeprefix("p = ").removeprefix("p "),
            "chances": " / ".join(f"{c:.2f}" for c in chances) if chances else "",
            "truly": f"{truly[0]} (it), {truly[1]} (the other)" if truly else "",
            "word": WORDS[duel.outcome], "kind": KIND[duel.outcome]}


def _pairs(ranking: Ranking) -> dict[str, Any]:
    n = len(ranking.models)
    found: dict[str, Any] = {"cells": None, "matrix": "", "too_many": ""}
    if ranking.ask.against is not None:
        found["too_many"] = f"Only comparisons with {ranking.reference} were asked for; the table above has them."
    elif n <= MOST_IN_CELLS:
        found["cells"] = _cells(ranking)
    elif n <= pairs_figure.MOST:
        found["matrix"] = drawn(pairs_figure.pairwise_figure(ranking), "Which model is better, for every pair")
    else:
        found["too_many"] = (f"{len(ranking.duels):,} pairs of {n} models are too many to show; they are in the JSON "
                             f"(--json). The table above has each model against {ranking.reference}.")
    return found


def _cells(ranking: Ranking) -> dict[str, Any]:
    many = len(ranking.models) > NUMBERED
    column = column_decimals([d.interval for d in ranking.duels], values=[d.difference for d in ranking.duels])
    rows = []
    for i, name in enumerate(ranking.models):
        cells = [_cell(ranking, name, other, column) for other in ranking.models]
        rows.append({"label": f"{i + 1} {name}" if many else name, "cells": cells})
    heads = [str(i + 1) for i in range(len(rows))] if many else list(ranking.models)
    return {"heads": heads, "rows": rows}


def _cell(ranking: Ranking, name: str, other: str, column: int) -> dict[str, str]:
    if name == other:
        return {"kind": "none", "number": "", "wins": "", "word": "–", "title": ""}
    duel = ranking.pair(name, other)
    text = _against(duel, column)
    return {"kind": text["kind"], "number": text["difference"].partition(" (")[0], "wins": text["wins"],
            "word": text["word"], "title": f"{text['difference']}, adjusted {p_text(duel.p_adjusted)}"}


def _sets(ranking: Ranking) -> dict[str, Any]:
    board, n = ranking.board, len(ranking.models)
    found: dict[str, Any] = {"sets": [], "models": ranking.models, "too_wide": ""}
    if n > MOST_IN_SETS:
        found["too_wide"] = f"The scores of {n} models on each data set are too many to show; they are in the JSON."
        return found
    digits = max(3 if abs(board.scores).max() < 10 else 1, 1)
    for i, name in enumerate(board.data_sets):
        cells = [{"score": number(float(board.scores[i, j]), digits), "rank": f"{ranking.ranks[i, j]:g}",
                  "first": ranking.ranks[i, j] == ranking.ranks[i].min()} for j in ranking.order]
        found["sets"].append({"name": name, "cells": cells})
    return found
