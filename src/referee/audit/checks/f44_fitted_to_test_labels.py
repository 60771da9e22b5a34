"""F-44: a threshold or a prior taken from the test labels."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_MODELS, by_its_own_words, named
from referee.audit.vocabulary.protocols import THRESHOLD

ASK = "where they come from (threshold, prior)"


@check("F-44", "Threshold or prior from the test labels", severity=Severity.SERIOUS,
       advice="Choose the threshold on training rows, and take class shares from the training part.",
       reference="Guo, section 4.2 (does it); Kapoor & Narayanan 2023")
def fitted_to_test_labels(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Decision thresholds chosen on test rows, class shares that include them."""
    told = by_its_own_words(bundle, THRESHOLD)
    for one in told:
        yield Found(message=f"By its own words the decision threshold was chosen on the test set: {one.quoted}",
                    evidence={"sentence": one.sentence})
    if told and not any(model.threshold or model.prior for model in bundle.models or ()):
        return
    if bundle.models is None:
        raise NotCheckable("it is not known which models took part", ask=ASK_MODELS)
    if bundle.problem is not None and not bundle.problem.classes:
        raise NotApplicable("this is about classes, and there are none")
    if all(model.threshold is None and model.prior is None for model in bundle.models):
        raise NotCheckable("it is not known where decision thresholds and class shares come from", ask=ASK)
    silent = [m.name for m in bundle.models if m.threshold is None and m.prior is None and not m.baseline]
    if silent:
        yield Unseen(reason=f"where the thresholds and class shares of {named(silent)} come from is not known", ask=ASK)
    for model in bundle.models:
        if model.threshold == "test":
            yield Found(message=f"The decision threshold of {model.name} was chosen on the test set.",
                        evidence={"model": model.name})
        if model.prior in {"test", "all"}:
            yield Found(message=f"The class shares used for {model.name} include the test labels.",
                        evidence={"model": model.name})
