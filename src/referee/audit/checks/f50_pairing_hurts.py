"""F-50: pairing loses power where the two models' scores go opposite ways (Mooney's second experiment)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotApplicable, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import known_tests, recognised, scores_by_division

CLEARLY = -1.96         # standard errors of Fisher's z: with few units a correlation is below 0 in half of all studies


@check("F-50", "Pairing loses power", severity=Severity.INFO,
       advice="Keep the paired test if it was declared; know that it is the weaker one here.",
       reference="Mooney, experimental evaluation, second experiment")
def pairing_hurts(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Scores of two models that are clearly negatively correlated over the units of a paired test."""
    known, unseen = recognised(known_tests(bundle))
    tests = [test for test, facts in known if facts.paired is not False and test.unit != "case"]
    if not tests and not unseen:
        raise NotApplicable("no paired test over splits was carried out")
    yield from unseen
    for test in tests:
        ours, theirs = (scores_by_division(bundle, model, test.metric) for model in (test.a, test.b))
        shared = [label for label in ours if label in theirs]
        a, b = (np.array([scores[label] for label in shared]) for scores in (ours, theirs))
        if len(shared) < 4:
            yield Unseen(reason=f"the scores of {test.a} and {test.b} in each unit are not known", ask="the runs")
            continue
        if np.ptp(a) == 0 or np.ptp(b) == 0:
            continue
        r = float(np.corrcoef(a, b)[0, 1])
        if np.arctanh(np.clip(r, -0.999999, 0.999999)) * np.sqrt(len(shared) - 3) < CLEARLY:
            yield Found(message=f"{test.a} and {test.b} are negatively correlated over the {len(shared)} units (r = "
                                f"{r:.2f}); "
                                f"pairing loses power.", evidence={"r": r})
