"""The list of commands, in groups, each with its whole description."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from typer.core import TyperGroup

WHOLE = 1000          # letters of a description that are shown: all


class Grouped(TyperGroup):
    """Lists commands under the panels they were hung up in; descriptions are wrapped, never cut."""

    def listed(self, ctx: Any, /) -> Iterator[tuple[str, str, str]]:
        """Panel, name and description of each command that is shown, in their order."""
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None and not command.hidden:
                panel = getattr(command, "rich_help_panel", None)
                yield panel if isinstance(panel, str) else "Commands", name, command.get_short_help_str(WHOLE)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """A section for each panel, in the order of the commands."""
        panels: dict[str, list[tuple[str, str]]] = {}
        for panel, name, about in self.listed(ctx):
            panels.setdefault(panel, []).append((name, about))
        widest = max((len(name) for rows in panels.values() for name, _ in rows), default=0)
        for panel, rows in panels.items():
            with formatter.section(panel):
                formatter.write_dl([(name.ljust(widest), about) for name, about in rows])
