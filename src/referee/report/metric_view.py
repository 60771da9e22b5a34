"""One metric as the page shows it: the learners in a table, each against each, and the pictures."""

from __future__ import annotations

from referee.comparisons.verdict import Outcome, Verdict
from referee.metrics import Metric
from referee.reading.questions import beats
from referee.report.best_first import BestFirst, best_first, difference_text, verdict_on
from referee.report.document import Block, Bullets, Cell, Drawing, Folded, Row, Table, Text
from referee.report.text import against_heading, heading, verdict_word
from referee.report.wording import WORDS, capitalised, column_decimals, in_column, interval_text, level_text, p_text
from referee.study import Analysis

MOST_DRAWN = 6       # reliability diagrams on one page
MANY = 6             # with more learners the columns of the matrix are numbered and cells leave out the interval
KIND = {Outcome.BETTER: "better", Outcome.WORSE: "worse", Outcome.EQUIVALENT: "same", Outcome.IDENTICAL: "same",
        Outcome.UNDECIDED: "open"}


def figure_of(analysis: Analysis, metric: Metric, *, every_part: bool = False) -> Drawing:
    """Estimates with their intervals, or with the score of every test part."""
    from referee.report.figures import estimates_figure, scores_figure
    from referee.report.forest import forest_svg

    where = best_first(analysis, metric)
    if every_part:
        spoken = f"{metric.title} on every test part"
        return Drawing(draw=lambda: scores_figure(analysis, metric), spoken=spoken,
                       svg=lambda: forest_svg(analysis, metric, title=spoken, dots=True),
                       caption="Each dot is the score on one test part. Dots scatter more widely than the interval of "
                               "their mean.")
    told = "; ".join(f"{p.label} {where.value_text(p)} ({where.interval_text(p)})" for p in where.places)
    spoken = f"{metric.title} with intervals: {told}"
    return Drawing(draw=lambda: estimates_figure(analysis, metric), spoken=spoken,
                   svg=lambda: forest_svg(analysis, metric, title=spoken),
                   caption=f"Points are estimates, bars are {level_text(analysis.level)} intervals; hollow marks are "
                           f"baselines.")


def gist_of(analysis: Analysis, metric: Metric) -> str:
    """One line for a folded metric: the best learner's number."""
    where = best_first(analysis, metric)
    first = where.places[0]
    return f"{first.label} {where.value_text(first)}" + (f" ({where.interval_text(first)})" if first.interval else "")


def estimates_table(analysis: Analysis, metric: Metric) -> Table:
    """The learners, best first, each against the best or the one that was named."""
    where = best_first(analysis, metric)
    compared = where.reference is not None
    header = [heading(metric), "estimate", f"{level_text(analysis.level)} interval"]
    rows: list[Row] = [[p.label, where.value_text(p), where.interval_text(p)] for p in where.places]
    if where.n_half is not None:
        header.append(f"trained on half ({where.n_half:,} rows)")
        rows = [[*row, where.half_text(p)] for row, p in zip(rows, where.places, strict=True)]
    if compared:
        header += [against_heading(where), "verdict"]
        rows = [[*row, where.difference_text(p), Cell(word=verdict_word(p), kind=_kind(p.verdict))]
                for row, p in zip(rows, where.places, strict=True)]
    if where.beats_baseline:
        header.append("beats baseline")
        rows = [[*row, where.beats_baseline.get(p.learner, "—")] for row, p in zip(rows, where.places, strict=True)]
    return Table(header=header, rows=rows, faint=frozenset(i for i, p in enumerate(where.places) if p.baseline))


def _kind(verdict: Verdict | None) -> str:
    return KIND[verdict.outcome] if verdict else "none"


def matrix_table(analysis: Analysis, metric: Metric) -> Table:
    """Row minus column for every pair."""
    where = best_first(analysis, metric)
    assert where.family is not None
    names, many = [p.learner for p in where.places], len(where.places) > MANY
    column = column_decimals([v.comparison.interval for v in where.family.every_verdict])
    rows: list[Row] = [
        [f"{i + 1} {place.label}" if many else place.label,
         *(_pair(where, place.learner, other, column, many=many) for other in names)]
        for i, place in enumerate(where.places)]
    heads = [str(i + 1) for i in range(len(names))] if many else [p.label for p in where.places]
    return Table(header=["", *heads], rows=rows, style="matrix", caption=f"{heading(metric)}: row minus column.")


def _pair(where: BestFirst, one: str, other: str, column: int, *, many: bool) -> Cell:
    assert where.family is not None
    verdict, reason = verdict_on(where.family, one, other)
    if verdict is None or one == other:
        same = one == other
        return Cell(kind="none", word="–" if same else "not compared", title="" if same else reason)
    c = verdict.comparison
    places = in_column(c.interval, column)
    return Cell(kind=KIND[verdict.outcome], text=difference_text(verdict, column).partition(" (")[0],
                small=interval_text(c.interval, places, sign=True) if c.interval and not many else "",
                word=WORDS[verdict.outcome], title="" if many else f"adjusted {p_text(verdict.p_adjusted)}")


def pairs_table(analysis: Analysis, metric: Metric) -> Table:
    """A line for each pair, with its interval and what can be said of it."""
    where = best_first(analysis, metric)
    assert where.family is not None
    verdicts = where.family.every_verdict
    column = column_decimals([v.comparison.interval for v in verdicts])
    rows: list[Row] = [
        [v.a, v.b, difference_text(v, column), p_text(v.p_adjusted),
         Cell(word=WORDS[v.outcome], kind=KIND[v.outcome], title=capitalised(str(v)))] for v in verdicts]
    header = ["model", "against", f"difference ({level_text(analysis.level)} interval)", "adjusted p", "verdict"]
    return Table(header=header, rows=rows, style="pairs",
                 caption=f"{heading(metric)}: the model minus the one it is held against.")


def baseline_table(analysis: Analysis, metric: Metric) -> Table:
    """Each model minus each baseline, and whether it beats knowing nothing."""
    where = best_first(analysis, metric)
    own = where.family and where.family.against_baseline
    assert own is not None
    column = column_decimals([v.comparison.interval for v in own.verdicts])
    order = {place.learner: i for i, place in enumerate(where.places)}
    rows: list[Row] = [
        [v.a, v.b, difference_text(v, column), p_text(v.p_adjusted),
         Cell(word=beats([v.outcome]).value, kind=KIND[v.outcome])]
        for v in sorted(own.verdicts, key=lambda v: order[v.a]) if v.a not in own.baselines]
    return Table(header=[heading(metric), "baseline", "difference", "adjusted p", "beats it"], rows=rows)


def calibration_blocks(analysis: Analysis) -> list[Block]:
    """A reliability diagram for each learner that gave probabilities, baselines left out; of many, for the best."""
    from referee.report.calibration import calibration_drawing

    places = {place.learner: i for i, place in enumerate(best_first(analysis, analysis.primary).places)}
    named = [name for name, card in analysis.learners.items()
             if not card.baseline and _has_probabilities(analysis, name)]
    best = set(sorted(named, key=lambda name: places.get(name, len(places)))[:MOST_DRAWN])
    blocks: list[Block] = []
    for name in named:
        found = analysis.calibration(name)
        worst = min(found.diagrams, key=lambda d: d.p)
        label = "" if len(found.diagrams) == 1 else f"{worst.of}: "
        drawing = [calibration_drawing(found, f"reliability diagram of {name}: {found}")] if name in best else []
        blocks.append(Folded(summary=name, gist=label + worst.finding, blocks=[
            *drawing, Bullets([str(d) for d in found.diagrams])]))
    if len(named) > MOST_DRAWN:
        blocks.append(Text(f"The diagrams of the best {MOST_DRAWN} by {analysis.primary.title} are drawn; "
                           f"`referee calibration` draws any.", "note"))
    return blocks


def _has_probabilities(analysis: Analysis, name: str) -> bool:
    first = analysis.table.first.get(name)
    return first is not None and first.predictions.probabilities is not None
