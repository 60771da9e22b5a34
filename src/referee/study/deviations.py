"""What a study says now against what it declared first."""

from __future__ import annotations

from typing import Any

from referee.ledger import Ledger


def deviations(ledger: Ledger, study: str, declaration: dict[str, Any]) -> tuple[str, ...]:
    """A sentence for each field that differs from the first declaration under this name, with its date."""
    first = next((card for card in ledger.studies() if (card.declared.get("file") or {}).get("study") == study), None)
    if first is None:
        return ()
    before = first.declared["file"]["declaration"]
    changed = [key for key in dict.fromkeys([*before, *declaration]) if before.get(key) != declaration.get(key)]
    when = first.created[:16].replace("T", " ")
    return tuple(f"{key} was declared as {_said(before.get(key))} on {when} and is now {_said(declaration.get(key))}."
                 for key in changed)


def _said(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, list):
        return "[" + ", ".join(_said(item) for item in value) + "]"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_said(item)}" for key, item in value.items() if item not in (None, [], ""))
    return str(value)
