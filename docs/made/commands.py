"""The commands with all their options, from the command line itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from referee.cli.commands import GROUPS
from referee.cli.main import app


def command_pages() -> dict[str, str]:
    """A page for each group of `referee --help`."""
    root = typer.main.get_command(app)
    return {f"commands-{group.lower().replace(' ', '-')}": "\n".join(_page(group, names, root))
            for group, names in GROUPS.items()}


def _page(group: str, names: dict[str, Any], root: Any) -> Iterator[str]:
    yield f"# Commands: {group.lower()}\n\nAs `referee COMMAND --help` tells them. `referee --help` lists all.\n"
    for name in names:
        yield from _command(root.commands[name], f"referee {name}")


def _command(command: Any, words: str) -> Iterator[str]:
    if hasattr(command, "commands"):
        for name, one in command.commands.items():
            yield from _command(one, f"{words} {name}")
        return
    context = command.context_class(command, info_name=words)
    about, _, example = (command.help or "").partition("Example: ")
    usage = " ".join(command.get_usage(context).removeprefix("Usage: ").split())
    yield f"## {words}\n\n{about.strip()}\n\n```text\n{usage}\n{example.strip()}\n```\n"
    shown = [param for param in command.params if not param.hidden and param.name != "help"]
    if shown:
        yield "| given | what it is |\n|---|---|"
        yield from (f"| {_spelt(spelling)} | {_cell(meaning)} |"
                    for spelling, meaning in (param.get_help_record(context) for param in shown))
        yield ""


def _spelt(spelling: str) -> str:
    """Its spellings, one a line, and what is given with it."""
    return "<br>".join(_one(*one.partition(" ")) for one in spelling.replace(" / ", ", ").split(", "))


def _one(word: str, _: str, given: str) -> str:
    return f"`{_cell(word)}`" + (f" {_cell(given).replace('[', '&#91;')}" if given else "")


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
