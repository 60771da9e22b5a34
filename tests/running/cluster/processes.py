"""A Dask cluster of real processes: a scheduler and workers that can be killed, one by one."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

SOURCE = Path(__file__).parents[3] / "src"
QUICK_TO_BLAME = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}


class Cluster:
    """A scheduler at one address, and workers, each with its nanny."""

    def __init__(self, folder, port=0, environment=None):
        self.folder, self.port = Path(folder), port
        self.environment = {**os.environ, "PYTHONPATH": str(SOURCE), **(environment or {})}
        self.nannies, self.scheduler = [], None
        self.start_scheduler()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in [*self.nannies, self.scheduler]:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    @property
    def address(self):
        return f"tcp://127.0.0.1:{self.port}"

    def start_scheduler(self):
        file = self.folder / f"scheduler-{time.monotonic_ns()}.json"
        self.scheduler = self._start("dask_scheduler", "--host", "127.0.0.1", "--port", self.port, "--no-dashboard",
                                     "--scheduler-file", file)
        import json

        until = time.monotonic() + 60
        while not (file.exists() and file.read_text().strip()):
            assert time.monotonic() < until, "no scheduler"
            time.sleep(0.05)
        self.port = int(json.loads(file.read_text())["address"].rpartition(":")[2])

    def add(self, many=1, *more, nanny=True):
        for _ in range(many):
            self.nannies.append(self._start(
                "dask_worker", self.address, "--nthreads", 1, "--no-dashboard", "--memory-limit", 0,
                "--nanny" if nanny else "--no-nanny", "--local-directory", self.folder, "--death-timeout", 60, *more))

    def replace_ended(self):
        """Start another for each nanny that gave up, as one does whose first worker was killed while it started."""
        ended = [nanny for nanny in self.nannies if nanny.poll() is not None]
        self.nannies = [nanny for nanny in self.nannies if nanny not in ended]
        self.add(len(ended))

    def kill_scheduler(self):
        os.killpg(self.scheduler.pid, signal.SIGKILL)
        self.scheduler.wait()

    def kill_nanny(self, i=0):
        """A worker and its nanny, for good."""
        nanny = self.nannies.pop(i)
        os.killpg(nanny.pid, signal.SIGKILL)
        nanny.wait()

    def workers(self):
        """The processes that work, without their nannies."""
        found = []
        for nanny in self.nannies:
            found += [child for child in children(nanny.pid) if "spawn_main" in command(child)]
        return found

    def kill_worker(self, draw):
        """A worker, which its nanny starts again."""
        there = self.workers()
        if not there:
            return False
        with suppress(ProcessLookupError):
            os.kill(draw.choice(there), signal.SIGKILL)
            return True
        return False

    def _start(self, module, *words):
        with (self.folder / f"log-{time.monotonic_ns()}").open("wb") as log:
            return subprocess.Popen([sys.executable, "-m", f"distributed.cli.{module}", *map(str, words)],
                                    env=self.environment, cwd=self.folder, start_new_session=True,
                                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log)


def children(pid):
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError, IndexError):
                if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                    found.append(int(entry.name))
    return found


def command(pid):
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    return ""
