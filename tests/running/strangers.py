"""More learners that mean no good, written without looking at what guards against them.

`FATES` says what must come of each: a part of the error of every fit of it, or "" where it does no harm.
"""

import atexit
import builtins
import contextlib
import os
import shutil
import signal
import sys
import tempfile
import time
import warnings

import numpy as np

from running.cabinet import Tame


class WritesIntoEveryFile(Tame):
    """Among them the connection of its worker, which it fills with half a word."""

    def misbehave(self, *given):  # noqa: ARG002
        for number in range(3, 64):
            with contextlib.suppress(OSError):
                os.write(number, b"garbage" * 100)


class MiscountsEverything(Tame):
    """Changes what its worker sends words with."""

    def misbehave(self, *given):  # noqa: ARG002
        builtins.len = lambda _: 3


class StopsTheClock(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        time.perf_counter = time.time = time.monotonic = lambda: float("nan")


class TurnsTheClockBack(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        time.perf_counter = iter(range(0, -100, -1)).__next__


class ClosesStdout(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        sys.stdout.close()
        os.close(1)


class LosesItsFolder(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        folder = tempfile.mkdtemp()
        os.chdir(folder)
        shutil.rmtree(folder)


class Seeds(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        np.random.seed(0)  # noqa: NPY002


class HidesWarnings(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        warnings.simplefilter("error")
        warnings.showwarning = None


class StaysAtTheExit(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        atexit.register(time.sleep, 60)


class SetsAnAlarm(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        signal.setitimer(signal.ITIMER_REAL, 0.02)


class OwnEnd(BaseException):
    pass


class EndsInItsOwnWay(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        raise OwnEnd("mine")


class EndsInAGroup(Tame):
    def misbehave(self, *given):  # noqa: ARG002
        raise BaseExceptionGroup("both", [KeyboardInterrupt(), SystemExit(3)])


class Generates(Tame):
    predict_proba = property()

    def predict(self, X):
        return (self.classes_[0] for _ in X)


class SaysNothing(Generates):
    def predict(self, X):  # noqa: ARG002
        return None


class MasksAnAnswer(Generates):
    def predict(self, X):
        said = np.ma.array(np.full(len(X), self.classes_[0]))
        said[0] = np.ma.masked
        return said


class SaysWithoutEnd(Generates):
    def predict(self, X):  # noqa: ARG002
        return np.broadcast_to(np.array(1), (10**12,))


class SaysPairs(Generates):
    def predict(self, X):
        return np.zeros(len(X), dtype=[("a", int), ("b", float)])


class Endless:
    def __len__(self):
        return 10**12

    def __getitem__(self, i):
        return 0.5


class ProbabilitiesWithoutEnd(Tame):
    def predict_proba(self, X):  # noqa: ARG002
        return Endless()


class ComplexProbabilities(Tame):
    def predict_proba(self, X):
        return super().predict_proba(X) + 0j


class WordsForProbabilities(Tame):
    def predict_proba(self, X):
        return super().predict_proba(X).astype(str)


class LeavesWhenCompared:
    def __eq__(self, other):
        sys.exit("compared")

    __hash__ = object.__hash__


class SaysWhatCannotBeCompared(Generates):
    def predict(self, X):
        return [LeavesWhenCompared() for _ in X]


class NamesAClassTwice(Tame):
    def fit(self, X, y):
        super().fit(X, y)
        self.classes_ = np.repeat(self.classes_[:1], self.classes_.size)
        return self


SPOILT = "it wrote into the connection of its worker process"
FATES = {
    WritesIntoEveryFile: SPOILT, MiscountsEverything: SPOILT, StopsTheClock: "", TurnsTheClockBack: "",
    ClosesStdout: "", LosesItsFolder: "", Seeds: "", HidesWarnings: "", StaysAtTheExit: "", SetsAnAlarm: "",
    EndsInItsOwnWay: "OwnEnd: mine", EndsInAGroup: "BaseExceptionGroup: both", Generates: "returned shape ()",
    SaysNothing: "returned shape ()", MasksAnAnswer: "no class for 1 of 75 rows", SaysWithoutEnd: "returned shape",
    SaysPairs: "which is not a class", ProbabilitiesWithoutEnd: "MemoryError", ComplexProbabilities: "complex128",
    WordsForProbabilities: "where numbers were expected", SaysWhatCannotBeCompared: "which is not a class",
    NamesAClassTwice: "name a class twice",
}
