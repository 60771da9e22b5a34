"""Sentences about structure that was noticed and not answered for: what it is, and what allowing for it changes."""

from __future__ import annotations

from collections.abc import Iterator

from referee.report.best_first import best_first
from referee.report.wording import bound, capitalised, count, joined, number
from referee.study import Analysis
from referee.study.structure import Checked


def structure_sentences(analysis: Analysis) -> list[str]:
    """One paragraph for each thing noticed, with the scores where it is allowed for beside those of the study."""
    noticed = [" ".join([capitalised(one.noticed.sentence), *_changed(analysis, one)]) for one in analysis.structure]
    return [*_dealt_at_random(analysis), *_learned_later(analysis), *noticed, *_divided_inside(analysis)]


def _learned_later(analysis: Analysis) -> Iterator[str]:
    """Blocks of a series without a comparison, which would say it itself."""
    if analysis.plan.traits.learned_later and analysis.family is None:
        yield ("Models learned from later times too: where losses remember much, 95% intervals held 89 of 100. "
               "Forecasts are the safer question (design rolling).")


def _divided_inside(analysis: Analysis) -> Iterator[str]:
    """Models that divide their training rows by themselves, and whether that keeps what is known of the rows."""
    told: dict[str, list[str]] = {}
    for name, learner in analysis.learners.items():
        for sentence in learner.recipe.get("inside", ()):
            told.setdefault(sentence, []).append(name)
    yield from (f"In {joined(names)} {sentence}." for sentence, names in told.items())


def _dealt_at_random(analysis: Analysis) -> Iterator[str]:
    """A series under a design that does not know it."""
    if analysis.problem.time is None or analysis.plan.traits.of_a_series or analysis.study.declaration.judged:
        return
    yield ("Rows stand in order of time, and models were trained on rows after those they were tested on: the numbers "
           "tell how well gaps are filled, not how well the future is told, and tests and intervals take rows for "
           "independent. Use design rolling, or leave the time away.")


def estimand_sentences(analysis: Analysis) -> list[str]:
    """Whom the numbers are about, where rows come in groups: new groups, or new rows of these."""
    whole = analysis.plan.traits.whole_groups
    if analysis.problem.groups is None or whole is None or analysis.study.declaration.judged:
        return []
    groups = count(int(analysis.problem.n_groups or 0), "group")
    if analysis.plan.traits.of_a_series:
        return [_of_later_times(analysis, groups)]
    if whole:
        new = (f"The numbers are for new groups like these {groups}: each was tested by models that saw none of its "
               f"rows.")
        return [" ".join([new, *_of_seen_groups(analysis, groups), *_of_other_times(analysis)])]
    return [f"The numbers are for new rows of these {groups}: rows of one group were trained on and tested."]


def _of_later_times(analysis: Analysis, groups: str) -> str:
    """Groups in time: new ones, or those that are known."""
    if analysis.plan.traits.of_a_panel:
        return (f"The numbers are for later times of new groups like these {groups}: each was told by models of the "
                f"past of others.")
    when = "later" if analysis.plan.traits.in_order else "other"
    return (f"The numbers are for {when} times of these {groups}, all of which were trained on; for new groups say "
            f"design rolling:new_groups=5.")


def _of_other_times(analysis: Analysis) -> Iterator[str]:
    """A design that keeps groups and not the time that is known."""
    if analysis.problem.time is not None:
        yield ("Models were trained on later times of other groups too, and groups that share times are taken for "
               "independent: to tell new groups from the past alone say design rolling:new_groups=5.")


def _of_seen_groups(analysis: Analysis, groups: str) -> Iterator[str]:
    """For example: For new rows of these 6 groups (3 parts, 9 fits more) accuracy is logistic 0.81 instead of 0.62."""
    found = analysis.rows_of_groups
    where = best_first(analysis, analysis.primary)
    told = [] if found is None else [
        f"{place.label} {number(found.scores[place.learner], where.decimals)} instead of {where.value_text(place)}"
        for place in where.places if place.learner in found.scores]
    if found is not None and told:
        fits = count(found.parts * len(found.scores), "fit")
        yield (f"For new rows of these {groups} ({count(found.parts, 'part')} of rows at random, {fits} more) "
               f"{analysis.primary.title} is {bound(joined(told))}.")


def _changed(analysis: Analysis, one: Checked) -> Iterator[str]:
    """For example: With whole values of 'subject#' held out … tree has RMSE 15.1 instead of 0.34."""
    where = best_first(analysis, analysis.primary)
    told = [f"{place.label} {number(one.scores[place.learner], where.decimals)} instead of {where.value_text(place)}"
            for place in where.places if place.learner in one.scores]
    if told:
        fits = count(one.parts * len(one.scores), "fit")
        yield (f"With {one.noticed.words} ({count(one.parts, 'part')}, {fits} more) {analysis.primary.title} is "
               f"{bound(joined(told))}.")
