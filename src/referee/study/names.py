"""The names in a study file, each checked before any data are read: a refusal has the line and the nearest name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from referee.comparisons.family import Ask
from referee.comparisons.named import TESTS
from referee.designs import DESIGNS
from referee.errors import BadInput, RefereeError, UnknownName
from referee.learners.named import named
from referee.metrics import metric
from referee.spec import parse_spec
from referee.study.file import StudyFile, StudySaid
from referee.study.lines import Where


def check_names(file: StudyFile) -> None:
    """Refuse, with its line, the first name that nobody knows."""
    for path, check in _checks(file.said):
        try:
            check()
        except RefereeError as error:
            raise BadInput(f"{file.lined.at(path)}: {error}") from error


def _checks(said: StudySaid) -> Iterator[tuple[Where, Callable[[], Any]]]:
    for i, model in enumerate(said.models):
        yield ("models", i, "learner"), lambda model=model: _learner(model.learner)
        if model.select is not None:
            yield ("models", i, "select"), lambda model=model: metric(model.select)
    for i, name in enumerate(said.metrics or []):
        yield ("metrics", i), lambda name=name: metric(name)
    if said.primary is not None:
        yield ("primary",), lambda: metric(str(said.primary))
    if said.design is not None:
        yield ("design",), lambda: _design(str(said.design))
    if said.test is not None:
        yield ("test",), lambda: TESTS[str(said.test)]
    yield ("adjust",), lambda: Ask(adjust=said.adjust)
    yield ("family",), lambda: Ask(family=said.family)
    names = [model.name for model in said.models if model.name]
    for name in {n for n in names if names.count(n) > 1}:
        yield ("models",), lambda name=name: _refuse(f"two models are called {name!r}; rename one.")


def _learner(text: str) -> None:
    name, _ = parse_spec(text)
    if "." not in name:
        named(name)


def _design(text: str) -> None:
    name, _ = parse_spec(text)
    if name == "given":
        raise BadInput("design 'given' is for Python; name another in a file.")
    if "." not in name and name not in DESIGNS:
        raise UnknownName("design", name, [kind.name for kind in DESIGNS], hint="`referee list designs` shows all")


def _refuse(sentence: str) -> None:
    raise BadInput(sentence)
