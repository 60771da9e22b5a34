"""F-44: a threshold or a prior taken from the test labels."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.cuts import best_by, cut_of
from referee.audit.evidence import ASK_MODELS, named, one_pass, parts_of_one_pass, told_by_itself
from referee.audit.fitted_here import fitted_here
from referee.audit.prose.confession import CALIBRATED, THRESHOLD

ENOUGH = 100            # rows: of fewer, a cut chosen elsewhere is often the best one too
FEWEST, MANY = 3, 5     # parts with a cut each: in many, none of them is the best by chance
ASK = "where they come from (threshold, prior)"


@check("F-44", "Threshold or prior from the test labels", severity=Severity.SERIOUS,
       advice="Choose the threshold on training rows, and take class shares from the training part.",
       reference="Guo, section 4.2 (does it); Kapoor & Narayanan 2023")
def fitted_to_test_labels(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Decision thresholds chosen on test rows, probabilities calibrated on them, class shares that include them.

    Told, or seen: labels that are the probabilities cut elsewhere than at a half, where no other cut of these rows is
    better, or cut in each fold elsewhere, and in each where that fold would have it. A warning where a plain number
    such as 0.3 cuts so, no other model was cut at a half, or there are fewer than five folds. And probabilities, or
    numbers, whose sums are those that only a fit to these very rows gives.
    """
    told = [*told_by_itself(bundle, THRESHOLD, "the decision threshold was chosen on the test set"),
            *told_by_itself(bundle, CALIBRATED, "probabilities were calibrated on the outcomes of the test rows")]
    yield from told
    cuts = [*_cut_on_these_rows(bundle), *_cut_in_each_part(bundle), *_fitted_on_these_rows(bundle)]
    yield from cuts
    if (told or cuts) and not any(model.threshold or model.prior for model in bundle.models or ()):
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


def _fitted_on_these_rows(bundle: Bundle) -> Iterator[Found]:
    """Models that were calibrated, or fitted, on the rows they are scored on; baselines may say what they like."""
    for model in bundle.models or ():
        if model.baseline or not bundle.said_by(model.name):
            continue
        found = fitted_here(one_pass(bundle, model.name)[1])
        if found is not None:
            yield Found(message=f"{model.name} was calibrated or fitted on the rows it is scored on: {found.sentence}.",
                        evidence={"model": model.name, "chance": found.chance})


def _cut_in_each_part(bundle: Bundle) -> Iterator[Found]:
    """Models that were cut in each fold elsewhere, and in each where no other cut of its rows is better."""
    metrics = bundle.declared.metrics if bundle.declared is not None else ()
    for model in bundle.models or ():
        if not bundle.said_by(model.name) or model.threshold is not None:
            continue
        parts = [part.predictions for part in parts_of_one_pass(bundle, model.name)]
        cuts = [cut for part in parts if (cut := cut_of(part)) is not None]
        if len(parts) < FEWEST or cut_of(one_pass(bundle, model.name)[1]) is not None or len(cuts) < len(parts) or (
                sum(cut.usual for cut in cuts) > len(cuts) / 2):
            continue
        best = best_by(parts, metrics)
        if best is not None and sum(part.n_rows for part in parts) >= ENOUGH:
            score, own, half = best
            low, high = (edge(cut.upto for cut in cuts) for edge in (min, max))
            yield Found(
                message=f"The labels of {model.name} are its probabilities cut elsewhere in each of {len(parts)} folds,"
                        f" from about {low:.3g} to {high:.3g}, and in each no other cut of its rows has a higher "
                        f"{score}: on average {own:.3f}, cut at 0.5 {half:.3f}.",
                severity=Severity.SERIOUS if len(parts) >= MANY else Severity.WARNING,
                evidence={"model": model.name, "folds": len(parts), "metric": score, "score": own, "at_half": half})


def _cut_on_these_rows(bundle: Bundle) -> Iterator[Found]:
    """Models whose labels were cut where these very rows would have it."""
    said = {model.name: one_pass(bundle, model.name)[1] for model in bundle.models or ()
            if bundle.said_by(model.name) and model.threshold is None}
    cuts = {name: cut for name, one in said.items() if (cut := cut_of(one)) is not None}
    usual = [name for name, cut in cuts.items() if cut.usual]
    metrics = bundle.declared.metrics if bundle.declared is not None else ()
    for name, cut in cuts.items():
        best = None if cut.usual or said[name].n_rows < ENOUGH else best_by([said[name]], metrics)
        if best is None:
            continue
        score, own, half = best
        others = f", as {named(usual)} {'was' if len(usual) == 1 else 'were'}" if usual else ""
        yield Found(
            message=f"The labels of {name} are its probabilities cut at about {cut.upto:.4g}: {score} {own:.3f}, and "
                    f"no other cut of these very rows gives more. Cut at 0.5{others}, it has {half:.3f}.",
            severity=Severity.SERIOUS if usual and not cut.plain else Severity.WARNING,
            evidence={"model": name, "above": cut.below, "upto": cut.upto, "metric": score, "score": own,
                      "at_half": half})
