"""One division of the rows into those trained on and those tested on."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from referee.fingerprint import fingerprint
from referee.kinds import Array, frozen_array


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Rows to train on and rows to test on; `train` is None for "all the others".

    Row numbers may repeat in `train` (a bootstrap sample), never in `test`.

    >>> split = Split(label="0/1", n_rows=5, test=[1, 4])
    >>> split.train_rows, split.n_train, split.n_test
    (array([0, 2, 3]), 3, 2)
    """

    label: str                  # "repeat/fold"
    n_rows: int
    test: Array
    train: Array | None = None
    fingerprint: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "test", frozen_array(self.test, np.int64))
        if self.train is not None:
            object.__setattr__(self, "train", frozen_array(self.train, np.int64))
        content = "the others" if self.train is None else self.train
        object.__setattr__(self, "fingerprint", fingerprint(self.n_rows, content, self.test))

    @property
    def train_rows(self) -> Array:
        """The row numbers to train on, with repetitions."""
        if self.train is not None:
            return self.train
        keep = np.ones(self.n_rows, dtype=bool)
        keep[self.test] = False
        return np.flatnonzero(keep)

    @property
    def n_train(self) -> int:
        """How many rows are trained on, repetitions counted."""
        return int(self.n_rows - self.test.size if self.train is None else self.train.size)

    @property
    def n_test(self) -> int:
        """How many rows are tested on."""
        return int(self.test.size)

    @property
    def repeat(self) -> int:
        """The number before the slash of the label."""
        return int(self.label.split("/")[0])
