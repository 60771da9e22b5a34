"""F-44: a threshold or a prior taken from the test labels."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle


@check("F-44", "Threshold or prior from the test labels", severity=Severity.SERIOUS,
       advice="Choose the threshold on training rows, and take class shares from the training part.",
       reference="Guo, section 4.2 (does it); Kapoor & Narayanan 2023")
def fitted_to_test_labels(bundle: Bundle) -> Iterator[Found]:
    """Decision thresholds chosen on test rows, class shares that include them."""
    if bundle.models is None:
        raise NotCheckable("it is not known which models took part")
    if all(model.threshold is None and model.prior is None for model in bundle.models):
        raise NotCheckable("it is not known where decision thresholds and class shares come from")
    for model in bundle.models:
        if model.threshold == "test":
            yield Found(message=f"The decision threshold of {model.name} was chosen on the test set.",
                        evidence={"model": model.name})
        if model.prior in {"test", "all"}:
            yield Found(message=f"The class shares used for {model.name} include the test labels.",
                        evidence={"model": model.name})
