"""Data sets that are always at hand, for examples and first tries: those of scikit-learn, as tables of our own.

They are kept here, and not asked of scikit-learn, whose loading takes longer than all the rest of a study that is only
read again; every number is the one that its `load_…` gives.
"""

from __future__ import annotations

import csv
import gzip
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from referee.data.make import make_problem
from referee.data.problem import Problem
from referee.kinds import Task
from referee.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class BundledSet:
    """A data set by name, with what is known about it before it is loaded."""

    name: str
    rows: int
    features: int
    task: Task
    about: str
    source: str
    target: str | tuple[str, ...]
    positive: str | None = None

    def __str__(self) -> str:
        return f"{self.name}: {self.rows:,} rows, {self.features} features, {self.task.value}; {self.about}"


TABLES = Path(__file__).parent / "tables"
BUNDLED: Registry[BundledSet] = Registry("dataset")

BUNDLED.add(BundledSet(
    name="iris", rows=150, features=4, task=Task.CLASSIFICATION, target="species",
    about="Three species of iris by the length and width of sepal and petal.",
    source="Fisher, R. A. (1936). The use of multiple measurements in taxonomic problems. Annals of Eugenics 7(2), "
           "179-188.",
))
BUNDLED.add(BundledSet(
    name="wine", rows=178, features=13, task=Task.CLASSIFICATION, target="cultivar",
    about="Three cultivars of wine by chemical analysis.",
    source="Forina, M. et al. (1988). PARVUS. Institute of Pharmaceutical and Food Analysis, Genoa; UCI repository.",
))
BUNDLED.add(BundledSet(
    name="breast-cancer", rows=569, features=30, task=Task.CLASSIFICATION,
    target="diagnosis", positive="malignant",
    about="Malignant and benign tumours by the shapes of cell nuclei in a digitised image.",
    source="Street, W. N., Wolberg, W. H. and Mangasarian, O. L. (1993). Nuclear feature extraction for breast tumor "
           "diagnosis. SPIE 1905, 861-870; UCI repository.",
))
BUNDLED.add(BundledSet(
    name="digits", rows=1797, features=64, task=Task.CLASSIFICATION, target="digit",
    about="Handwritten digits as 8 × 8 images.",
    source="Alpaydin, E. and Kaynak, C. (1998). Cascading classifiers. Kybernetika 34(4), 369-374; UCI repository.",
))
BUNDLED.add(BundledSet(
    name="diabetes", rows=442, features=10, task=Task.REGRESSION, target="progression",
    about="Progression of diabetes a year after ten baseline measurements.",
    source="Efron, B., Hastie, T., Johnstone, I. and Tibshirani, R. (2004). Least angle regression. "
           "Annals of Statistics 32(2), 407-499.",
))
BUNDLED.add(BundledSet(
    name="linnerud", rows=20, features=3, task=Task.REGRESSION,
    target=("Weight", "Waist", "Pulse"),
    about="Three exercises and three physiological targets of twenty men in a fitness club.",
    source="Tenenhaus, M. (1998). La régression PLS: théorie et pratique. Technip, Paris.",
))


def bundled(name: str, **options: Any) -> Problem:
    """One of the bundled sets as a problem; options go to `make_problem`.

    >>> print(bundled("iris"))
    iris: 150 rows, 4 features, target species: 3 classes, the rarest 33% (setosa)
    """
    card = BUNDLED[name]
    frame = _frame(card)
    known = {"target": card.target, "name": card.name, "task": card.task, "positive": card.positive}
    return make_problem(frame, **{**known, **options})


def _frame(card: BundledSet) -> Any:
    """Features and target in one frame; all numbers are floats, but for those that are classes."""
    import pandas as pd

    with gzip.open(TABLES / f"{card.name}.csv.gz", "rt", encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    columns = dict(zip(names, zip(*rows, strict=True), strict=True))
    return pd.DataFrame({name: _labels(cells) if name == card.target and card.task is Task.CLASSIFICATION
                         else np.array([float(cell) for cell in cells]) for name, cells in columns.items()})


def _labels(cells: tuple[str, ...]) -> Any:
    """Names of classes; whole numbers where the classes are numbers."""
    return np.array([int(cell) for cell in cells] if all(map(str.isdigit, cells)) else cells)
