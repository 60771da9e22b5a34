"""How long the fits that are missing will take: what each learner's fits took, and how fast the work has been going.

Learners differ by orders of magnitude, so that fits are not counted but weighed by the seconds that fits of the same
learner took. How fast that work is done, by however many processes, is seen while one watches.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field

from referee.ledger import Ledger
from referee.serve.fits import Bar, Recorded, Wanted

SAMPLED = 5                 # fits of a learner that are asked what they took
WINDOW = 120.0              # seconds that are looked back over
SHORTEST = 1e-3             # seconds: what is faster is not told apart from writing it down
GROWN = 1.25                # by so much more fits, the sample is drawn anew


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """What is left to do."""

    work: float                          # seconds of fitting
    seconds: float | None                # until it is done; None until a pace was seen
    unknown: tuple[str, ...] = ()        # learners of which nothing was fitted yet


@dataclass(slots=True)
class Pace:
    """What was seen of one study while it was watched."""

    seen: deque[tuple[float, float]] = field(default_factory=deque)       # when, and the seconds of work done by then
    costs: dict[str, tuple[int, float]] = field(default_factory=dict)     # of a fit, by learner; from how many

    def left(self, ledger: Ledger, parts: list[tuple[Wanted, Bar]], there: dict[str, Recorded]) -> Left:
        """What is left, after another look."""
        costs = {one.learner: self._cost(ledger, one, bar, there[one.problem]) for one, bar in parts}
        known = [(bar, cost) for one, bar in parts if (cost := costs[one.learner]) is not None]
        now, done = time.monotonic(), sum(bar.done * cost for bar, cost in known)
        self.seen.append((now, done))
        while self.seen and now - self.seen[0][0] > WINDOW:
            self.seen.popleft()
        begun, before = self.seen[0]
        work = sum(bar.missing * cost for bar, cost in known)
        pace = (done - before) / (now - begun) if now > begun and done > before else None
        return Left(work=work, seconds=None if pace is None else work / pace,
                    unknown=tuple(bar.name for one, bar in parts if costs[one.learner] is None and bar.missing))

    def _cost(self, ledger: Ledger, one: Wanted, bar: Bar, there: Recorded) -> float | None:
        """What a fit of a learner takes, by a few of them; None where there is none."""
        if not bar.done:
            return None
        many, cost = self.costs.get(one.learner, (0, 0.0))
        if not many or bar.done >= GROWN * many:
            jobs = sorted(one.jobs & there.done)
            some = list(ledger.read_many(jobs[:: max(1, len(jobs) // SAMPLED)][:SAMPLED]))
            cost = max(SHORTEST, sum(record.fit_seconds + record.predict_seconds for record in some) / len(some))
            if many:                   # what was done by then is weighed anew, so the pace is seen anew
                self.seen.clear()
            self.costs[one.learner] = bar.done, cost
        return cost
