"""A problem: rows, target, task, and what else is known about the rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.data.column import Column, ColumnKind
from referee.data.features import Features
from referee.data.structure.noticed import Noticed
from referee.data.wording import counted, listed, share
from referee.errors import BadInput
from referee.kinds import Array, Json, Scale, Task, frozen_array


@dataclass(frozen=True, kw_only=True, eq=False)
class Problem:
    """What is to be learned, and from which rows.

    In classification `y` holds class codes 0 … k-1, the positions in `classes`; with two classes the
    last one is the positive one. In regression `y` holds float64 values, (n,) or (n, targets). Several targets of
    classes are codes too, (n, targets), and `classes` then holds the classes of each target.
    A problem read back from a ledger has no features: it can be analysed, not fitted again.

    >>> problem = Problem(name="toy", task=Task.CLASSIFICATION, y=[0, 1, 1, 0], targets=("ill",),
    ...                   classes=("no", "yes"), fingerprint="0123456789abcdef")
    >>> print(problem)
    toy: 4 rows, target ill: 2 classes, 50% yes
    >>> problem.labels
    array(['no', 'yes', 'yes', 'no'], dtype=object)
    """

    name: str
    task: Task
    y: Array
    targets: tuple[str, ...]
    classes: tuple[Any, ...] = ()
    scale: Scale | None = None        # what the target's values are to each other; None: nobody looked
    scale_by: str = ""                # what decided on the scale: "stated", "name", "columns", "values" …
    groups: Array | None = None       # a code for each row; rows of one group are never on both sides of a split
    time: Array | None = None         # the place of each row in time, never falling; rows of one time share a place
    weights: Array | None = None      # sampling weights: for how many cases each row stands
    costs: Array | None = None        # what it costs to be wrong about each row
    ids: Array | None = None          # the user's name of each row
    columns: tuple[Column, ...] = ()
    notices: tuple[str, ...] = ()     # sentences about what was noticed in the data
    structure: tuple[Noticed, ...] = ()     # how the rows hang together, as noticed and not answered
    settled: tuple[str, ...] = ()           # what was answered by "none": groups, time
    features: Features | None = None
    fingerprint: str

    def __post_init__(self) -> None:
        dtype = np.int64 if self.task is Task.CLASSIFICATION else np.float64
        object.__setattr__(self, "y", frozen_array(self.y, dtype))
        if self.groups is not None:
            object.__setattr__(self, "groups", frozen_array(self.groups, np.int64))
        if self.time is not None:
            object.__setattr__(self, "time", frozen_array(self.time, np.int64))
        if self.weights is not None:
            object.__setattr__(self, "weights", frozen_array(self.weights, np.float64))
        if self.costs is not None:
            object.__setattr__(self, "costs", frozen_array(self.costs, np.float64))
        if self.ids is not None:
            object.__setattr__(self, "ids", frozen_array(self.ids))
        for what, values in (("groups", self.groups), ("times", self.time), ("ids", self.ids),
                             ("weights", self.weights), ("costs", self.costs)):
            if values is not None and values.shape != (self.n_rows,):
                raise BadInput(f"{self.name} has {counted(self.n_rows, 'row')} but {len(values):,} {what}.")

    def __str__(self) -> str:
        return self.describe()

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return int(self.y.shape[0])

    @property
    def n_classes(self) -> int | None:
        """How many classes there are; None in regression, and where several targets have classes of their own."""
        return len(self.classes) if self.task is Task.CLASSIFICATION and not self.has_several else None

    @property
    def in_order(self) -> bool:
        """Whether the classes can be counted in steps: they are in order, or numbers, or two."""
        return len(self.classes) == 2 or self.scale is Scale.ORDINAL or all(
            isinstance(label, int | float) and not isinstance(label, bool) for label in self.classes)

    @property
    def has_several(self) -> bool:
        """Whether there are several targets."""
        return self.y.ndim > 1

    def of_target(self, target: int) -> Problem:
        """The same rows with one of several targets; it keeps the fingerprint, under which what was said is found.

        >>> both = Problem(name="toy", task=Task.CLASSIFICATION, y=[[0, 1], [1, 2], [1, 0]], targets=("ill", "ward"),
        ...                classes=(("no", "yes"), ("a", "b", "c")), fingerprint="0123456789abcdef")
        >>> both.of_target(1).labels.tolist()
        ['b', 'c', 'a']
        """
        classes = self.classes[target] if self.task is Task.CLASSIFICATION else ()
        return replace(self, y=self.y[:, target], targets=(self.targets[target],), classes=classes)

    @property
    def n_groups(self) -> int | None:
        """How many groups the rows fall into; None without groups."""
        return None if self.groups is None else int(np.unique(self.groups).size)

    @property
    def n_times(self) -> int | None:
        """How many times the rows were measured at; None where they are no series."""
        return None if self.time is None else int(np.unique(self.time).size)

    @property
    def n_features(self) -> int:
        """How many features there are."""
        return len(self.columns)

    @property
    def labels(self) -> Array:
        """The target as the user gave it: class labels, or the numbers of a regression."""
        if self.task is Task.REGRESSION:
            return self.y
        if self.has_several:
            each = [self.of_target(j).labels.astype(object) for j in range(len(self.targets))]
            return frozen_array(np.column_stack(each))
        kinds = {type(label) for label in self.classes}
        plain = len(kinds) == 1 and kinds <= {int, float, bool}
        labels = np.array(self.classes, dtype=None if plain else object)
        return frozen_array(labels[self.y])

    def require_features(self) -> Features:
        """The features, or a refusal where the problem was read back without them."""
        if self.features is None:
            raise BadInput(f"{self.name} was read back from a ledger, which holds no features: "
                           f"it can be analysed, not fitted again; load the data themselves to fit.")
        return self.features

    def describe(self) -> str:
        """One line: how many rows and features, and what is to be predicted."""
        parts = [f"{self.name}: {counted(self.n_rows, 'row')}"]
        if self.columns:
            parts.append(self._features_in_words())
        if self.groups is not None:
            parts.append(counted(int(self.n_groups or 0), "group"))
        if self.time is not None:
            parts.append(f"in order of time ({counted(int(self.n_times or 0), 'time')})")
        return ", ".join([*parts, self._target_in_words()])

    def _features_in_words(self) -> str:
        categorical = sum(column.kind is ColumnKind.CATEGORY for column in self.columns)
        missing = sum(column.missing for column in self.columns)
        details = [f"{categorical:,} categorical"] if categorical else []
        details += [counted(missing, "missing value")] if missing else []
        return counted(self.n_features, "feature") + (f" ({', '.join(details)})" if details else "")

    def _target_in_words(self) -> str:
        target = f"target{'s' * (len(self.targets) > 1)} {listed(self.targets)}"
        if self.task is Task.REGRESSION:
            span = "" if self.y.ndim > 1 else f" from {self.y.min():.4g} to {self.y.max():.4g}"
            return f"{target}: numbers{span} (regression)"
        if self.has_several:
            sizes = sorted({len(classes) for classes in self.classes})
            return f"{target}: {' or '.join(map(str, sizes))} classes each"
        kind = f"{len(self.classes)} classes{' in order' * (self.scale is Scale.ORDINAL)}"
        counts = np.bincount(self.y, minlength=len(self.classes)) / self.n_rows
        if len(self.classes) == 2:
            return f"{target}: {kind}, {share(counts[1])} {self.classes[1]}"
        rarest = int(counts.argmin())
        return f"{target}: {kind}, the rarest {share(counts[rarest])} ({self.classes[rarest]})"

    def to_dict(self) -> Json:
        """What a table or a JSON report says of the problem."""
        return {
            "name": self.name, "task": self.task.value, "rows": self.n_rows, "features": self.n_features,
            "targets": list(self.targets), "classes": list(self.classes), "groups": self.n_groups,
            **({} if self.scale is None else {"scale": {"kind": self.scale.value, "by": self.scale_by}}),
            **({} if self.time is None else {"times": self.n_times}),
            "fingerprint": self.fingerprint, "notices": list(self.notices),
            "structure": [one.to_dict() for one in self.structure],
        }
