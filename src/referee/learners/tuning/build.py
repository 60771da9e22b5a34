"""From a declaration to a tuned learner on one problem."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from referee.data.problem import Problem
from referee.errors import BadInput, did_you_mean
from referee.fingerprint import fingerprint
from referee.learners._base import INSIDE, Learner
from referee.learners.fresh import copied
from referee.learners.naming import Draft, shown
from referee.learners.recipe import describe
from referee.learners.tuning.inner import Inner
from referee.learners.tuning.laws import law_of
from referee.learners.tuning.space import Setting, settings_of_space, shown_setting
from referee.learners.tuning.tuned import TunedLearner, Tuning, unmade, usual_metric
from referee.metrics import Metric, as_metric
from referee.metrics.past import no_past
from referee.spec import Alternatives

FEWEST = 2


def space_of(parameters: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is to be chosen, and what is fixed.

    >>> space_of({"C": Alternatives((1, 10)), "degree": 2, "gamma": "loguniform(0.1, 1)"})
    ({'C': [1, 10], 'gamma': 'loguniform(0.1, 1)'}, {'degree': 2})
    """
    space = {name: list(value) if isinstance(value, Alternatives) else value for name, value in parameters.items()
             if isinstance(value, Alternatives) or law_of(value) is not None}
    return space, {name: value for name, value in parameters.items() if name not in space}



def searched(space: Any, tuning: Tuning) -> tuple[Setting, ...]:
    """The settings of a space; one alone is nothing to choose from."""
    settings = settings_of_space(space, draws=tuning.draws, seed=tuning.seed)
    if len(settings) < FEWEST:
        raise BadInput(f"the search space has one setting ({shown_setting(settings[0])}); there is nothing to choose, "
                       f"so give it as a plain parameter.")
    return settings


def with_setting(base: Any, setting: Setting) -> Any:
    """A copy of the user's object with some of its parameters set."""
    made: Any = base() if inspect.isclass(base) else copied(base)
    if not hasattr(made, "set_params"):
        raise BadInput(f"{type(made).__name__} has no set_params; only scikit-learn-style models can be tuned.")
    known = made.get_params(deep=True)
    for name in setting:
        if name not in known:
            raise BadInput(f"{type(made).__name__} has no parameter {name!r}{did_you_mean(name, known)}")
    return made.set_params(**setting)


def tuned_draft(drafts: Sequence[Draft], settings: tuple[Setting, ...], tuning: Tuning, problem: Problem) -> Draft:
    """One learner of many: a plain one for each setting, in the order declared."""
    candidates = tuple(draft.learner for draft in drafts)
    chosen_by = _metric(tuning.select or usual_metric(problem), problem)
    first, inner = candidates[0], tuning.inner or Inner.parse("nested")
    learner = TunedLearner(
        name=f"tuned-{first.name}", make=unmade, takes=first.takes, versions=first.versions, candidates=candidates,
        settings=settings, inner=inner, metric=chosen_by, rule=tuning.rule,
        recipe={
            "tuned": first.name, "settings": [shown_setting(setting) for setting in settings],
            "candidates": [fingerprint(c.recipe, c.takes.value) for c in candidates],
            "inner": inner.spec, "select": chosen_by.name, "rule": tuning.rule.value,
            "preset": inner.preset.name if inner.preset else "",
        } | ({} if chosen_by.source is None else {"selects": describe(chosen_by.source)}) | _inside(candidates),
    )
    return Draft(learner, {"inner": inner.spec, "rule": tuning.rule.value, "select": chosen_by.name,
                           "settings": shown([shown_setting(setting) for setting in settings])})


def _inside(candidates: Sequence[Learner]) -> dict[str, Any]:
    """What the settings say of dividing their training rows, each once."""
    said = dict.fromkeys(sentence for one in candidates for sentence in one.recipe.get(INSIDE, ()))
    return {INSIDE: list(said)} if said else {}


def _metric(said: Any, problem: Problem) -> Metric:
    found = as_metric(said, problem.task)
    objection = found.objection(task=problem.task, n_classes=len(problem.classes) or None, in_order=problem.in_order,
                                no_past=no_past(problem.time, problem.groups) if found.season else None)
    if objection:
        raise BadInput(f"{objection}: choose the settings by another metric (select).")
    return found
