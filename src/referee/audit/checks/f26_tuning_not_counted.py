"""F-26: how many settings were tried is not recorded (Salzberg 1997, section 3.3)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import contenders


@check("F-26", "The number of settings tried is not recorded", severity=Severity.SERIOUS,
       advice="Count every configuration tried (a ledger does it), and say the number.",
       reference="Salzberg 1997, section 3.3")
def tuning_not_counted(bundle: Bundle) -> Iterator[Found]:
    """Learners without a count of configurations."""
    silent = [model.name for model in contenders(bundle) if model.tried is None]
    if silent:
        yield Found(message=f"The number of settings tried is not recorded for {', '.join(silent)}; significance "
                            f"levels cannot "
                            f"be interpreted without it (ten settings need 0.005).", evidence={"models": silent})
