"""Fill a file of results: cell after cell, as many repetitions as asked for, what is there is not made again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from referee.errors import BadInput
from referee.kinds import Json
from referee.lab.sheet.cells import Cell
from referee.lab.sheet.results import Results, append, read
from referee.lab.sheet.study import How, repetition
from referee.lab.sheet.truth import truth_of
from referee.lab.sheet.workers import workers

BLOCK = 4                       # repetitions that a worker makes at once, and that a kill can cost
Progress = Callable[[int, int], None]
"""Called with (repetitions made, in all)."""


def unseen(done: int, total: int) -> None:
    """Show nothing."""


def run(cells: Sequence[Cell], path: Path, how: How, *, repetitions: int, jobs: int = 1,
        progress: Progress = unseen) -> None:
    """Make what is missing. Killed at any moment, what was written is kept and the next run goes on."""
    if repetitions < 1:
        raise BadInput(f"repetitions is {repetitions}; at least one is needed.")
    found = read(path)
    done = found.done(how.name)
    missing = {cell: [i for i in range(repetitions) if (cell.id, i) not in done] for cell in cells}
    left, total = sum(map(len, missing.values())), repetitions * len(cells)
    progress(total - left, total)
    with workers(jobs) as submit:
        for cell, numbers in missing.items():
            sizes = found.sizes(cell.id)
            for lines in submit(_block, [(cell, numbers[i:i + BLOCK], how) for i in range(0, len(numbers), BLOCK)]):
                append(path, lines)
                sizes |= Results(lines=tuple(lines)).sizes(cell.id)
                left -= len(lines)
                progress(total - left, total)
            untold = [(cell, n_train, how.seed) for n_train in sorted(sizes) if (cell.id, n_train) not in found.truths]
            for line in submit(_truth, untold):
                append(path, [line])


def _block(cell: Cell, numbers: Sequence[int], how: How) -> list[Json]:
    return [repetition(cell, number, how) for number in numbers]


def _truth(cell: Cell, n_train: int, seed: int) -> Json:
    """What the intervals of the cell should have held that speak of this training size."""
    return {"cell": cell.id, "n_train": n_train, "truth": truth_of(cell, n_train, seed)}
