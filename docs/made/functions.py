"""Every function on arrays and every verb: its signature, what its docstring says, and its example, which is a test."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

import referee
from referee.metrics import METRICS
from referee.report.array_list import ROOMS

PROMPT = ">" * 3
WIDE = 96


def function_pages() -> dict[str, str]:
    """A page for each room with functions on arrays, one for the metrics, one for the verbs."""
    rooms = {name.replace(".", "-"): _page(title, f"referee.{name}", _public(import_module(f"referee.{name}")))
             for name, title in ROOMS.items()}
    metrics = {name: getattr(referee.metrics, name) for name in sorted(metric.name for metric in METRICS)
               if name.isidentifier()}
    verbs = {name: one for name in sorted(referee.__all__) if inspect.isfunction(one := getattr(referee, name))}
    return {**rooms, "metrics": _page("Metrics as functions", "referee.metrics", metrics),
            "verbs": _page("The verbs", "referee", verbs)}


def _public(room: Any) -> dict[str, Any]:
    return {name: getattr(room, name) for name in sorted(room.__all__, key=str.lower)
            if not inspect.isclass(getattr(room, name))}


def _page(title: str, place: str, functions: dict[str, Any]) -> str:
    head = f"# {title}\n\n`from {place} import …`; every example below is run by the tests.\n"
    return "\n".join([head, *(_function(name, one) for name, one in functions.items())])


def _function(name: str, function: Any) -> str:
    return f"## {name}\n\n```python\n{signature(name, function)}\n```\n\n{told(inspect.getdoc(function) or '')}\n"


def signature(name: str, function: Any) -> str:
    """How it is called, on as many lines as that takes."""
    try:
        known = inspect.signature(function)
    except (TypeError, ValueError):
        return name
    back = f" -> {_kind(known.return_annotation)}" if known.return_annotation is not inspect.Signature.empty else ""
    words = list(_words(known.parameters.values(), getattr(function, "__globals__", {})))
    line = f"{name}({', '.join(words)}){back}"
    return line if len(line) <= WIDE else f"{name}(\n" + "".join(f"    {word},\n" for word in words) + f"){back}"


def _words(parameters: Iterable[inspect.Parameter], known: dict[str, Any]) -> Iterator[str]:
    starred = False
    for one in parameters:
        if one.kind is one.KEYWORD_ONLY and not starred:
            yield "*"
        starred = starred or one.kind in {one.KEYWORD_ONLY, one.VAR_POSITIONAL}
        kind = "" if one.annotation is one.empty else f": {_kind(one.annotation)}"
        keywords = known.get(str(one.annotation).strip("'").removeprefix("Unpack[").rstrip("]"))
        if one.kind is one.VAR_KEYWORD and keywords is not None:        # a typed dict of keywords, each by its name
            yield from (f"{word}=…" for word in keywords.__annotations__)
        else:
            star = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
            yield f"{star}{one.name}{kind}" + ("" if one.default is one.empty else f" = {one.default!r}")


def _kind(annotation: Any) -> str:
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
    return re.sub(r"\b(npt|np|pd|typing)\.", "", text)


def told(docstring: str) -> str:
    """A docstring as Markdown: paragraphs, and examples in fences."""
    parts = []
    for paragraph in docstring.split("\n\n"):
        if paragraph.lstrip().startswith(PROMPT):
            parts.append(f"```pycon\n{inspect.cleandoc(paragraph)}\n```")
        else:
            parts.append(paragraph.replace("<", "&lt;"))
    return "\n\n".join(parts).replace("```\n\n```pycon\n", "\n")
