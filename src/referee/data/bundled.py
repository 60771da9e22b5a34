"""Data sets that come with scikit-learn: always at hand, for examples and first tries."""

from __future__ import annotations

from dataclasses import dataclass
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
    loader: str                         # function of sklearn.datasets
    rows: int
    features: int
    task: Task
    about: str
    source: str
    target: str | tuple[str, ...]
    positive: str | None = None

    def __str__(self) -> str:
        return f"{self.name}: {self.rows:,} rows, {self.features} features, {self.task.value}; {self.about}"


BUNDLED: Registry[BundledSet] = Registry("dataset")

BUNDLED.add(BundledSet(
    name="iris", loader="load_iris", rows=150, features=4, task=Task.CLASSIFICATION, target="species",
    about="Three species of iris by the length and width of sepal and petal.",
    source="Fisher, R. A. (1936). The use of multiple measurements in taxonomic problems. Annals of Eugenics 7(2), "
           "179-188.",
))
BUNDLED.add(BundledSet(
    name="wine", loader="load_wine", rows=178, features=13, task=Task.CLASSIFICATION, target="cultivar",
    about="Three cultivars of wine by chemical analysis.",
    source="Forina, M. et al. (1988). PARVUS. Institute of Pharmaceutical and Food Analysis, Genoa; UCI repository.",
))
BUNDLED.add(BundledSet(
    name="breast-cancer", loader="load_breast_cancer", rows=569, features=30, task=Task.CLASSIFICATION,
    target="diagnosis", positive="malignant",
    about="Malignant and benign tumours by the shapes of cell nuclei in a digitised image.",
    source="Street, W. N., Wolberg, W. H. and Mangasarian, O. L. (1993). Nuclear feature extraction for breast tumor "
           "diagnosis. SPIE 1905, 861-870; UCI repository.",
))
BUNDLED.add(BundledSet(
    name="digits", loader="load_digits", rows=1797, features=64, task=Task.CLASSIFICATION, target="digit",
    about="Handwritten digits as 8 × 8 images.",
    source="Alpaydin, E. and Kaynak, C. (1998). Cascading classifiers. Kybernetika 34(4), 369-374; UCI repository.",
))
BUNDLED.add(BundledSet(
    name="diabetes", loader="load_diabetes", rows=442, features=10, task=Task.REGRESSION, target="progression",
    about="Progression of diabetes a year after ten baseline measurements.",
    source="Efron, B., Hastie, T., Johnstone, I. and Tibshirani, R. (2004). Least angle regression. "
           "Annals of Statistics 32(2), 407-499.",
))
BUNDLED.add(BundledSet(
    name="linnerud", loader="load_linnerud", rows=20, features=3, task=Task.REGRESSION,
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
    """Features and target in one frame, class numbers replaced by the names of the classes."""
    from sklearn import datasets

    bunch = getattr(datasets, card.loader)(as_frame=True)
    frame = bunch.data.copy()
    if not isinstance(card.target, str):
        return frame.assign(**{name: bunch.target[name] for name in card.target})
    is_named = card.task is Task.CLASSIFICATION
    frame[card.target] = np.asarray(bunch.target_names)[bunch.target] if is_named else bunch.target
    return frame
