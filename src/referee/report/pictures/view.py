"""What every picture of a study can do: be drawn, tabulated, told, and laid out as a page of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from referee.kinds import Json
from referee.report.document import Block, Drawing, Page, Section
from referee.report.study_sections import how_section


@dataclass(frozen=True, kw_only=True, eq=False)
class View(ABC):
    """A picture with its table and its words."""

    about: str                      # the data
    which: str                      # which predictions it is made of, in words

    @property
    @abstractmethod
    def title(self) -> str:
        """What is shown."""

    @property
    @abstractmethod
    def lead(self) -> str:
        """What is to be seen, in a sentence."""

    @abstractmethod
    def drawing(self) -> Drawing:
        """The picture."""

    @abstractmethod
    def blocks(self) -> Sequence[Block]:
        """The picture and its tables, as the page shows them."""

    @abstractmethod
    def how(self) -> Sequence[str]:
        """How it was made, in sentences."""

    @abstractmethod
    def records(self) -> list[Json]:
        """Its numbers, an entry for each row of a table."""

    @abstractmethod
    def to_dict(self) -> Json:
        """Everything, ready for JSON."""

    def page(self) -> Page:
        """A page of its own."""
        return Page(kind="picture", about=self.about, title=f"{self.about}: {self.title}", question=self.title,
                    lead=self.lead, how=self.how(), sections=[
                        Section(key="picture", title=self.title, gist=True, blocks=self.blocks()),
                        how_section(self.how())])
