"""python -m referee.lab: measure levels and powers, resumable, and print the table.

    python -m referee.lab levels levels.jsonl --learners lda,1nn --n 50,100,300 --repetitions 1000
    python -m referee.lab table levels.jsonl
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from referee.errors import RefereeError
from referee.lab.fits import LEARNERS
from referee.lab.levels import cells_of, run
from referee.lab.levels_table import levels_table


def main(words: list[str] | None = None) -> int:
    """Read the words, run or print, and say what was at fault in one sentence."""
    asked = _parser().parse_args(words)
    try:
        if asked.what == "levels":
            cells = cells_of(asked.learners, asked.generators, asked.n, unequal=asked.power)
            for cell, added in run(cells, repetitions=asked.repetitions, path=asked.file, seed=asked.seed):
                sys.stderr.write(f"{cell.name}: {added} repetitions more\n")
        sys.stdout.write(levels_table(asked.file))
    except RefereeError as error:
        sys.stderr.write(f"referee.lab: {error}\n")
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m referee.lab", description="Measure how often tests reject.")
    what = parser.add_subparsers(dest="what", required=True)
    levels = what.add_parser("levels", help="run what is not in the file yet, then print the table")
    table = what.add_parser("table", help="print the table of a file")
    for one in (levels, table):
        one.add_argument("file", type=Path, help="JSON lines; results are appended")
    levels.add_argument("--learners", type=_words, default=["lda", "1nn"], help=f"of {', '.join(LEARNERS)}")
    levels.add_argument("--generators", type=_words, default=["G1"], help="of G1, G1'")
    levels.add_argument("--n", type=_numbers, default=[50, 100, 300, 1000], help="sample sizes")
    levels.add_argument("--repetitions", type=int, default=1000)
    levels.add_argument("--power", action="store_true", help="learners that differ, instead of equal ones")
    levels.add_argument("--seed", type=int, default=0)
    return parser


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _numbers(text: str) -> list[int]:
    return [int(word) for word in _words(text)]


if __name__ == "__main__":
    sys.exit(main())
