"""The keywords of the verbs: a misspelt one is refused at once, an old one is still understood.

A verb takes further keywords (`**data`) that say what is what in the data, so Python would pass a slip of the pen on as
one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import Parameter, signature
from typing import Any, ParamSpec, TypeVar

from referee.errors import BadInput, UnknownName

P = ParamSpec("P")
R = TypeVar("R")
SCIKIT_LEARN = {"cv": "design", "scoring": "metrics", "n_jobs": "jobs", "params": "fit_params"}    # its users' words
ANSWERED = {                  # what cross_validate takes besides, and why it is not needed here
    "error_score": "a fit that fails is counted and told, and no number is put in its place",
    "return_train_score": "models are scored on rows they were not trained on",
    "return_estimator": "what models said of the test rows is kept, and no fitted model",
    "return_indices": "the rows of every split are in the ledger",
    "verbose": "progress= is told of every fit",
    "pre_dispatch": "jobs= says how many fits are made at a time",
}


def keywords(*, more: Iterable[str] = (), **old: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A verb that knows its own keywords, `more` that it passes on, and by what names they went before.

    >>> @keywords(more=["target"], rope="relevant")
    ... def judged(scores, *, relevant=0.0, **data):
    ...     return relevant, data
    >>> judged([1], rope=0.1, target="y")
    (0.1, {'target': 'y'})
    >>> judged([1], relevent=0.1)
    Traceback (most recent call last):
        ...
    referee.errors.UnknownName: no keyword of judged is called 'relevent'; did you mean 'relevant'?
    """
    def knowing(verb: Callable[P, R]) -> Callable[P, R]:
        takes = signature(verb).parameters.values()
        known = [one.name for one in takes if one.kind in {Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD}]
        name, all_known = verb.__name__, [*known, *more]

        @wraps(verb)
        def called(*args: P.args, **said: P.kwargs) -> R:
            now: Any = renamed(said, all_known, old, of=name)
            return verb(*args, **now)

        return called

    return knowing


def renamed(said: Mapping[str, Any], known: Iterable[str], old: Mapping[str, str], *, of: str) -> dict[str, Any]:
    """What was said, by the names of today."""
    known, now, spelt = list(known), dict[str, Any](), dict[str, str]()
    for word, value in said.items():
        name = old.get(word, SCIKIT_LEARN.get(word, word))
        if name not in known and word in ANSWERED:
            raise BadInput(f"{of} takes no {word}: {ANSWERED[word]}; leave it out.")
        if name not in known:
            raise UnknownName(f"keyword of {of}", word, known)
        if name in now:
            other = spelt[name] if word == name else word
            raise BadInput(f"{of}: {other} is {name}, which is given as well; leave out one of the two.")
        now[name], spelt[name] = value, word
    return now
