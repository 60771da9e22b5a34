"""F-41: probabilities that are used and cannot be believed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import models_that_spoke, one_pass
from referee.audit.vocabulary.metrics import known_metric
from referee.errors import BadInput, Undefined
from referee.kinds import Array
from referee.metrics.calibration_tests import spiegelhalter
from referee.metrics.corp import corp

SLIGHT = 0.02           # of the Brier score: where nobody says that probabilities matter, less is not worth a word
TWICE, SURE, FAR = 2, 6, 0.05      # mean and share: so many times apart, by so many standard errors, and by so much
CLEARLY = 0.001         # of Spiegelhalter's p: with several models and a check nobody declared, 5% would cry wolf


@check("F-41", "Probabilities are miscalibrated", severity=Severity.SERIOUS,
       advice="Calibrate on a part of the training rows, and show the reliability diagram (referee calibration).",
       reference="Spiegelhalter 1986; Dimitriadis, Gneiting & Jordan 2021")
def miscalibrated(bundle: Bundle) -> Iterator[Found]:
    """Probabilities matter (a score or threshold of them, or nobody says what does), and Spiegelhalter's z rejects.

    Serious where they are claimed to be calibrated, or are on average more than twice, or less than half, as high as
    the event is frequent.
    """
    metrics = bundle.declared.metrics if bundle.declared else ()
    facts = [known_metric(name) for name in metrics]
    used = not facts or any(fact is None or (fact.of == "probabilities") for fact in facts)
    thresholds = {m.name for m in bundle.models or () if m.threshold not in {None, "default"}}
    calibrated = {c.a for c in bundle.claims or () if c.kind == "calibrated"}
    baselines = {m.name for m in bundle.models or () if m.baseline}
    spoke = [name for name in models_that_spoke(bundle) if name not in baselines]
    said = {name: one_pass(bundle, name)[1] for name in spoke if used or name in thresholds | calibrated}
    said = {name: p for name, p in said.items() if p.probabilities is not None}
    if not said:
        raise NotApplicable("no probabilities are used")
    if any(p.n_classes != 2 for p in said.values()):
        raise NotCheckable("probabilities of more than two classes are not tested here",
                           ask="`referee calibration`, class by class")
    for name, predictions in said.items():
        assert predictions.probabilities is not None
        try:
            result = spiegelhalter(predictions.truth, predictions.probabilities[:, 1])
        except (Undefined, BadInput):        # what is no probability is F-42's
            continue
        off = _off(predictions.truth, predictions.probabilities[:, 1])
        if off:
            yield Found(message=f"The probabilities of {name} are far off as a whole: {off}.",
                        evidence={"model": name})
            continue
        parts = corp(predictions.truth, predictions.probabilities[:, 1])
        share = parts.miscalibration / parts.score
        if result.p < CLEARLY and (facts or share > SLIGHT):
            yield Found(message=f"The probabilities of {name} are miscalibrated: Spiegelhalter's z "
                                f"{result.z:.1f}, miscalibration {parts.miscalibration:.4f} ({share:.0%} of the Brier "
                                f"score).",
                        severity=None if name in calibrated else Severity.WARNING,
                        evidence={"model": name, "z": result.z, "p": result.p})


def _off(truth: Array, p: Array) -> str:
    """Calibration in the large (Cox 1958): the mean probability against the share of events; empty where it will do."""
    mean, share = float(p.mean()), float((truth == 1).mean())
    error = float(np.sqrt((p * (1 - p)).sum())) / p.size
    rarer = min(mean, share), min(1 - mean, 1 - share)
    gross = max(mean, share) > TWICE * rarer[0] or max(1 - mean, 1 - share) > TWICE * rarer[1]
    if not gross or abs(mean - share) <= SURE * error or abs(mean - share) < FAR:
        return ""
    return f"{mean:.1%} on average, where {share:.1%} of the cases are of that class"

