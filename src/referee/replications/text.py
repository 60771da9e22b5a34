"""A replication for a terminal: item by item, ours beside the printed numbers, what to believe last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.replications._base import Found, Item
from referee.replications.page import verdict_word
from referee.report.document import Page
from referee.report.text import aligned, wrapped


def replication_text(page: Page, found: Sequence[tuple[Item, Found]], believed: str) -> str:
    """Titles, tables and notes of all items, then the sentences, and what to believe."""
    parts = [wrapped(page.title, hang="  "), *("\n".join(_item(item, one)) for item, one in found)]
    said = "\n".join(wrapped(sentence, hang="  ") for sentence in page.sentences)
    last = [wrapped(f"How: {' '.join(page.how)}"), *([wrapped(f"What to believe: {believed}")] if believed else [])]
    return "\n\n".join([*parts, said, *last]) + "\n"


def _item(item: Item, found: Found) -> Iterator[str]:
    yield wrapped(item.title, hang="  ")
    yield wrapped(f"Data: {item.data}.", hang="  ")
    yield wrapped(f"Procedure: {item.procedure}.", hang="  ")
    yield from aligned([item.name, "printed", "ours", "verdict"], [
        [row.what, row.printed or "–", row.ours, verdict_word(row)] for row in found.rows])
    for note in dict.fromkeys(row.note for row in found.rows if row.note):
        whose = [row.what for row in found.rows if row.note == note]
        yield wrapped(f"  {whose[0]}{' and the like' * (len(whose) > 1)}: {note}.", hang="    ")
