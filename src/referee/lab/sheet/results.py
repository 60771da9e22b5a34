"""The file of results: JSON lines, one for each repetition and one for each truth; a line cut short is left out.

Repetitions may be condensed to counts, a line for each cell and way (condense.py): a file small enough to be kept
beside the page that is made from it, and to go on from.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from referee.errors import BadInput
from referee.kinds import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """What a file holds."""

    lines: tuple[Json, ...]                                                     # of repetitions
    truths: dict[tuple[str, int], dict[str, float]] = field(default_factory=dict)    # (cell, rows trained on) → metric
    counted: tuple[Json, ...] = ()                                              # repetitions of which counts are left

    def done(self, how: str) -> set[tuple[str, int]]:
        """The repetitions that were made in this way."""
        return {(cell, number) for cell, way, number in self.condensed() if way == how} | {
            (line["cell"], line["repetition"]) for line in self.lines if line["how"] == how}

    def condensed(self) -> set[tuple[str, str, int]]:
        """The repetitions of which counts are left: cell, way and number."""
        return {(line["cell"], line["how"], number) for line in self.counted
                for first, last in line["repetitions"] for number in range(first, last + 1)}

    def sizes(self, cell: str) -> set[int]:
        """The training sizes of which the intervals of a cell speak."""
        return {found[3] for line in self.lines if line["cell"] == cell
                for by in line.get("intervals", {}).values() for found in by.values()}


def read(path: Path) -> Results:
    """Everything in the file; nothing where there is none yet."""
    lines: list[Json] = []
    counted: list[Json] = []
    truths: dict[tuple[str, int], dict[str, float]] = {}
    for text in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            line = json.loads(text)
        except json.JSONDecodeError:
            continue
        if not isinstance(line, dict) or "cell" not in line:
            raise BadInput(f"{path} holds a line that is no result of the sheet; name another file.")
        if "truth" in line:
            truths[line["cell"], line["n_train"]] = line["truth"]
        else:
            (counted if "counts" in line else lines).append(line)
    return Results(lines=tuple(lines), truths=truths, counted=tuple(counted))


def append(path: Path, lines: Iterable[Json]) -> None:
    """Add lines; after a kill in the middle of one they begin anew."""
    cut = path.exists() and path.stat().st_size > 0 and not path.read_bytes().endswith(b"\n")
    with path.open("a", encoding="utf-8") as file:
        file.write("\n" * cut + written(lines))


def written(lines: Iterable[Json]) -> str:
    """Lines as they stand in a file."""
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
