"""Settings that a script goes by: arguments with their defaults, constants of classes, dictionaries, filled-in texts.

What a command line or a file may say instead is not known; the script is followed as it stands.
"""

from __future__ import annotations

import ast
import json
import operator
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import yaml

from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.values import NONE, NOTHING, Thing, Value, gathered, joined

if TYPE_CHECKING:
    from referee.audit.reading.scripts.flow import Flow

PARTS = {"train", "training", "test", "testing", "validation", "valid", "val", "dev", "eval", "evaluation", "holdout",
         "held_out", "heldout", "unsupervised", "calibration", "cal"}
"""Words by which people call the parts of their rows."""
PARSERS = {"ArgumentParser", "ArgParser"}
NAMESPACES = {"Namespace", "SimpleNamespace"}
FROM_TEXT: dict[str, Callable[[str], Any]] = {
    "yaml.safe_load": yaml.safe_load, "json.loads": json.loads, "omegaconf.OmegaConf.create": yaml.safe_load}
ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Div: operator.truediv}
LONGEST = 10_000


def of_parser(made: Call, owner: Value) -> Value | None:
    """argparse: each argument is what its default says; None for what is no parser."""
    parser = owner.things[0]
    if parser.name not in PARSERS:
        return None
    if made.name == "add_argument":
        words = [value.constant for value in made.args if isinstance(value.constant, str)]
        long = next((word for word in words if word.startswith("--")), words[0] if words else "")
        named = made.named.get("dest", NOTHING).constant
        name = named if isinstance(named, str) else long.lstrip("-").replace("-", "_")
        parser.fields[name] = made.named.get("default", Value())
        return NOTHING
    if made.name == "set_defaults":
        parser.fields.update(made.named)
        return NOTHING
    if made.name in {"parse_args", "parse_known_args"}:
        found = Value(things=(Thing(name="Namespace", line=made.line, fields=dict(parser.fields)),))
        return found if made.name == "parse_args" else gathered([found, Value()])
    return owner


def namespace(made: Call) -> Value:
    """SimpleNamespace(a=1): a thing with these fields."""
    return Value(things=(Thing(name="Namespace", line=made.line, fields=dict(made.named)),))


def from_text(made: Call) -> Value | None:
    """A dictionary that stands in the script as YAML or JSON; None where it comes from elsewhere."""
    read, given = FROM_TEXT.get(made.path), made.arg(0)
    if read is None or given.items is not None:
        return given if read is not None and given.items is not None else None
    if not isinstance(given.constant, str) or len(given.constant) > LONGEST:
        return None
    try:
        return _tree(read(given.constant))
    except (ValueError, yaml.YAMLError):
        return None


def _tree(held: Any) -> Value:
    if isinstance(held, dict):
        items = {key: _tree(value) for key, value in held.items()}
        return replace(joined(items.values()), items=items)
    if isinstance(held, list):
        return gathered(map(_tree, held))
    return NONE if held is None else Value(constant=held)


def of_class(flow: Flow, body: ast.ClassDef) -> dict[str, Value]:
    """What a class of this file, and those it comes from, say of their fields."""
    fields: dict[str, Value] = {}
    for base in body.bases:
        if isinstance(base, ast.Name) and base.id in flow.classes and flow.classes[base.id] is not body:
            fields |= of_class(flow, flow.classes[base.id])
    for node in body.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            fields[node.target.id] = NOTHING if node.value is None else _default(flow, node.value)
        elif isinstance(node, ast.Assign):
            fields |= {name.id: _default(flow, node.value) for name in node.targets if isinstance(name, ast.Name)}
    return fields


def setting(flow: Flow, name: str, base: Value) -> Value | None:
    """A field of a class, of arguments, of a dictionary with dots; None where it is none of these."""
    if base.path.startswith("class:") and base.path[6:] in flow.classes:
        return of_class(flow, flow.classes[base.path[6:]]).get(name)
    if base.items is not None and not base.rows and not base.path:
        return base.items.get(name)
    return Value() if any(t.name == "Namespace" and name not in t.fields for t in base.things) else None


def _default(flow: Flow, node: ast.expr) -> Value:
    """field(default=…) and field(default_factory=lambda: …) say what plain defaults say."""
    called = ast.unparse(node.func).split(".")[-1] if isinstance(node, ast.Call) else ""
    if called not in {"field", "Field"} or not isinstance(node, ast.Call):
        return flow.value(node)
    given = {word.arg: word.value for word in node.keywords}
    if "default" in given:
        return flow.value(given["default"])
    factory = given.get("default_factory")
    if isinstance(factory, ast.Lambda):
        return flow.value(factory.body)
    return flow.value(node.args[0]) if node.args else NOTHING


def filled_in(flow: Flow, node: ast.JoinedStr) -> Value:
    """An f-string; a constant, where all that it is made of is known."""
    parts: list[str] = []
    held: list[Value] = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
        elif isinstance(part, ast.FormattedValue):
            value = flow.value(part.value)
            held.append(value)
            if part.format_spec is None and isinstance(value.constant, str | int) and not value.rows:
                parts.append(str(value.constant))
    whole = joined(held)
    return replace(whole, constant="".join(parts)) if len(parts) == len(node.values) else whole


def computed(node: ast.BinOp, left: Value, right: Value) -> object:
    """What two constants give: texts or lists of words put together, numbers; None where that is not known."""
    both, numbers = (left.constant, right.constant), int | float
    texts = isinstance(node.op, ast.Add) and any(all(isinstance(one, kind) for one in both) for kind in (str, tuple))
    figures = all(isinstance(one, numbers) and not isinstance(one, bool) for one in both)
    if not texts and not (figures and type(node.op) in ARITHMETIC):
        return None
    try:
        return ARITHMETIC[type(node.op)](*both)
    except (ArithmeticError, ValueError):
        return None


def are_parts(values: list[Value]) -> bool:
    """Whether all of them are words for parts of the rows, or begin with one."""
    words = [value.items.get(0, NOTHING).constant if value.items else value.constant for value in values]
    return bool(words) and all(isinstance(word, str) and word.lower() in PARTS for word in words)
