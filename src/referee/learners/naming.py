"""Names for learners that were given none, and names that tell learners of one name apart."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.errors import BadInput
from referee.fingerprint import fingerprint
from referee.learners._base import Learner

WIDE = 40      # characters of a value that a name shows


@dataclass(frozen=True, slots=True)
class Draft:
    """A learner under the name it would have alone, with the settings that its name may show."""

    learner: Learner
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def told(self) -> dict[str, str]:
        """The settings, with the form of its data among them."""
        return self.settings | {"takes": self.learner.takes.value}


def kebab(name: str) -> str:
    """A class name as one would type it.

    >>> kebab("RandomForestClassifier"), kebab("SVC"), kebab("XGBClassifier")
    ('random-forest-classifier', 'svc', 'xgb-classifier')
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name).lower().strip("_")


def name_of(estimator: Any) -> str:
    """A name for an object: its class; for a pipeline its steps.

    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> from sklearn.svm import SVC
    >>> name_of(make_pipeline(StandardScaler(), SVC()))
    'standard-scaler+svc'
    """
    steps = getattr(estimator, "steps", None)
    if isinstance(steps, list) and steps:
        return "+".join(name_of(step) for _, step in steps if hasattr(step, "get_params"))
    return kebab(type(estimator).__name__)


def settings_of(estimator: Any) -> dict[str, str]:
    """The parameters of an object that are not its class's defaults, nested ones by their path.

    >>> from sklearn.svm import SVC
    >>> settings_of(SVC(C=10))
    {'C': '10'}
    """
    return {name: shown(value) for name, value in _unusual(estimator)}


def shown(value: Any) -> str:
    """A value short enough for a name, and without the address at which it happens to be.

    >>> shown(shown), shown(0.5)
    ('<function shown>', '0.5')
    """
    text = re.sub(r"\s+", " ", value if isinstance(value, str) else repr(value))
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", text)
    return text if len(text) <= WIDE else f"{text[: WIDE - 1]}…"


def told_apart(drafts: Sequence[Draft]) -> tuple[Learner, ...]:
    """Learners with different names; those that share one say in brackets what differs."""
    named = [_named(draft, [other for other in drafts if other.learner.name == draft.learner.name]) for draft in drafts]
    names = [learner.name for learner in named]
    return tuple(
        learner if names.count(learner.name) == 1
        else replace(learner, name=f"{learner.name}#{fingerprint(learner.recipe, learner.takes.value)[:6]}")
        for learner in named
    )


def _named(draft: Draft, namesakes: list[Draft]) -> Learner:
    learner = draft.learner
    if sum(_same(learner, other.learner) for other in namesakes) > 1:
        raise BadInput(f"{learner.name} is given twice with the same parameters; leave one out, or name them "
                       f"differently in a dict to compare a model with itself.")
    varying = {name for other in namesakes for name, value in other.told.items()
               if any(third.told.get(name) != value for third in namesakes)}
    said = ", ".join(f"{name}={value}" for name, value in sorted(draft.told.items()) if name in varying)
    return replace(learner, name=f"{learner.name}({said})") if said else learner


def _same(a: Learner, b: Learner) -> bool:
    return fingerprint(a.recipe, a.takes.value) == fingerprint(b.recipe, b.takes.value)


def _unusual(estimator: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Parameters whose values are not the defaults of the constructor; an inner estimator by its class too."""
    if not hasattr(estimator, "get_params") or isinstance(estimator, type):
        return
    usual = {p.name: p.default for p in inspect.signature(type(estimator)).parameters.values()}
    parts = {n: v for n, v in estimator.get_params(deep=True).items() if "__" not in n}
    for name, value in parts.items():
        if hasattr(value, "get_params"):
            if name in usual:
                yield f"{prefix}{name}", kebab(type(value).__name__)
            yield from _unusual(value, f"{prefix}{name}__")
        elif not _names_parts(value, parts) and repr(usual.get(name)) != repr(value):
            yield f"{prefix}{name}", value


def _names_parts(value: Any, parts: dict[str, Any]) -> bool:
    """Whether it is a list of named steps, which are parameters of their own."""
    return isinstance(value, list) and any(isinstance(v, tuple) and v and str(v[0]) in parts for v in value)
