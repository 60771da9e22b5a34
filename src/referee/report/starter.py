"""A study file to begin with: what was recognised in the data, what is advised and why, and what else could be said."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.advice import DesignAdvice
from referee.data.problem import Problem
from referee.kinds import Task
from referee.metrics import Metric

WIDTH = 100
WORDS_TO_QUOTE = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}       # others read them as truths


@dataclass(frozen=True, slots=True, kw_only=True)
class Starter:
    """Everything the file is made of; `options` are what was said about the data."""

    problem: Problem
    name: str
    data: str
    options: dict[str, Any]
    models: Sequence[str]
    metrics: Sequence[Metric]
    design: DesignAdvice


def starter_text(s: Starter) -> str:
    """The file, with comments that say what each line is for."""
    parts = (_head(s), _data(s), _models(s), _metrics(s), _design(s), _rest(s))
    return "\n".join("\n".join(part) + "\n" for part in parts)


def _head(s: Starter) -> Iterator[str]:
    yield "# A study, declared before anything is fitted. Run it with: referee run FILE"
    yield "# What is written here is stored with the time before the first fit; later changes are shown as deviations."
    yield "# A line that begins with # is a comment; remove the # to use what it says."
    yield f"study: {scalar(s.name)}"


def _data(s: Starter) -> Iterator[str]:
    yield from _comment(f"Recognised: {s.problem.describe()}.")
    for notice in s.problem.notices:
        yield from _comment(f"! {notice}")
    yield f"data: {scalar(s.data)}"
    for key, value in s.options.items():
        yield f"{key}: {scalar(value)}"
    columns = [column.name for column in s.problem.columns]
    some = scalar(columns[0]) if columns else "COLUMN"
    if "positive" not in s.options and len(s.problem.classes) == 2:
        yield f"# positive: {scalar(s.problem.classes[-1])}    # the class that counts as positive"
    for key, why in (("groups", "rows with equal values here belong together: never on both sides of a split"),
                     ("ids", "this column names the rows; it is not learned from"),
                     ("time", "this column says when the rows were measured: models are tested on what came after")):
        if key not in s.options:
            yield f"# {key}: {some}    # {why}"
    if "drop" not in s.options:
        yield f"# drop: [{some}]    # columns to leave out"


def _models(s: Starter) -> Iterator[str]:
    yield "# Learners by name (referee list learners), with parameters (forest:n_estimators=300), or dotted paths."
    yield "models:"
    yield from (f"  - {scalar(model)}" for model in s.models)
    yield "  # - name: neighbours          # a learner that is tuned inside each training part"
    yield "  #   learner: knn"
    yield "  #   space: {n_neighbors: [15, 5, 1]}"
    yield "  #   inner: kfold:folds=5"
    yield "baseline: true    # one that ignores the features, for scale"


def _metrics(s: Starter) -> Iterator[str]:
    yield f"# The first one, {s.metrics[0].title}, decides; the others are supporting evidence (referee list metrics)."
    yield f"metrics: [{', '.join(scalar(m.name) for m in s.metrics)}]"


def _design(s: Starter) -> Iterator[str]:
    yield from _comment(f"Advised, because {s.design.why}.")
    yield f"design: {scalar(s.design.spec)}"


def _rest(s: Starter) -> Iterator[str]:
    first, second = s.models[0], s.models[1]
    unit = "0.01" if s.problem.task is Task.CLASSIFICATION else "0.1"
    yield "level: 0.95    # confidence of the intervals; 1 − level is the error rate of all comparisons together"
    yield "adjust: holm    # correction for the number of comparisons"
    yield "seed: 0"
    yield from _comment(f"The smallest difference in {s.metrics[0].title} that matters to you. With it, two models can "
                        f"be shown to be equivalent:")
    yield f"# relevant: {unit}"
    yield "# Compare all models with one only, which needs less correction:"
    yield f"# against: {scalar(first)}"
    yield "# What you expect to show. Each claim is answered: shown, not shown, or contradicted."
    yield "# claims:"
    yield f"#   - {{better: {scalar(second)}, than: {scalar(first)}}}"
    yield f"#   - {{equal: [{scalar(first)}, {scalar(second)}]}}"


def _comment(sentence: str) -> list[str]:
    return textwrap.wrap(sentence, WIDTH, initial_indent="# ", subsequent_indent="#   ", break_on_hyphens=False,
                         break_long_words=False)


def scalar(value: Any) -> str:
    """A value as YAML, in quotes only where it needs them.

    >>> scalar("churned"), scalar("a: b"), scalar(["x", "3"]), scalar(True)
    ('churned', '"a: b"', '[x, "3"]', 'true')
    """
    if isinstance(value, list | tuple):
        return f"[{', '.join(scalar(item) for item in value)}]"
    if isinstance(value, str):
        plain = value.replace("_", "").replace("-", "").replace(".", "").replace("=", "").replace("/", "")
        specification = value[:1].isalpha() and ": " not in value and plain.replace(":", "").replace(",", "").isalnum()
        words = value.lower() not in WORDS_TO_QUOTE and "," not in value
        return value if specification and (words or ":" in value) else json.dumps(value, ensure_ascii=False)
    return json.dumps(value, ensure_ascii=False, default=str)
