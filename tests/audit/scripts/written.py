"""The shelf of scripts as people write them: each with the check that must find it, and the line; or clean."""

import json
from dataclasses import dataclass
from pathlib import Path

import referee

SHELF = Path(__file__).parent / "shelf.txt"             # written before the reader, with the line of each fault
SECOND = Path(__file__).parent / "shelf_2.txt"          # written after it
THIRD = Path(__file__).parent / "shelf_3.txt"           # a fault in several styles each, and careful twins
FOURTH = Path(__file__).parent / "shelf_4.txt"          # as an attacker wrote them, before he had read the reader


@dataclass(frozen=True)
class Case:
    """One script or notebook, and what is true of it."""

    name: str
    truth: str
    code: str

    def write(self, folder):
        """As a file; a notebook with its cells."""
        path = folder / self.name
        path.write_text(notebook(self.code) if path.suffix == ".ipynb" else self.code, encoding="utf-8")
        return path


def notebook(code):
    """A notebook of cells that are parted by `# %%`."""
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None,
              "source": cell.strip("\n").splitlines(keepends=True)} for cell in code.split("# %%\n")]
    note = {"cell_type": "markdown", "metadata": {}, "source": ["# A title"]}
    return json.dumps({"cells": [note, *cells], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def told_of(folder, name, code):
    """What the audit finds in a script, or in a notebook where its name begins with nb_: codes and severities."""
    path = Case(name="study.ipynb" if name.startswith("nb_") else "study.py", truth="", code=code).write(folder)
    return [(one.code, one.severity.value) for one in referee.audit(path).findings if one.severity.rank > 0]


def cases(shelf=SHELF):
    """All of a shelf."""
    found = []
    for part in shelf.read_text(encoding="utf-8").split("=== ")[1:]:
        head, _, code = part.partition("\n")
        name, _, truth = head.partition(" | ")
        found.append(Case(name=name, truth=truth, code=code))
    return found
