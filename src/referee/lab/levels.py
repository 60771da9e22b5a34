"""How often each test rejects: its level where the learners are equal, its power where they are not.

A cell is a generator, a learner, a sample size and the two δ. Results are appended to a file of JSON lines, a line for
each block of repetitions with all p-values; what is there is not computed again, so a killed run goes on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from referee.errors import BadInput, UnknownName
from referee.lab.fits import SLOW, wrong
from referee.lab.generators import draw
from referee.lab.procedures import divided, p_values
from referee.seeds import stream

BLOCK = 50              # repetitions a line
EQUAL = (0.7, 0.7)
UNEQUAL = {"lda": (0.9, 0.6), "kernel": (0.9, 0.6), "1nn": (1.1, 0.7), "5nn": (1.1, 0.7), "tree": (1.1, 0.7),
           "forest": (1.1, 0.7)}


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Cell:
    """One situation in which the tests are tried."""

    generator: str
    learner: str
    n: int
    deltas: tuple[float, float] = EQUAL

    @property
    def name(self) -> str:
        """As it stands in the file.

        >>> Cell(generator="G1", learner="lda", n=100).name
        'G1 lda n=100 0.7/0.7'
        """
        return f"{self.generator} {self.learner} n={self.n} {self.deltas[0]:g}/{self.deltas[1]:g}"

    @property
    def null(self) -> bool:
        """Whether the two learners are equal in truth."""
        return self.deltas[0] == self.deltas[1]


def cells_of(learners: Iterable[str], generators: Iterable[str], sizes: Iterable[int], *, unequal: bool) -> list[Cell]:
    """Every combination, with learners that are equal in truth, or that differ.

    >>> [cell.name for cell in cells_of(["lda"], ["G1"], [50, 100], unequal=True)]
    ['G1 lda n=50 0.9/0.6', 'G1 lda n=100 0.9/0.6']
    """
    return [Cell(generator=generator, learner=learner, n=n, deltas=_deltas(learner) if unequal else EQUAL)
            for learner in learners for generator in generators for n in sizes]


def _deltas(learner: str) -> tuple[float, float]:
    if learner not in UNEQUAL:
        raise UnknownName("learner of the lab", learner, UNEQUAL)
    return UNEQUAL[learner]


def one_repetition(cell: Cell, repetition: int, seed: int = 0) -> dict[str, float]:
    """Draw a sample, fit both learners on all splits, and test the difference in every way."""
    random = stream(seed, "lab", cell.name, repetition)
    sample = draw(cell.generator, cell.n, cell.deltas, random)
    tested = divided(sample.y, random, slow=cell.learner in SLOW)
    wrong_a, wrong_b = ({name: wrong(cell.learner, seen, sample.y, out, random, projected=sample.projected)
                         for name, out in tested.items()} for seen in (sample.seen_by_a, sample.seen_by_b))
    return p_values(tested, wrong_a, wrong_b)


def run(cells: Iterable[Cell], *, repetitions: int, path: Path, seed: int = 0) -> Iterator[tuple[Cell, int]]:
    """Fill the file up to so many repetitions of each cell, a block at a time; yields what was added."""
    if repetitions < 1:
        raise BadInput(f"repetitions is {repetitions}; at least one is needed.")
    done = {(line["cell"], line["first"]) for line in read(path)}
    for cell in cells:
        for first in range(0, repetitions, BLOCK):
            if (cell.name, first) in done:
                continue
            found = [one_repetition(cell, first + i, seed) for i in range(min(BLOCK, repetitions - first))]
            line = {"cell": cell.name, "first": first, "count": len(found), "seed": seed,
                    "p": {name: [one[name] for one in found] for name in found[0]}}
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            yield cell, len(found)


def read(path: Path) -> list[dict[str, object]]:
    """The lines of a results file; one cut short by a kill is left out."""
    lines: list[dict[str, object]] = []
    if not path.exists():
        return lines
    for text in path.read_text(encoding="utf-8").splitlines():
        try:
            lines.append(json.loads(text))
        except json.JSONDecodeError:
            continue
    return lines
