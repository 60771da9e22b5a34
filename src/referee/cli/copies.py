"""What is written of an answer besides its page: tables, the paragraph on methods, the works behind them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli.show import say

if TYPE_CHECKING:
    from referee.api import Answer


@dataclass(frozen=True, kw_only=True)
class Copies:
    """Where each goes; None for what was not asked for."""

    latex: Path | None = None
    markdown: Path | None = None
    csv: Path | None = None
    methods: Path | None = None
    bibtex: Path | None = None

    def write(self, result: Answer) -> None:
        """Write what was asked for, and say where it is."""
        from referee.discreet import masked
        from referee.report.place import write_whole

        in_latex = self.methods is not None and self.methods.suffix.lower() == ".tex"
        asked = [("LaTeX", self.latex, result.to_latex), ("Markdown", self.markdown, result.to_markdown),
                 ("CSV", self.csv, result.to_csv), ("BibTeX", self.bibtex, result.bibtex),
                 ("Methods", self.methods, lambda: f"{result.methods(latex=in_latex)}\n")]
        for what, path, text in asked:
            if path is not None:
                say(f"{what}: {write_whole(path, masked(text()))}")
