"""What is written of an answer besides its page: figure, tables, the paragraph on methods, the works behind them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.cli import options as o
from referee.cli.show import say

if TYPE_CHECKING:
    from referee.api import Answer

OPTIONS = {"figure": o.Figure, "latex": o.Latex, "markdown": o.Markdown, "csv": o.Csv, "methods": o.Methods,
           "bibtex": o.Bibtex}


@dataclass(frozen=True, kw_only=True)
class Copies:
    """Where each goes; None for what was not asked for."""

    figure: Path | None = None
    latex: Path | None = None
    markdown: Path | None = None
    csv: Path | None = None
    methods: Path | None = None
    bibtex: Path | None = None

    def write(self, result: Answer) -> None:
        """Write what was asked for, and say where it is."""
        from referee.discreet import masked
        from referee.report.place import write_whole

        if self.figure is not None:
            say(f"Figure: {result.save(self.figure)}")
        in_latex = self.methods is not None and self.methods.suffix.lower() == ".tex"
        asked = [("LaTeX", self.latex, result.to_latex), ("Markdown", self.markdown, result.to_markdown),
                 ("CSV", self.csv, result.to_csv), ("BibTeX", self.bibtex, result.bibtex),
                 ("Methods", self.methods, lambda: f"{result.methods(latex=in_latex)}\n")]
        for what, path, text in asked:
            if path is not None:
                say(f"{what}: {write_whole(path, masked(text()))}")


NO_COPIES = Copies()


def with_copies(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command that takes `copies` an option for each of them.

    >>> @with_copies
    ... def rank(table: str, copies: Copies = NO_COPIES) -> None:
    ...     print(table, copies.csv)
    >>> rank("scores.csv", csv=Path("a.csv"))
    scores.csv a.csv
    >>> list(inspect.signature(rank).parameters)
    ['table', 'figure', 'latex', 'markdown', 'csv', 'methods', 'bibtex']
    """
    written = inspect.signature(command, eval_str=True)
    parameters = [one for parameter in written.parameters.values() for one in (
        _asked_for() if parameter.name == "copies" else [parameter])]

    @wraps(command)
    def called(*given: Any, **named: Any) -> None:
        asked = {field.name: named.pop(field.name, None) for field in fields(Copies)}
        command(*given, copies=Copies(**asked), **named)

    called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    called.__signature__ = written.replace(parameters=parameters)  # type: ignore[attr-defined]
    return called


def _asked_for() -> list[inspect.Parameter]:
    return [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=kind, default=None)
            for name, kind in OPTIONS.items()]
