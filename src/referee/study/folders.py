"""Many data sets in a few words: a study file may name a folder, a pattern, or a table that lists them.

What it names is looked up once, when the file is read: the declaration holds every data set by itself, so that one that
comes or goes later is a deviation like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from referee.data.reading import ENDINGS, is_table_file
from referee.declaration import ProblemSaid
from referee.errors import BadInput, did_you_mean
from referee.foreign_file import guarded, text_of
from referee.study.lined_yaml import Lined, Where

WILD = frozenset("*?[")
MOST_SETS = 10_000
MOST_BYTES = 10_000_000        # of a table that lists data sets


def with_each_data_set(lined: Lined, folder: Path) -> Lined:
    """The content with a problem for each data set that its folders, patterns and lists stand for."""
    said = lined.content.get("problems")
    if isinstance(said, str):
        said = [dict(row) for row in _listed(said, folder, lined.at(("problems",)))]
        where: list[Where] = [("problems",)] * len(said)
    elif isinstance(said, list):
        where = [("problems", i) for i in range(len(said))]
    else:
        return lined
    problems: list[Any] = []
    lines = {path: line for path, line in lined.lines.items() if path[:1] != ("problems",) or len(path) == 1}
    for before, one in zip(where, said, strict=True):
        for each in _each(one, folder, lined.at((*before, "data"))):
            here = ("problems", len(problems))
            lines |= {(*here, *path[len(before):]): line for path, line in lined.lines.items()
                      if path[: len(before)] == before}
            problems.append(each)
    if len(problems) > MOST_SETS:
        raise BadInput(f"{lined.at(('problems',))}: these are {len(problems):,} data sets, and one study may have "
                       f"{MOST_SETS:,}; divide them.")
    return Lined(lined.content | {"problems": problems}, lines, lined.where)


def _each(problem: Any, folder: Path, at: str) -> Iterator[Any]:
    """The problem as it is, or one for each table of the folder or pattern that is its data."""
    data = problem.get("data") if isinstance(problem, dict) else None
    if not isinstance(data, str) or not (tables := _tables(data, folder, at)):
        yield problem
        return
    if problem.get("name") is not None:
        raise BadInput(f"{at}: {data} stands for {len(tables)} data sets, which cannot have one name; leave name out: "
                       f"each goes by its file.")
    names = [_name(path) for path in tables]
    for path, name in zip(tables, names, strict=True):
        yield problem | {"data": path, "name": name if names.count(name) == 1 else Path(path).name}


def _tables(data: str, folder: Path, at: str) -> list[str]:
    """The tables that a folder holds or a pattern fits, in the order of their names; none for a plain file."""
    beside = folder / data
    try:
        place = beside if beside.exists() else Path(data)
        there = place.exists()
    except OSError:             # a name too long for a file: whoever reads it says so
        return []
    if place.is_dir():
        inside, pattern = place, "*"
    elif WILD & set(data) and not there:
        inside, pattern = (folder / data).parent, Path(data).name
        if WILD & set(Path(data).parent.as_posix()):
            raise BadInput(f"{at}: {data} has a wild card before its last slash; name one folder, and a pattern in it "
                           f"such as *.csv.")
    else:
        return []
    found = sorted(one.name for one in inside.iterdir() if is_table_file(one.name) and fnmatch(one.name, pattern)
                   and one.is_file()) if inside.is_dir() else []
    if not found:
        raise BadInput(f"{at}: there is no table in {data}; referee reads {', '.join(ENDINGS)}.")
    base = Path(data) if place.is_dir() else Path(data).parent
    return [(base / name).as_posix() for name in found]


def _name(path: str) -> str:
    """The file's name without its endings.

    >>> _name("sets/iris.csv.gz"), _name("v1.2.parquet")
    ('iris', 'v1.2')
    """
    name = Path(path).name
    ending = max((e for e in ENDINGS if name.lower().endswith(e)), key=len, default="")
    return name[: len(name) - len(ending)] or name


def _listed(file: str, folder: Path, at: str) -> Iterator[dict[str, Any]]:
    """One problem for each row of a table with columns `data`, `target` and the like; empty cells say nothing."""
    import csv

    beside = folder / file
    path = beside if beside.exists() else Path(file)
    if not path.is_file():
        raise BadInput(f"{at}: problems are a list, or the name of a table that lists them, and there is no file "
                       f"{file!r}.")
    with guarded(path.name):
        rows = list(csv.reader(text_of(path, MOST_BYTES).splitlines()))
    heads = [head.strip() for head in rows[0]] if rows else []
    known = list(ProblemSaid.model_fields)
    strange = next((head for head in heads if head not in known), None)
    if strange is not None or "data" not in heads:
        what = f"no field of a data set is called {strange!r}{did_you_mean(strange, known)}" if strange is not None \
            else "there is no column 'data'"
        raise BadInput(f"{at}: {path.name}, line 1: {what}; its columns are {', '.join(known)}.")
    base = Path(file).parent
    for number, row in enumerate(rows[1:], start=2):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) != len(heads):
            raise BadInput(f"{at}: {path.name}, line {number} has {len(row)} cells under {len(heads)} heads; mend it.")
        said = {head: cell.strip() for head, cell in zip(heads, row, strict=True) if cell.strip()}
        if "data" not in said:
            raise BadInput(f"{at}: {path.name}, line {number} names no data; fill the column in, or remove the line.")
        near = (folder / base / said["data"]).exists() or bool(WILD & set(said["data"]))
        yield said | {"data": (base / said["data"]).as_posix() if near else said["data"]}
