"""F-57: a score that its learner does not have when it is fitted again."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, Severity, Unseen, check
from referee.audit.bundle import Bundle
from referee.audit.leaks.refits import fitted_again


@check("F-57", "The score does not stand when fitted again", severity=Severity.FATAL,
       advice="Look for rows that belong together on both sides, for test rows in training, and for a learner that "
              "knows more than its training rows.",
       reference="Ojala & Garriga 2010; Kapoor & Narayanan 2023; Roberts et al. 2017")
def does_not_stand(bundle: Bundle) -> Iterator[Found | Unseen]:
    """The leading learner fitted again: as it was, without training rows near test rows, on permuted targets.

    It is handed over (estimators=…), or one of our own names; else forests and boosted trees stand in.
    """
    yield from fitted_again(bundle)
