"""F-23: a step of the preparation was fitted on test rows too."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle, Step
from referee.kinds import Array


@check("F-23", "Preparation fitted on test rows", severity=Severity.FATAL,
       advice="Put the step into the pipeline, so that it is fitted on each training part.",
       reference="Kapoor & Narayanan 2023; Ambroise & McLachlan 2002")
def prepared_on_all_rows(bundle: Bundle) -> Iterator[Found]:
    """Steps whose rows include rows tested on; one that saw the target is fatal, scaling is a warning."""
    steps = [(model.name, step) for model in bundle.models or () for step in model.steps or ()]
    if all(model.steps is None for model in bundle.models or ()) or bundle.divisions is None:
        raise NotCheckable("it is not known on which rows the steps of the preparation were fitted")
    parts = {division.label: division.test for division in bundle.divisions}
    everyone = np.unique(np.concatenate(list(parts.values())))
    seen: set[str] = set()
    for model, step in steps:
        tested = everyone if step.division is None else parts.get(step.division, everyone)
        count = _shared(step, tested)
        if count and f"{model} {step.name}" not in seen:
            seen.add(f"{model} {step.name}")
            assert step.rows is not None
            yield Found(message=f"{step.name} of {model} was fitted on {step.rows.size:,} rows, {count:,} of them "
                                f"test rows.",
                        severity=Severity.FATAL if step.supervised else Severity.WARNING,
                        evidence={"model": model, "step": step.name, "test_rows": count})


def _shared(step: Step, tested: Array) -> int:
    return 0 if step.rows is None else int(np.intersect1d(step.rows, tested).size)
