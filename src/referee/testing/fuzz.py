"""Damaged and hostile files at every door: refused in a sentence, or read; never a traceback, a hang, a full memory.

    python -m referee.testing.fuzz --inputs 10000

Each input has a number; the same number and seed make the same file. What is not as it should be is printed with both.
"""

from __future__ import annotations

import argparse
import resource
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from referee.discreet import MOST_TOLD
from referee.errors import RefereeError
from referee.seeds import stream
from referee.testing.fuzz_corpus import corpus
from referee.testing.fuzz_mutations import mutated

SECONDS, BYTES = 10, 1 << 30
WHOLE = 40                      # one input in so many goes through a whole verb, not only through its reading
ENDINGS = (".csv", ".csv.gz", ".tsv", ".parquet", ".jsonl", ".jsonl.gz", ".json", ".eval", ".arff", ".txt", ".yaml",
           ".db")
STRANGE = 12                    # one input in so many comes under another ending
Door = Callable[[Path], object]


class TooLong(BaseException):
    """Not an `Exception`: no guard may take it for a damaged file."""


@dataclass
class Tally:
    """What came of the inputs."""

    files: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)         # of each file at each of its doors
    faults: list[str] = field(default_factory=list)
    slowest: float = 0.0
    largest: int = 0            # bytes that one input added to the most memory ever used

    def __str__(self) -> str:
        counts = ", ".join(f"{number:,} {what}" for what, number in sorted(self.outcomes.items()))
        return (f"{self.files:,} files, {self.outcomes.total():,} times at a door: {counts}; {len(self.faults)} "
                f"faults; the slowest took "
                f"{self.slowest:.1f} s of processor time, the largest {self.largest >> 20} MB more memory.")


def fuzz(inputs: int, *, seed: int = 0, seconds: float | None = None) -> Tally:
    """Put so many inputs to the doors, or as many as fit into the seconds."""
    tally, began = Tally(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="referee-fuzz-") as made, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        folder = Path(made)
        files = corpus(folder)
        (folder / "said.csv").write_bytes(files["said.csv"])         # that a description names
        for number in range(inputs):
            if seconds is not None and time.monotonic() - began > seconds:
                break
            _one(number, files, folder, seed=seed, tally=tally)
    return tally


def _one(number: int, files: dict[str, bytes], folder: Path, *, seed: int, tally: Tally) -> None:
    draw = stream(seed, "fuzz", number)
    name = list(files)[number % len(files)]
    path = folder / f"{number % 7}-{name}"
    if draw.integers(0, STRANGE) == 0:
        path = folder / f"{number % 7}-{name.partition('.')[0]}{ENDINGS[int(draw.integers(0, len(ENDINGS)))]}"
    elif name.startswith("samples_"):
        path = folder / name
    path.write_bytes(mutated(files[name], draw))
    whole = draw.integers(0, WHOLE) == 0
    tally.files += 1
    before, began = _memory(), time.process_time()
    for door, enter in doors(path, whole=bool(whole)).items():
        _enter(partial(enter, path), f"input {number} (seed {seed}, {path.name}) at {door}", tally)
    took, grown = time.process_time() - began, _memory() - before
    tally.slowest, tally.largest = max(tally.slowest, took), max(tally.largest, grown)
    if grown > BYTES:
        tally.faults.append(f"input {number} (seed {seed}, {path.name}) took {grown >> 20} MB.")
    path.unlink(missing_ok=True)


def _enter(read: Callable[[], object], what: str, tally: Tally) -> None:
    try:
        with _within(SECONDS):
            read()
    except RefereeError as error:
        told = str(error)
        tally.outcomes["refused"] += 1
        if len(told) > MOST_TOLD or "\x1b" in told or "\x00" in told:
            tally.faults.append(f"{what}: a refusal of {len(told)} characters.")
    except TooLong:
        tally.outcomes["too long"] += 1
        tally.faults.append(f"{what}: more than {SECONDS} s.")
    except Exception as error:  # noqa: BLE001 - this is what is looked for
        tally.outcomes["uncaught"] += 1
        tally.faults.append(f"{what}: {type(error).__name__}: {str(error)[:200]}")
    else:
        tally.outcomes["read"] += 1


def doors(path: Path, *, whole: bool) -> dict[str, Door]:
    """The doors at which a file would be handed in, by its ending."""
    from referee import api

    name = path.name.lower()
    if name.endswith(".yaml"):
        return {"survey": api.survey, "audit": api.audit} if whole else {"study": _study, "survey": api.survey}
    if name.endswith(".db"):
        return {"ledger": _ledger} | ({"report": api.reread, "audit": api.audit} if whole else {})
    if whole:
        return {"judge": api.judge, "rank": api.rank, "audit": api.audit}
    return {"data": _data, "predictions": _predictions, "scores": _scores, "audit": _evidence, "watch": _watched}


def _study(path: Path) -> object:
    from referee.api.audit_sources import bundle_from
    from referee.dotted import only_reading

    with only_reading():
        return bundle_from(path, None, study=None, ledger=None, how={}, columns=None)


_evidence = _study


def _data(path: Path) -> object:
    from referee import api

    return api.load(path, target="truth").features


def _predictions(path: Path) -> object:
    from referee.data.prediction_table import read_predictions

    return read_predictions([path])


def _scores(path: Path) -> object:
    from referee.data.score_table import scoreboard

    return scoreboard(path)


def _watched(path: Path) -> object:
    from referee.data.outcomes import read_outcomes

    return read_outcomes(path)


def _ledger(path: Path) -> object:
    from referee.ledger import open_ledger

    with closing(open_ledger(path, create=False, read_only=True)) as store:
        return [store.summary(), store.check(), store.studies(), store.looks()]


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Stop after so much processor time, where the system can; a guard cannot take it for anything else."""
    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _memory() -> int:
    """The most memory ever used, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def main() -> int:
    """Read the arguments, fuzz, print; 1 where something was not as it should be."""
    asked = argparse.ArgumentParser(prog="python -m referee.testing.fuzz", description=__doc__.splitlines()[0])
    asked.add_argument("--inputs", type=int, default=1000, help="How many files.")
    asked.add_argument("--seed", type=int, default=0, help="Another seed, other files.")
    asked.add_argument("--seconds", type=float, default=None, help="Stop after so long.")
    given = asked.parse_args()
    tally = fuzz(given.inputs, seed=given.seed, seconds=given.seconds)
    sys.stdout.write("".join(f"{fault}\n" for fault in tally.faults) + f"{tally}\n")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
