"""What an answer is made of when it is read: a page of sections, and in them text, lists, tables and pictures.

Every verb lays its answer out as one `Page`; the page knows nothing of HTML, Markdown or LaTeX, which are made of it
elsewhere. A picture is drawn only where one is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph; as a `note` small, as `loud` a warning."""

    text: str
    style: str = ""
    block: ClassVar[str] = "text"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a section."""

    text: str
    block: ClassVar[str] = "heading"


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of sentences."""

    items: Sequence[str]
    style: str = ""
    block: ClassVar[str] = "bullets"


@dataclass(frozen=True, slots=True)
class Terms:
    """Words and what they stand for; in `code` they are fingerprints and the like."""

    pairs: Sequence[tuple[str, str]]
    code: bool = False
    block: ClassVar[str] = "terms"


@dataclass(frozen=True, slots=True)
class Code:
    """What one types."""

    text: str
    block: ClassVar[str] = "code"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A cell with more to it than text: a verdict's word with its kind, a number with something small below it."""

    text: str = ""
    small: str = ""
    word: str = ""
    kind: str = ""                  # better, worse, same, open, none; yes and no on a score sheet
    title: str = ""                 # said when one points at it
    strong: bool = False

    def __str__(self) -> str:
        return " ".join(filter(None, [self.text, f"({self.small})" if self.small and self.text else self.small,
                                      self.word]))


Row = Sequence[str | Cell]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A heading and rows; the first cell of a row names it."""

    header: Sequence[str]
    rows: Sequence[Row]
    caption: str = ""               # what the numbers are, where the heading does not say it
    style: str = "numbers"          # or wordy: sentences; matrix: each against each; pairs: a row a pair; rows: of data
    faint: frozenset[int] = frozenset()          # rows that stand back, such as baselines
    block: ClassVar[str] = "table"

    @property
    def wordy(self) -> bool:
        """Whether its cells hold sentences."""
        return self.style == "wordy"

    def texts(self) -> list[list[str]]:
        """The rows as plain text."""
        return [[str(cell) for cell in row] for row in self.rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A picture that is drawn when it is shown; `spoken` is read out loud instead of it.

    `svg` draws it for the page without matplotlib, where there is such a way.
    """

    draw: Callable[[], Figure]
    spoken: str
    caption: str = ""
    svg: Callable[[], str] | None = None
    block: ClassVar[str] = "drawing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """Blocks that are shown when asked for."""

    summary: str
    blocks: Sequence[Any]
    gist: str = ""
    open: bool = False
    metric: str = ""                # whose numbers these are, where one may switch to them
    block: ClassVar[str] = "folded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something found: how bad, what, and what to do about it."""

    kind: str
    code: str
    title: str
    messages: Sequence[str]
    todo: str
    source: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list of findings."""

    items: Sequence[Item]
    block: ClassVar[str] = "items"


Block = Text | Heading | Bullets | Terms | Code | Table | Drawing | Folded | Items


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of the page; what is `gist` is also shown in a notebook, and its tables go into a paper."""

    key: str
    title: str
    blocks: Sequence[Block]
    gist: bool = False
    metric: str = ""                # whose numbers these are, where one may switch to those of another metric


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What the page says: the answer first, then what it rests on."""

    kind: str                       # the verb
    about: str                      # the data, or whatever was looked at
    title: str
    question: str
    lead: str                       # the first sentence of the answer
    rest: Sequence[str] = ()
    loud: Sequence[str] = ()        # warnings, before the answer
    head: Sequence[Block] = ()      # what else belongs to the answer
    sections: Sequence[Section] = ()
    how: Sequence[str] = field(default_factory=tuple)          # how it was done, in sentences
    methods: str = ""               # the same as a paper says it, with the works cited (`report.bibliography`)

    @property
    def sentences(self) -> list[str]:
        """The whole answer in sentences."""
        return [sentence for sentence in (*self.loud, self.lead, *self.rest) if sentence]

    def tables(self) -> Iterator[tuple[Section, Table]]:
        """The tables of the answer itself, with their sections."""
        for section in self.sections:
            if section.gist:
                folded = [block for block in section.blocks if isinstance(block, Folded) and block.metric]
                own = [*section.blocks, *(inner for block in folded for inner in block.blocks)]
                yield from ((section, block) for block in own if isinstance(block, Table))
