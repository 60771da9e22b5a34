"""The commands that carry advice out, as one would paste them."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.advice import Goal

VERB = {Goal.ABSOLUTE: "evaluate", Goal.CURVE: "curve"}
PILOT, CASES = "pilot.db", "answers.csv"          # a first look at the spread; the cases as they come in


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a command says."""

    goal: Goal
    source: Any                                   # the data as they were named
    models: Any
    metrics: Any
    design: str | None
    tuned: bool = False
    cheaply: bool = False                         # correct the best of one cross-validation, do not tune inside
    against: str | None = None
    relevant: float | None = None
    options: dict[str, Any] = field(default_factory=dict)        # what is what in the data


def commands(w: Wanted) -> tuple[str, ...]:  # noqa: PLR0911 - one for each kind of command
    """For the shell where data and models have names; for Python where they are objects."""
    if not isinstance(w.source, str | Path) or not _named(w.models):
        return (_python(w),)
    data = [str(w.source), *_flags(w.options)]
    models = ["--models", ",".join(_listed(w.models))]
    metrics = ["--metrics", ",".join(_listed(w.metrics))] if w.metrics else []
    design = ["--design", w.design] if w.design else []
    if w.goal is Goal.LEADERBOARD:
        first = _listed(w.models)[0]
        return (_shell("vault", "seal", *data), _shell("vault", "query", *data, "--models", first))
    if w.goal is Goal.GROWING:
        return (_shell("watch", CASES, "--pair", ",".join(_listed(w.models)[:2])),)
    if w.goal is Goal.PLAN:
        return (_shell("compare", *data, *models, *metrics, *design, "--ledger", PILOT, "--no-report"),
                _shell("plan", "--ledger", PILOT, "--difference", f"{w.relevant:g}"))
    more = ["--against", w.against] if w.against else []
    if w.goal is Goal.CHANCE:
        return (_shell("chance", *data, *models, *metrics), _shell("compare", *data, *models, *metrics, *design, *more))
    if w.tuned and w.goal in {Goal.SELECT, Goal.ABSOLUTE}:
        correction = ["--correction", "bbc"] if w.cheaply else []
        return (_shell("tune", *data, *models, *metrics, *design, *correction),)
    if w.goal is Goal.CURVE:
        return (_shell("curve", *data, *models, *metrics),)
    more += ["--relevant", f"{w.relevant:g}"] if w.relevant is not None and w.goal is not Goal.ABSOLUTE else []
    return (_shell(VERB.get(w.goal, "compare"), *data, *models, *metrics, *design, *more),)


def _shell(*words: str) -> str:
    return "referee " + " ".join(shlex.quote(word) for word in words)


def _flags(options: dict[str, Any]) -> list[str]:
    return [word for name, value in options.items()
            for word in (f"--{name}", ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value))]


def _listed(several: Any) -> list[str]:
    return [several] if isinstance(several, str) else [str(one) for one in several]


def _named(models: Any) -> bool:
    return isinstance(models, str) or (isinstance(models, list | tuple) and all(isinstance(m, str) for m in models))


def _python(w: Wanted) -> str:
    verb = VERB.get(w.goal, "compare")
    said = {"metrics": w.metrics, "design": w.design, "against": w.against,
            "relevant": w.relevant if verb == "compare" else None, **w.options}
    more = "".join(f", {name}={value!r}" for name, value in said.items() if value is not None)
    models = repr(w.models) if _named(w.models) else "models"
    rows = repr(str(w.source)) if isinstance(w.source, str | Path) else "X, y"
    return f"referee.{verb}({models}, {rows}{more})"
