"""Small problems to divide."""

import numpy as np

from referee.data import Problem
from referee.kinds import Task


def classification(y, *, groups=None, classes=None, name="toy"):
    y = np.asarray(y)
    labels = classes or tuple(f"class {c}" for c in range(int(y.max()) + 1))
    return Problem(name=name, task=Task.CLASSIFICATION, y=y, targets=("y",), classes=labels,
                   groups=None if groups is None else np.asarray(groups), fingerprint="toy")


def regression(n, *, groups=None):
    return Problem(name="toy", task=Task.REGRESSION, y=np.linspace(0, 1, n), targets=("y",),
                   groups=None if groups is None else np.asarray(groups), fingerprint="toy")


def series(time, *, groups=None):
    time = np.asarray(time)
    return Problem(name="toy", task=Task.REGRESSION, y=np.linspace(0, 1, time.size), targets=("y",), time=time,
                   groups=None if groups is None else np.asarray(groups), fingerprint="toy")
