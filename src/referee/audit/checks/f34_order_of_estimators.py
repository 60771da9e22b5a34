"""F-34: the estimators stand in an order that theory does not expect (Reich & Barai 1999, Fig. 2)."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import require_a_study


@check("F-34", "Unexpected order of estimators", severity=Severity.INFO,
       advice="Look for early stopping, duplicates, tiny test sets or poor data, and explain it.",
       reference="Reich & Barai 1999, Fig. 2 and section 3.3")
def order_of_estimators(bundle: Bundle) -> Iterator[Found]:
    """Resubstitution no better than cross-validation, hold-out clearly better than it, .632+ worse than hold-out."""
    require_a_study(bundle)
    if bundle.estimators is None:
        raise NotCheckable("only one estimator was used, or none is known", ask="several of one error (estimators)")
    if not bundle.estimators:
        raise NotApplicable("there are no several estimators of one error")
    n = 0 if bundle.problem is None else bundle.problem.n_rows
    for model, errors in bundle.estimators.items():
        odd = _odd(errors, n)
        if odd:
            yield Found(message=f"Unexpected order of estimators for {model}: "
                                f"{'; '.join(odd)}.", evidence={"errors": errors})


def _odd(e: dict[str, float], n: int) -> list[str]:
    odd = []
    if "R" in e and "K" in e and e["R"] >= e["K"]:
        odd.append(f"resubstitution {e['R']:.3f} is not below cross-validation {e['K']:.3f}")
    if "H" in e and "K" in e:
        noise = 2 * sqrt(max(e["K"] * (1 - e["K"]), 0.0) / n) if n else 0.0
        if e["H"] < e["K"] - noise:
            odd.append(f"hold-out {e['H']:.3f} is below cross-validation {e['K']:.3f}")
    if ".632+" in e and "H" in e and e[".632+"] > e["H"]:
        odd.append(f".632+ {e['.632+']:.3f} is above hold-out {e['H']:.3f}")
    return odd
