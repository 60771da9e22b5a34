"""What a page has for those who write a paper: the paragraph on methods, and the works it cites."""

from __future__ import annotations

from referee.report.bibliography import all_cited, bibtex, in_words
from referee.report.document import Block, Code, Folded, Page, Text
from referee.report.methods import versions_sentence
from referee.report.wording import capitalised


def methods_of(page: Page) -> str:
    """The paragraph of this answer; where it has none of its own, what it is and how it was done."""
    if page.methods:
        return page.methods
    how = capitalised(" ".join(page.how).removeprefix("How: "))
    return " ".join(filter(None, [f"{page.title.rstrip('.')}.", how, versions_sentence({})]))


def paper_blocks(methods: str) -> list[Block]:
    """The paragraph and the works, folded away until one writes."""
    return [Folded(summary="For a paper: methods and BibTeX",
                   blocks=[Text(in_words(methods)), Code(bibtex(all_cited(methods)))])]
