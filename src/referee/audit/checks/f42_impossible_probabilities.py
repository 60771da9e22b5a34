"""F-42: probabilities that are none, and zeros given to what happened."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotApplicable, Severity, check
from referee.audit.bundle import Bundle, ModelPredictions
from referee.audit.evidence import joined, models_that_spoke
from referee.data.prediction_table.faults import Against
from referee.data.wording import counted
from referee.kinds import Needs
from referee.metrics import METRICS


@check("F-42", "Invalid probabilities", severity=Severity.FATAL,
       advice="Repair the probabilities; for zeros say how they were clipped, and how often.",
       reference="Guo, section 4.4.1; Good 1952")
def impossible_probabilities(bundle: Bundle) -> Iterator[Found]:
    """Rows that do not sum to 1 or leave [0, 1]: fatal. Zeros for the truth: a warning, if log scores are used.

    Columns called by a model and a class (forest_low, forest_high) that sum to 1 in few rows may be scores: a warning.
    """
    models = models_that_spoke(bundle)
    seen = False
    for fault in bundle.faults:
        if fault.against is Against.PROBABILITIES:
            seen = True
            yield Found(message=fault.sentence, severity=None if fault.grave else Severity.WARNING,
                        evidence={"model": fault.model, "rows": fault.cases})
    for name in models:
        parts = [part for part in bundle.said_by(name) if part.predictions.probabilities is not None]
        if parts:
            seen = True
            yield from _about(name, parts, logged=_log_scores(bundle))
    if not seen:
        raise NotApplicable("no model gives probabilities")


def _log_scores(bundle: Bundle) -> bool:
    """Whether a score of the study can be ruined by a zero; where its metrics are not known, it may be."""
    metrics = bundle.declared.metrics if bundle.declared else ()
    known = [METRICS[name] for name in metrics if name in METRICS]
    return not known or any(m.needs is Needs.PROBABILITIES and np.isinf(m.bounds).any() for m in known)


def _about(name: str, parts: list[ModelPredictions], *, logged: bool) -> Iterator[Found]:
    said = joined(parts)
    p = said.probabilities
    assert p is not None
    wrong = (np.abs(p.sum(axis=1) - 1) > 1e-6) | ((p < 0) | (p > 1)).any(axis=1) | np.isnan(p).any(axis=1)
    if wrong.any():
        yield Found(message=f"{int(wrong.sum()):,} of {wrong.size:,} rows of {name} hold no probabilities: they do "
                            f"not sum to 1 "
                            f"or leave 0 to 1.", evidence={"model": name, "rows": int(wrong.sum())})
        return
    happened = p[np.arange(p.shape[0]), said.truth]
    zeros = int((happened <= 0).sum())
    if zeros and logged:
        clipped = -np.log(np.clip(happened, 1e-15, 1))
        share = clipped[happened <= 0].sum() / clipped.sum()
        yield Found(message=f"{name} gives probability 0 to what happened in {counted(zeros, 'case')}; clipped at "
                            f"1e-15 that is {share:.0%} of its log loss.", severity=Severity.WARNING,
                    evidence={"model": name, "zeros": zeros})
