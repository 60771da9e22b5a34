"""The summary that the package ships: the facts of each cell, and what was measured in it by each metric."""

from __future__ import annotations

import json
from collections.abc import Sequence

from referee.kinds import Json, Task
from referee.lab.sheet.cells import Question
from referee.lab.sheet.tally import FEWEST, Rate, Tally


def summary(tallies: Sequence[Tally]) -> str:
    """Levels and coverages as JSON, a line for each cell and metric."""
    told = [_entry(tally) for tally in tallies if tally.cell.question is Question.LEVEL and tally.studies >= FEWEST]
    return "[\n" + ",\n".join(json.dumps(one, separators=(",", ":")) for one in told) + "\n]\n"


def _entry(tally: Tally) -> Json:
    cell = tally.cell
    return {
        "metric": tally.metric, "kind": cell.lab.kind, "rows": cell.n,
        "share": None if cell.task is Task.REGRESSION else round(cell.share, 3),
        "classes": None if cell.task is Task.REGRESSION else cell.classes,
        "grouped": bool(cell.groups), "cell": cell.id, "traits": tally.traits, "test": tally.test,
        "level": _pair(tally.rejections), "interval_traits": tally.interval_traits, "interval": tally.interval,
        "coverage": _pair(tally.coverage),
    }


def _pair(rate: Rate | None) -> list[int] | None:
    return None if rate is None else [rate.count, rate.of]
