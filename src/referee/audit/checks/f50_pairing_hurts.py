"""F-50: pairing loses power where the two models' scores go opposite ways (Mooney's second experiment)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotApplicable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import scores_by_division, tests_done

PAIRED = {"paired-t", "corrected-t", "wilcoxon", "signflip"}
CLEARLY = -1.96         # standard errors of Fisher's z: with few units a correlation is below 0 in half of all studies


@check("F-50", "Pairing loses power", severity=Severity.INFO,
       advice="Keep the paired test if it was declared; know that it is the weaker one here.",
       reference="Mooney, experimental evaluation, second experiment")
def pairing_hurts(bundle: Bundle) -> Iterator[Found]:
    """Scores of two models that are clearly negatively correlated over the units of a paired test."""
    tests = [t for t in tests_done(bundle) if t.name in PAIRED and t.unit != "case"]
    if not tests:
        raise NotApplicable("no paired test over splits was carried out")
    for test in tests:
        ours, theirs = (scores_by_division(bundle, model, test.metric) for model in (test.a, test.b))
        shared = [label for label in ours if label in theirs]
        a, b = (np.array([scores[label] for label in shared]) for scores in (ours, theirs))
        if len(shared) < 4 or np.ptp(a) == 0 or np.ptp(b) == 0:
            continue
        r = float(np.corrcoef(a, b)[0, 1])
        if np.arctanh(np.clip(r, -0.999999, 0.999999)) * np.sqrt(len(shared) - 3) < CLEARLY:
            yield Found(message=f"{test.a} and {test.b} are negatively correlated over the {len(shared)} units (r = "
                                f"{r:.2f}); "
                                f"pairing loses power.", evidence={"r": r})
