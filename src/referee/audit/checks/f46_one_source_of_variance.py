"""F-46: only one source of variance was varied (Reich & Barai 1999; Bouthillier et al. 2021)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import contenders
from referee.data.wording import listed


@check("F-46", "One source of variance only", severity=Severity.INFO,
       advice="Vary splits and seeds together, or say what the interval leaves out.",
       reference="Reich & Barai 1999, 2.1; Bouthillier et al. 2021")
def one_source_of_variance(bundle: Bundle) -> Iterator[Found]:
    """A stochastic learner with one seed over several splits, or several seeds on one split."""
    if bundle.divisions is None:
        raise NotCheckable("it is not known how the rows were divided")
    several = len(bundle.divisions) > 1
    stochastic = [m for m in contenders(bundle) if not m.deterministic and m.seeds is not None]
    once = [m.name for m in stochastic if len(set(m.seeds or ())) == 1]
    often = [m.name for m in stochastic if len(set(m.seeds or ())) > 1]
    if several and once:
        yield Found(message=f"The uncertainty of {listed(once)} covers the splits only: each is stochastic and was run "
                            f"with one seed.", evidence={"models": once, "covers": "splits"})
    elif not several and often:
        yield Found(message=f"The uncertainty of {listed(often)} covers the seeds only: all were run on one split.",
                    evidence={"models": often, "covers": "seeds"})
