"""The panorama of a series in sentences: what the past tells, and what shuffled folds would have claimed."""

from __future__ import annotations

from collections.abc import Iterator

from referee.reading.panorama import Column, Panorama
from referee.reading.panorama.lines import TestedOn
from referee.report.panorama.wording import decimals_of, of_columns
from referee.report.wording import interval_text, number, plain

SPREAD = "Least, most and sd are over the test parts of an estimator. They are no interval."
NOTE = ("A model that has seen the future is not asked to predict it (Tashman 2000): rolling origins and the last "
        "third are told from the past alone, blocks from both sides. No order of estimators is expected of a series.")
CAPTION = ("Points are estimates, thick bars intervals, thin lines the least and the most of the test parts; hollow "
           "points have no interval, and that of shuffled folds is only what they would have claimed.")


def of_a_series(panorama: Panorama) -> Iterator[str]:
    """What the past tells beside what shuffling would have claimed, and how far the valid ones lie apart."""
    for column in panorama.columns:
        yield from _claimed(panorama, column)
        yield from _apart(panorama, column)
    if any(line.estimator.family is TestedOn.BLOCKS and line.interval for c in panorama.columns for line in c.lines):
        yield ("Blocks were told by models of later times too: where losses remember much, their 95% intervals held 89 "
               "of 100. Rolling origins are the safer question.")


def _claimed(panorama: Panorama, column: Column) -> Iterator[str]:
    past, claim = column.line("rolling"), column.value("shuffled")
    if past is None or past.value is None:
        return
    places, metric = decimals_of(column), panorama.metric_of(column)
    told = f" ({interval_text(past.interval, places)})" if past.interval else ""
    title = f"{metric.title} of {column.target}" if column.target else metric.title
    first = f"Told from the past alone, {column.learner} has {title} {number(past.value, places)}{told}"
    if claim is None:
        yield f"{first}."
        return
    gap = abs(claim - past.value)
    side = "better" if metric.better(claim, past.value) else "worse"
    beside = f", {plain(gap)} {side}" if number(claim, places) != number(past.value, places) else ""
    yield f"{first}; shuffled folds would have claimed {number(claim, places)}{beside}."


def _apart(panorama: Panorama, column: Column) -> Iterator[str]:
    known = [line.value for line in column.lines if line.value is not None and not line.estimator.optimistic]
    if len(known) > 1:
        places = decimals_of(column)
        yield (f"The estimators that keep time lie {number(max(known) - min(known), places)} apart"
               f"{of_columns(panorama, [column])}, from {number(min(known), places)} to {number(max(known), places)}.")


def how_in_time(panorama: Panorama, fits: int) -> Iterator[str]:
    """What was divided how, and what has no interval."""
    parts = panorama.plan.parameters["parts"]
    shown = [parts[name]["description"] for name in ("rolling", "window", "blocked", "last") if name in parts]
    yield f"{fits:,} fits a learner: {'; '.join(shown)}."
    if "shuffled" in parts:
        yield "Shuffled folds trained models on the future of what they were asked: their number is no estimate."
    yield "Bootstrap samples and leave-one-out were not made: they take rows for independent."
    said = dict.fromkeys(f"No interval by {line.estimator.title}: {line.reason}." for column in panorama.columns
                         for line in column.lines if line.value is not None and line.interval is None
                         and not line.estimator.optimistic and line.reason)
    yield from said
