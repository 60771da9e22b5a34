r"""A page as LaTeX tables for a paper (they need \usepackage{booktabs})."""

from __future__ import annotations

from collections.abc import Sequence

from referee.report.document import Cell, Page, Section, Table
from referee.report.wording import MINUS, capitalised

SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "–": "--", "—": "---", "…": r"\ldots{}", "²": r"\textsuperscript{2}", "×": r"$\times$", MINUS: "$-$",
    '"': "''", "“": "``", "”": "''", "|": r"\textbar{}", "χ": r"$\chi$", "α": r"$\alpha$", "≤": r"$\leq$",
    "≥": r"$\geq$", "→": r"$\to$", "\u00a0": "~",
}
WIDE = 6                # columns; more are set smaller


def page_latex(page: Page) -> str:
    """Every table of the answer, each with a caption that says what it shows, of which data, and how it was made."""
    return "\n".join(booktabs(table.header, table.rows, caption=_caption(page, section, table), columns=_columns(table))
                     for section, table in page.tables())


def _columns(table: Table) -> str:
    """Numbers stand at the right; sentences get columns that break."""
    others = len(table.header) - 1
    return "l" + (rf"p{{{0.8 / others:.2f}\textwidth}}" if table.wordy else "r") * others


def booktabs(header: Sequence[str], rows: Sequence[Sequence[str | Cell]], *, caption: str, columns: str = "") -> str:
    r"""One table; a `strong` cell is bold.

    >>> print(booktabs(["", "n_rows"], [["a & b", Cell(text="5%", strong=True)]], caption="Rows."))
    \begin{table}
    \centering
    \caption{Rows.}
    \begin{tabular}{lr}
    \toprule
     & n\_rows \\
    \midrule
    a \& b & \textbf{5\%} \\
    \bottomrule
    \end{tabular}
    \end{table}
    <BLANKLINE>
    """
    small = [r"\footnotesize"] if len(header) > WIDE else []
    lines = [r"\begin{table}", r"\centering", *small, rf"\caption{{{escaped(caption)}}}",
             rf"\begin{{tabular}}{{{columns or 'l' + 'r' * (len(header) - 1)}}}", r"\toprule", _line(header),
             r"\midrule", *map(_line, rows), r"\bottomrule", r"\end{tabular}", r"\end{table}"]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    r"""Text that LaTeX prints as it is.

    >>> escaped("a_b & 95% −1 <x>")
    'a\\_b \\& 95\\% $-$1 \\textless{}x\\textgreater{}'
    """
    return "".join(SPECIAL.get(char, char) for char in text)


def _line(cells: Sequence[str | Cell]) -> str:
    return f"{' & '.join(map(_cell, cells))} \\\\"


def _cell(cell: str | Cell) -> str:
    text = escaped(str(cell))
    return rf"\textbf{{{text}}}" if isinstance(cell, Cell) and cell.strong and text else text


def _caption(page: Page, section: Section, table: Table) -> str:
    alone = sum(isinstance(block, Table) for block in section.blocks) == 1
    what = table.caption or (section.title if alone else f"{section.title}: {table.header[0]}")
    how = capitalised(" ".join(page.how).removeprefix("How: "))
    return " ".join(_ended(part) for part in (what, capitalised(page.title), how) if part)


def _ended(sentence: str) -> str:
    """With a full stop, where it has no end of its own."""
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."
