"""From what people say (a name, a path, a class, an object, several of them) to learners."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.data.problem import Problem
from referee.data.wording import listed
from referee.dotted import is_only_read
from referee.errors import BadInput
from referee.kinds import Task
from referee.learners._base import INSIDE, Learner, Takes
from referee.learners.build import build_dotted, build_named, taken_for_classes
from referee.learners.dividing import keeping
from referee.learners.fit_parameters import require_takers
from referee.learners.fresh import Fresh, prototype
from referee.learners.kept_recipes import Later, address, keep, kept, require_kept
from referee.learners.laws import says_quantiles
from referee.learners.named import NamedLearner, Trait, named
from referee.learners.naming import Draft, kebab, name_of, settings_of, shown, told_apart
from referee.learners.parameters import instance
from referee.learners.recipe import recipe_of
from referee.learners.tags import TASKS, each_by_itself, kind_of_estimator, last_step, takes_several_targets
from referee.learners.tuning.build import searched, space_of, tuned_draft, with_setting
from referee.learners.tuning.tuned import Tuned, Tuning
from referee.learners.unmade import read_of
from referee.learners.versions import versions_of
from referee.spec import parse_spec, split_specs


def resolve(models: Any, problem: Problem, *, tuning: Tuning | None = None) -> tuple[Learner, ...]:
    """The learners that are meant, each under a name of its own.

    `models` is a spec ("forest:n_estimators=300", or several with commas between them), an estimator
    object, a class, `tuned(…)`, a list of these, or a dict or pairs that name them. Named learners and dotted paths
    are fitted on the encoded matrix, objects and classes on the data as they were given. A spec with several
    values for a parameter ("knn:n_neighbors=1|5|15") is a tuned learner; `tuning` says how it chooses.
    """
    how = tuning or Tuning()
    if _are_pairs(models):
        models = _by_name(models)
    if isinstance(models, Mapping):
        learners = tuple(_under(name, _draft(model, problem, how)) for name, model in models.items())
    else:
        if isinstance(models, str):
            models = split_specs(models)
        several = models if isinstance(models, list | tuple) else [models]
        learners = told_apart([_draft(model, problem, how) for model in several])
    if not learners:
        raise BadInput("no model was given; name at least one, such as 'logistic' or 'forest'.")
    require_takers(learners, problem.features.fit_parameters if problem.features else {})
    return learners


def _are_pairs(models: Any) -> bool:
    """Whether it is a list of (name, model), as scikit-learn's ensembles and pipelines take them."""
    return isinstance(models, list | tuple) and bool(models) and all(
        isinstance(one, tuple) and len(one) == 2 and isinstance(one[0], str) for one in models)


def _by_name(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    named_so = dict(pairs)
    if len(named_so) < len(pairs):
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise BadInput(f"two models are called {twice!r}; give each a name of its own.")
    return named_so


def _under(name: Any, draft: Draft) -> Learner:
    if not isinstance(name, str) or not name.strip():
        raise BadInput(f"a model's name must be a text, not {name!r}.")
    return replace(draft.learner, name=name)


def _draft(model: Any, problem: Problem, tuning: Tuning) -> Draft:
    """One learner under the name it would have alone."""
    if isinstance(model, Learner):
        return Draft(model)
    if isinstance(model, NamedLearner):
        return Draft(_named_learner(model, {}, problem))
    if isinstance(model, str):
        name, parameters = parse_spec(model)
        space, fixed = space_of(parameters)
        if not space:
            return _from_spec(name, parameters, problem)
        settings = searched(space, tuning)
        return tuned_draft([_from_spec(name, fixed | setting, problem) for setting in settings], settings, tuning,
                           problem)
    if isinstance(model, Tuned):
        return _from_tuned(model, problem, tuning)
    if isinstance(model, list | tuple | Mapping):
        raise BadInput(f"{shown(model)} stands where one model should; give a flat list, or a dict of names and "
                       f"models.")
    return _from_object(model, problem)


def _from_tuned(model: Tuned, problem: Problem, tuning: Tuning) -> Draft:
    """A learner for each setting, by spec or as a copy of an object."""
    how = model.tuning.within(tuning)
    settings = searched(model.space, how)
    if isinstance(model.base, str):
        name, fixed = parse_spec(model.base)
        drafts = [_from_spec(name, fixed | setting, problem) for setting in settings]
    else:
        drafts = [_from_object(with_setting(model.base, setting), problem) for setting in settings]
    return tuned_draft(drafts, settings, how, problem)


def _from_spec(name: str, parameters: dict[str, Any], problem: Problem) -> Draft:
    if "." in name and is_only_read(name):
        return read_of(name, parameters)
    if "." in name:
        estimator = build_dotted(name, parameters, problem)
        _require_task(estimator, problem, called=name)
        learner = _learner(kebab(name.rpartition(".")[2]), estimator, problem, takes=Takes.MATRIX,
                           baseline=_is_dummy(estimator))
    else:
        learner = _named_learner(named(name), parameters, problem)
    return Draft(learner, {key: shown(value) for key, value in parameters.items()})


def _named_learner(entry: NamedLearner, parameters: dict[str, Any], problem: Problem) -> Learner:
    """What a short name stands for; where an earlier process has kept what it came to, nothing is built yet."""
    takes = Takes.TIMES if Trait.BY_TIME in entry.traits else Takes.MATRIX

    def built() -> Learner:
        estimator = build_named(entry, parameters, problem)
        return _learner(entry.name, estimator, problem, takes=takes, baseline=entry.baseline or _is_dummy(estimator))

    where = address(entry, parameters, problem)
    known = kept(where)
    if where is None or known is None:
        made = built()
        keep(where, recipe=made.recipe, baseline=made.baseline)
        return made
    recipe = known["recipe"]

    def prototype_of_it() -> Any:
        made = built()
        require_kept(where, recipe=recipe, now=made.recipe)
        assert isinstance(made.make, Fresh)
        return made.make.prototype

    return Learner(name=entry.name, make=Later(prototype_of_it), recipe=recipe, takes=takes,
                   baseline=known["baseline"], versions=versions_of(recipe))


def _from_object(model: Any, problem: Problem) -> Draft:
    if inspect.isclass(model):
        _require_methods(model, called=model.__name__)
        model = instance(model, {}, called=model.__name__)
    called = type(model).__name__
    _require_methods(model, called=called)
    _require_task(model, problem, called=called)
    estimator, name, settings = model, name_of(model), settings_of(model)
    if problem.has_several and not takes_several_targets(model, problem):
        estimator = each_by_itself(model, problem)
    return Draft(_learner(name, estimator, problem, takes=Takes.GIVEN, baseline=_is_dummy(model)), settings)


def _learner(name: str, estimator: Any, problem: Problem, *, takes: Takes, baseline: bool) -> Learner:
    kept, inside = keeping(estimator, problem)
    fixed = prototype(kept)
    recipe = recipe_of(fixed) | ({INSIDE: list(inside)} if inside else {})
    if problem.task is Task.REGRESSION and not problem.has_several and says_quantiles(fixed):
        recipe |= {"says": "quantiles"}         # what was recorded before it was asked for them is another learner's
    return Learner(name=name, make=Fresh(fixed), recipe=recipe, takes=takes, baseline=baseline,
                   versions=versions_of(recipe))


def _require_methods(model: Any, *, called: str) -> None:
    missing = [method for method in ("fit", "predict") if not callable(getattr(model, method, None))]
    if missing == ["predict"] and kind_of_estimator(model) in TASKS and hasattr(type(model), "predict"):
        return                  # a stack, or a search over one, shows predict only when it is fitted
    if missing:
        raise BadInput(f"{called} has no {' and no '.join(missing)}; a model needs fit and predict.")


def _require_task(estimator: Any, problem: Problem, *, called: str) -> None:
    kind = kind_of_estimator(estimator)
    if kind is not None and TASKS.get(kind) is not problem.task:
        if kind == "classifier" and len(problem.targets) > 1:
            several = listed(problem.targets)
            raise BadInput(f"{called} is a classifier, and the targets of {problem.name} ({several}) are taken as "
                           f"numbers; say task='classification' if they are classes.")
        wanted = {task: word for word, task in TASKS.items()}[problem.task]
        raise BadInput(f"{called} is a {kind}, but {problem.name} is a problem of {problem.task.value}; "
                       f"give a {wanted}{taken_for_classes(problem)}.")


def _is_dummy(estimator: Any) -> bool:
    """Whether it is one of scikit-learn's models that look at the target only."""
    return type(last_step(estimator)).__module__ == "sklearn.dummy"
