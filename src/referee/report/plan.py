"""A plan for people: sentences, a small table, a picture, a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.errors import BadInput
from referee.reading.planned import Planned
from referee.report.document import Block, Drawing, Page, Section, Table
from referee.report.figures import BLUE, FAINT, INK, LINE, VERMILION, WIDTH, blank_figure
from referee.report.study_sections import how_section
from referee.report.text import aligned, wrapped
from referee.report.wording import level_text, number, percent, plain

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

LAST = {"cases": "test cases", "splits": "splits", "runs": "runs", "data-sets": "data sets"}


def plan_sentences(plan: Planned) -> list[str]:
    """What is needed, what can be seen, and under which assumptions."""
    return [*_needs(plan), *_range(plan), *_have(plan), *_floor(plan), *_precision(plan), *_pilot(plan)]


def plan_text(plan: Planned) -> str:
    """Sentences, the ladder of what can be seen, and how."""
    parts = ["\n".join(wrapped(s) for s in plan_sentences(plan))]
    if plan.ladder:
        table = ladder_table(plan)
        parts.append("\n".join(aligned(list(table.header), table.texts())))
    if plan.test:
        parts.append(wrapped(how_sentence(plan)))
    return "\n\n".join(parts) + "\n"


def how_sentence(plan: Planned) -> str:
    """The test, its level, and where the power comes from."""
    demand = plan.demand
    family = f", Bonferroni over {demand.tests} comparisons" if demand.tests > 1 else ""
    sides = "two-sided" if demand.alternative == "two-sided" else "one-sided (declared beforehand)"
    assumed = ASSUMED["wins" if plan.by_wins else plan.unit]
    return (f"How: {plan.test}, {sides} at {level_text(demand.level)}{family}; "
            f"“can be seen” means with {percent(demand.power)} power. {assumed}")


ASSUMED = {
    "cases": "The cases are independent draws, and the models are fixed before they are drawn.",
    "splits": "Differences of splits are normal and correlate as Nadeau and Bengio assume.",
    "runs": "Runs speak of the learners' own randomness on these rows, not of other rows.",
    "data-sets": "The data sets are independent draws from those the claim is about, their differences normal.",
    "wins": "The data sets are independent draws from those the claim is about.",
}


def _ladder(plan: Planned, difference: float | None) -> str:
    if difference is None:
        return "none"
    return percent(0.5 + difference) if plan.by_wins else plain(difference)


def _what(plan: Planned) -> str:
    """The difference, and what is assumed of it."""
    a = plan.assumptions
    assert plan.difference is not None
    if plan.by_wins:
        return f"that one model wins on {percent(0.5 + plan.difference)} of data sets"
    said = f"a difference of {plain(plan.difference)}"
    if plan.unit == "cases":
        sides = "each on test cases of its own" if a.unpaired else "same test set"
        known = ([f"{percent(a.disagreement)} disagreement"] if a.disagreement is not None else
                 [f"accuracy about {plain(a.accuracy)}"] if a.accuracy is not None else [])
        if a.disagreement is None and a.sd is None and not a.unpaired:
            known.append(f"right answers correlated {plain(a.correlation)}" if a.correlation
                         else "right answers independent, which asks for more cases than similar models need")
        known += [f"standard deviation {plain(a.sd)}"] if a.sd is not None else []
        known += [f"clusters of {plain(a.cluster_size)} correlated {plain(a.icc)}"] if a.cluster_size and a.icc else []
        return f"{said} ({', '.join(['two models', sides, *known])})"
    share = f", {percent(0.1 if a.test_share is None else a.test_share)} of the rows tested in each" \
        if plan.unit == "splits" else ""
    return f"{said} (standard deviation {plain(a.sd or 0.0)} over {LAST[plan.unit]}{share})"


def _needs(plan: Planned) -> Iterator[str]:
    power = percent(plan.demand.power)
    if plan.needed is not None:
        yield f"To see {_what(plan)} with {power} power you need {plan.needed:,} {plan.units}."
    elif plan.obstacle and plan.floor is not None:
        yield f"No number of splits shows {_what(plan)} with {power} power."
    elif plan.obstacle:
        yield plan.obstacle[:1].upper() + plan.obstacle[1:]


def _range(plan: Planned) -> Iterator[str]:
    if plan.needed_range is None or plan.pilot is None:
        return
    low, high = ("no number" if n is None else f"{n:,}" for n in plan.needed_range)
    yield f"As uncertain as the pilot's spread is, the number lies between {low} and {high} (80% range)."


def _have(plan: Planned) -> Iterator[str]:
    if plan.have is None or not plan.test:
        return
    with_ = f"With {plan.have:,} {plan.units}"
    if plan.seen is None:
        yield f"{with_} this test sees nothing with {percent(plan.demand.power)} power, however large the difference."
    elif plan.by_wins:
        yield f"{with_} a model must win on {percent(0.5 + plan.seen)} of data sets to be seen."
    else:
        yield f"{with_} the smallest difference you can expect to see is {plain(plan.seen)}."
    if plan.power_with_have is not None and plan.difference is not None:
        what = "it" if plan.by_wins else f"a difference of {plain(plan.difference)}"
        yield f"{with_} {what} is seen with {percent(plan.power_with_have)} power."


def _floor(plan: Planned) -> Iterator[str]:
    if plan.floor is None:
        return
    yield (f"More splits of the same rows help only so far: below {plain(plan.floor)} no number of them shows a "
           f"difference, because their training sets share rows.")
    if plan.rows_factor is not None and plan.difference is not None:
        yield (f"About {number(plan.rows_factor, 1)} times as many rows would show {plain(plan.difference)}, if the "
               f"spread falls with the square root of the rows.")


def _precision(plan: Planned) -> Iterator[str]:
    if plan.half_width is None or plan.half_width_needs is None:
        return
    a = plan.assumptions
    known = (f"a standard deviation of {plain(a.sd)}" if a.sd is not None else
             f"an accuracy of about {plain(a.accuracy)}" if a.accuracy is not None else
             "an accuracy of one half, the widest case")
    yield (f"For a {level_text(plan.demand.level)} interval that reaches {plain(plan.half_width)} to either side at "
           f"{known} you need {plan.half_width_needs:,} test cases.")
    if plan.half_width_with_have is not None:
        yield f"With {plan.have:,} test cases it reaches {plain(plan.half_width_with_have)}."


def _pilot(plan: Planned) -> Iterator[str]:
    pilot = plan.pilot
    if pilot is None:
        return
    rests = (f"{pilot.cases:,} rows" if plan.unit == "cases" else f"{pilot.splits:,} splits")
    yield (f"The spread comes from the pilot: {pilot.a} against {pilot.b} by {pilot.metric} on {rests}. Its own "
           f"difference ({plain(abs(pilot.difference))}) is not what to plan for: it is as lucky as the pilot was.")


def plan_page(plan: Planned) -> Page:
    """What is needed, what can be seen, and the ladder."""
    lead, *rest = plan_sentences(plan)
    how = [how_sentence(plan).removeprefix("How: ")] if plan.test else []
    blocks: list[Block] = []
    if plan.ladder:
        blocks = [Drawing(draw=lambda: plan_figure(plan), spoken=f"{ladder_heading(plan)} by {plan.units}",
                          caption=f"The more {plan.units}, the smaller the difference that is seen with "
                                  f"{percent(plan.demand.power)} power."), ladder_table(plan)]
    return Page(kind="plan", about=plan.units, title=f"A plan over {plan.units}",
                question="What would a study need, and what could it see?", lead=lead, rest=rest, how=how,
                sections=[Section(key="ladder", title="What can be seen", blocks=blocks, gist=True),
                          how_section(how)] if blocks else [])


def ladder_heading(plan: Planned) -> str:
    """What the second column of the ladder is."""
    return "share of wins that can be seen" if plan.by_wins else "smallest difference that can be seen"


def ladder_table(plan: Planned) -> Table:
    """Numbers of units, and what each shows."""
    return Table(header=[plan.units, ladder_heading(plan)], rows=[[f"{n:,}", _ladder(plan, d)] for n, d in plan.ladder])


def plan_figure(plan: Planned) -> Figure:
    """The smallest difference that can be seen, by the number of units; what was asked for is marked."""
    from matplotlib.ticker import NullFormatter

    start = 0.5 if plan.by_wins else 0.0
    steps = [(n, start + d) for n, d in plan.ladder if d is not None]
    if not steps:
        raise BadInput("there is nothing to draw: the plan has no number of units with which a difference is seen.")
    figure = blank_figure(WIDTH, 3.0)
    axes = figure.add_axes((0.11, 0.18, 0.85, 0.74))
    axes.set_facecolor("none")
    for side, spine in axes.spines.items():
        spine.set_visible(side in {"left", "bottom"})
        spine.set_color(LINE)
    axes.plot(*zip(*steps, strict=True), color=BLUE, linewidth=2, marker="o", markersize=5)
    axes.set_xscale("log")
    axes.set_xticks([n for n, _ in steps], [f"{n:,}" for n, _ in steps])
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.tick_params(colors=FAINT, labelsize=8.5, length=0, which="both")
    axes.grid(color=LINE, linewidth=0.6)
    axes.set_ylim(bottom=start)
    axes.set_xlabel(plan.units, color=FAINT, fontsize=9)
    axes.set_ylabel(ladder_heading(plan), color=FAINT, fontsize=9)
    if plan.difference is not None:
        asked = start + plan.difference
        axes.axhline(asked, color=VERMILION, linewidth=1, linestyle=(0, (4, 3)))
        axes.annotate(f"asked for: {plain(asked)}", (1, asked), xycoords=("axes fraction", "data"), xytext=(-4, 4),
                      textcoords="offset points", ha="right", color=INK, size=8.5)
    return figure


def plan_frame(plan: Planned) -> pd.DataFrame:
    """Units, and the smallest difference that each number of them shows."""
    import pandas as pd

    return pd.DataFrame(list(plan.ladder), columns=[plan.unit, "smallest_difference"])
