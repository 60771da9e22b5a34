"""F-45: seeds are not recorded, or the same run made again gives another value."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotCheckable, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_MODELS, contenders, named

TOLERANCE = 1e-9


@check("F-45", "Not reproducible", severity=Severity.WARNING,
       advice="Record the seed of every run, and run one cell again before publishing.",
       reference="Reich & Barai 1999, section 6; Bouthillier et al. 2021")
def not_reproducible(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Stochastic learners without seeds, and reruns that differ."""
    if bundle.models is None and bundle.runs is None:
        raise NotCheckable("neither models nor runs are known", ask=ASK_MODELS)
    unseeded = [m for m in contenders(bundle) if m.seeds is None and not m.deterministic] if bundle.models else []
    silent, unasked = [m.name for m in unseeded if m.told], [m.name for m in unseeded if not m.told]
    if unasked:
        yield Unseen(reason=f"predictions do not show with which random seeds {named(unasked)} were run",
                     ask="how many there were (--seeds; 0 where nothing is random)")
    if silent:
        yield Found(message=f"No random seed is recorded for {', '.join(silent)}.", evidence={"models": silent})
    for run in bundle.runs or ():
        if run.rerun is not None and abs(run.rerun - run.value) > TOLERANCE:
            yield Found(message=f"Running {run.model} on division {run.division} again gives {run.rerun:.4g} instead "
                                f"of "
                                f"{run.value:.4g}.", evidence={"model": run.model, "division": run.division})
            return
