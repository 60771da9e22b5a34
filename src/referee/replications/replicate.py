"""replicate: a document, or one item of it, redone and held against what is printed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from referee.api import Answer
from referee.api.carry_out import Announce, unannounced
from referee.api.keywords import keywords
from referee.errors import BadInput
from referee.ledger import Ledger
from referee.replications._base import Document, Found, How, Item, Row
from referee.replications.belief import what_to_believe
from referee.replications.documents import document_called, item_called
from referee.replications.page import replication_figure, replication_page
from referee.replications.text import replication_text
from referee.report.document import Page
from referee.running import Progress, silent
from referee.seeds import check_seed

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class Replication(Answer):
    """What came of the items of a document."""

    filename: ClassVar[str] = "replication.html"
    document: Document
    found: tuple[tuple[Item, Found], ...]
    command: str = ""                 # as it was typed, to do it again

    @property
    def rows(self) -> list[Row]:
        """The rows of all items."""
        return [row for _, found in self.found for row in found.rows]

    @property
    def failed(self) -> bool:
        """Whether any fit failed."""
        return any(answer.failed for _, found in self.found for answer in found.answers.values())

    @property
    def believed(self) -> str:
        """What to believe of the document, by what came out; empty where nothing was decided."""
        return what_to_believe(self.document.beliefs, self.found)

    def page(self) -> Page:
        """The answer laid out in sections, one an item."""
        return replication_page(self.document, self.found, command=self.command)

    def table(self) -> pd.DataFrame:
        """One row for each number or claim."""
        import pandas as pd

        return pd.DataFrame([{"item": item.name} | row.to_dict() for item, found in self.found for row in found.rows])

    def figure(self) -> Figure:
        """Ours by printed, for every number that was printed."""
        return replication_figure(self.rows)

    def __str__(self) -> str:
        return replication_text(self.page(), self.found, self.believed)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        counts = Counter(row.verdict.value for row in self.rows)
        return {"document": self.document.name, "title": self.document.title, "verdicts": dict(counts),
                "believe": self.believed,
                "items": [{"item": item.name, "title": item.title, "data": item.data, "procedure": item.procedure,
                           "rows": [row.to_dict() for row in found.rows]} for item, found in self.found]}


@keywords()
def replicate(  # noqa: PLR0913 - every option is by keyword
    document: str, item: str | None = None, *, quick: bool = False, seed: int = 0, jobs: int | None = None,
    ledger: str | Path | Ledger | None = None, folder: str | Path | None = None, announce: Announce = unannounced,
    progress: Progress = silent, command: str = "",
) -> Replication:
    """Redo a source paper, or one item of it; every number stands beside the printed one, with a verdict.

    `quick` fits less where an item fits something; what a `ledger` holds is not fitted again. Tables that do not come
    along are looked for in a `folder`, as NAME.csv.gz; an item whose table is not there says so and is not run.

    >>> replicate("flexer", "twenty-tests").rows[0].verdict.value
    'agrees'
    """
    check_seed(seed)
    of = document_called(document)
    items = of.items if item is None else (item_called(of, item),)
    where = None if folder is None else Path(folder)
    if where is not None and not where.is_dir():
        raise BadInput(f"{where} is no folder; give one with tables such as wine-quality-white.csv.gz, or none.")
    how = How(quick=quick, seed=seed, jobs=jobs, ledger=ledger, progress=progress, announce=announce, folder=where)
    return Replication(of, tuple((one, one.redo(how)) for one in items), command)
