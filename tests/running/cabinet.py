"""A cabinet of vicious learners: each would like to take the program, its neighbours or the answer along.

They are classes anyone could name by path, importable by worker processes. `FATES` says what must come of each: a part
of the error of every fit of it, or "" where it does no harm to others and may go on.
"""

import ctypes
import os
import signal
import sys
import threading
import time
import warnings

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin


class Tame(ClassifierMixin, BaseEstimator):
    """Says the commonest class of its training part; the others begin here."""

    def fit(self, X, y):
        self.classes_, counts = np.unique(y, return_counts=True)
        self.shares_ = counts / counts.sum()
        self.misbehave(X, y)
        return self

    def misbehave(self, *given):
        """What makes it vicious; it is given the rows and their classes."""

    def predict(self, X):
        return np.full(len(X), self.classes_[self.shares_.argmax()])

    def predict_proba(self, X):
        return np.tile(self.shares_, (len(X), 1))


class Segfaults(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        ctypes.string_at(0)


class LeavesAtOnce(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        os._exit(3)


class Exits(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        sys.exit("enough")


class Interrupts(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        raise KeyboardInterrupt


class ClosesTheGenerator(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        raise GeneratorExit("closed")


class Aborts(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        os.abort()


class TerminatesItself(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(60)


class KillsItsParent(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(60)


class BecomesAnother(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        os.execv("/bin/true", ["true"])


class RunsDeep(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        def deeper(n):
            return deeper(n + 1) + 1

        deeper(0)


class ClosesAllFiles(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        os.closerange(3, 1000)


class Eats(Tame):
    """Takes memory for ever, 32 MB at a time; only a limit stops it."""

    def misbehave(self, *given):  # noqa: ARG002
        eaten = []
        while len(eaten) < 100:
            eaten.append(np.ones(4_000_000))
            time.sleep(0.02)


class Hangs(Tame):
    """Holds the interpreter's lock; only a limit stops it."""

    def misbehave(self, *given):  # noqa: ARG002
        while True:
            sum(range(1000))


class Freezes(Tame):
    """Is stopped, not ended; only a limit ends it."""

    def misbehave(self, *given):  # noqa: ARG002
        os.kill(os.getpid(), signal.SIGSTOP)


class Forks(Tame):
    """Comes back from its fit twice."""

    def misbehave(self, *given):  # noqa: ARG002
        os.fork()


class LeavesAChild(Tame):
    """Leaves a process that holds everything open."""

    def misbehave(self, *given):  # noqa: ARG002
        if os.fork() == 0:
            time.sleep(20)
            os._exit(0)


class KillsLater(Tame):
    """Lays a charge that goes off in a neighbour's fit."""

    def misbehave(self, *given):  # noqa: ARG002
        threading.Timer(0.05, os._exit, (7,)).start()


class Prints(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        for _ in range(100):
            sys.stdout.write("loud " * 20_000)
            os.write(2, b"loud " * 20_000)


class WarnsByTheThousand(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        for i in range(5_000):
            warnings.warn(f"warning {i}", stacklevel=1)


class UnspeakableWarning(Warning):
    def __str__(self):
        raise ValueError("no words")


class WarnsUnspeakably(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        warnings.warn(UnspeakableWarning(), stacklevel=1)


class Unspeakable(Exception):
    def __str__(self):
        raise RuntimeError("no words")

    __repr__ = __str__


class RaisesUnspeakably(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        raise Unspeakable


class RaisesAtLength(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        raise ValueError("long " * 200_000)


class Scribbles(Tame):
    """Overwrites what it was given to learn from."""

    def misbehave(self, X, y):
        X[:] = 0
        y[:] = y[0]


class Poisons(Tame):
    """Changes the libraries that its neighbours use."""

    def misbehave(self, *given):  # noqa: ARG002
        np.exp = np.log = np.mean = lambda *_, **__: 0.0
        np.seterr(all="raise")


class SaysNan(Tame):
    predict_proba = property()

    def predict(self, X):
        return np.full(len(X), np.nan)


class SaysBetween(SaysNan):
    def predict(self, X):
        return np.full(len(X), 0.9)


class SaysBelow(SaysNan):
    def predict(self, X):
        return np.full(len(X), -0.5)


class SaysNobody(SaysNan):
    def predict(self, X):
        return np.full(len(X), "nobody")


class SaysSeven(Tame):
    def predict_proba(self, X):
        return np.full((len(X), self.classes_.size), 7.0)


class SaysHalfOfIt(Tame):
    def predict_proba(self, X):
        return super().predict_proba(X) / 2


class SaysHuge(RegressorMixin, BaseEstimator):
    """A regressor whose squared errors are no numbers."""

    def fit(self, X, y):  # noqa: ARG002
        return self

    def predict(self, X):
        return np.full(len(X), 1e308)


FATES = {
    Segfaults: "SIGSEGV", LeavesAtOnce: "exit code 3", Exits: "SystemExit: enough", Interrupts: "KeyboardInterrupt",
    ClosesTheGenerator: "GeneratorExit: closed", Aborts: "SIGABRT", TerminatesItself: "SIGTERM",
    KillsItsParent: "died", BecomesAnother: "exit code 0", RunsDeep: "RecursionError", ClosesAllFiles: "died",
    Eats: "memory limit", Hangs: "time limit", Freezes: "time limit",
    Forks: "", LeavesAChild: "", KillsLater: "", Prints: "", WarnsByTheThousand: "",
    WarnsUnspeakably: "ValueError: no words", RaisesUnspeakably: "Unspeakable",
    RaisesAtLength: "ValueError: long long", Scribbles: "", Poisons: "",
    SaysNan: "predict() returned nan", SaysBetween: "predict() returned 0.9", SaysBelow: "predict() returned -0.5",
    SaysNobody: "predict() returned 'nobody'", SaysSeven: "predict_proba() returned 7",
    SaysHalfOfIt: "predict_proba() returned rows that sum to 0.5",
}
