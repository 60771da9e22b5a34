"""The file of results, as JSON lines: one a D (or a resample of one); what is there is not measured again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from referee.data.make import make_problem
from referee.data.problem import Problem
from referee.errors import BadInput
from referee.kinds import Array, Task
from referee.lab.estimators.cells import Cell
from referee.lab.estimators.measured import Said, drawn, of_estimators, true_score
from referee.seeds import stream

Tell = Callable[[int, int], None]
Key = tuple[str, int, int]              # cell, number of D, number of the resample of it (−1: D itself)


@dataclass(slots=True)
class Drawn:
    """One D: what the estimators say of it, and what is true of its model (not asked of a resample)."""

    truth: float | None = None
    said: dict[str, Said] = field(default_factory=dict)


def read(path: Path) -> dict[Key, Drawn]:
    """What a file holds; a line cut short by a kill is left out."""
    found: dict[Key, Drawn] = {}
    for text in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            line = json.loads(text)
        except json.JSONDecodeError:
            continue
        one = found.setdefault((line["cell"], line["draw"], line["resample"]), Drawn())
        one.truth = line["truth"] if line["truth"] is not None else one.truth
        one.said |= {name: Said.from_dict(told) for name, told in line["said"].items()}
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to be in the file: so many D of each cell, and of the first few so many resamples."""

    cells: Sequence[Cell]
    names: tuple[str, ...]
    draws: int
    resampled: int = 0                  # how many of the D
    times: int = 0                      # how often each

    def keys(self) -> Iterator[tuple[Cell, Key]]:
        """In the order of measuring: the D of all cells before resamples."""
        for cell in self.cells:
            yield from ((cell, (cell.name, number, -1)) for number in range(self.draws))
        for cell in self.cells:
            yield from ((cell, (cell.name, number, again)) for number in range(min(self.resampled, self.draws))
                        for again in range(self.times))


def fill(path: Path, wanted: Wanted, progress: Tell | None = None) -> dict[Key, Drawn]:
    """Measure what is missing, and give back all of it."""
    found = read(path)
    keys = list(wanted.keys())
    for done, (cell, key) in enumerate(keys):
        before = found.setdefault(key, Drawn())
        missing = tuple(name for name in wanted.names if name not in before.said)
        if missing:
            new = measured(cell, key, missing, truth=key[2] < 0 and before.truth is None)
            before.truth = before.truth if new.truth is None else new.truth
            before.said |= new.said
            _append(path, key, new)
        if progress is not None:
            progress(done + 1, len(keys))
    return {key: found[key] for _, key in keys}


def measured(cell: Cell, key: Key, names: tuple[str, ...], *, truth: bool) -> Drawn:
    """One D, or a resample of its rows."""
    problem, whole = drawn(cell, key[1])
    if key[2] < 0:
        return Drawn(true_score(cell, whole) if truth else None, of_estimators(cell, problem, names))
    rows = stream(cell.seed, "bootstrap of estimator", cell.name, key[1], key[2]).integers(cell.n, size=cell.n)
    return Drawn(None, of_estimators(cell, _resampled(problem, rows), names))


def _resampled(problem: Problem, rows: Array) -> Problem:
    """Rows drawn with replacement; copies stay together, or estimators would test on what was trained on."""
    features = problem.require_features()
    y = problem.y[rows] if problem.task is Task.REGRESSION else np.asarray(problem.classes)[problem.y[rows]]
    if problem.task is Task.CLASSIFICATION and len(np.unique(y)) < len(problem.classes):
        raise BadInput(f"{problem.name}: a resample of {len(rows)} rows lost a class; draw more rows.")
    return make_problem(np.asarray(features.matrix, float)[rows], y, groups=rows, name=problem.name,
                        task=problem.task)


def _append(path: Path, key: Key, new: Drawn) -> None:
    line = {"cell": key[0], "draw": key[1], "resample": key[2], "truth": new.truth,
            "said": {name: said.to_dict() for name, said in new.said.items()}}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
