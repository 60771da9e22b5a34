"""The detector of structure on many real tables, against what a person wrote down about them beforehand.

    python benchmarks/structure.py FOLDER

FOLDER holds index.csv (name, file, task, targets) and the tables; what is known of each stands in
tests/data/structure/known_structure.json: the columns of groups, time and sister targets, whether rows are copies or in
order, what may be noticed as well, and why. Prints what was noticed of each table, what was missed and what is false.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pandas as pd

from referee.data import load
from referee.data.structure import Noticed, structure
from referee.data.target import Target

KNOWN = Path(__file__).parents[1] / "tests/data/structure/known_structure.json"
WORDS = {"groups": "groups", "time": "time", "sister": "sisters", "copies": "duplicates", "order": "order",
         "ids": "ids"}


def hit(kind: str, known: dict, noticed: list[Noticed]) -> bool:
    """Whether what is known of a kind was noticed, by a column that is known or may stand for it."""
    if kind == "order":         # rows of a group or of a series in time follow each other too
        return any(one.kind in {"order", "time", "groups"} for one in noticed)
    mine = [one for one in noticed if one.kind == kind]
    if kind == "copies":
        return bool(mine)
    wanted = {*known[WORDS[kind]], *known.get("may", [])}
    if any(wanted & set(one.columns) for one in mine):
        return True         # a thing measured again is known by the one column in which its rows differ
    return any(len(one.columns) > 1 and not wanted & set(one.columns) for one in mine)


def is_false(one: Noticed, known: dict) -> bool:
    """Whether something was noticed that is not known and may not be either."""
    word, may = WORDS[one.kind], set(known.get("may", []))
    return not (known.get(word) or word in may or may & set(one.columns))


def main(folder: Path) -> None:
    """Look at each table and count."""
    index = pd.read_csv(folder / "index.csv", keep_default_na=False).set_index("name")
    hits, missed, false, plain = 0, [], [], 0
    for name, known in json.loads(KNOWN.read_text()).items():
        row = index.loc[name]
        wanted = known.get("target") or row["targets"].split(";")[0]
        problem = load(folder / row["file"], target=wanted, task=row["task"])
        target = Target(task=problem.task, y=problem.y, names=problem.targets, classes=problem.classes)
        start = time.process_time()
        noticed = list(structure(problem.features, target))
        seconds = time.process_time() - start
        for kind in ("groups", "time", "sister", "copies", "order"):
            if known.get(WORDS[kind]):
                found = hit(kind, known, noticed)
                hits, missed = hits + found, missed + ([] if found else [f"{name}: {kind}"])
        plain += not any(known.get(word) for word in WORDS.values())
        false += [f"{name}: {one.kind} {', '.join(one.columns[:3])}" for one in noticed if is_false(one, known)]
        print(f"{name:36} {seconds:5.2f} s  {'; '.join(f'{one.kind} {list(one.columns[:3])}' for one in noticed)}")
    print(f"recall {hits} of {hits + len(missed)}; missed: {', '.join(missed)}")
    print(f"{len(false)} false, with {plain} tables of which no structure is known: {', '.join(false)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
