"""What is measured: a cell is a source, a learner, a number of rows, a metric; and the estimators tried in it."""

from __future__ import annotations

from dataclasses import dataclass

from referee.designs.named import make_design
from referee.errors import BadInput, RefereeError
from referee.lab.estimators.sources import Source
from referee.reading.panorama import ESTIMATORS
from referee.spec import parse_spec

LETTERS = {"R": "resubstitution", "H": "holdout", "H^I": "holdout-repeated", "K": "kfold", "K^I": "kfold-repeated",
           "L": "loo", "B": "out-of-bag", ".632": "632", ".632+": "632plus"}          # as in the paper
BY_NAME = {estimator.name: estimator for estimator in ESTIMATORS}
DEFAULT = "default"
NESTED = "nested:folds=5,repeats=10"
USUAL = ("resubstitution", "optimism", "632", "632plus", "out-of-bag", "kfold", "kfold-repeated", "loo", "holdout",
         "holdout-repeated", NESTED, DEFAULT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One situation in which estimators are tried."""

    source: Source
    learner: str
    n: int
    metric: str
    resamples: int = 100
    seed: int = 0

    @property
    def name(self) -> str:
        """As it stands in the file: all that its numbers depend on."""
        return f"{self.title}, {self.metric}, {self.resamples} resamples, seed {self.seed}"

    @property
    def title(self) -> str:
        """What is read."""
        return f"{self.source.name}, {self.learner}, n = {self.n}"


def estimator_named(name: str) -> str:
    """An estimator by its name, the letter of the paper, or any design.

    >>> estimator_named("K^I"), estimator_named("default"), estimator_named("kfold:folds=5")
    ('kfold-repeated', 'default', 'kfold:folds=5')
    """
    name = LETTERS.get(name.strip(), name.strip())
    if name in BY_NAME or name == DEFAULT:
        return name
    try:
        make_design(*parse_spec(name), seed=0)
    except RefereeError as error:
        raise BadInput(f"no estimator is called {name!r}. There are {', '.join([*BY_NAME, DEFAULT])}, the letters "
                       f"{', '.join(LETTERS)}, and designs, as in {NESTED}.") from error
    return name


def title_of(name: str) -> str:
    """The title of an estimator."""
    if name in BY_NAME:
        return BY_NAME[name].title
    return "our default" if name == DEFAULT else name


def parts_of(names: tuple[str, ...]) -> tuple[str, ...]:
    """The parts of a panorama that these estimators are read from."""
    parts = {BY_NAME[name].part or "bootstrap" for name in names if name in BY_NAME}
    return tuple(sorted(parts | ({"resubstitution"} if "bootstrap" in parts else set())))
