"""One line of the panorama: what one estimator says of one learner by one metric."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np

from referee.estimates._base import Interval
from referee.kinds import Array, Estimand


class TestedOn(StrEnum):
    """What kind of rows an estimator tests on."""

    TRAINING = "resubstitution"
    BOOTSTRAP = "bootstrap"
    FOLDS = "cross-validation"
    HOLD_OUT = "hold-out"
    SHUFFLED = "shuffled folds"
    BLOCKS = "blocks of times"
    LATER = "later times"


@dataclass(frozen=True, slots=True)
class Estimator:
    """A way to estimate, and its family in the figures of Reich & Barai (1999)."""

    name: str
    title: str
    family: TestedOn
    part: str = ""              # of the joint plan it is read from; none: from the bootstrap samples
    once: bool = False          # of its first repeat alone
    fits: str = ""              # what its fits are called, where they are counted: each is shared, and counted once

    @property
    def optimistic(self) -> bool:
        """Tested on the training rows, or on a series by models that knew its future."""
        return self.family in {TestedOn.TRAINING, TestedOn.SHUFFLED}


ESTIMATORS: tuple[Estimator, ...] = (
    Estimator("resubstitution", "resubstitution", TestedOn.TRAINING, "resubstitution", fits="resubstitution fits"),
    Estimator("optimism", "optimism bootstrap", TestedOn.BOOTSTRAP),
    Estimator("632", ".632 bootstrap (Efron)", TestedOn.BOOTSTRAP),
    Estimator("632-by-sample", ".632 bootstrap (eq. 10)", TestedOn.BOOTSTRAP, fits="bootstrap fits"),
    Estimator("632plus", ".632+ bootstrap", TestedOn.BOOTSTRAP),
    Estimator("out-of-bag", "leave-one-out bootstrap", TestedOn.BOOTSTRAP),
    Estimator("kfold", "10-fold", TestedOn.FOLDS, "kfold", once=True),
    Estimator("kfold-repeated", "10×10-fold", TestedOn.FOLDS, "kfold", fits="10×10-fold fits"),
    Estimator("loo", "leave-one-out", TestedOn.FOLDS, "loo", fits="leave-one-out fits"),
    Estimator("holdout", "hold-out", TestedOn.HOLD_OUT, "holdout", once=True),
    Estimator("holdout-repeated", "10 × hold-out", TestedOn.HOLD_OUT, "holdout", fits="hold-out fits"),
)
IN_TIME: tuple[Estimator, ...] = (
    Estimator("resubstitution", "resubstitution", TestedOn.TRAINING, "resubstitution", fits="resubstitution fits"),
    Estimator("shuffled", "shuffled folds (claim)", TestedOn.SHUFFLED, "shuffled", fits="shuffled fits"),
    Estimator("blocked", "blocks with a gap", TestedOn.BLOCKS, "blocked", fits="block fits"),
    Estimator("rolling", "rolling origins", TestedOn.LATER, "rolling", fits="rolling fits"),
    Estimator("window", "sliding windows", TestedOn.LATER, "window", fits="sliding-window fits"),
    Estimator("last", "last third held out", TestedOn.HOLD_OUT, "last", fits="hold-out fits"),
)
BY_NAME = {estimator.name: estimator for estimator in (*IN_TIME, *ESTIMATORS)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """How the iterations of an estimator scattered: repeats, test parts or samples."""

    low: float
    high: float
    mean: float
    sd: float
    count: int
    scores: tuple[float, ...] = field(default=(), repr=False)       # one an iteration, in their order

    @classmethod
    def of(cls, values: Array) -> Spread | None:
        """The spread of at least two values."""
        kept = np.asarray(values, dtype=float)
        if kept.size < 2:
            return None
        return cls(low=float(kept.min()), high=float(kept.max()), mean=float(kept.mean()),
                   sd=float(kept.std(ddof=1)), count=int(kept.size), scores=tuple(kept.tolist()))

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"min": self.low, "max": self.high, "mean": self.mean, "sd": self.sd, "iterations": self.count}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What one estimator says; `value` is None where it does not exist, and `reason` says why (as for intervals)."""

    estimator: Estimator
    value: float | None = None
    interval: Interval | None = None
    reason: str = ""
    estimand: Estimand | None = None
    method: str = ""                       # how the number was made
    spread: Spread | None = None
    fits: int = 0                          # recorded, kept or lost
    lost: int = 0                          # of them, without a score
    why_lost: tuple[str, ...] = ()         # different reasons, commonest first
    seconds: float = 0.0                   # for all its fits and predictions

    @property
    def name(self) -> str:
        """The estimator's name."""
        return self.estimator.name

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "estimator": self.name, "title": self.estimator.title, "family": self.estimator.family.value,
            "value": self.value, "interval": self.interval.to_dict() if self.interval else None,
            "reason": self.reason, "estimand": self.estimand.value if self.estimand else None, "method": self.method,
            "spread": self.spread.to_dict() if self.spread else None, "fits": self.fits, "lost": self.lost,
            "why_lost": list(self.why_lost), "seconds": self.seconds,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """All lines for one learner by one metric, on one target where there are several."""

    learner: str
    metric: str                            # registry name
    target: str = ""                       # named where there are several
    lines: tuple[Line, ...] = ()
    truth: float | None = None             # what the number ought to be, where someone knows

    def line(self, name: str) -> Line | None:
        """The line of one estimator; None where it was not run."""
        return next((line for line in self.lines if line.name == name), None)

    def value(self, name: str) -> float | None:
        """What one estimator says; None where it says nothing."""
        line = self.line(name)
        return None if line is None else line.value

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"learner": self.learner, "metric": self.metric, "target": self.target or None, "truth": self.truth,
                "estimators": [line.to_dict() for line in self.lines]}
