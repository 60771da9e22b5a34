"""F-03: the rows that chose the setting also grade it (Flexer's third requirement; Salzberg 1997)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle, Model
from referee.estimates import expected_best_of


@check("F-03", "Tuned on the rows that give the final score", severity=Severity.FATAL,
       advice="Tune inside each training part (nested cross-validation), or keep a third set for the final score.",
       reference="Flexer 1995, requirement 3; Salzberg 1997, section 3.2")
def tuned_on_test_rows(bundle: Bundle) -> Iterator[Found]:
    """More than one configuration, and the score that chose between them was computed on test rows."""
    if bundle.models is None:
        raise NotCheckable("it is not known which models took part")
    known = [m for m in bundle.models if m.tried is not None]
    if not known:
        raise NotCheckable("it is not known how many configurations were tried")
    shared = sum(int(np.isin(d.tune, d.test).sum()) for d in bundle.divisions or () if d.tune is not None)
    for model in known:
        if (model.tried or 1) > 1 and (model.tuned_on == "test" or (shared and model.tuned_on is None)):
            yield _found(model, shared)


def _found(model: Model, shared: int) -> Found:
    tried = model.tried or 1
    optimism = expected_best_of(tried)
    rows = f" ({shared:,} rows are in both roles)" if shared else ""
    return Found(
        message=f"{tried} configurations of {model.name} were compared on the rows that give its final score{rows}. "
                f"Expected optimism: about {optimism:.1f} standard errors.",
        evidence={"model": model.name, "tried": tried, "optimism_in_se": optimism, "shared_rows": shared})
