"""F-08: the best run is reported instead of the mean (Flexer 1995, 3.2)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle, Reported
from referee.errors import UnknownName
from referee.kinds import Direction
from referee.metrics import metric


@check("F-08", "The best run is reported", severity=Severity.FATAL,
       advice="Report the mean over all runs, with its spread.", reference="Flexer 1995, 3.2")
def best_of_runs(bundle: Bundle) -> Iterator[Found]:
    """A reported value that is the best of several stored ones, or an average over fewer runs than were made."""
    if bundle.reported is None or not bundle.runs:
        raise NotCheckable("it takes both the reported numbers and the single runs")
    for line in bundle.reported:
        values = np.array([run.value for run in bundle.runs if (run.model, run.metric) == (line.model, line.metric)])
        if values.size > 1 and np.ptp(values) > 0:
            yield from _about(line, values)


def _about(line: Reported, values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Iterator[Found]:
    best = values.max() if _higher_is_better(line.metric) else values.min()
    digits = len(line.text.split(".")[1]) if "." in line.text else 4
    same = abs(line.value - best) <= 0.5 * 10.0**-digits
    facts = f"(mean {values.mean():.4g}, sd {values.std(ddof=1):.2g})"
    evidence = {"model": line.model, "runs": int(values.size), "best": float(best), "mean": float(values.mean())}
    if same and abs(line.value - values.mean()) > 0.5 * 10.0**-digits:
        yield Found(message=f"The reported {line.metric} of {line.model}, {line.text or line.value}, is the best of "
                            f"{values.size} runs {facts}.", evidence=evidence)
    elif line.runs_averaged is not None and line.runs_averaged < values.size:
        yield Found(message=f"The reported {line.metric} of {line.model} averages {line.runs_averaged} of "
                            f"{values.size} runs {facts}.", evidence=evidence)


def _higher_is_better(name: str) -> bool:
    try:
        return metric(name).direction is Direction.MAXIMISE
    except UnknownName:
        return True
