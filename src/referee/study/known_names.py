"""The names in a study file, each checked before any data are read: a refusal has the line and the nearest name."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.declaration import StudySaid
from referee.designs import DESIGNS
from referee.errors import BadInput, RefereeError, UnknownName
from referee.learners.named import named
from referee.metrics import metric
from referee.reading.ask import Ask
from referee.reading.differences.named import TESTS
from referee.spec import parse_spec
from referee.study.file import StudyFile
from referee.study.lined_yaml import Where


def check_names(file: StudyFile) -> None:
    """Refuse, with its line, the first name that nobody knows."""
    for path, check, name in _checks(file.said):
        try:
            check(name)
        except RefereeError as error:
            raise BadInput(f"{file.lined.at(path)}: {error}") from error
    names = [model.name for model in file.said.models]
    for i, model in enumerate(file.said.models):
        if model.name is not None and model.name in names[:i]:
            raise BadInput(f"{file.lined.at(('models', i))}: two models are called {model.name!r}; rename one.")


def _checks(said: StudySaid) -> Iterator[tuple[Where, Callable[[str], object], str]]:
    for i, model in enumerate(said.models):
        yield ("models", i, "learner"), _learner, model.learner
        if model.select is not None:
            yield ("models", i, "select"), _metric, model.select
    for i, name in enumerate(said.metrics or []):
        yield ("metrics", i), _metric, name
    for field, check, given in (("primary", _metric, said.primary), ("design", _design, said.design),
                                ("test", TESTS.__getitem__, said.test), ("adjust", _adjust, said.adjust),
                                ("family", _family, said.family)):
        if given is not None:
            yield (field,), check, given


def _adjust(name: str) -> None:
    Ask(adjust=name)


def _family(name: str) -> None:
    Ask(family=name)


def _metric(text: str) -> None:
    name, _ = parse_spec(text)
    if "." not in name:
        metric(text)


def _learner(text: str) -> None:
    name, _ = parse_spec(text)
    if "." not in name:
        named(name)


def _design(text: str) -> None:
    name, _ = parse_spec(text)
    if name in DESIGNS and not getattr(DESIGNS[name], "can_be_named", True):
        raise BadInput(f"design {name!r} is for Python; name another in a file.")
    if "." not in name and name not in DESIGNS:
        raise UnknownName("design", name, [kind.name for kind in DESIGNS], hint="`referee list designs` shows all")
