"""F-15: only one learner was evaluated (Prechelt 1996: a third of all papers)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import contenders
from referee.declaration import Purpose


@check("F-15", "Nothing to compare with", severity=Severity.WARNING,
       advice="Evaluate the most similar known algorithm on the same divisions.",
       reference="Salzberg 1997, section 3.5, step 1; Prechelt 1996")
def no_comparator(bundle: Bundle) -> Iterator[Found]:
    """Fewer than two learners that are no baseline."""
    if bundle.declared is not None and bundle.declared.purpose == Purpose.FEASIBILITY:
        raise NotApplicable("a study of feasibility compares nothing")
    found = contenders(bundle)
    if len(found) < 2:
        what = f"Only one learner was evaluated ({found[0].name})" if found else "Nothing but baselines was evaluated"
        yield Found(message=f"{what}; claims to be better than others are not supported.",
                    evidence={"learners": [model.name for model in found]})
