"""F-46: only one source of variance was varied (Reich & Barai 1999; Bouthillier et al. 2021)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import contenders


@check("F-46", "One source of variance only", severity=Severity.INFO,
       advice="Vary splits and seeds together, or say what the interval leaves out.",
       reference="Reich & Barai 1999, 2.1; Bouthillier et al. 2021")
def one_source_of_variance(bundle: Bundle) -> Iterator[Found]:
    """A stochastic learner with one seed over several splits, or several seeds on one split."""
    if bundle.divisions is None:
        raise NotCheckable("it is not known how the rows were divided")
    several = len(bundle.divisions) > 1
    for model in contenders(bundle):
        if model.deterministic or model.seeds is None:
            continue
        seeds = len(set(model.seeds))
        if several and seeds == 1:
            yield Found(message=f"The uncertainty of {model.name} covers the splits only: it is stochastic and was "
                                f"run with one "
                                f"seed.", evidence={"model": model.name, "covers": "splits"})
        elif not several and seeds > 1:
            yield Found(message=f"The uncertainty of {model.name} covers its {seeds} seeds only: all were run on one "
                                f"split.",
                        evidence={"model": model.name, "covers": "seeds"})
