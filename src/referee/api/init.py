"""init: a study file to begin with, from a data file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from referee.advice import advise_design
from referee.advice.usual_models import usual_models
from referee.api.data_words import OF_DATA
from referee.api.keywords import keywords
from referee.api.one_target import require_one_target
from referee.data import load
from referee.errors import BadInput
from referee.learners import resolve
from referee.report.place import writable, write_whole
from referee.study import choose_metrics


@keywords(more=OF_DATA, path="output")
def init(
    data: str | Path, output: str | Path = "study.yaml", *, models: Any = None, metrics: Any = None,
    force: bool = False, **options: Any,
) -> Path:
    """Write a commented study file for these data: what was recognised, and the advised design with its reason.

    `options` say what is what in the data (target, task, groups, ids, positive, drop). The file runs as it is.
    """
    path = Path(output)
    if path.exists() and not force:
        raise BadInput(f"{path} is there already; say --force (force=True) to write over it, or name another file.")
    return write_whole(writable(path), starter(data, path, models=models, metrics=metrics, **options))


init_study = init          # its name before


def starter(data: str | Path, path: Path, *, models: Any = None, metrics: Any = None, **options: Any) -> str:
    """The text of the file."""
    from referee.report.starter import Starter, starter_text

    said = {name: value for name, value in options.items() if value not in (None, [], "")}
    problem = require_one_target(load(data, **said), "a study file")
    named = [str(model) for model in models] if models else list(usual_models(problem))
    chosen = choose_metrics(metrics, problem)
    is_file = Path(str(data)).exists()
    if is_file and "target" not in said:
        said = {"target": problem.targets[0]} | said
    advice = advise_design(problem, goal="compare", primary=chosen[0], learners=resolve(named, problem))
    where = os.path.relpath(data, path.parent or ".") if is_file else str(data)
    return starter_text(Starter(problem=problem, name=path.stem, data=Path(where).as_posix(), options=said,
                                models=named, metrics=chosen, design=advice))
