"""F-18: too few data sets, or none from the world (Prechelt 1996: 29% of papers use no real problem)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle

ENOUGH = 6          # below six data sets no test by ranks or signs over them can reach 5%


@check("F-18", "Too few data sets, or only artificial ones", severity=Severity.SERIOUS,
       advice="Add data sets measured in the world, or say that the conclusion is about these alone.",
       reference="Prechelt 1996; Mooney, experimental evaluation, conclusions")
def few_or_artificial_problems(bundle: Bundle) -> Iterator[Found]:
    """No real data set at all, or a general claim from fewer than six; serious where it rests on one."""
    if bundle.data_sets is None:
        raise NotCheckable("it is not known which data sets were used", ask="the data sets (data_sets)")
    if not bundle.data_sets:
        raise NotApplicable("no data sets are named")
    n, real = len(bundle.data_sets), sum(data.real is True for data in bundle.data_sets)
    artificial = all(data.real is False for data in bundle.data_sets)
    general = [claim for claim in bundle.claims or () if claim.scope == "in general"]
    if not general and all(data.real is None for data in bundle.data_sets):
        raise NotCheckable("it is not said whether the data were measured in the world or simulated",
                           ask="whether they are real (data_sets: [{name: …, real: true}])")
    if artificial or (general and n < ENOUGH):
        what = f"'{general[0].says}' is claimed in general, and" if general else "The conclusion"
        kind = "none of them measured in the world" if artificial else f"{real} of them real"
        sets = f"one data set{', a simulated one' * artificial}" if n == 1 else f"{n} data sets, {kind}"
        yield Found(message=f"{what} rests on {sets}.", severity=None if general and n == 1 else Severity.WARNING,
                    evidence={"data_sets": n, "real": real})
