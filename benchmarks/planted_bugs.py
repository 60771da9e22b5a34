"""How many bugs the tests catch: each of planted_bugs.toml is planted alone, and the tests nearest to it are run.

Run: python benchmarks/planted_bugs.py [--room ROOM …] [--only WORDS] [--check]

The commit at hand is cloned into an empty folder, so that nothing beside the repository can help; a working copy with
changes is tested without them. A bug whose old text is not found exactly once is told loudly: it has to be rewritten.
The test that fails is run again without the bug; where it fails by itself, that it fails with the bug does not count.
What the short run lets through is shown to the long tests of the same files; the table counts them apart.
Exits with 1 unless every bug applies and at least 95% are caught.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIMIT = 900             # seconds for the tests of one bug; longer is a hang
WANTED = 0.95
CAUGHT, LATE, SURVIVED, HUNG, LOST = "caught", "caught late", "SURVIVED", "HUNG", "DOES NOT APPLY"
UNRUN, BROKEN = "TESTS DID NOT RUN", "TESTS FAIL ALREADY"
ENDED = {0: SURVIVED, 1: CAUGHT, 2: CAUGHT}     # what pytest's exit codes mean; 2: the bug broke an import


@dataclass(frozen=True, slots=True, kw_only=True)
class Bug:
    """A change of the text of one file, and the test files nearest to it."""

    room: str
    what: str
    file: str
    old: str
    new: str
    tests: list[str]

    def fits(self, root: Path) -> bool:
        """Whether the text to be replaced is there exactly once, and the tests are there."""
        path = root / self.file
        there = path.is_file() and path.read_text(encoding="utf-8").count(self.old) == 1
        return there and self.old != self.new and all((root / test).is_file() for test in self.tests)

    @contextmanager
    def planted(self, root: Path) -> Iterator[None]:
        """The bug in its place, and gone afterwards."""
        path = root / self.file
        text = path.read_text(encoding="utf-8")
        try:
            _write(path, text.replace(self.old, self.new))
            yield
        finally:
            _write(path, text)


def _write(path: Path, text: str) -> None:
    """Write, and forget what was compiled: a file of the same length, changed within a second, looks unchanged."""
    path.write_text(text, encoding="utf-8")
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
        compiled.unlink()


def bugs() -> list[Bug]:
    """All bugs, in the order of the file."""
    return [Bug(**said) for said in tomllib.loads((HERE / "planted_bugs.toml").read_text(encoding="utf-8"))["bug"]]


def run(root: Path, tests: list[str], *, which: str = "not slow") -> tuple[str, str]:
    """What the tests say, and their last line; examples of properties are the same at every run."""
    command = [sys.executable, "-m", "pytest", "-n", "0", "-x", "-q", "-p", "no:cacheprovider", "--tb=no", "-m", which,
               *tests]
    environment = os.environ | {"PYTHONPATH": str(root / "src"), "CI": "true"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)      # compile once, not two hundred times
    try:
        done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, timeout=LIMIT,
                              check=False)
    except subprocess.TimeoutExpired:
        return HUNG, f"more than {LIMIT} s"
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    last = (failed or done.stdout.strip().splitlines() or [done.stderr.strip()])[-1]
    return ENDED.get(done.returncode, UNRUN), last


@contextmanager
def clone() -> Iterator[Path]:
    """The commit at hand in a folder of its own, with nothing beside it."""
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        root = Path(folder) / "alone" / "referee"
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(HERE.parent), str(root)], check=True)
        assert [path.name for path in root.parent.iterdir()] == ["referee"]
        yield root


def plant(root: Path, chosen: list[Bug]) -> dict[str, str]:
    """Plant one after the other, and tell how each fared."""
    ends: dict[str, str] = {}
    for number, bug in enumerate(chosen, start=1):
        started = time.perf_counter()
        if not bug.fits(root):
            end, last = LOST, f"{bug.file}: the old text is not there exactly once, or a test file is gone"
        else:
            end, last = _with(bug, root, which="not slow")
            if end == SURVIVED:
                end, last = _with(bug, root, which="slow")
                end = {CAUGHT: LATE, UNRUN: SURVIVED}.get(end, end)      # a file may have no long tests
        ends[bug.what] = end
        print(f"{number:3d} {end:<10} {time.perf_counter() - started:5.0f} s  {bug.room}: {bug.what}\n"
              f"{'':21}{last[:150]}", flush=True)
    return ends


def _with(bug: Bug, root: Path, *, which: str) -> tuple[str, str]:
    """What the short or the long tests say with the bug; what fails has to pass without it."""
    with bug.planted(root):
        end, last = run(root, bug.tests, which=which)
    if end != CAUGHT:
        return end, last
    again, why = run(root, _failed(last) or bug.tests, which=which)
    if again == UNRUN:                                    # the name of the test was cut short
        again, why = run(root, bug.tests, which=which)
    return (CAUGHT, last) if again == SURVIVED else (BROKEN, why)


def _failed(last: str) -> list[str]:
    """The test that a last line names, if it names one: a bug that breaks an import fails whole files."""
    name = last.removeprefix("FAILED ").split(" - ")[0]
    return [name] if last.startswith("FAILED ") and "::" in name else []


def summary(chosen: list[Bug], ends: dict[str, str]) -> str:
    """A table by room, and what was not caught."""
    lines = ["", "| room | planted | caught | by long tests alone |", "|---|---|---|---|"]
    for room in dict.fromkeys(bug.room for bug in chosen):
        told = [ends[bug.what] for bug in chosen if bug.room == room]
        lines.append(_row(room, told))
    lines += [_row("all", list(ends.values())), ""]
    lines += [f"{ends[bug.what]}: {bug.room}: {bug.what} ({', '.join(bug.tests)})"
              for bug in chosen if ends[bug.what] != CAUGHT]
    return "\n".join(lines)


def _row(room: str, told: list[str]) -> str:
    planted, late = sum(end != LOST for end in told), told.count(LATE)
    return f"| {room} | {planted} | {told.count(CAUGHT) + late} | {late} |"


def asked() -> argparse.Namespace:
    """What was typed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--room", nargs="*", default=[], help="only the bugs of these rooms")
    parser.add_argument("--only", default="", help="only the bugs whose description holds these words")
    parser.add_argument("--check", action="store_true", help="only see whether every bug still applies to this copy")
    return parser.parse_args()


def main() -> int:
    """Plant, report, and say by the exit code whether it is enough."""
    said = asked()
    chosen = [bug for bug in bugs() if (not said.room or bug.room in said.room) and said.only in bug.what]
    if said.check:
        lost = [bug for bug in chosen if not bug.fits(HERE.parent)]
        for bug in lost:
            print(f"{LOST}: {bug.room}: {bug.what} ({bug.file})")
        print(f"{len(chosen) - len(lost)} of {len(chosen)} bugs apply.")
        return 1 if lost else 0
    with clone() as root:
        ends = plant(root, chosen)
    print(summary(chosen, ends))
    caught = sum(end in {CAUGHT, LATE} for end in ends.values())
    return 0 if caught >= WANTED * len(ends) and LOST not in ends.values() else 1


if __name__ == "__main__":
    sys.exit(main())
