"""The bench, laid out once on disk and memory-mapped by every worker: data are shared, not copied per job.

The folder is locked as long as its run lives. One that a killed run has left behind is not locked any more, and is
removed by the next.
"""

from __future__ import annotations

import os
import pickle
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

from referee.running.bench import Bench
from referee.running.byvalue import dumped
from referee.running.heard import sentence

PREFIX = "referee-bench-"
LOCK = "lock"
AGED_SECONDS = 3600       # after which a folder that was never locked is nobody's
LONGEST_FAULT = 10_000


@dataclass(slots=True)
class Shared:
    """A bench on disk, and which of its learners could not be put there, with the reason."""

    bench: Bench
    folder: str = ""
    unsendable: dict[int, str] = field(default_factory=dict)
    lock: IO[bytes] | None = None
    elsewhere: bool = False        # it will be read on another machine, which has not what is on the search path here

    def lay(self) -> None:
        """Write the bench into a new folder."""
        import joblib

        self.remove()
        self.folder, self.lock = new_folder()
        folder = Path(self.folder)
        joblib.dump(replace(self.bench, learners=()), folder / "bench")
        (folder / "home").write_bytes(pickle.dumps((sys.path, os.getcwd())))     # noqa: PTH109 - a string is stored
        for i, learner in enumerate(self.bench.learners):
            try:
                written = dumped(learner, elsewhere=self.elsewhere)
            except Exception as error:  # noqa: BLE001 - a stranger's object may refuse in any way
                self.unsendable[i] = sentence(error)
            else:
                (folder / f"learner-{i}").write_bytes(written)

    def remove(self) -> None:
        """Take it off the disk."""
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)
        if self.lock is not None:
            self.lock.close()

    @property
    def is_there(self) -> bool:
        """Whether nobody has removed it."""
        return all((Path(self.folder) / name).exists() for name in ("bench", "home"))

    def put_batch(self, number: int, batch: Sequence[Any]) -> bool:
        """Lay a batch out for a worker; False if the folder is not there any more."""
        import cloudpickle

        try:
            (Path(self.folder) / f"batch-{number}").write_bytes(cloudpickle.dumps(list(batch)))
        except FileNotFoundError:
            return False
        return self.is_there

    def fault(self, pid: int) -> str:
        """What a process wrote down of its own crash."""
        try:
            return fault_file(self.folder, pid).read_text(errors="replace")[-LONGEST_FAULT:]
        except OSError:
            return ""


def new_folder() -> tuple[str, IO[bytes]]:
    """A new folder, and its lock."""
    folder = tempfile.mkdtemp(prefix=PREFIX)
    return folder, _locked(Path(folder))


@contextmanager
def shared(bench: Bench) -> Iterator[Shared]:
    """Write the bench to a folder of its own, gone afterwards; folders of killed runs are cleared away first."""
    clear_leftovers()
    laid = Shared(bench)
    try:
        laid.lay()
        yield laid
    finally:
        laid.remove()


def clear_leftovers() -> None:
    """Remove the folders of runs that were killed: those whose lock nobody holds."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):          # somebody else's, or just being removed
            if _abandoned(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _abandoned(folder: Path) -> bool:
    if not (folder / LOCK).exists():
        return time.time() - folder.stat().st_mtime > AGED_SECONDS
    try:
        _locked(folder).close()
    except OSError:
        return False
    return True


def _locked(folder: Path) -> IO[bytes]:
    """The lock of a folder, held until it is closed or the process ends; OSError if another process holds it."""
    file = (folder / LOCK).open("ab")
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        file.close()
        raise
    return file


class Vanished(OSError):
    """The bench is not there any more: no fault of the learner's."""


@dataclass(slots=True)
class Shelf(Sequence[Any]):
    """The learners of a bench as a worker has them: each is loaded, with its package, when it is first wanted."""

    folder: Path
    n: int
    taken: dict[int, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return self.n

    def __getitem__(self, i: Any) -> Any:
        if not 0 <= i < self.n:
            raise IndexError(i)
        if i not in self.taken:
            self.taken[i] = pickle.loads(self._written(i))     # noqa: S301 - written by us
        return self.taken[i]

    def _written(self, i: int) -> bytes:
        try:
            return (self.folder / f"learner-{i}").read_bytes()
        except OSError as error:
            raise Vanished from error


@lru_cache(maxsize=1)
def bench_at(folder: str) -> Bench:
    """The bench as a worker sees it: arrays mapped, read-only; kept until the next run's."""
    import joblib

    bench: Bench = joblib.load(Path(folder) / "bench", mmap_mode="r")
    n = len(list(Path(folder).glob("learner-*")))
    return replace(bench, learners=Shelf(Path(folder), n))  # type: ignore[arg-type]


@lru_cache(maxsize=1)
def at_home(folder: str) -> None:
    """Be where the run is, and find what it finds: working folder and search path."""
    path, home = pickle.loads((Path(folder) / "home").read_bytes())     # noqa: S301 - written by us
    sys.path[:] = path
    with suppress(OSError):
        os.chdir(home)


def take_batch(folder: str, number: int) -> list[Any]:
    """A batch that was laid out; it is not needed again."""
    file = Path(folder) / f"batch-{number}"
    batch: list[Any] = pickle.loads(file.read_bytes())     # noqa: S301 - written by us
    file.unlink()
    return batch


def fault_file(folder: str, pid: int) -> Path:
    """Where a worker writes down its own crash."""
    return Path(folder) / f"fault-{pid}"
