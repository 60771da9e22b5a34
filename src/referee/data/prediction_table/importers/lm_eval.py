"""Sample logs of lm-evaluation-harness: samples_TASK_TIME.jsonl, one line for each document and filter.

The mark of an answer is the first of its `metrics` that is one number a document (acc, exact_match, …); another one, or
another filter, is asked for as the harness writes them: correct="exact_match,flexible-extract". Documents are known by
`doc_id`; the folder is the model, as the harness names it; the task is the data set. Prompts and responses are left.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from referee.data.prediction_table.files import lines_of, stem_of
from referee.data.prediction_table.importers._base import IMPORTERS, ColumnsNamed, Imported, Importer, columns
from referee.data.prediction_table.json_file import flat
from referee.errors import BadInput

NAME = re.compile(r"samples_(?P<task>.+?)_\d{4}-\d\d-\d\dT[\d.:-]+\.jsonl(\.gz)?")
MOST = 1e300                    # what is beyond, or not a number, is no mark
NO_MARKS = {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics"}


def _knows(path: Path, head: str) -> bool:
    return ".jsonl" in path.name and '"doc_id"' in head[:2000] and '"resps"' in head


def _read(path: Path, said: ColumnsNamed) -> Imported:
    asked, _, filter_asked = (said.get("correct") or "").partition(",")
    also = [name for role, name in said.items() if name and role != "correct"]
    rows: dict[str, list[Any]] = {name: [] for name in ("id", "correct", *also)}
    mark, kept, filters = asked, filter_asked, dict[str, int]()
    for line in lines_of(path):
        which = str(line.get("filter", "none"))
        filters[which] = filters.get(which, 0) + 1
        kept = kept or which
        mark = mark or _first_mark(line, path)
        if which != kept:
            continue
        rows["id"].append(line.get("doc_id"))
        rows["correct"].append(_number(line, mark, path))
        line.pop("arguments", None)
        for name in also:
            rows[name].append(flat(line).get(name))
    if not rows["id"]:
        raise BadInput(f"{path} has no rows" + (f" with the filter {kept!r}; it has {', '.join(filters)}." if filters
                                               else "."))
    task = match["task"] if (match := NAME.fullmatch(path.name)) else None
    rows["dataset"] = [task] * len(rows["id"])
    others = [name for name in filters if name != kept]
    notice = f"{path.name}: the mark is {mark}" + (
        f" after the filter {kept}; there are also {', '.join(others)}" if others else "") + "."
    folder = path.resolve().parent.name
    return Imported(table=columns(rows), model=folder if task and folder else stem_of(path),
                    notices=(notice,))


def _first_mark(line: dict[str, Any], path: Path) -> str:
    said = line.get("metrics")
    metrics = [str(name) for name in said] if isinstance(said, list) else []
    for name in metrics or [key for key in line if key not in NO_MARKS]:
        if isinstance(line.get(name), int | float):
            return name
    raise BadInput(f"{path}: document {line.get('doc_id')} has no mark that is one number "
                   f"({', '.join(metrics or ['no metrics'])}); such tasks are scored over all "
                   f"documents together and cannot be judged one by one.")


def _number(line: dict[str, Any], mark: str, path: Path) -> float:
    value = line.get(mark)
    if not isinstance(value, int | float) or not -MOST < value < MOST:
        raise BadInput(f"{path}: document {line.get('doc_id')} has no number for {mark!r}.")
    return float(value)


LM_EVAL = IMPORTERS.add(Importer(name="lm-eval", title="lm-evaluation-harness sample logs", knows=_knows, read=_read))
