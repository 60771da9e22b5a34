"""F-08: the best run is reported instead of the mean (Flexer 1996, 3.2)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle, Reported
from referee.audit.evidence import as_told, by_its_own_words, named
from referee.audit.prose.confession import BEST
from referee.errors import UnknownName
from referee.estimates import expected_best_of
from referee.kinds import Array, Direction
from referee.metrics import metric


@check("F-08", "The best run is reported", severity=Severity.FATAL,
       advice="Report the mean over all runs, with its spread.", reference="Flexer 1996, 3.2")
def best_of_runs(bundle: Bundle) -> Iterator[Found]:
    """A reported value that is the best of several stored ones, or an average over fewer runs than were made."""
    told = by_its_own_words(bundle, BEST)
    yield from (as_told(one, "the best run is reported", after=_lifted(one.count), runs=one.count) for one in told)
    if told and (not bundle.reported or not bundle.runs):
        return
    yield from _by_runs(bundle)


def _by_runs(bundle: Bundle) -> Iterator[Found]:
    if bundle.reported is not None and not bundle.reported:
        raise NotApplicable("nothing is reported as a number")
    if bundle.reported is None or not bundle.runs:
        raise NotCheckable("it takes both the reported numbers and the single runs",
                           ask="both (reported and runs, in a description)")
    best, fewer = [], []
    for line in bundle.reported:
        values = np.array([run.value for run in bundle.runs if (run.model, run.metric) == (line.model, line.metric)])
        if values.size < 2 or np.ptp(values) == 0:
            continue
        said = f"{line.metric} of {line.model} {line.text or line.value}"
        facts = f"mean {values.mean():.3f}, sd {values.std(ddof=1):.3f}"
        if _is_best(line, values):
            best.append(f"{said} (best of {values.size}; {facts})")
        elif line.runs_averaged is not None and line.runs_averaged < values.size:
            fewer.append(f"{said} ({line.runs_averaged} of {values.size}; {facts} over all)")
    if best:
        what = "A reported number is the best of several runs" if len(best) == 1 else (
            f"{len(best)} of {len(bundle.reported)} reported numbers are the best of several runs")
        yield Found(message=f"{what}: {named(best)}.", evidence={"lines": best})
    if fewer:
        yield Found(message=f"Fewer runs are averaged than were made: {named(fewer)}.", evidence={"lines": fewer})


def _lifted(runs: int | None) -> str:
    """How far the best of so many runs lies above their mean."""
    if runs is None or runs < 2:
        return ""
    return f" The best of {runs} is about {expected_best_of(runs):.1f} standard deviations better than their mean."


def _is_best(line: Reported, values: Array) -> bool:
    """Whether the printed number is the best run and not the mean, as far as its digits tell."""
    best = values.max() if _higher_is_better(line.metric) else values.min()
    digits = len(line.text.split(".")[1]) if "." in line.text else 4
    half = 0.5 * 10.0**-digits
    return bool(abs(line.value - best) <= half * (1 + 1e-9) and abs(line.value - values.mean()) > half)


def _higher_is_better(name: str) -> bool:
    try:
        return metric(name).direction is Direction.MAXIMISE
    except UnknownName:
        return True
