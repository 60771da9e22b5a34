"""How long a fit may take, and how much memory its process may hold."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from pathlib import Path

from referee.errors import BadInput

LOADING_SECONDS = 60.0      # for loading a learner's package, which is not yet the fit
MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits for one fit; None where there is none."""

    seconds: float | None = None
    megabytes: float | None = None

    def __post_init__(self) -> None:
        for what, value, unit in (("time", self.seconds, "seconds"), ("memory", self.megabytes, "megabytes")):
            if value is not None and not (0 < value < math.inf):
                raise BadInput(f"a {what} limit is a number of {unit} above 0, not {value!r}; leave it out for none.")
        if self.megabytes is not None and resident(os.getpid()) is None:
            raise BadInput("a memory limit cannot be kept here: the system does not say what a process holds; install "
                           "psutil, or leave the limit out.")

    def __bool__(self) -> bool:
        return self.seconds is not None or self.megabytes is not None

    @property
    def tick(self) -> float | None:
        """How often to look, in seconds; None where nothing has to be looked at."""
        ticks = [] if self.seconds is None else [max(0.05, self.seconds / 10)]
        return min(ticks + ([] if self.megabytes is None else [0.05]), default=None)

    def exceeded(self, *, pid: int, came: float | None, since: float | None, now: float) -> str:
        """Why a fit is to be stopped; empty while it may go on. Times are of a clock that never jumps."""
        if self.seconds is not None:
            late = since is not None and now - since > self.seconds
            if late or (since is None and came is not None and now - came > self.seconds + LOADING_SECONDS):
                return f"stopped after the time limit of {self.seconds:g} s"
        if self.megabytes is not None and pid and (resident(pid) or 0) > self.megabytes * MEGABYTE:
            return f"stopped: its process held more than the memory limit of {self.megabytes:g} MB"
        return ""


def resident(pid: int) -> int | None:
    """The bytes of memory that a process holds; None where that cannot be told."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        pass
    try:
        import psutil  # type: ignore[import-untyped]

        return int(psutil.Process(pid).memory_info().rss)
    except Exception:  # noqa: BLE001 - not installed, or the process is gone
        return None
