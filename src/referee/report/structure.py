"""Sentences about structure that was noticed and not answered for: what it is, and what allowing for it changes."""

from __future__ import annotations

from collections.abc import Iterator

from referee.report.best_first import best_first
from referee.report.wording import bound, capitalised, count, joined, number
from referee.study import Analysis
from referee.study.structure import Checked


def structure_sentences(analysis: Analysis) -> list[str]:
    """One paragraph for each thing noticed, with the scores where it is allowed for beside those of the study."""
    return [" ".join([capitalised(one.noticed.sentence), *_changed(analysis, one)]) for one in analysis.structure]


def estimand_sentences(analysis: Analysis) -> list[str]:
    """Whom the numbers are about, where rows come in groups: new groups, or new rows of these."""
    whole = analysis.plan.traits.whole_groups
    if analysis.problem.groups is None or whole is None or analysis.study.declaration.judged:
        return []
    groups = count(int(analysis.problem.n_groups or 0), "group")
    if whole:
        return [(f"The numbers are for new groups like these {groups}: each was tested by models that saw none of its "
                f"rows.")]
    return [f"The numbers are for new rows of these {groups}: rows of one group were trained on and tested."]


def _changed(analysis: Analysis, one: Checked) -> Iterator[str]:
    """For example: With whole values of 'subject#' held out … tree has RMSE 15.1 instead of 0.34."""
    where = best_first(analysis, analysis.primary)
    told = [f"{place.label} {number(one.scores[place.learner], where.decimals)} instead of {where.value_text(place)}"
            for place in where.places if place.learner in one.scores]
    if told:
        fits = count(one.parts * len(one.scores), "fit")
        yield (f"With {one.noticed.words} ({count(one.parts, 'part')}, {fits} more) {analysis.primary.title} is "
               f"{bound(joined(told))}.")
