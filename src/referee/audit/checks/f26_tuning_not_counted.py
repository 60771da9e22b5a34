"""F-26: how many settings were tried is not recorded (Salzberg 1997, section 3.3)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_TRIED, contenders, named


@check("F-26", "The number of settings tried is not recorded", severity=Severity.SERIOUS,
       advice="Count every configuration tried (a ledger does it), and say the number.",
       reference="Salzberg 1997, section 3.3")
def tuning_not_counted(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Learners without a count of configurations."""
    unasked = [model.name for model in contenders(bundle) if model.tried is None and not model.told]
    if unasked:
        yield Unseen(reason=f"predictions do not show how many settings of {named(unasked)} were tried", ask=ASK_TRIED)
    silent = [model.name for model in contenders(bundle) if model.tried is None and model.told]
    if silent:
        yield Found(message=f"The number of settings tried is not recorded for {', '.join(silent)}; significance "
                            f"levels cannot "
                            f"be interpreted without it (ten settings need 0.005).", evidence={"models": silent})
