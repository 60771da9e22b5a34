"""The data and the sizes of Guo's thesis (5.1.2, Tables 5.1 to 5.3), from a folder with the tables.

What differs from the thesis, and why. Abalone: its groups 16–20 and 20–29 overlap, so the last is 21–29, and Sex stays
a category of three (the thesis codes two). Cover Type: a stratified sixth of the rows, as no complete copy is at hand.
Features are scaled for the learners that need it. White wine without quality 9 (5 rows), and both wines as one table
without a column for the colour, are as in the thesis.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.data.make import make_problem
from referee.data.problem import Problem
from referee.data.reading import read_frame
from referee.kinds import Task
from referee.lab.metric_study import MetricStudy, metric_study, together
from referee.registry import Registry

LEARNERS = ("logistic", "svm-rbf", "complement-nb", "tree:max_depth=4", "forest", "mlp")     # and the prior
AGES = ((5, "1-5"), (10, "6-10"), (15, "11-15"), (20, "16-20"), (29, "21-29"))     # most rings of each group


@dataclass(frozen=True, slots=True, kw_only=True)
class ThesisSet:
    """One row of Tables 5.1 and 5.2."""

    name: str
    summary: str
    sizes: tuple[int, ...]      # rows to train on
    test: int
    target: str
    read: Callable[[Path], Any]

    def problem(self, folder: str | Path) -> Problem:
        """The problem as the thesis prepared it."""
        frame = self.read(Path(folder))
        return make_problem(frame, target=self.target, task=Task.CLASSIFICATION, name=self.name)


def _table(folder: Path, name: str) -> Any:
    return read_frame(folder / f"{name}.csv.gz")[0]


def _abalone(folder: Path) -> Any:
    frame = _table(folder, "abalone")
    groups = [next(name for most, name in AGES if rings <= most) for rings in frame["Rings"]]
    return frame.drop(columns="Rings").assign(age=groups)


def _white(folder: Path) -> Any:
    frame = _table(folder, "wine-quality-white")
    return frame[frame["quality"] != 9]


def _wines(folder: Path) -> Any:
    import pandas as pd

    return pd.concat([_table(folder, "wine-quality-red"), _white(folder)], ignore_index=True)


def thesis_study(
    folder: str | Path, names: Sequence[str] = (), *, models: Any = LEARNERS, sizes: Sequence[int] = (),
    test_rows: int | None = None, **options: Any,
) -> MetricStudy:
    """The study of the thesis on the data sets named, or on all; options as in `metric_study`."""
    chosen = [SETS[name] for name in names] if names else list(SETS)
    return together([metric_study(
        [one.problem(folder)], models=models, sizes=sizes or one.sizes, test_rows=test_rows or one.test, **options)
        for one in chosen])


SETS = Registry[ThesisSet]("data set of the thesis")
SETS.add(ThesisSet(
    name="red", summary="quality of red wine", sizes=(500, 700), test=700, target="quality",
    read=lambda folder: _table(folder, "wine-quality-red")))
SETS.add(ThesisSet(
    name="white", summary="quality of white wine, without quality 9", sizes=(500, 1000, 2000), test=2000,
    target="quality", read=_white))
SETS.add(ThesisSet(
    name="wines", summary="both wines as one table", sizes=(500, 1000, 4000), test=2000, target="quality", read=_wines))
SETS.add(ThesisSet(
    name="abalone", summary="age of abalone in five groups", sizes=(500, 1000, 2000), test=2000, target="age",
    read=_abalone))
SETS.add(ThesisSet(
    name="letter", summary="which letter a picture shows", sizes=(500, 1000, 5000, 10_000), test=10_000,
    target="lettr", read=lambda folder: _table(folder, "letter-recognition")))
SETS.add(ThesisSet(
    name="covertype", summary="kind of forest", sizes=(500, 1000, 5000, 10_000), test=10_000, target="Cover_Type",
    read=lambda folder: _table(folder, "covertype-92962")))
