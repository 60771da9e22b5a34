"""Measured levels and powers as a table: a row per test, a column per cell, in Markdown."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from referee.errors import BadInput
from referee.lab.bars import failed
from referee.lab.levels import Cell, read
from referee.lab.procedures import TITLES

AT = 0.05
WIDEST = 5              # columns of a table


def rates(path: Path) -> dict[Cell, dict[str, tuple[int, int]]]:
    """For each cell and test: how often it rejected at 5%, of how many repetitions."""
    found: dict[Cell, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for line in read(path):
        cell = parse_cell(str(line["cell"]))
        p: Any = line["p"]
        for test, values in p.items():
            found[cell][test] += values
    return {cell: {test: (int((np.array(p) <= AT).sum()), len(p)) for test, p in tests.items()}
            for cell, tests in found.items()}


def parse_cell(name: str) -> Cell:
    """The cell that a line of the file is about.

    >>> parse_cell("G1 1nn n=300 0.7/0.7").n
    300
    """
    generator, learner, n, deltas = name.split(" ")
    one, other = deltas.split("/")
    return Cell(generator=generator, learner=learner, n=int(n.removeprefix("n=")), deltas=(float(one), float(other)))


def levels_table(path: Path) -> str:
    """All cells of a file: levels first, then powers; a rate certain to be outside its bar has an exclamation mark."""
    measured = rates(path)
    if not measured:
        raise BadInput(f"{path} holds no results yet; run `referee lab tests {path}` first.")
    parts = []
    for title, null in (("Level (nominal 5%)", True), ("Power", False)):
        cells = sorted(cell for cell in measured if cell.null is null)
        parts += [_block(title, cells[start:start + WIDEST], measured) for start in range(0, len(cells), WIDEST)]
    return "\n".join(parts)


def _block(title: str, cells: list[Cell], measured: dict[Cell, dict[str, tuple[int, int]]]) -> str:
    heads = [_head(cell, _repetitions(measured[cell])) for cell in cells]
    lines = [f"| {title} | {' | '.join(heads)} |", "|---" * (len(cells) + 1) + "|"]
    for test, name in TITLES.items():
        row = [_entry(test, cell, measured[cell].get(test), _repetitions(measured[cell])) for cell in cells]
        if any(row):
            lines.append(f"| {name} | {' | '.join(row)} |")
    return "\n".join(lines) + "\n"


def _repetitions(tests: dict[str, tuple[int, int]]) -> int:
    return max(n for _, n in tests.values())


def _head(cell: Cell, repetitions: int) -> str:
    apart = "" if cell.null else f", δ {cell.deltas[0]:g} against {cell.deltas[1]:g}"
    return f"{cell.generator} {cell.learner} n={cell.n}{apart} ({repetitions:,})"


def _entry(test: str, cell: Cell, found: tuple[int, int] | None, whole: int) -> str:
    """The rate with its Monte-Carlo error, and the number of repetitions where a test was added later."""
    if found is None:
        return ""
    rejected, n = found
    rate = rejected / n
    error = (rate * (1 - rate) / n) ** 0.5
    fewer = f" ({n:,})" if n < whole else ""
    return f"{rate:.3f} ± {error:.3f}{fewer}{' !' if failed(test, cell, rejected, n) else ''}"
