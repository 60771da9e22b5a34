"""YAML that remembers its lines, so that an error can say where it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.errors import BadInput, did_you_mean

Path_ = tuple[str | int, ...]


class Lined:
    """The content of a YAML file, and the line of each of its fields."""

    def __init__(self, content: Any, lines: dict[Path_, int], where: str) -> None:
        self.content, self.lines, self.where = content, lines, where

    def at(self, path: Path_) -> str:
        """The file and the line of a field, or of the nearest thing around it that has one."""
        path = tuple(path)
        while path not in self.lines and path:
            path = path[:-1]
        return f"{self.where}, line {self.lines.get(path, 1)}"


def read_yaml(path: Path) -> Lined:
    """Read a YAML file of named fields; what is not one is refused with the line."""
    import yaml

    if path.is_dir():
        raise BadInput(f"{path} is a folder; name the file in it.")
    if not path.exists():
        beside = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
        raise BadInput(f"there is no file {str(path)!r}{did_you_mean(path.name, beside)}")
    try:
        text = path.read_text(encoding="utf-8")
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        content = yaml.safe_load(text)
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not text in UTF-8.") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        raise BadInput(f"{path.name}{line} is not YAML: {getattr(error, 'problem', None) or error}.") from error
    if not isinstance(content, dict):
        raise BadInput(f"{path.name} holds no named fields; it should begin like 'data: file.csv'.")
    lines: dict[Path_, int] = {}
    _note(node, (), lines)
    return Lined(content, lines, path.name)


def _note(node: Any, path: Path_, lines: dict[Path_, int]) -> None:
    lines.setdefault(path, node.start_mark.line + 1)
    if node.id == "mapping":
        for key, value in node.value:
            lines[*path, key.value] = key.start_mark.line + 1
            _note(value, (*path, key.value), lines)
    elif node.id == "sequence":
        for position, value in enumerate(node.value):
            _note(value, (*path, position), lines)


def explain(errors: list[Any], lined: Lined, known: dict[str, list[str]]) -> BadInput:
    """One sentence for the first thing that pydantic found wrong: the line, the field, the fix; and how many more."""
    # A mistyped name explains a missing field, so it is told first.
    first = min(errors, key=lambda error: (error["type"] != "extra_forbidden", lined.at(tuple(error["loc"]))))
    path = tuple(first["loc"])
    field = ".".join(str(part) for part in path) or "the file"
    if first["type"] == "extra_forbidden":
        names = known.get(".".join(str(p) for p in path[:-1] if isinstance(p, str)), known.get("", []))
        what = f"there is no field {str(path[-1])!r}{did_you_mean(str(path[-1]), names)}"
    elif first["type"] == "missing":
        what = f"the field {field!r} is missing; add it."
    else:
        given = first.get("input")
        message = str(first["msg"]).removeprefix("Value error, ").rstrip(".")
        what = f"{field} is {given!r}: {message[:1].lower()}{message[1:]}."
    more = f" ({len(errors) - 1} more like this.)" if len(errors) > 1 else ""
    return BadInput(f"{lined.at(path)}: {what}{more}")
