"""What every verb gives back: one answer that prints, shows in a notebook, tabulates, draws, and writes itself down.

A kind of answer holds its numbers (its payload) and says four things about them: how they are laid out (`page`), what
its table is (`table`), what its picture is (`figure`), and what goes into JSON (`to_dict`). Everything else is done
here, once.

>>> import referee
>>> answer = referee.rank({"set": list("abcdef"), "nb": [.7, .8, .6, .9, .7, .5], "lda": [.8, .9, .7, 1., .8, .6]},
...                       metrics="accuracy", dataset="set")
>>> isinstance(answer, referee.Answer)
True
>>> answer.to_markdown().splitlines()[0]
'# Verdict'
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from referee.discreet import masked
from referee.errors import BadInput

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from referee.report.document import Page

PICTURES = (".svg", ".pdf", ".png")


def pair_of(key: object) -> tuple[str, str]:
    """Two names, as a pair is asked for.

    >>> pair_of("lda")
    Traceback (most recent call last):
        ...
    referee.errors.BadInput: a pair is asked for by two names, as in answer['lda', 'tree'], not 'lda'.
    """
    match key:
        case (str(a), str(b)):
            return a, b
    raise BadInput(f"a pair is asked for by two names, as in answer['lda', 'tree'], not {key!r}.")


def json_text(value: dict[str, Any]) -> str:
    """JSON as it is written to a file; NaN would not be JSON, so it is refused."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


class Answer(ABC):
    """The answer of a verb, in every form."""

    filename: ClassVar[str] = "report.html"        # of the page, where no other is named

    @abstractmethod
    def page(self) -> Page:
        """The answer laid out: sentences, tables and pictures in sections."""

    @abstractmethod
    def table(self) -> pd.DataFrame:
        """The numbers as a data frame."""

    @abstractmethod
    def figure(self) -> Figure:
        """The picture of the answer."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""

    @property
    def failed(self) -> bool:
        """Whether any fit failed."""
        return False

    def __str__(self) -> str:
        from referee.report.text import page_text

        return page_text(self.page())

    def brief(self) -> str:
        """The answer as a terminal is told it first; `print` has all of it."""
        return str(self)

    def __repr__(self) -> str:
        """The first sentence; `print` tells all."""
        from referee.report.wording import shortened_text

        return f"{type(self).__name__}: {shortened_text(self.page().lead)} (print it for the whole answer)"

    def _repr_html_(self) -> str:
        from referee.report.html import notebook_html

        return notebook_html(self.page())

    def to_markdown(self) -> str:
        """The answer as Markdown, with GitHub's tables."""
        from referee.report.markdown import markdown

        return markdown(self.page())

    def to_latex(self) -> str:
        r"""The tables of the answer for a paper (\\usepackage{booktabs}), each with its caption."""
        from referee.report.booktabs import page_latex

        return page_latex(self.page())

    def to_csv(self) -> str:
        """The numbers (`table`) as comma-separated values."""
        return self.table().to_csv(index=False)

    def methods(self, *, latex: bool = False) -> str:
        """How it was done, as the paragraph of a paper; in LaTeX the works are cited by their keys in `bibtex`."""
        from referee.report.bibliography import in_latex, in_words
        from referee.report.paper import methods_of

        said = methods_of(self.page())
        return in_latex(said) if latex else in_words(said)

    def bibtex(self) -> str:
        """The works that `methods` cites, and this program, as BibTeX."""
        from referee.report.bibliography import all_cited, bibtex
        from referee.report.paper import methods_of

        return bibtex(all_cited(methods_of(self.page())))

    def report(self, path: str | Path | None = None) -> Path:
        """Write the page; it needs nothing but itself."""
        from referee.report.html import write_page

        return write_page(self.page(), self.filename if path is None else path)

    def pages(self, path: str | Path | None = None) -> tuple[Path, ...]:
        """Write the page and all that belong beside it, the page itself last."""
        return (self.report(path),)

    def save(self, path: str | Path) -> Path:
        """Write the answer as the ending says: .html, .md, .tex, .bib, .json, .csv, .txt, or .svg, .pdf, .png."""
        from referee.report.place import write_whole

        target = Path(path)
        ending = target.suffix.lower()
        if ending in {".html", ".htm"}:
            return self.report(target)
        if ending in PICTURES:
            return write_whole(target, lambda file: self.figure().savefig(file, dpi=150, facecolor="white"))
        written: dict[str, Callable[[], str]] = {
            ".md": self.to_markdown, ".tex": self.to_latex, ".txt": self.__str__, ".csv": self.to_csv,
            ".bib": self.bibtex,
            ".json": self._json}
        if ending not in written:
            raise BadInput(f"{target}: nothing is written with that ending; name a .svg, .pdf or .png file for the "
                           f"picture, or a .html, {', '.join(written)} file.")
        return write_whole(target, masked(written[ending]()))

    def _json(self) -> str:
        return json_text(self.to_dict())
