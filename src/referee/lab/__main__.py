"""python -m referee.lab: the sheet of levels, the levels of tests by name, and the teaching of the reader of sentences.

    python -m referee.lab levels sheet.jsonl --part small --repetitions 100
    python -m referee.lab tests tests.jsonl --learners lda,1nn --n 50,100,300 --repetitions 1000
    python -m referee.lab table tests.jsonl
    python -m referee.lab sentences docs/sentences.zip
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from referee.errors import RefereeError
from referee.lab.fits import LEARNERS
from referee.lab.levels import cells_of, run
from referee.lab.levels_table import levels_table
from referee.lab.sentences import sentences
from referee.lab.sheet.measure import measure
from referee.lab.sheet.run import Progress


def main(words: list[str] | None = None) -> int:
    """Read the words, run or print, and say what was at fault in one sentence."""
    asked = vars(_parser().parse_args(words))
    do = asked.pop("do")
    try:
        sys.stdout.write(do(**asked))
    except RefereeError as error:
        sys.stderr.write(f"referee.lab: {error}\n")
        return 2
    return 0


def _levels(**asked: Any) -> str:
    return measure(**asked, progress=_lines())


def _lines(every_seconds: float = 10.0) -> Progress:
    """How far it is and how long it will take, now and then."""
    started = last = time.monotonic()
    before: int | None = None

    def tell(done: int, total: int) -> None:
        nonlocal before, last
        now = time.monotonic()
        before = done if before is None else before
        if done == total or now - last >= every_seconds:
            last = now
            left = (now - started) / max(done - before, 1) * (total - done)
            sys.stderr.write(f"{done} of {total} studies, about {left:.0f} s left\n")

    return tell


def _tests(file: Path, repetitions: int, seed: int, **cells: Any) -> str:
    chosen = cells_of(cells["learners"], cells["generators"], cells["n"], unequal=cells["power"])
    for cell, added in run(chosen, repetitions=repetitions, path=file, seed=seed):
        sys.stderr.write(f"{cell.name}: {added} repetitions more\n")
    return levels_table(file)


def _table(file: Path) -> str:
    return levels_table(file)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m referee.lab", description="Measure how often referee is wrong.")
    what = parser.add_subparsers(required=True)
    levels = what.add_parser("levels", help="the sheet: how often the defaults are wrong")
    tests = what.add_parser("tests", help="tests by name: run what is not in the file yet, then print the table")
    table = what.add_parser("table", help="print the table of a file of tests by name")
    taught = what.add_parser("sentences", help="teach the reader of sentences, and measure it on authors left out")
    taught.set_defaults(do=sentences)
    taught.add_argument("file", type=Path, help="a zip of labelled sentences, a text for each author")
    taught.add_argument("--as-it-is", action="store_true",
                        help="teach nothing: what the reader that comes along makes of these")
    taught.add_argument("--write", type=Path, default=None, help="where to write what it was taught")
    for one, do in ((levels, _levels), (tests, _tests), (table, _table)):
        one.set_defaults(do=do)
        one.add_argument("file", type=Path, help="JSON lines; results are appended")
    for name, kind in (("part", str), ("cells", str), ("repetitions", int), ("design", str), ("test", str),
                       ("seed", int), ("jobs", int), ("page", Path), ("summary", Path)):
        levels.add_argument(f"--{name}", type=kind, default=argparse.SUPPRESS)
    levels.add_argument("--condense", action="store_true")
    tests.add_argument("--learners", type=_words, default=["lda", "1nn"], help=f"of {', '.join(LEARNERS)}")
    tests.add_argument("--generators", type=_words, default=["G1"], help="of G1, G1'")
    tests.add_argument("--n", type=_numbers, default=[50, 100, 300, 1000], help="sample sizes")
    tests.add_argument("--repetitions", type=int, default=1000)
    tests.add_argument("--power", action="store_true", help="learners that differ, instead of equal ones")
    tests.add_argument("--seed", type=int, default=0)
    return parser


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _numbers(text: str) -> list[int]:
    return [int(word) for word in _words(text)]


if __name__ == "__main__":
    sys.exit(main())
