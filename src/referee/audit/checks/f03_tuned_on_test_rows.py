"""F-03: the rows that chose the setting also grade it (Flexer's third requirement; Salzberg 1997)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle, Model
from referee.estimates import expected_best_of


@check("F-03", "Tuned on the rows that give the final score", severity=Severity.FATAL,
       advice="Tune inside each training part (nested cross-validation), or keep a third set for the final score.",
       reference="Flexer 1995, requirement 3; Salzberg 1997, section 3.3")
def tuned_on_test_rows(bundle: Bundle) -> Iterator[Found]:
    """More than one configuration, and the score that chose between them was computed on test rows; once a kind."""
    if bundle.models is None:
        raise NotCheckable("it is not known which models took part")
    divisions = [d for d in bundle.divisions or () if d.tune is not None]
    shared = sum(int(np.isin(d.tune, d.test).sum()) for d in divisions)
    tried = {model.kind or model.name: model for model in bundle.models if (model.tried or 1) > 1}
    found = [_found(kind, model, shared) for kind, model in tried.items()
             if model.tuned_on in {"test", "shown"} or (shared and model.tuned_on is None)]
    if not found:
        _require_known(bundle, [m for m in tried.values() if m.tuned_on is None and not divisions])
    yield from found


def _require_known(bundle: Bundle, undecided: list[Model]) -> None:
    silent = [m.name for m in bundle.models or () if m.tried is None and not m.baseline]
    if silent:
        raise NotCheckable(f"it is not known how many configurations of {', '.join(silent)} were tried")
    if undecided:
        raise NotCheckable(f"it is not known on which rows {undecided[0].name} was tuned")


def _found(kind: str, model: Model, shared: int) -> Found:
    tried = model.tried or 1
    optimism = expected_best_of(tried)
    evidence = {"model": model.name, "tried": tried, "optimism_in_se": optimism, "shared_rows": shared}
    if model.tuned_on == "shown":
        return Found(
            severity=Severity.INFO, evidence=evidence,
            message=f"{tried} configurations of {kind} were compared on the same rows, and all are reported. The "
                    f"score of the best of them, quoted alone, would be about {optimism:.1f} standard errors too good.")
    rows = f" ({shared:,} rows are in both roles)" if shared else ""
    return Found(
        message=f"{tried} configurations of {kind} were compared on the rows that give its final score{rows}. "
                f"Expected optimism: about {optimism:.1f} standard errors.", evidence=evidence)
