"""From what people say (a name, a path, a function, a scorer, a metric) to metrics.

Names are looked up in the registry, parameters are typed behind a colon: ``fbeta:beta=2``; other names are those of
scikit-learn's scorers. Where a user asks for a metric (`as_metric`) a path such as ``my_module.my_cost`` is one too.
What a ledger or a file of a stranger names is never imported: `metric` and `named_metrics` know the registry and
scikit-learn's scorers, and whatever objects they are given.
"""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, overload

import numpy as np

from referee.dotted import load_function
from referee.errors import BadInput, UnknownName, did_you_mean
from referee.kinds import Direction, Needs, Task
from referee.metrics._base import FAMILIES, METRICS, Family, Metric
from referee.metrics.guard import guarded
from referee.metrics.own import OwnMetric, own_metric
from referee.metrics.scorers import SAME_AS_OURS, is_scorer, of_scorer, scorer_named
from referee.spec import parse_spec, split_specs


@overload
def metric(spec: str) -> Metric: ...
@overload
def metric(spec: Callable[..., Any], *, name: str | None = ..., title: str | None = ...,
           needs: Needs | str | None = ..., direction: Direction | str | None = ...,
           bounds: Iterable[float | None] | None = ..., rows: bool = ...) -> OwnMetric: ...
@overload
def metric(spec: None = ..., *, name: str | None = ..., title: str | None = ..., needs: Needs | str | None = ...,
           direction: Direction | str | None = ..., bounds: Iterable[float | None] | None = ...,
           rows: bool = ...) -> Callable[[Callable[..., Any]], OwnMetric]: ...


def metric(spec: str | Callable[..., Any] | None = None, **declared: Any) -> Any:
    """The metric of a name (and parameters), or a function of your own declared as one.

    Of a function `(truth, said)` one may declare `needs` (labels, values, probabilities or scores: what `said` is),
    `direction` (maximise or minimise), `bounds`, `name`, `title`, and `rows=True` where it gives one value a row. It
    serves as a decorator too. A scikit-learn scorer brings all this with it.

    >>> metric("accuracy").title
    'accuracy'
    >>> metric("log_loss:base=2").name
    'log_loss:base=2'
    >>> metric("log_loss:bas=2")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: log_loss has no parameter 'bas'; did you mean 'base'?
    >>> @metric(needs="probabilities", direction="minimise", bounds=(0, 1))
    ... def doubt(truth, said):
    ...     return 1 - said.max(axis=1).mean()
    >>> doubt.of(Task.CLASSIFICATION).direction.word
    'lower is better'
    """
    if spec is None:
        return functools.partial(metric, **declared)
    if not isinstance(spec, str):
        return _declared(spec, declared)
    if declared:
        raise BadInput(f"{spec!r} is the name of a metric, which knows its {next(iter(declared))} itself; declare a "
                       f"function.")
    return _registered(*parse_spec(spec))


def as_metric(thing: Any, task: Task) -> Metric:
    """Whatever a user means by a metric, for problems of a task; a path is imported, so never a stranger's.

    >>> as_metric("sklearn.metrics.hamming_loss", Task.CLASSIFICATION).direction.word
    'lower is better'
    """
    own = getattr(thing, "metric", None)
    if isinstance(own, Metric):            # one of our functions on arrays
        return own
    if isinstance(thing, str):
        name, parameters = parse_spec(thing)
        thing = _at_path(name, parameters) if "." in name else _registered(name, parameters)
    if isinstance(thing, Metric):
        if _is_ours(thing):
            return thing
        _refuse_clash(thing.name)
        return guarded(thing)
    if not callable(thing):
        raise BadInput(f"{type(thing).__name__} {str(thing)[:40]!r} is no metric; give a name such as 'accuracy', a "
                       f"function of (truth, said), a scorer of scikit-learn, or a Metric.")
    made = thing if isinstance(thing, OwnMetric) else _declared(thing, {})
    _refuse_clash(made.name)
    return made.of(task)


def each_of(said: Any) -> list[Any]:
    """One metric or several, as a list; what is under a name in a dict goes by that name, unless it has its own.

    >>> each_of("accuracy,log_loss:base=2"), each_of(["mae", max])
    (['accuracy', 'log_loss:base=2'], ['mae', <built-in function max>])
    >>> [m if isinstance(m, str) else m.name for m in each_of({"auc": "roc_auc", "mine": lambda truth, said: 0.0})]
    ['roc_auc', 'mine']
    """
    if isinstance(said, str):
        return split_specs(said) or [said]
    if isinstance(said, Mapping):
        return [thing if isinstance(thing, str | Metric | OwnMetric) else _declared(thing, {"name": name})
                for name, thing in said.items()]
    return [said] if isinstance(said, Metric) or not isinstance(said, Iterable) else list(said)


def named_metrics(names: Iterable[str], given: Any, task: Task) -> tuple[Metric, ...]:
    """The metrics that a stored study names, from objects that are given and what is registered; nothing is imported.

    >>> [m.title for m in named_metrics(["accuracy"], (), Task.CLASSIFICATION)]
    ['accuracy']
    >>> named_metrics(["my_cost"], (), Task.CLASSIFICATION)
    Traceback (most recent call last):
    ...
    referee.errors.UnknownName: no metric is called 'my_cost'. The study names it: if it is a function or scorer of \
your own, give it again (metrics=[my_cost]); if a package brought it, install that.
    """
    by_name = {m.name: m for m in (as_metric(thing, task) for thing in each_of(given))}
    return tuple(by_name[name] if name in by_name else _stored(name) for name in names)


def admitted(item: Any, name: str) -> Metric:
    """A plug-in's metric behind the guard; of a function that says nothing else, `said` are labels."""
    if isinstance(item, Metric):
        return guarded(item)
    if isinstance(item, OwnMetric):
        return item.of(Task.CLASSIFICATION)
    if is_scorer(item):
        return of_scorer(item, name=name).of(Task.CLASSIFICATION)
    if not callable(item) or isinstance(item, type):
        raise BadInput(f"it is of type {type(item).__name__}, not a Metric, a scorer, or a function of (truth, said)")
    return own_metric(item, name=name).of(Task.CLASSIFICATION)


def _declared(thing: Any, declared: dict[str, Any]) -> OwnMetric:
    if not is_scorer(thing):
        return own_metric(thing.function if isinstance(thing, OwnMetric) else thing, **declared)
    made = of_scorer(thing, name=declared.pop("name", None), title=declared.pop("title", None))
    if declared:
        raise BadInput(f"a scorer brings its {next(iter(declared))} with it; leave that out.")
    clashes = made.name in METRICS or made.name in FAMILIES
    if clashes and str(getattr(thing._score_func, "__module__", "")).startswith("sklearn."):  # noqa: SLF001
        return replace(made, name=f"sklearn_{made.name}", title=f"{made.title} (scikit-learn)")
    return made


def _registered(name: str, parameters: dict[str, Any]) -> Metric:
    """By registry name, or by the name of one of scikit-learn's scorers."""
    name = SAME_AS_OURS.get(name, name)
    if not parameters and (name in METRICS or name not in FAMILIES):
        return METRICS[name] if name in METRICS else _of_scikit_learn(name)
    if name not in FAMILIES:
        METRICS[name]      # a name nobody knows is refused as such
        raise BadInput(f"{name} takes no parameters; say just {name!r}.")
    family = FAMILIES[name]
    _check_parameters(family, parameters)
    return family.make(**parameters)


def _of_scikit_learn(name: str) -> Metric:
    own = scorer_named(name)
    if own is None:
        return METRICS[name]        # which refuses it, with the nearest name
    return own.of(Task.REGRESSION if own.needs is None and _takes_numbers(own) else Task.CLASSIFICATION)


def _takes_numbers(own: OwnMetric) -> bool:
    """Whether a scorer of predictions is for numbers: those of labels refuse, or warn of, what is continuous."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            own.function.function(np.array([0.5, 1.5, 2.5]), np.array([0.75, 1.25, 2.5]))  # type: ignore[attr-defined]
    except (ValueError, Warning):
        return False
    return True


def _at_path(path: str, parameters: dict[str, Any]) -> Any:
    """A function, scorer or metric by its path, with arguments where it is a plain function."""
    found = load_function(path)
    if isinstance(found, Metric | OwnMetric) or is_scorer(found):
        if parameters:
            raise BadInput(f"{path} takes no parameters; say just {path!r}.")
        return found
    if not parameters:
        return own_metric(found)
    said = " ".join(f"{key}={value}" for key, value in parameters.items())
    return own_metric(functools.partial(found, **parameters), name=f"{path.rpartition('.')[2]}({said})")


def _stored(name: str) -> Metric:
    try:
        return _registered(*parse_spec(name))
    except BadInput:
        given = name if name.isidentifier() else "…"
        raise UnknownName("metric", name, (), hint=(
            f"The study names it: if it is a function or scorer of your own, give it again (metrics=[{given}]); if a "
            f"package brought it, install that")) from None


def _is_ours(item: Metric) -> bool:
    family, colon, _ = item.name.partition(":")
    return bool(colon and family in FAMILIES) or (item.name in METRICS and METRICS[item.name] is item)


def _refuse_clash(name: str) -> None:
    if name in METRICS or name in FAMILIES:
        raise BadInput(f"{name!r} is the name of a metric of referee's; give yours another: "
                       f'referee.metric(…, name="my_{name}").')


def _check_parameters(family: Family, parameters: dict[str, object]) -> None:
    known = inspect.signature(family.make).parameters
    for given in parameters:
        if given not in known:
            raise BadInput(f"{family.name} has no parameter {given!r}{did_you_mean(given, known)}")
    for needed, parameter in known.items():
        if parameter.default is inspect.Parameter.empty and needed not in parameters:
            raise BadInput(f"{family.name} needs its {needed}: say {family.name}:{needed}=…")
        _check_kind(needed, parameter, parameters.get(needed, parameter.default))


def _check_kind(name: str, parameter: inspect.Parameter, given: object) -> None:
    """A number where a number is meant, true or false where that is; the family checks the rest."""
    kind = str(parameter.annotation)
    if kind in {"int", "float"} and (isinstance(given, bool) or not isinstance(given, int | float)):
        raise BadInput(f"{name} must be a number, not {given!r}.")
    if kind == "bool" and not isinstance(given, bool):
        raise BadInput(f"{name} must be true or false, not {given!r}.")
