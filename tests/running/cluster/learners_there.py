"""Learners that a Dask worker cannot import: they travel whole. One of them kills the worker itself."""

import os
import signal
import time
from pathlib import Path

import numpy as np


class Shares:
    """Says the shares of the classes, and a little of the first feature."""

    def fit(self, X, y):  # noqa: ARG002
        self.classes_, counts = np.unique(y, return_counts=True)
        self.shares = counts / counts.sum()
        return self

    def predict_proba(self, X):
        said = self.shares + 0.01 * np.abs(np.asarray(X, dtype=float)[:, :1])
        return said / said.sum(axis=1, keepdims=True)

    def predict(self, X):
        return self.classes_[self.predict_proba(X).argmax(axis=1)]


class Slow(Shares):
    """Takes a while."""

    def fit(self, X, y):
        time.sleep(0.2)
        return super().fit(X, y)


class Hangs(Shares):
    """Does not end where the first training row is another."""

    def fit(self, X, y):
        if len(y) % 2:
            time.sleep(3600)
        return super().fit(X, y)


class Dies(Shares):
    """Takes its process along, on some parts."""

    def fit(self, X, y):
        if len(y) % 2:
            os._exit(9)
        return super().fit(X, y)


class KillsTheWorker(Shares):
    """Ends not its own process but the Dask worker, two above it, on some parts."""

    def fit(self, X, y):
        if len(y) % 2:
            above = Path(f"/proc/{os.getppid()}/stat").read_text().rpartition(")")[2].split()[1]
            os.kill(int(above), signal.SIGKILL)
            time.sleep(30)
        return super().fit(X, y)
