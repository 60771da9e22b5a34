"""The page about a ranking: the verdict first, then ranks, pairs, data sets, and how."""

from __future__ import annotations

import math
from collections.abc import Iterator

from referee.comparisons.data_sets.duel import Duel
from referee.comparisons.data_sets.ranking import Ranking
from referee.comparisons.multiplicity.adjust import SOURCES
from referee.comparisons.verdict import Outcome
from referee.report.bibliography import cited
from referee.report.document import Block, Bullets, Cell, Drawing, Folded, Heading, Page, Row, Section, Table, Text
from referee.report.methods import versions_sentence
from referee.report.metric_view import KIND
from referee.report.paper import paper_blocks
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
from referee.report.study_sections import command_block
from referee.report.wording import WORDS, capitalised, column_decimals, number, p_text

MOST_IN_CELLS = 10      # models in the table of pairs; of more there is a picture
MOST_IN_SETS = 30       # models in the table of data sets
NUMBERED = 5            # more models than this are numbered in the head of the table of pairs
EACH_ALONE = ("Differences are medians over the data sets (Hodges–Lehmann), each with an interval for that pair by "
              "itself. The verdict allows for the number of comparisons, so an interval may leave out zero and the "
              "verdict still be “can't tell”.")
ASSUMED = (
    "The data sets are independent draws from the population you care about; none is a part or a version of another.",
    "Scores are in one unit, so that differences on one data set can be ranked among those on the others.",
    "Were two models alike, each difference would be as likely with either sign.",
)
BOLD = "Mean ranks. Bold: the best, with all that the tests could not tell from it."
CITED = ("Demšar 2006", "Wilcoxon 1945; Pratt 1959", "Hodges & Lehmann 1963")
OF_ALL = "Friedman 1937; Iman & Davenport 1980"
OF_THE_BEST = "Hansen, Lunde & Nason 2011"
LIMITS = (
    "“Can't tell” does not mean equal: it means that these data sets do not decide.",
    ("Mean ranks depend on which models are in the table; the pairwise decisions do not, but for the number they are "
     "corrected for."),
)


def ranking_page(ranking: Ranking, *, command: str = "") -> Page:
    """Everything there is to say about a ranking."""
    loud = loud_sentences(ranking)
    calm = [sentence for sentence in verdict_sentences(ranking) if sentence not in loud]
    scope, method = (_bare(scope_sentence(ranking), "Scope: "), _bare(method_sentence(ranking), "How: "))
    methods = ranking_methods(ranking)
    again = [*command_block(command), *paper_blocks(methods)]
    return Page(
        kind="rank", about=ranking.board.where, question="Verdict",
        title=f"{ranking.board.where}: {len(ranking.models)} models ranked over {ranking.n_data_sets} data sets",
        loud=loud, lead=calm[0] if calm else "", rest=calm[1:], head=[Text(scope, "note")],
        sections=[
            Section(key="ranks", title="Mean ranks", gist=True,
                    blocks=[_drawing(ranking), _table(ranking), Text(EACH_ALONE, "note")]),
            Section(key="pairs", title="Each against each", blocks=[_pairs(ranking)]),
            Section(key="sets", title="Each data set", blocks=[_sets(ranking)]),
            Section(key="how", title="How it was computed", blocks=list(_how(ranking, method, scope))),
            Section(key="again", title="To do it again", blocks=again),
        ],
        how=[method], methods=methods)


def ranking_methods(ranking: Ranking) -> str:
    """The paragraph of a paper on how the models were ranked."""
    works = [*CITED, *([OF_ALL] if ranking.omnibus else []), *([OF_THE_BEST] if ranking.best else []),
             SOURCES.get(ranking.ask.adjust, "")]
    how = _bare(method_sentence(ranking), "How: ").rstrip(".")
    return (f"{len(ranking.models)} models were compared over {ranking.n_data_sets} data sets. {how}{cited(*works)}. "
            f"{versions_sentence({})}")


def _bare(text: str, label: str) -> str:
    return capitalised(text.removeprefix(label))


def _drawing(ranking: Ranking) -> Drawing:
    spoken = "Mean ranks: " + "; ".join(f"{name} {_rank(ranking, name)}" for name in ranking.models[:MOST_IN_SETS])
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
    return Drawing(draw=lambda: critical_difference.critical_difference_figure(ranking), spoken=spoken,
                   caption=" ".join(parts))


def _rank(ranking: Ranking, name: str) -> str:
    return rank_text(float(ranking.mean_ranks[ranking.board.models.index(name)]), rank_places(ranking))


def _table(ranking: Ranking) -> Table:
    """One row a model, best first, each against the best or the one that was named."""
    places, members = ranking.places(), set(ranking.may_be_best)
    column, pointed_out = _decimals(ranking), _pointed_out(ranking)
    header = ["model", "place", "mean rank", f"against {ranking.reference}", "verdict", "wins–ties–losses",
              "adjusted p", *(["chances: better / same / worse"] if ranking.ask.rope is not None else []),
              *(["truly better on at least"] if ranking.ask.test_share is not None else []), "mean score",
              *(["may be best"] if ranking.best is not None else [])]
    rows: list[Row] = []
    for name in ranking.models:
        duel = None if name == ranking.reference else ranking.pair(name, ranking.reference)
        place = Cell(text=_rank(ranking, name), strong=name in pointed_out)
        rows.append([name, places[name], place, *_against(ranking, duel, column),
                     "–" if (mean := ranking.mean_score(name)) is None else number(mean, max(column, 1)),
                     *(["yes" if name in members else "–"] if ranking.best is not None else [])])
    return Table(header=header, rows=rows, caption=BOLD if pointed_out else "")


def _pointed_out(ranking: Ranking) -> frozenset[str]:
    """The first in rank and whoever is not shown to be worse, where the tests show somebody to be."""
    if ranking.ask.against is not None:
        return frozenset()
    worse = {name for name in ranking.models if name != ranking.reference
             and ranking.pair(name, ranking.reference).outcome is Outcome.WORSE}
    return frozenset(ranking.models) - worse if worse else frozenset()


def _decimals(ranking: Ranking) -> int:
    return column_decimals([d.interval for d in ranking.duels], values=[d.difference for d in ranking.duels])


def _against(ranking: Ranking, duel: Duel | None, column: int) -> Iterator[str | Cell]:
    """The cells of one model against the one all are measured by."""
    more = (ranking.ask.rope is not None) + (ranking.ask.test_share is not None)
    if duel is None:
        yield from [""] * (4 + more)
        return
    yield difference_text(duel, column)
    yield Cell(word=WORDS[duel.outcome], kind=KIND[duel.outcome])
    yield _wins(duel)
    yield p_text(duel.p_adjusted).removeprefix("p = ").removeprefix("p ")
    if ranking.ask.rope is not None:
        yield " / ".join(f"{c:.2f}" for c in duel.chances) if duel.chances else ""
    if ranking.ask.test_share is not None:
        truly = duel.truly_better
        yield f"{truly[0]} (it), {truly[1]} (the other)" if truly else ""


def _wins(duel: Duel) -> str:
    return f"{duel.wins}–{duel.ties}–{duel.losses}"


def _pairs(ranking: Ranking) -> Block:
    n = len(ranking.models)
    if ranking.ask.against is not None:
        return Text(f"Only comparisons with {ranking.reference} were asked for; the table above has them.")
    if n <= MOST_IN_CELLS:
        return _matrix(ranking)
    if n <= pairs_figure.MOST:
        return Drawing(draw=lambda: pairs_figure.pairwise_figure(ranking),
                       spoken="Which model is better, for every pair",
                       caption="Blue: the row is better; orange: worse; grey: these data sets can't decide.")
    return Text(f"{len(ranking.duels):,} pairs of {n} models are too many to show; they are in the JSON (--json). The "
                f"table above has each model against {ranking.reference}.")


def _matrix(ranking: Ranking) -> Table:
    many, column = len(ranking.models) > NUMBERED, _decimals(ranking)
    rows: list[Row] = [
        [f"{i + 1} {name}" if many else name, *(_cell(ranking, name, other, column) for other in ranking.models)]
        for i, name in enumerate(ranking.models)]
    heads = [str(i + 1) for i in range(len(rows))] if many else list(ranking.models)
    return Table(header=["", *heads], rows=rows, style="matrix",
                 caption="Row minus column: the median difference, the row's wins–ties–losses, the decision.")


def _cell(ranking: Ranking, name: str, other: str, column: int) -> Cell:
    if name == other:
        return Cell(kind="none", word="–")
    duel = ranking.pair(name, other)
    said = difference_text(duel, column)
    return Cell(kind=KIND[duel.outcome], text=said.partition(" (")[0], small=_wins(duel), word=WORDS[duel.outcome],
                title=f"{said}, adjusted {p_text(duel.p_adjusted)}")


def _sets(ranking: Ranking) -> Block:
    board, n = ranking.board, len(ranking.models)
    if n > MOST_IN_SETS:
        return Text(f"The scores of {n} models on each data set are too many to show; they are in the JSON.")
    digits = 3 if max(abs(v) for row in board.scores.tolist() for v in row if not math.isnan(v)) < 10 else 1
    rows: list[Row] = [[name, *(_score(ranking, i, j, digits) for j in ranking.order)]
                       for i, name in enumerate(board.data_sets)]
    return Folded(summary="Scores, and ranks beside them",
                  blocks=[Table(header=["data set", *ranking.models], rows=rows)])


def _score(ranking: Ranking, i: int, j: int, digits: int) -> Cell:
    """A score with its rank; a gap is a dash, and a score alone in its data set has no rank."""
    score, rank = float(ranking.board.scores[i, j]), float(ranking.ranks[i, j])
    if math.isnan(score):
        return Cell(text="–")
    return Cell(text=number(score, digits), small="" if math.isnan(rank) else f"{rank:g}",
                strong=rank == min(one for one in [*ranking.ranks[i].tolist(), math.inf] if not math.isnan(one)))


def _how(ranking: Ranking, method: str, scope: str) -> Iterator[Block]:
    yield Text(method)
    yield Bullets(ranking.board.notices, "notices")
    yield Heading("Assumed")
    yield Bullets(ASSUMED)
    yield Heading("Which question this answers, and which it does not")
    yield Bullets([scope, *LIMITS])
