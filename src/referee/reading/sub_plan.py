"""Some splits of a plan as a plan of their own: one part of a panorama, one size of a learning curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.designs.card import Entry, PlanCard
from referee.designs.observing import traits_of
from referee.ledger import Ledger


def sub_plan(ledger: Ledger, card: PlanCard, entries: Sequence[Entry], *, mark: str) -> PlanCard:
    """These entries of a plan, with the facts of their own splits; `mark` tells the part apart from the whole."""
    problem = ledger.problem(card.problem)
    traits = traits_of(ledger.splits([entry.split for entry in entries]), n_rows=problem.n_rows, groups=problem.groups,
                       time=problem.time)
    return replace(card, fingerprint=f"{card.fingerprint}:{mark}", entries=tuple(entries), traits=traits)
