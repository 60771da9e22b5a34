"""The p values that a test by name can give of the answers that are known: every usual variant of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import NotCheckable
from referee.audit.bundle import Bundle, StatTest
from referee.audit.evidence import one_pass
from referee.audit.losses import paired_losses
from referee.comparisons import delong_paired, mcnemar
from referee.comparisons.two_models.mcnemar import VARIANTS
from referee.errors import BadInput, Undefined
from referee.kinds import Array

OF_ANSWERS = frozenset({"mcnemar", "binomial", "sign-test"})
FACTOR = 1.5            # between variants and roundings of programs; a p that is further off is another's


def possible_p(bundle: Bundle, test: StatTest) -> tuple[float, ...]:
    """Of McNemar's test, of signs, and of DeLong's for two classes; empty where they cannot be computed here."""
    if len({part.seed for name in (test.a, test.b) for part in bundle.said_by(name)}) > 1:
        return ()                   # which of several runs were compared is not said
    found = tuple(_of_answers(bundle, test) if test.name in OF_ANSWERS else
                  _of_areas(bundle, test) if test.name == "delong" else ())
    return tuple(p for two_sided in found for p in (two_sided, two_sided / 2, 1 - two_sided / 2)) if (
        test.alternative != "two-sided") else found


def beside_all(p: float, possible: tuple[float, ...]) -> bool:
    """Whether a printed p is none of these, whatever program rounded it."""
    return bool(possible) and not min(possible) / FACTOR <= p <= max(possible) * FACTOR and not (
        p < 0.001 and min(possible) < 0.001)


def _of_answers(bundle: Bundle, test: StatTest) -> Iterator[float]:
    pair = paired_losses(bundle, test.a, test.b)
    if pair is None or not pair.labels:
        return
    for variant in VARIANTS:
        yield mcnemar(1 - pair.a, 1 - pair.b, variant=variant).p


def _of_areas(bundle: Bundle, test: StatTest) -> Iterator[float]:
    try:
        (rows_a, said_a), (rows_b, said_b) = one_pass(bundle, test.a), one_pass(bundle, test.b)
    except NotCheckable:
        return
    scores = [_scores(said) for said in (said_a, said_b)]
    if said_a.n_classes != 2 or scores[0] is None or scores[1] is None:
        return
    _, at_a, at_b = np.intersect1d(rows_a, rows_b, return_indices=True)
    truth = said_a.truth[at_a] == 1
    try:
        for law in ("t", "normal"):
            yield delong_paired(truth, scores[0][at_a], scores[1][at_b], law=law).p
    except (BadInput, Undefined):
        return


def _scores(said: object) -> Array | None:
    probabilities, scores = getattr(said, "probabilities", None), getattr(said, "scores", None)
    return probabilities[:, 1] if probabilities is not None else scores
