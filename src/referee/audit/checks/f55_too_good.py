"""F-55: a score too good to be true."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_PREDICTIONS, contenders, models_that_spoke, one_pass
from referee.metrics import Predictions

ENOUGH = 100        # rows: fewer are often all right in easy problems
EXACT = 0.9999      # of the variance


@check("F-55", "Too good to be true", severity=Severity.WARNING,
       advice="Look for a column that follows from the target, for rows that were trained on, or for the truth itself "
              "in place of predictions.",
       reference="Kapoor & Narayanan 2023, leakage types L1 and L2")
def too_good(bundle: Bundle) -> Iterator[Found]:
    """A model that is never wrong in a hundred rows and more, or whose numbers are the truth."""
    spoke, looked = set(models_that_spoke(bundle)), 0
    for model in contenders(bundle):
        if model.name not in spoke:
            continue
        _, said = one_pass(bundle, model.name)
        message = _perfect(said)
        looked += message is not None
        if message:
            yield Found(message=f"{model.name} {message}.", evidence={"model": model.name, "rows": said.n_rows})
    if not looked:
        raise NotCheckable("neither answers nor numbers are known", ask=ASK_PREDICTIONS)


def _perfect(said: Predictions) -> str | None:
    """What is too good about it; empty where nothing is, None where that cannot be told."""
    if said.n_classes is not None:
        if said.labels is None:
            return None
        classes = np.unique(said.truth).size
        never = said.n_rows >= ENOUGH and classes > 1 and bool((said.labels == said.truth).all())
        return f"is never wrong in {said.n_rows:,} rows (accuracy 1.000)" if never else ""
    if said.values is None:
        return None
    truth, values = np.asarray(said.truth, dtype=float), np.asarray(said.values, dtype=float)
    spread = float(((truth - truth.mean(axis=0)) ** 2).sum())
    explained = 1 - float(((values - truth) ** 2).sum()) / spread if spread else 0.0
    if said.n_rows < ENOUGH // 5 or explained < EXACT:
        return ""
    return f"explains {explained:.4%} of the variance of {said.n_rows:,} rows: that is next to never wrong"
