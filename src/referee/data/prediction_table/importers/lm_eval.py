"""Sample logs of lm-evaluation-harness: samples_TASK_TIME.jsonl, one line for each document and filter.

The mark of an answer is the first of its `metrics` that is one number a document (acc, exact_match, …) after the first
filter; another is asked for as the harness writes them, correct="exact_match,flexible-extract", and each in its turn
by correct="all". Documents are known by `doc_id`; the folder is the model, as the harness names it; the task is the
data set. What the harness says of a run in results_TIME.json beside it tells runs of one model apart. Prompts and
responses are left.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.data.prediction_table.files import lines_of, stem_of
from referee.data.prediction_table.importers._base import EVERY, IMPORTERS, ColumnsNamed, Imported, Importer, columns
from referee.data.prediction_table.json_file import flat
from referee.errors import BadInput, RefereeError
from referee.foreign_file import json_of, text_of

NAME = re.compile(r"samples_(?P<task>.+?)_(?P<time>\d{4}-\d\d-\d\dT[\d.:-]+)\.jsonl(\.gz)?")
MOST = 1e300                    # what is beyond, or not a number, is no mark
NO_MARKS = {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics"}
OPERATION = {"batch_size", "batch_sizes", "device", "use_cache", "bootstrap_iters"}         # no other answers
FORMULATION = ("description", "doc_to_text", "target_delimiter", "fewshot_delimiter", "gen_prefix", "generation_kwargs")


def _knows(path: Path, head: str) -> bool:
    return ".jsonl" in path.name and '"doc_id"' in head[:2000] and '"resps"' in head


def _read(path: Path, said: ColumnsNamed) -> Imported:
    asked, _, filter_asked = (said.get("correct") or "").partition(",")
    also = [name for role, name in said.items() if name and role != "correct"]
    rows: dict[str, list[Any]] = {name: [] for name in ("id", "correct", "scorer", *also)}
    mark, kept, filters = asked, filter_asked, dict[str, list[str]]()
    for line in lines_of(path):
        which = str(line.get("filter", "none"))
        kept = kept or which
        if which not in filters:
            filters[which] = _marks(line, path, needed=mark in ("", EVERY))
        mark = mark or filters[which][0]
        if which != kept and mark != EVERY:
            continue
        line.pop("arguments", None)
        for name in filters[which] if mark == EVERY else [mark]:
            rows["id"].append(line.get("doc_id"))
            rows["correct"].append(_number(line, name, path))
            rows["scorer"].append(f"{name},{which}")
            for column in also:
                rows[column].append(flat(line, path).get(column))
    if not rows["id"]:
        raise BadInput(f"{path} has no rows" + (f" with the filter {kept!r}; it has {', '.join(filters)}." if filters
                                               else "."))
    if mark != EVERY:
        del rows["scorer"]
    found = NAME.fullmatch(path.name)
    task = found["task"] if found else None
    rows["dataset"] = [task] * len(rows["id"])
    every = [f"{name},{which}" for which, names in filters.items() for name in names]
    folder = path.resolve().parent.name
    return Imported(table=columns(rows), model=folder if task and folder else stem_of(path), task=task,
                    marks=tuple(dict.fromkeys([*([] if mark == EVERY else [f"{mark},{kept}"]), *every])),
                    settings=_settings(path, task, found["time"]) if found and task else {},
                    notices=(_told(path, mark, kept, filters),))


def _told(path: Path, mark: str, kept: str, filters: Mapping[str, list[str]]) -> str:
    if mark == EVERY:
        return f"{path.name}: every mark is judged by itself."
    others = [name for name in filters if name != kept] + [name for name in filters[kept] if name != mark]
    after = f" after the filter {kept}" if len(filters) > 1 else ""
    more = f"; there are also {', '.join(others)} (--correct {EVERY} judges by each)" if others else ""
    return f"{path.name}: the mark is {mark}{after}{more}."


def _marks(line: dict[str, Any], path: Path, *, needed: bool) -> list[str]:
    """The metrics that are one number a document."""
    said = line.get("metrics")
    metrics = [str(name) for name in said] if isinstance(said, list) else []
    found = [name for name in metrics or [key for key in line if key not in NO_MARKS]
             if isinstance(line.get(name), int | float)]
    if needed and not found:
        raise BadInput(f"{path}: document {line.get('doc_id')} has no mark that is one number "
                       f"({', '.join(metrics or ['no metrics'])}); such tasks are scored over all "
                       f"documents together and cannot be judged one by one.")
    return found


def _number(line: dict[str, Any], mark: str, path: Path) -> float:
    value = line.get(mark)
    if not isinstance(value, int | float) or not -MOST < value < MOST:
        raise BadInput(f"{path}: document {line.get('doc_id')} has no number for {mark!r}.")
    return float(value)


def _settings(path: Path, task: str, time: str) -> dict[str, str]:
    """What the results of the same run say of how it was made, and last its folder; nothing of them where not there."""
    try:
        beside = json_of(text_of(path.with_name(f"results_{time}.json")), path)
        config, formulated = dict(beside["config"]), dict(beside["configs"][task])
    except (RefereeError, OSError, KeyError, TypeError, ValueError, RecursionError):
        beside, config, formulated = {}, {}, {}
    arguments = config.pop("model_args", None)
    found: dict[str, Any] = {"system instruction": beside.get("system_instruction"),
                             "few-shot examples": formulated.get("num_fewshot")}
    found |= {name: formulated.get(name) for name in FORMULATION}
    found |= arguments if isinstance(arguments, dict) else {"model arguments": arguments}
    found |= {name: value for name, value in config.items() if name not in OPERATION}
    found |= {name: beside.get(name) for name in ("chat_template", "fewshot_as_multiturn", "git_hash")}
    found["folder"] = path.resolve().parent.parent.name
    return {name: value if isinstance(value, str) else json.dumps(value, sort_keys=True)
            for name, value in found.items() if value not in (None, "", {}, [])}


LM_EVAL = IMPORTERS.add(Importer(name="lm-eval", title="lm-evaluation-harness sample logs", knows=_knows, read=_read))
