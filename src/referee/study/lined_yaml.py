"""YAML that remembers its lines, so that an error can say where it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from referee.errors import BadInput, RefereeError, did_you_mean
from referee.foreign_file import guarded, text_of
from referee.study.yaml_limits import MOST_BYTES, require_moderate

Where = tuple[str | int, ...]


class Lined:
    """The content of a YAML file, and the line of each of its fields."""

    def __init__(self, content: dict[str, Any], lines: dict[Where, int], where: str) -> None:
        self.content, self.lines, self.where = content, lines, where

    def at(self, path: Where) -> str:
        """The file and the line of a field, or of the nearest thing around it that has one."""
        path = tuple(path)
        while path not in self.lines and path:
            path = path[:-1]
        return f"{self.where}, line {self.lines.get(path, 1)}"

    def placed(self, error: RefereeError, fields: Iterable[Where]) -> BadInput:
        """The same refusal with the line of the field it is about: the first whose content its sentence quotes."""
        fields, told = [part for path in fields for part in self._parts(path)], str(error)
        about = next((path for path in fields if any(_quoted(text, told) for text in _texts(self._value(path)))), None)
        about = about if about is not None else next((path for path in fields if self._value(path) is not None), ())
        return BadInput(f"{self.at(about)}: {told}")

    def _parts(self, path: Where) -> list[Where]:
        """The items of a list one by one, then the whole of it."""
        value = self._value(path)
        return [*((*path, i) for i in range(len(value) if isinstance(value, list) else 0)), path]

    def _value(self, path: Where) -> Any:
        value: Any = self.content
        for part in path:
            try:
                value = value[part]
            except (KeyError, IndexError, TypeError):
                return None
        return value


def _texts(value: Any) -> Iterable[str]:
    """What a field says, as a sentence would quote it: whole, and the bare name of a specification."""
    if isinstance(value, dict | list):
        for item in [*value, *value.values()] if isinstance(value, dict) else value:
            yield from _texts(item)
    elif value is not None:
        yield from dict.fromkeys((str(value), str(value).partition(":")[0]))


def _quoted(text: str, sentence: str) -> bool:
    return bool(text) and re.search(rf"(?<![\w.]){re.escape(text)}(?![\w.]*\w)", sentence, re.IGNORECASE) is not None


def read_yaml(path: Path) -> Lined:
    """Read a YAML file of named fields; what is not one is refused with the line."""
    if path.is_dir():
        raise BadInput(f"{path} is a folder; name the file in it.")
    if not path.exists():
        beside = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
        raise BadInput(f"there is no file {str(path)!r}{did_you_mean(path.name, beside)}")
    with guarded(path.name):
        return _read(path)


def _read(path: Path) -> Lined:
    import yaml

    try:
        text = text_of(path, MOST_BYTES)
        require_moderate(text, path.name)
        loader = _loader()(text)
        node = loader.get_single_node()
        content = None if node is None else loader.construct_document(node)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        said = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise BadInput(f"{path.name}{line} is not YAML: {said}; look at colons, quotes and spaces there.") from error
    if not isinstance(content, dict):
        raise BadInput(f"{path.name} holds no named fields; it should begin like 'data: file.csv'.")
    lines: dict[Where, int] = {}
    _note(node, (), lines, path.name)
    return Lined(content, lines, path.name)


def _loader() -> Any:
    """YAML's safe loader, in which yes, no, on and off are words: they are the names of classes and columns."""
    import yaml

    class Loader(yaml.SafeLoader):
        yaml_implicit_resolvers = {  # noqa: RUF012 - the name that yaml reads
            first: [(tag, pattern) for tag, pattern in known if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
            for first, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
        }

    return Loader


def _note(node: Any, path: Where, lines: dict[Where, int], where: str) -> None:
    lines.setdefault(path, node.start_mark.line + 1)
    if node.id == "mapping":
        for key, value in node.value:
            here = (*path, key.value)
            if here in lines:
                raise BadInput(f"{where}, line {key.start_mark.line + 1}: {key.value!r} is said twice, first in line "
                               f"{lines[here]}; keep one.")
            lines[here] = key.start_mark.line + 1
            _note(value, here, lines, where)
    elif node.id == "sequence":
        for position, value in enumerate(node.value):
            _note(value, (*path, position), lines, where)


def explain(errors: list[Any], lined: Lined, known: dict[str, list[str]]) -> BadInput:
    """One sentence for the first thing that pydantic found wrong: the line, the field, the fix; and how many more."""
    # A mistyped name explains a missing field, so it is told first.
    first = min(errors, key=lambda error: (error["type"] != "extra_forbidden", lined.lines.get(tuple(error["loc"]), 0)))
    path = tuple(first["loc"])
    field = ".".join(str(part) for part in path) or "the file"
    if first["type"] == "extra_forbidden":
        names = known.get(".".join(str(p) for p in path[:-1] if isinstance(p, str)), known.get("", []))
        close = did_you_mean(str(path[-1]), names)
        known_ones = close if "?" in close else f"; there are: {', '.join(names)}."
        what = f"there is no field {str(path[-1])!r}{known_ones}"
    elif first["type"] == "missing":
        what = f"the field {field!r} is missing; add it."
    else:
        message = str(first["msg"]).removeprefix("Value error, ").rstrip(".")
        given = f"{field} is {first['input']!r}: " if not isinstance(first.get("input"), dict | list) else f"{field}: "
        what = f"{given}{message[:1].lower()}{message[1:]}."
    more = len(errors) - 1
    return BadInput(f"{lined.at(path)}: {what}" + (f" ({more} more like this.)" if more else ""))
