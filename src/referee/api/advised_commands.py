"""The commands that carry advice out, as one would paste them, and the files they take."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.advice import Goal, Recipe

VERB = {Goal.ABSOLUTE: "evaluate", Goal.CURVE: "curve"}
PILOT, CASES, ANSWERS, STUDY = "pilot.db", "answers.csv", "predictions.csv", "study.yaml"
DRAWS = 10              # repetitions on fresh rows
FEW_ROWS = 500          # below which the rows are not dealt into portions to see what seeds do
OF_A_PROBLEM = ("target", "task", "groups", "ids", "time", "positive", "drop")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a command says."""

    goal: Goal
    source: Any                                   # the data as they were named
    models: Any
    metrics: Any
    design: str | None
    recipe: Recipe = field(default_factory=Recipe)
    judged: bool = False                          # models are fixed: their answers are judged, nothing is fitted
    tuned: bool = False
    random: tuple[str, ...] = ()                  # models that draw random numbers of their own
    rows: int = 0
    budget: int | None = None
    against: str | None = None
    relevant: float | None = None
    options: dict[str, Any] = field(default_factory=dict)        # what is what in the data

    @property
    def in_words(self) -> bool:
        """Whether data and models have names, so that a shell can say them."""
        return isinstance(self.source, str | Path) and _named(self.models)

    @property
    def as_file(self) -> bool:
        """Whether it takes a study file: several data sets, or fresh rows for every repetition."""
        return self.in_words and not self.judged and (self.recipe.data_sets > 1 or self.recipe.fresh)


def commands(w: Wanted) -> tuple[str, ...]:
    """For the shell where data and models have names; for Python where they are objects."""
    if not w.in_words:
        return (_python(w),)
    if w.as_file:
        return (_shell("run", STUDY),)
    if w.judged:
        return (_shell("judge", ANSWERS, *_metrics(w), *_said(w), *_flags(w.options, ("groups",))),)
    return (*_of_goal(w), *_beside(w))


def files(w: Wanted) -> dict[str, str]:
    """Files to be written before the commands are run, by name, with what is in them."""
    if not w.as_file:
        return {}
    import yaml

    fresh, source = w.recipe.fresh, str(w.source)
    data = [f"draw-{k}.csv" for k in range(1, DRAWS + 1)] if fresh else [
        source, *(f"data-{k}.csv" for k in range(2, w.recipe.data_sets + 1))]
    known = {name: w.options[name] for name in OF_A_PROBLEM if name in w.options}
    said = {"study": "study", "problems": [{"data": one, **known} for one in data], "models": _listed(w.models),
            "metrics": _listed(w.metrics) if w.metrics else None, "design": "holdout:test=0.5" if fresh else None,
            "budget": None if fresh else w.budget, "tuning": w.recipe.tuning or None, "against": w.against,
            "relevant": w.relevant}
    return {STUDY: yaml.safe_dump({name: value for name, value in said.items() if value is not None},
                                  sort_keys=False, allow_unicode=True)}


def needs(w: Wanted) -> Iterator[str]:
    """What the commands take that nobody but the user has."""
    if w.in_words and w.judged:
        of_each = ", ".join(_listed(w.models))
        yield (f"{ANSWERS} is yours to write: a row for each test row, with columns id, truth and one a model "
               f"({of_each}) with what it says there: its answer, or the probability of the positive class where a "
               f"metric needs it.")
    elif w.as_file and w.recipe.fresh:
        yield f"draw-1.csv to draw-{DRAWS}.csv are yours to draw: fresh rows each, with the columns of {w.source}."
    elif w.as_file:
        others = " to ".join(dict.fromkeys(("data-2.csv", f"data-{w.recipe.data_sets}.csv")))
        yield f"{others} stand for your other data sets: put their files and targets in place of them."
    elif w.in_words and w.goal is Goal.GROWING:
        yield f"{CASES} is yours to write: a row for each case, a column a model, 1 where it was right and 0 where not."


def _of_goal(w: Wanted) -> tuple[str, ...]:  # noqa: PLR0911 - one for each kind of command
    data = [str(w.source), *_flags(w.options)]
    models, metrics = ["--models", ",".join(_listed(w.models))], _metrics(w)
    design = ["--design", w.design] if w.design else []
    if w.goal is Goal.LEADERBOARD:
        first = _listed(w.models)[0]
        return (_shell("vault", "seal", *data), _shell("vault", "query", *data, "--models", first, *metrics))
    if w.goal is Goal.GROWING:
        return (_shell("watch", CASES, "--pair", ",".join(_listed(w.models)[:2])),)
    if w.goal is Goal.PLAN:
        return (_shell("compare", *data, *models, *metrics, *design, "--ledger", PILOT, "--no-report"),
                _shell("plan", "--ledger", PILOT, "--difference", f"{w.relevant:g}"))
    if w.goal is Goal.CHANCE:
        return (_shell("chance", *data, *models, *metrics), _shell("compare", *data, *models, *metrics, *design,
                                                                   *_said(w)))
    if w.goal is Goal.CURVE:
        return (_shell("curve", *data, *models, *metrics),)
    tuning = ["--tuning", w.recipe.tuning] if w.recipe.tuning and w.tuned else []
    if w.tuned and w.goal in {Goal.SELECT, Goal.ABSOLUTE}:
        correction = ["--correction", w.recipe.correction] if w.recipe.correction else []
        return (_shell("tune", *data, *models, *metrics, *design, *tuning, *correction),)
    return (_shell(VERB.get(w.goal, "compare"), *data, *models, *metrics, *design, *tuning, *_said(w)),)


def _beside(w: Wanted) -> Iterator[str]:
    """What is looked at beside the study: the part of the seeds, and every estimator."""
    data, first = [str(w.source), *_flags(w.options)], ["--metrics", _listed(w.metrics)[0]] if w.metrics else []
    if w.recipe.seeds and w.random:
        portions = ["--portions", "1"] if w.rows < FEW_ROWS else []
        yield _shell("components", *data, "--models", ",".join(w.random), *first, "--seeds", str(w.recipe.seeds),
                     *portions)
    if w.recipe.every_estimator:
        yield _shell("panorama", *data, "--models", ",".join(_listed(w.models)), *first)


def _said(w: Wanted) -> list[str]:
    """The test, the correction, and what is compared with what."""
    if w.goal is Goal.ABSOLUTE:
        return []
    relevant = f"{w.relevant:g}" if w.relevant is not None and w.goal is not Goal.CHANCE else ""
    return [word for flag, value in (("--test", w.recipe.test), ("--adjust", w.recipe.adjust),
                                     ("--against", w.against), ("--relevant", relevant)) if value
            for word in (flag, value)]


def _metrics(w: Wanted) -> list[str]:
    return ["--metrics", ",".join(_listed(w.metrics))] if w.metrics else []


def _shell(*words: str) -> str:
    return "referee " + " ".join(shlex.quote(word) for word in words)


def _flags(options: dict[str, Any], some: tuple[str, ...] | None = None) -> list[str]:
    return [word for name, value in options.items() if some is None or name in some
            for word in (f"--{name}", ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value))]


def _listed(several: Any) -> list[str]:
    return [several] if isinstance(several, str) else [str(one) for one in several]


def _named(models: Any) -> bool:
    return isinstance(models, str) or (isinstance(models, list | tuple) and all(isinstance(m, str) for m in models))


def _python(w: Wanted) -> str:
    verb, r = VERB.get(w.goal, "compare"), w.recipe
    compared = verb == "compare"
    said = {"metrics": w.metrics, "design": w.design, "tuning": r.tuning or None,
            "test": (r.test or None) if compared else None, "adjust": (r.adjust or None) if compared else None,
            "against": w.against, "relevant": w.relevant if compared else None, **w.options}
    more = "".join(f", {name}={value!r}" for name, value in said.items() if value is not None)
    models = repr(w.models) if _named(w.models) else "models"
    rows = repr(str(w.source)) if isinstance(w.source, str | Path) else "X, y"
    return f"referee.{verb}({models}, {rows}{more})"
