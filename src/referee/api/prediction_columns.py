"""What the columns of a table of predictions are called in the verbs, where their names do not tell what they are."""

from __future__ import annotations

from collections.abc import Mapping

from referee.data.prediction_table.naming import NAMES

ROLE = {"ids": "id", "groups": "cluster", "run": "seed",
        "weights": "weight", "case_costs": "cost"}         # the words of the other verbs, and how they are kept
WORDS = (*ROLE, *(role for role in NAMES if role not in ROLE.values()))


def roles(columns: Mapping[str, str | None]) -> dict[str, str | None]:
    """The columns by their roles.

    >>> roles({"truth": "gold", "groups": "article", "fold": None})
    {'truth': 'gold', 'cluster': 'article'}
    >>> roles({"groups": "none"})
    {'cluster': 'none'}
    """
    said = {word: name for word, name in columns.items() if name is not None}
    return {ROLE.get(word, word): name for word, name in said.items()}
