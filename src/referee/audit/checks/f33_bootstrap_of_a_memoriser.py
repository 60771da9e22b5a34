"""F-33: a .632 bootstrap of a learner that memorises (Efron & Tibshirani 1997; Reich & Barai 1999, 2.2.5)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, Unseen, check
from referee.audit.bundle import Bundle, Model
from referee.audit.evidence import ASK_NUMBERS

OPTIMISTIC = {".632", "0.632", "632", "bootstrap", "b", "optimism"}


@check("F-33", "A .632 bootstrap of a memorising learner", severity=Severity.SERIOUS,
       advice="Use cross-validation, or the .632+ bootstrap.",
       reference="Efron & Tibshirani 1997; Reich & Barai 1999, 2.2.5")
def bootstrap_of_a_memoriser(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Next to no training error, and an estimate that averages it in."""
    if bundle.reported is None:
        raise NotCheckable("no reported numbers are known", ask=ASK_NUMBERS)
    if not bundle.reported:
        raise NotApplicable("nothing is reported as a number")
    for line in bundle.reported:
        model = bundle.model(line.model)
        error = None if model is None else _training_error(model)
        if line.method.lower() not in OPTIMISTIC:
            continue
        if error is None:
            yield Unseen(reason=f"the training error of {line.model} is not known", ask="its training_scores")
        elif error < 0.02:
            plus = (bundle.estimators or {}).get(line.model, {}).get(".632+")
            detail = "" if plus is None else f"; .632+ gives {plus:.3f}"
            yield Found(message=f"The training error of {line.model} is {error:.3f}, so its {line.method} estimate "
                                f"({line.text or line.value}) is optimistic{detail}.",
                        evidence={"training_error": error, "method": line.method})


def _training_error(model: Model) -> float | None:
    if "accuracy" in model.training_scores:
        return 1 - model.training_scores["accuracy"]
    return model.training_scores.get("error_rate")
