"""F-53: a model that is no better than one which ignores the features."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.association import sides_of
from referee.audit.bundle import Bundle
from referee.audit.checks.f52_misjoined import elsewhere
from referee.audit.evidence import ASK_PREDICTIONS, contenders, models_that_spoke, one_pass
from referee.metrics import Predictions

CLEARLY = 2         # standard errors


@check("F-53", "Worse than ignoring the features", severity=Severity.WARNING,
       advice="Look for an error in the model or its file before it is compared with others.",
       reference="Prechelt 1996; Holte 1993")
def no_better_than_nothing(bundle: Bundle) -> Iterator[Found]:
    """Answers that go with the truth no better than by chance, or numbers further from it than their mean."""
    spoke, looked = set(models_that_spoke(bundle)), 0
    for model in contenders(bundle):
        side = sides_of(bundle, model.name) if model.name in spoke else None
        if side is None:
            continue
        looked += 1
        if elsewhere(side)[0]:              # F-52 speaks of those
            continue
        _, said = one_pass(bundle, model.name)
        message = _of_numbers(said) if said.n_classes is None else _of_classes(said, side.at(0), side.n)
        if message:
            yield Found(message=f"{model.name} is worse than {message}.", evidence={"model": model.name})
    if not looked:
        raise NotCheckable("no predictions of one target are known", ask=ASK_PREDICTIONS)


def _of_numbers(said: Predictions) -> str:
    assert said.values is not None
    truth = np.asarray(said.truth, dtype=float)
    more = (said.values - truth) ** 2 - (truth - truth.mean()) ** 2
    error = float(more.std(ddof=1)) / sqrt(more.size) if more.size > 1 else 0.0
    if more.mean() <= CLEARLY * error or more.mean() <= 0:
        return ""
    rmse, mean = (sqrt(float((d**2).mean())) for d in (said.values - truth, truth - truth.mean()))
    return f"always saying the mean: its RMSE is {rmse:.4g}, that of the mean {mean:.4g}"


def _of_classes(said: Predictions, association: float, n: int) -> str:
    swapped = said.n_classes == 2 and association < -CLEARLY / sqrt(n)         # F-51 speaks of those
    if swapped or association > CLEARLY / sqrt(n) or np.unique(said.truth).size < 2:
        return ""
    counts = np.bincount(said.truth)
    largest = float(counts.max() / counts.sum())
    what = f"always saying the most frequent class ({largest:.1%} right)"
    if said.labels is None:
        return f"{what} would let expect: what it says does not go with the truth"
    right = float((said.labels == said.truth).mean())
    if right > largest:
        return ""
    return f"{what}: it is right in {right:.1%} of the cases, and what it says does not go with the truth"
