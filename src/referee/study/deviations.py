"""What a study says now against what it declared first."""

from __future__ import annotations

from typing import Any

from referee.declaration import StudySaid
from referee.ledger import Ledger, StudyCard

ALONE = ("study",)             # what names the declaration is no part of what may change


def declared_before(ledger: Ledger, study: str) -> list[StudyCard]:
    """The declarations under this name, oldest first."""
    return [card for card in ledger.studies()
            if card.declaration.file is not None and card.declaration.file.study == study]


def deviations(before: list[StudyCard], said: StudySaid, problems: dict[str, str]) -> tuple[str, ...]:
    """A sentence for each field that differs from the first declaration under this name, with its date.

    `problems` are the fingerprints of the data by their names: rows that changed under one name are a deviation, too.
    """
    if not before or before[0].declaration.file is None:
        return ()
    first, now, when = before[0].declaration.file.said.declaration, said.declaration, _when(before[0])
    found = [f"{key} was declared as {_said(first.get(key))} on {when} and is now {_said(now.get(key))}."
             for key in dict.fromkeys([*now, *first]) if first.get(key) != now.get(key) and key not in ALONE]
    rows = {card.name: card for card in reversed(before)}
    found += [f"the rows of {name} are not those of {_when(rows[name])}." for name, fingerprint in problems.items()
              if name in rows and rows[name].problem != fingerprint]
    return tuple(found)


def _when(card: StudyCard) -> str:
    return card.created[:16].replace("T", " ")


def _said(value: Any) -> str:
    if value in (None, [], ""):
        return "nothing"
    if isinstance(value, list):
        return "[" + ", ".join(_said(item) for item in value) + "]"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_said(item)}" for key, item in value.items() if item not in (None, [], ""))
    return str(value)
