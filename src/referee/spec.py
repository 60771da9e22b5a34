"""Names with parameters, as people type them: ``forest:n_estimators=300``, ``kfold:folds=10,repeats=10``."""

from __future__ import annotations

import ast
from typing import Any

from referee.errors import BadInput


class Alternatives(tuple[Any, ...]):
    """Values of which one is to be chosen, as typed: ``C=1|10|100``."""

    __slots__ = ()


def parse_spec(text: str) -> tuple[str, dict[str, Any]]:
    """Split a spec into its name and its parameters.

    >>> parse_spec("forest:n_estimators=300,criterion=entropy,max_depth=None")
    ('forest', {'n_estimators': 300, 'criterion': 'entropy', 'max_depth': None})
    >>> parse_spec("mlp:hidden_layer_sizes=(50,20)")
    ('mlp', {'hidden_layer_sizes': (50, 20)})
    >>> parse_spec("svm-rbf:C=1|10")
    ('svm-rbf', {'C': (1, 10)})
    """
    name, _, rest = text.strip().partition(":")
    parameters: dict[str, Any] = {}
    for piece in split_outside_brackets(rest):
        key, equals, value = piece.partition("=")
        if not equals or not key.strip().isidentifier():
            raise BadInput(f"{text!r}: {piece!r} is not of the form parameter=value.")
        parameters[key.strip()] = _value(value.strip())
    return name.strip(), parameters


def split_specs(text: str) -> list[str]:
    """Split a comma-separated list of specs, in which a spec's own parameters hold commas too.

    >>> split_specs("prior,forest:n_estimators=300,max_depth=3,tree")
    ['prior', 'forest:n_estimators=300,max_depth=3', 'tree']
    """
    specs: list[str] = []
    for piece in split_outside_brackets(text):
        if "=" in piece and ":" not in piece.partition("=")[0] and specs and ":" in specs[-1]:
            specs[-1] += f",{piece}"
        else:
            specs.append(piece)
    return specs


def format_spec(name: str, parameters: dict[str, Any]) -> str:
    """The text that `parse_spec` reads back.

    >>> format_spec("kfold", {"folds": 5, "repeats": 2})
    'kfold:folds=5,repeats=2'
    """
    return name + (":" + ",".join(f"{k}={v}" for k, v in parameters.items()) if parameters else "")


def split_outside_brackets(text: str, at: str = ",") -> list[str]:
    """Split at commas (or another character) that stand outside brackets and quotes."""
    pieces, depth, quote, start = [], 0, "", 0
    for i, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == at and depth == 0:
            pieces.append(text[start:i])
            start = i + 1
    return [piece.strip() for piece in [*pieces, text[start:]] if piece.strip()]


def _value(text: str) -> Any:
    """A Python literal where it is one, true and false in any case, several with bars between, or the text itself."""
    pieces = split_outside_brackets(text, "|")
    if len(pieces) > 1:
        return Alternatives(_value(piece) for piece in pieces)
    if text.lower() in {"true", "false"}:
        return text.lower() == "true"
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
