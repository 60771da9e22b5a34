"""Which pictures an analysis has: of which learners, from which predictions, and the sections of its page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee.errors import BadInput, Undefined, UnknownName
from referee.kinds import Direction, Task
from referee.reading.pictures.confusion import confusion_of
from referee.reading.pictures.decision import THRESHOLDS, decision_curve
from referee.reading.pictures.ranking import PRECISION_RECALL, ROC, Kind, ranking_curves
from referee.reading.pictures.rows import rows_differing, rows_of
from referee.report.best_first import best_first, verdict_on
from referee.report.document import Block, Folded, Section, Text
from referee.report.pictures.confusion import ConfusionView
from referee.report.pictures.decision import DecisionView
from referee.report.pictures.panel import MOST_LINES
from referee.report.pictures.posterior import PosteriorView
from referee.report.pictures.ranking import RankingView
from referee.report.pictures.rows import CELLS, SHOWN, ResidualsView, RowsView, rows_table
from referee.report.pictures.view import View
from referee.report.wording import capitalised, count
from referee.study import Analysis

Made = tuple[Any, ...]


def ranking_view(analysis: Analysis, kind: Kind, learners: Sequence[str] = (), *, of: Any = None) -> RankingView:
    """ROC or precision-recall curves."""
    curves = _each(analysis, learners, lambda name: tuple(
        ranking_curves(analysis.table, name, kind, of=of, level=analysis.level)))
    for curve in curves:
        _ = curve.curve                                                    # Undefined, where a class is missing
    told = {curve.learner: scores.value for curve in curves
            if (scores := analysis.table.scores.get((curve.learner, kind.metric))) is not None}
    known = {name: value for name, value in told.items() if value is not None}
    return RankingView(**_said(analysis), curves=curves, grouped=analysis.problem.groups is not None,
                       told=known if len(known) == len({curve.learner for curve in curves}) else {})


def confusion_view(analysis: Analysis, learners: Sequence[str] = ()) -> ConfusionView:
    """Confusion matrices."""
    return ConfusionView(**_said(analysis), matrices=_each(
        analysis, learners, lambda name: (confusion_of(analysis.table, name),)))


def decision_view(analysis: Analysis, learners: Sequence[str] = (), *, of: Any = None,
                  thresholds: Sequence[float] = THRESHOLDS) -> DecisionView:
    """Decision curves."""
    return DecisionView(**_said(analysis), curves=_each(analysis, learners, lambda name: (
        decision_curve(analysis.table, name, of=of, thresholds=thresholds, level=analysis.level),)))


def rows_view(analysis: Analysis, learners: Sequence[str] = ()) -> RowsView:
    """All rows, those that most models get wrong first."""
    return RowsView(**_said(analysis), rows=rows_of(analysis.table, _readable(analysis, learners)))


def differing_view(analysis: Analysis, a: str, b: str) -> RowsView:
    """The rows on which two models differ."""
    return RowsView(**_said(analysis), rows=rows_differing(analysis.table, a, b))


def residuals_view(analysis: Analysis, learners: Sequence[str] = ()) -> ResidualsView:
    """Residuals of a regression."""
    if analysis.problem.task is not Task.REGRESSION:
        raise BadInput("residuals are of numbers, and these are classes; ask for the confusion matrix.")
    return ResidualsView(**_said(analysis), rows=rows_of(analysis.table, _readable(analysis, learners)))


def posterior_view(analysis: Analysis, *pair: str) -> PosteriorView:
    """The posterior of the difference between two learners, or between the two best."""
    if analysis.family is None:
        raise BadInput("nothing was compared here, so there is no difference to draw the posterior of.")
    two = pair or [place.learner for place in best_first(analysis, analysis.primary).places if not place.baseline][:2]
    if len(two) != 2:
        raise BadInput("a difference is between two models; name two.")
    verdict, reason = verdict_on(analysis.family, *_named(two))
    if verdict is None or verdict.posterior is None or not verdict.posterior.detail("scale"):
        raise BadInput(f"there is no posterior of {two[0]} against {two[1]}: {reason or 'their test has none'}.")
    return PosteriorView(**_said(analysis), verdict=verdict, posterior=verdict.posterior, metric=analysis.primary.title,
                         higher_is_better=analysis.primary.direction is Direction.MAXIMISE)


def picture_sections(analysis: Analysis) -> Iterator[Section]:
    """What the page shows: curves, and mistakes; all folded."""
    curves = [("ROC", lambda: ranking_view(analysis, ROC)),
              ("Precision-recall", lambda: ranking_view(analysis, PRECISION_RECALL)),
              ("Decision curve and thresholds", lambda: decision_view(analysis))]
    mistakes = [("Confusion matrices", lambda: confusion_view(analysis)),
                ("Residuals", lambda: residuals_view(analysis))]
    yield Section(key="chances", title="How likely is which difference?", blocks=_folded([
        ("The two best", lambda: posterior_view(analysis))]))
    yield Section(key="curves", title="Curves and thresholds", blocks=_folded(curves))
    yield Section(key="mistakes", title="Where they are wrong",
                  blocks=[*_folded(mistakes), *_missed(analysis)])


def _folded(views: Sequence[tuple[str, Callable[[], View]]]) -> list[Block]:
    """Each picture that there is."""
    made: list[Block] = []
    for title, view in views:
        try:
            found = view()
            made.append(Folded(summary=title, gist=found.lead, blocks=[
                *found.blocks(), *(Text(capitalised(said), "note") for said in found.how())]))
        except (Undefined, BadInput):                   # of another task, or no class in a part: then there is none
            continue
    return made


def _missed(analysis: Analysis) -> list[Block]:
    """The rows that every model gets wrong, and those that some get right."""
    if analysis.problem.task is not Task.CLASSIFICATION:
        return []
    try:
        found = rows_view(analysis)
    except (Undefined, BadInput):
        return []
    models, total = len(found.rows.said), f"of {found.rows.n_rows:,}"
    every = "every model gets" if models > 1 else f"{next(iter(found.rows.said))} gets"
    told = [(f"Rows that {every} wrong", found.rows.by_all)]
    told += [("Rows that some models get wrong and others right", found.rows.by_some)] if models > 1 else []
    return [Folded(summary=summary, gist=f"{count(rows.row.size, 'row')} {total}", blocks=[
        rows_table(rows, limit=max(SHOWN, CELLS // models) if rows is not told[0][1] else SHOWN)])
            if rows.row.size else Text(f"{summary}: none {total}.") for summary, rows in told]


def _said(analysis: Analysis) -> dict[str, str]:
    """Of what a picture is, and from which predictions."""
    rows = next(iter(analysis.table.first.values())).row.size if analysis.table.first else 0
    many = "" if analysis.table.rows else " (the first pass of several)"
    return {"about": analysis.problem.name, "which": f"on {count(rows, 'row')}, each predicted once{many}"}


def _each(analysis: Analysis, learners: Sequence[str], make: Callable[[str], Made]) -> Made:
    """What is made of each learner; of those not named, only of those that said what it takes."""
    if learners:
        return tuple(one for name in _named(learners) for one in make(name))
    made: list[Made] = []
    reasons: list[Exception] = []
    for name in _best(analysis):
        try:
            made.append(make(name))
        except Undefined as reason:
            reasons.append(reason)
    if not made:
        raise reasons[0] if reasons else Undefined("there is no model to draw.")
    return tuple(one for some in made[:MOST_LINES] for one in some)


def _named(learners: Sequence[str]) -> list[str]:
    names = [learners] if isinstance(learners, str) else list(dict.fromkeys(learners))
    if len(names) > MOST_LINES:
        raise BadInput(f"{len(names)} learners cannot be told apart in one picture; name {MOST_LINES} at most.")
    return names


def _best(analysis: Analysis) -> list[str]:
    """The models, best first; the baselines alone where there is nothing else."""
    places = best_first(analysis, analysis.primary).places
    return [p.learner for p in places if not p.baseline] or [p.learner for p in places]


def _readable(analysis: Analysis, learners: Sequence[str]) -> list[str]:
    """The learners named, or all models that have predictions of each row."""
    for name in learners:
        if name not in analysis.learners:
            raise UnknownName("learner of this study", name, analysis.learners)
    if learners:
        return _named(learners)
    kept = [name for name in analysis.learners if name in _best(analysis) and name in analysis.table.first]
    said = "labels" if analysis.problem.task is Task.CLASSIFICATION else "values"
    return [name for name in kept if getattr(analysis.table.first[name].predictions, said) is not None]
