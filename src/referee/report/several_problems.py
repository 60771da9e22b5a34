"""Several problems on one page: the verdict on each, and the models ranked over all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.comparisons.data_sets.ranking import Ranking
from referee.report.comparison_sentences import LOUD
from referee.report.declaration import claims, declaration_sentence, deviation_sentences
from referee.report.document import Block, Folded, Page, Section, Text
from referee.report.first_line import first_line
from referee.report.metric_view import estimates_table, figure_of
from referee.report.ranking.page import ranking_page
from referee.report.sentences import failure_sentences, method_sentence, verdict_sentences
from referee.report.structure import structure_sentences
from referee.report.text import wrapped
from referee.report.wording import capitalised
from referee.study import Analysis

if TYPE_CHECKING:
    import pandas as pd

IN_VIEW = 3             # problems that are shown one below the other; more are folded


def several_page(kind: str, analyses: Mapping[str, Analysis], ranking: Ranking | None, *, unranked: str = "") -> Page:
    """Who leads on each problem, in a sentence; the ranking where there is one, then each problem by itself."""
    each = _sections(analyses)
    verdicts = [f"On {name}: {' '.join(_short(analysis))}" for name, analysis in analyses.items()]
    about = ", ".join(analyses) if len(analyses) <= IN_VIEW else f"{len(analyses)} data sets"
    if ranking is not None:
        page = ranking_page(ranking)
        first, *others = page.sections
        return replace(page, kind=kind, about=about, rest=[*page.rest, *verdicts], sections=[first, *each, *others])
    return Page(kind=kind, about=about, title=f"{len(analyses)} problems", question="Verdict",
                lead=verdicts[0], rest=verdicts[1:], loud=[capitalised(unranked)] if unranked else [], sections=each)


def _sections(analyses: Mapping[str, Analysis]) -> list[Section]:
    """One for each of a few problems; of more, one in which each is folded."""
    if len(analyses) <= IN_VIEW:
        return [Section(key=f"problem-{i}", title=name, gist=True, blocks=_blocks(analysis))
                for i, (name, analysis) in enumerate(analyses.items(), start=1)]
    return [Section(key="problems", title="One by one", blocks=[
        Folded(summary=name, gist=_short(analysis)[0], blocks=_blocks(analysis))
        for name, analysis in analyses.items()])]


def _blocks(analysis: Analysis) -> list[Block]:
    return [figure_of(analysis, analysis.primary), estimates_table(analysis, analysis.primary),
            Text(" ".join(verdict_sentences(analysis))), Text(analysis.problem.describe(), "note")]


def _short(analysis: Analysis) -> list[str]:
    """Who leads; and what must be heard with it."""
    said = verdict_sentences(analysis)
    calm = [first_line(analysis), *(one for one in said if not one.startswith(LOUD))]
    return [*list(filter(None, calm))[:1], *(one for one in said if one.startswith(LOUD))]


def several_text(analyses: Mapping[str, Analysis], over_all: str) -> str:
    """What holds over all problems first, then the verdict on each in a sentence, with whatever must not be missed."""
    each = [line for name, analysis in analyses.items() for line in (
        wrapped(f"{name}: {verdict_sentences(analysis)[0]}", hang="  "),
        *(wrapped(said, hang="    ") for said in _not_to_be_missed(analysis)))]
    name, first = next(iter(analyses.items()))
    told = [declaration_sentence(first), *(f"! {sentence}" for sentence in deviation_sentences(first)),
            f"How, on {name}: {method_sentence(first).removeprefix('How: ')}",
            f"The tables of a data set are on its page, and in the answer by its name: answer[{name!r}]."]
    return "\n\n".join([over_all.rstrip("\n"), "On each data set:\n" + "\n".join(each),
                        "\n".join(wrapped(sentence) for sentence in told if sentence)]) + "\n"


def _not_to_be_missed(analysis: Analysis) -> list[str]:
    return [*(f"  ! {sentence}" for sentence in (*structure_sentences(analysis), *failure_sentences(analysis))),
            *(f"  {claim}" for claim in claims(analysis))]


def several_frame(frames: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """The estimates of every problem, one below the other."""
    import pandas as pd

    return pd.concat([frame.assign(problem=name) for name, frame in frames.items()], ignore_index=True)
