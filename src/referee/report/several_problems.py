"""Several problems on one page: the verdict on each, and the models ranked over all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.comparisons.data_sets.ranking import Ranking
from referee.report.declaration import claims, declaration_sentence, deviation_sentences
from referee.report.document import Page, Section, Text
from referee.report.metric_view import estimates_table, figure_of
from referee.report.ranking.page import ranking_page
from referee.report.sentences import failure_sentences, method_sentence, verdict_sentences
from referee.report.structure import structure_sentences
from referee.report.text import wrapped
from referee.report.wording import capitalised
from referee.study import Analysis

if TYPE_CHECKING:
    import pandas as pd


def several_page(kind: str, analyses: Mapping[str, Analysis], ranking: Ranking | None, *, unranked: str = "") -> Page:
    """The ranking where there is one, then a section for each problem."""
    each = [_section(i, name, analysis) for i, (name, analysis) in enumerate(analyses.items(), start=1)]
    verdicts = [f"On {name}: {' '.join(verdict_sentences(analysis))}" for name, analysis in analyses.items()]
    if ranking is not None:
        page = ranking_page(ranking)
        return replace(page, kind=kind, rest=[*page.rest, *verdicts], sections=[*each, *page.sections])
    return Page(kind=kind, about=", ".join(analyses), title=f"{len(analyses)} problems", question="Verdict",
                lead=verdicts[0], rest=verdicts[1:], loud=[capitalised(unranked)] if unranked else [], sections=each)


def _section(number: int, name: str, analysis: Analysis) -> Section:
    return Section(key=f"problem-{number}", title=name, gist=True, blocks=[
        figure_of(analysis, analysis.primary), estimates_table(analysis, analysis.primary),
        Text(analysis.problem.describe(), "note")])


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
