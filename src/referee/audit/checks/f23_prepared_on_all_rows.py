"""F-23: a step of the preparation was fitted on test rows too."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle, Step
from referee.audit.evidence import named
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
    found: dict[tuple[str, bool], dict[str, tuple[int, int]]] = {}
    for model, step in steps:
        tested = everyone if step.division is None else parts.get(step.division, everyone)
        count = _shared(step, tested)
        if count and step.rows is not None:
            found.setdefault((step.name, step.supervised), {}).setdefault(model, (step.rows.size, count))
    for (name, supervised), models in found.items():
        rows, count = max(models.values(), key=lambda sizes: sizes[1])
        saw = ", and saw the target" if supervised else ""
        yield Found(message=f"The step '{name}' of {named(models)} was fitted on {rows:,} rows, {count:,} of them test "
                            f"rows{saw}.", severity=Severity.FATAL if supervised else Severity.WARNING,
                    evidence={"models": list(models), "step": name, "test_rows": count})


def _shared(step: Step, tested: Array) -> int:
    return 0 if step.rows is None else int(np.intersect1d(step.rows, tested).size)
