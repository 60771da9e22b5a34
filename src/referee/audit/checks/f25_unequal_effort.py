"""F-25: one model was given far more effort than another (Reich & Barai 1999, section 5)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, Unseen, check
from referee.audit.bundle import Bundle, Model
from referee.audit.evidence import contenders, named, told_by_itself
from referee.audit.prose.confession import EFFORT

UNEQUAL = 5         # times
GROSSLY = 50
ASK = "how many configurations of each were tried (tried), or epochs trained (epochs)"


@check("F-25", "Unequal effort", severity=Severity.SERIOUS,
       advice="Give every model the same budget of configurations and training, or say that they had not.",
       reference="Reich & Barai 1999, section 5; Salzberg 1997, section 3.3")
def unequal_effort(bundle: Bundle) -> Iterator[Found | Unseen]:
    """Configurations tried, or epochs trained, that differ more than fivefold; time is a matter of the learner.

    Serious where they differ fiftyfold and the one that had more is claimed to be better. In code: learners that are
    searched beside others with the settings of their library.
    """
    confessed = told_by_itself(bundle, EFFORT, "the others were left as they come while the proposed one was tuned")
    yield from confessed
    if confessed:
        return
    models = contenders(bundle)
    if len(models) < 2:
        raise NotApplicable("there are no two learners")
    if all(m.tried is None and m.epochs is None for m in models):
        raise NotCheckable("neither configurations tried nor epochs are recorded", ask=ASK)
    unknown = [m.name for m in models if m.tried is None and m.epochs is None]
    if unknown:
        yield Unseen(reason=f"what effort went into {named(unknown)} is not known", ask=ASK)
    efforts = {"configurations": [(m, m.tried) for m in models], "epochs": [(m, m.epochs) for m in models]}
    for what, effort in efforts.items():
        yield from _compared(bundle, what, [(m, value) for m, value in effort if value])


def _compared(bundle: Bundle, what: str, effort: list[tuple[Model, int]]) -> Iterator[Found | Unseen]:
    if not effort:
        return
    (most, x), (least, y) = (pick(effort, key=lambda one: one[1]) for pick in (max, min))
    if x > UNEQUAL * y:
        claimed = any((claim.a, claim.b) == (most.name, least.name) and claim.kind == "better"
                      for claim in bundle.claims or ())
        yield Found(message=f"{most.name} had {x:,} {what}, {least.name} only {y:,}.",
                    severity=None if claimed and x > GROSSLY * y else Severity.WARNING,
                    evidence={most.name: x, least.name: y})
