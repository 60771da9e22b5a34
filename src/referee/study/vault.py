"""What a report must say of a vault: which opening this is, and what else was learned from its rows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.designs.card import PlanCard
from referee.errors import NotJustified, Undefined
from referee.fingerprint import fingerprint
from referee.kinds import Array, Direction
from referee.ledger import Ledger, StudyCard, with_vaults
from referee.metrics import Metric
from referee.reading.said import predictions_of, prior_of, records_of

OPENED = "open"
ASKED = ("verb", "names", "metrics", "level", "test", "adjust", "against", "relevant", "family", "seed", "budget",
         "vault")


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultNote:
    """One opening of a vault among all that was learned from its rows."""

    vault: str            # fingerprint
    sealed: str           # when
    rows: int
    opening: int          # which opening this is: 1, 2, …; 0 if it was never recorded
    openings: int         # how many there have been so far
    queries: int          # answers given by Ladder or Thresholdout so far


def vault_note(ledger: Ledger, card: StudyCard) -> VaultNote | None:
    """What is known of the vault whose rows a study tests on; None for other studies."""
    name = card.declaration.vault
    found = [vault for vault in with_vaults(ledger).vaults() if vault.fingerprint == name] if name else []
    if not found:
        return None
    uses = with_vaults(ledger).uses(found[0].fingerprint)
    openings = [use.content["question"] for use in uses if use.kind == OPENED]
    asked = question_of(card)
    return VaultNote(
        vault=found[0].fingerprint, sealed=found[0].created, rows=found[0].n_sealed,
        opening=openings.index(asked) + 1 if asked in openings else 0,
        openings=len(openings), queries=len(uses) - len(openings))


def question_of(card: StudyCard) -> str:
    """A name for what an opening asks: asked again by another command or version, it is the same opening."""
    said = card.declaration
    asked = {name: getattr(said, name) for name in ASKED} | {"rules": []}       # as the first openings were named
    return fingerprint(card.problem, card.plan, list(card.learners), asked)


def row_losses(ledger: Ledger, plan: PlanCard, learner: str, metric: Metric) -> Array:
    """The loss of each test row, between 0 and 1; Undefined where the fit failed."""
    found = []
    problem = ledger.problem(plan.problem)
    for split, record in records_of(ledger, plan, learner):
        if record.failed:
            raise Undefined(f"{ledger.learner(learner).name} could not be fitted on the open rows: {record.error}")
        said = predictions_of(problem, record, split, prior_of(problem, split))
        assert metric.per_row is not None
        found.append(np.asarray(metric.per_row(said), dtype=float))
    low, high = metric.bounds
    values = (np.concatenate(found) - low) / (high - low)
    return values if metric.direction is Direction.MINIMISE else 1 - values


def value_of_loss(loss: float, metric: Metric) -> float:
    """A loss between 0 and 1 back in the unit of the metric."""
    low, high = metric.bounds
    return low + (high - low) * (loss if metric.direction is Direction.MINIMISE else 1 - loss)


def require_bounded_mean(metric: Metric) -> None:
    """Refuse a metric that Ladder and Thresholdout have no guarantee for."""
    plain = metric.per_row is not None and metric.outer(0.25) == 0.25
    if not plain or not all(math.isfinite(bound) for bound in metric.bounds):
        raise NotJustified(f"{metric.title} is no mean over rows of values between two bounds, which Ladder and "
                           f"Thresholdout need; ask for accuracy or the Brier score.")
