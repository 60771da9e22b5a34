"""F-32: the model put to use is not the one that was tested (Bates, Hastie & Tibshirani 2023)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.checks.f06_evaluation_method import method_label
from referee.audit.evidence import require_a_study


@check("F-32", "Refitted after the hold-out", severity=Severity.WARNING,
       advice="Deploy the model that was tested, or quote the interval as that of the procedure.",
       reference="Bates, Hastie & Tibshirani 2023")
def refitted_after_testing(bundle: Bundle) -> Iterator[Found]:
    """A hold-out interval, and another model deployed than tested; cross-validation is about refitting anyway."""
    require_a_study(bundle)
    known = [m for m in bundle.models or () if m.tested and m.deployed]
    if not known:
        raise NotCheckable("it is not known which model is put to use",
                           ask="fingerprints of the models tested and deployed (tested, deployed)")
    for model in known:
        if model.tested != model.deployed and method_label(bundle) in {"H", "TTV"}:
            yield Found(message=f"{model.name} was fitted again after it was tested; the interval belongs to the "
                                f"model before "
                                f"refitting.", evidence={"tested": model.tested, "deployed": model.deployed})
