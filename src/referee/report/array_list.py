"""The page of all functions on arrays, from the functions themselves."""

from __future__ import annotations

import inspect
from importlib import import_module

ROOMS = {"comparisons": "Differences between models", "comparisons.power": "Power and numbers of cases",
         "estimates": "One number and its interval"}
START = "<!-- made from the functions by docs/make.py; do not edit below -->"


def with_arrays(page: str) -> str:
    """The page with its lists of functions made again."""
    head = page.partition(START)[0]
    return f"{head}{START}\n\n{chr(10).join(_room(name, title) for name, title in ROOMS.items())}"


def _room(name: str, title: str) -> str:
    room = import_module(f"referee.{name}")
    rows = [f"| `{one}` | {_first_line(getattr(room, one))} |" for one in sorted(room.__all__, key=str.lower)
            if not inspect.isclass(getattr(room, one))]
    return "\n".join([f"## {title}: `referee.{name}`", "", "| function | says |", "|---|---|", *rows, ""])


def _first_line(function: object) -> str:
    return " ".join((inspect.getdoc(function) or "").partition("\n\n")[0].split()).replace("|", "\\|")
