"""A study file without what it names by a path: what can be looked at when nothing of it may be imported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.declaration import ModelSaid, StudySaid
from referee.spec import parse_spec


@dataclass(frozen=True, slots=True, kw_only=True)
class WithoutPaths:
    """What is left of a study file, and a sentence for each thing that was not looked at."""

    said: StudySaid
    design: str | None                  # the design, where it goes by a path
    notices: tuple[str, ...]


def without_paths(said: StudySaid) -> WithoutPaths:
    """Learners stay, as names; a design, metrics and ways to tune by path are left out, and told.

    >>> study = StudySaid(problems=[{"data": "iris"}], models=["tree", "mine.Model"], design="mine.Splitter:n=3")
    >>> left = without_paths(study)
    >>> left.said.design, left.design
    (None, 'mine.Splitter:n=3')
    >>> left.notices[0]
    'The design mine.Splitter:n=3 goes by its path and was not imported: what depends on the splits was not looked at.'
    """
    notices = []
    changes: dict[str, Any] = {"models": [_plain(model) for model in said.models]}
    design = said.design if by_path(said.design) else None
    if design is not None:
        notices.append(f"The design {design} goes by its path and was not imported: what depends on the splits was "
                       f"not looked at.")
        changes |= {"design": None, "test": None, "protocol": None}
    foreign = [text for text in (said.primary, *(said.metrics or ())) if by_path(text)]
    if foreign:
        notices.append(f"Metrics that go by a path were not imported: {', '.join(dict.fromkeys(map(str, foreign)))}.")
        changes |= {"primary": None if by_path(said.primary) else said.primary,
                    "metrics": [text for text in said.metrics or () if not by_path(text)] or None}
    if said.tuning is not None and "." in str(parse_spec(said.tuning)[1].get("select", "")):
        changes["tuning"] = None
    models = [model.learner for model in said.models if by_path(model.learner)]
    if models:
        notices.append(f"Models that go by a path were not imported, only read about: {', '.join(models)}.")
    return WithoutPaths(said=said.model_copy(update=changes), design=design, notices=tuple(notices))


def by_path(text: str | None) -> bool:
    """Whether a learner, design or metric goes by the path one would import it from."""
    return text is not None and "." in text.partition(":")[0]


def _plain(model: ModelSaid) -> ModelSaid:
    return model.model_copy(update={"select": None}) if by_path(model.select) else model
