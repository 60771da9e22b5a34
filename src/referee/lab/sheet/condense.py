"""Condense a file of results: repetitions become counts, so that the file can be kept beside the page made from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from referee.kinds import Json
from referee.lab.sheet.cells import Cell
from referee.lab.sheet.results import Results, read, written
from referee.lab.sheet.tally import tallies
from referee.report.place import write_whole


def to_counts(path: Path, cells: tuple[Cell, ...]) -> None:
    """Put counts in the place of the repetitions of these cells; truths, and lines of other cells, stay as they are.

    A cell whose truths are still to be found waits: without them its intervals cannot be counted.
    """
    results = read(path)
    cells = tuple(cell for cell in cells if all((cell.id, size) in results.truths for size in results.sizes(cell.id)))
    known = {cell.id for cell in cells}
    lines = [*_counts(results, cells),
             *(line for line in results.counted if line["cell"] not in known),
             *({"cell": cell, "n_train": n_train, "truth": truth} for (cell, n_train), truth in results.truths.items()),
             *(line for line in results.lines if line["cell"] not in known)]
    write_whole(path, written(lines))


def _counts(results: Results, cells: tuple[Cell, ...]) -> Iterable[Json]:
    """A line for each cell and way, its metrics in it."""
    made: dict[tuple[str, str], set[int]] = defaultdict(set)
    for cell, how, number in results.condensed():
        made[cell, how].add(number)
    for line in results.lines:
        made[line["cell"], line["how"]].add(line["repetition"])
    found: dict[tuple[str, str], Json] = defaultdict(dict)
    for tally in tallies(results, cells):
        found[tally.cell.id, tally.how][tally.metric] = tally.counts()
    for (cell, how), counts in found.items():
        yield {"cell": cell, "how": how, "repetitions": runs(made[cell, how]), "counts": counts}


def runs(numbers: Iterable[int]) -> list[list[int]]:
    """Whole numbers as first and last of each run.

    >>> runs([0, 1, 2, 5, 4, 9])
    [[0, 2], [4, 5], [9, 9]]
    """
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return found
