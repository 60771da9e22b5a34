"""F-23: a step of the preparation was fitted on test rows too."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, Severity, Unseen, check
from referee.audit.bundle import Bundle, Step
from referee.audit.evidence import as_told, by_its_own_words, named
from referee.audit.leaks.kept_best import kept_the_best
from referee.audit.leaks.prepared import in_the_data
from referee.audit.prose.confession import PREPARED
from referee.audit.vocabulary.steps import known_step
from referee.kinds import Array

ASK = "the steps of each model and what they were fitted on (steps: [{name: …, fitted_on: …}])"
SEES = {        # what a step learns from: how bad it is on test rows, and how that is said
    "target": (Severity.FATAL, ", and saw the target"), "rows": (Severity.FATAL, ", and made rows out of them"),
    "nothing": (Severity.WARNING, ""), None: (Severity.SERIOUS, "; whether it saw the target is not said"),
}
LEARNT = frozenset({"imputation", "PCA", "tf-idf"})    # which know much more of the test rows than a mean and an sd


@check("F-23", "Preparation fitted on test rows", severity=Severity.FATAL,
       advice="Put the step into the pipeline, so that it is fitted on each training part.",
       reference="Kapoor & Narayanan 2023; Ambroise & McLachlan 2002")
def prepared_on_all_rows(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Steps fitted on rows tested on: by their rows, the study's word, or what columns hold; fatal if they saw y.

    Columns that hold means of the target over all rows, gaps filled by the class, columns scaled over all rows;
    features kept out of many for what they tell of all rows.
    """
    yield from in_the_data(bundle)
    yield from _kept(bundle)
    told = by_its_own_words(bundle, PREPARED)
    for one in told:
        severity, saw = SEES[known_step(one.step)]
        severity = max(severity, Severity.SERIOUS) if one.step in LEARNT else severity
        yield as_told(one, f"the step '{one.step}' was fitted on {one.rows} rows{saw}", severity=severity,
                      step=one.step)
    yield from _steps(bundle)


def _kept(bundle: Bundle) -> Iterator[Found]:
    """Features of a table that were kept by what they tell of all rows."""
    only = bundle.divisions[0].train if bundle.divisions is not None and len(bundle.divisions) == 1 else None
    best = None if bundle.problem is None else kept_the_best(bundle.problem, bundle.left_out, only)
    if best is not None:
        yield Found(message=f"{len(best.columns)} of {best.of} columns were kept, and these are just the ones that go "
                            f"best with the target over all rows ({named(best.columns)}); half of the rows would have "
                            f"chosen {best.again:.0%} of them: they were chosen on the rows tested on, too.",
                    evidence={"columns": list(best.columns), "of": best.of, "again": round(best.again, 3)})


def _steps(bundle: Bundle) -> Iterator[Found | Unseen]:
    if all(model.steps is None for model in bundle.models or ()):
        yield Unseen(reason="no steps are known", ask=ASK)
        return
    silent = [model.name for model in bundle.models or () if model.steps is None and not model.baseline]
    if silent:
        yield Unseen(reason=f"no steps of {named(silent)} are known", ask=ASK)
    parts = {division.label: division.test for division in bundle.divisions or ()}
    everyone = np.unique(np.concatenate(list(parts.values()))) if parts else None
    found: dict[tuple[str, str | None], dict[str, str]] = {}
    for model in bundle.models or ():
        for step in model.steps or ():
            tested = everyone if step.division is None else parts.get(step.division, everyone)
            how = _fitted(step, tested)
            if how:
                found.setdefault((step.name, _sees(step)), {}).setdefault(model.name, how)
            elif how is None:
                yield Unseen(reason=f"on which rows the step '{step.name}' of {model.name} was fitted is not known"
                                    f"{', beyond that it says training rows' if step.said else ''}",
                             ask="the divisions" if step.said else "fitted_on, and the divisions")
    for (name, sees), models in found.items():
        severity, saw = SEES[sees]
        yield Found(message=f"The step '{name}' of {named(models)} was fitted on {next(iter(models.values()))}{saw}.",
                    severity=severity, evidence={"models": list(models), "step": name})


def _fitted(step: Step, tested: Array | None) -> str | None:
    """On which test rows a step was fitted, in words; empty where on none, None where that is not known."""
    if step.rows is not None and tested is not None:
        count = int(np.intersect1d(step.rows, tested).size)
        return f"{step.rows.size:,} rows, {count:,} of them test rows" if count else ""
    if step.said in {"all", "test"}:
        return f"{step.said} rows, by the study's own word"
    return None


def _sees(step: Step) -> str | None:
    """What the step learns from: as it is said, or else as its name tells."""
    return known_step(step.name) if step.supervised is None else "target" if step.supervised else "nothing"
