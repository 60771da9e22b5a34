"""Simulated studies of the levels sheet now and before, in turn: processor time a study, and whether they say the same.

    python benchmarks/sheet.py [--studies 10] [--cells "lda n=50,5nn n=100 10%,forest n=50"] [--before 51d2ed87]

The code of an earlier commit is taken from git into a temporary folder. Each version is one process that makes whole
studies when it is told to, first the one, then the other; what they say has to be the same to the last figure.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).parent.parent
WORKER = """
import json, sys, time
from threadpoolctl import threadpool_limits
from referee.lab.sheet.cells import cells_of
from referee.lab.sheet.study import How, repetition
with threadpool_limits(1):
    for line in sys.stdin:
        cell, number = json.loads(line)
        begun = time.process_time()
        said = repetition(cells_of("all", cell)[0], number, How())
        spent = time.process_time() - begun
        del said["seconds"]
        print(json.dumps([spent, said]), flush=True)
"""


class Version:
    """One version of the package in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, env=os.environ | {"PYTHONPATH": str(folder / "src")})

    def study(self, cell: str, number: int) -> tuple[float, object]:
        """Seconds of the processor, and what came of it."""
        self.process.stdin.write(json.dumps([cell, number]) + "\n")
        self.process.stdin.flush()
        spent, said = json.loads(self.process.stdout.readline())
        return spent, said

    def end(self) -> None:
        """Nothing more is asked."""
        self.process.stdin.close()
        self.process.wait()


def in_turns(versions: tuple[Version, Version], cell: str, studies: int) -> str:
    """A row of the table; the first study of each, which loads what it needs, does not count."""
    for version in versions:
        version.study(cell, studies)
    spent, unlike = [0.0, 0.0], 0
    for number in range(studies):
        said = {}
        for which in (0, 1) if number % 2 else (1, 0):
            seconds, said[which] = versions[which].study(cell, number)
            spent[which] += seconds
        unlike += said[0] != said[1]
    before, now = (one / studies for one in spent)
    told = "the same" if not unlike else f"{unlike} of {studies} differ"
    return f"| {cell} | {before:.2f} s | {now:.2f} s | {now / before:.2f} | {told} |"


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--studies", type=int, default=10)
    asked.add_argument("--cells", default="lda n=50,5nn n=100 10%,forest n=50")
    asked.add_argument("--before", default="51d2ed87")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(["git", "-C", str(HERE), "archive", given.before, "src"], check=True,
                                capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        versions = Version(Path(folder)), Version(HERE)
        print("| cell | before | now | ratio | what they say |\n|---|---|---|---|---|")
        for cell in given.cells.split(","):
            print(in_turns(versions, cell.strip(), given.studies), flush=True)
        for version in versions:
            version.end()


if __name__ == "__main__":
    main()
