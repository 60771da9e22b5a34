"""How long the rest of a run takes: learner by learner, from what their fits have taken so far.

One fit of a forest takes as long as a thousand of naive Bayes, so that fits counted alike are wrong by factors while
the dear ones are to come. A learner's seconds are held against the rows it learned from: halves of a table are cheaper
than nine tenths of it.
"""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from referee.running.jobs import Todo

EARLY = 5       # dearest fits, one after another: by then what is under way is a small part of what was done


@dataclass(slots=True)
class TimeLeft:
    """Training rows still to be learned from, and seconds a row so far, of each learner."""

    workers: int = 1                                        # that an engine has
    clock: Callable[[], float] = time.monotonic
    rows_of: dict[str, int] = field(default_factory=dict)                                 # training rows of each split
    left: dict[str, int] = field(default_factory=lambda: defaultdict(int))                # training rows to come
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))         # of the fits so far …
    rows: dict[str, int] = field(default_factory=lambda: defaultdict(int))                # … and their training rows
    chosen: set[str] = field(default_factory=set)           # learners that are another one in each part
    begun: float | None = None                                                            # when the first fit began

    def expect(self, parts: Iterable[Todo], *, chosen: bool = False) -> None:
        """These jobs are to come; a `chosen` learner is not known before it is."""
        for part in parts:
            sizes = {entry.label: entry.n_train for entry in part.plan.card.entries}
            self.rows_of |= {entry.split: entry.n_train for entry in part.plan.card.entries}
            for number, label in part.missing:
                self.left[part.fingerprints[number]] += sizes[label]
            if chosen:
                self.chosen |= set(part.fingerprints)

    def answered(self, learner: str, splits: Iterable[str]) -> None:
        """So much is done without a fit."""
        self.left[learner] -= sum(self.rows_of.get(split, 0) for split in splits)

    def fitted(self, learner: str, split: str, seconds: float) -> None:
        """One more fit, which took this long."""
        rows = self.rows_of.get(split, 0)
        self.left[learner] -= rows
        self.seconds[learner] += seconds
        self.rows[learner] += rows
        if self.begun is None:
            self.begun = self.clock() - seconds

    def leave_out(self, share: float) -> None:
        """This share of what is left was made by others; of which learners is not told."""
        for learner in self.left:
            self.left[learner] = round(self.left[learner] * (1 - share))

    def __call__(self) -> float:
        """Seconds until all is done, as many fits at once as so far; not a number while a learner has none yet."""
        if self.begun is None or not any(self.rows.values()):
            return math.nan
        each = sum(self.seconds.values()) / max(1, sum(self.rows.values()))
        work = 0.0
        for learner, rows in self.left.items():
            if rows <= 0:
                continue
            if self.rows[learner]:
                work += rows * self.seconds[learner] / self.rows[learner]
            elif learner in self.chosen:
                work += rows * each
            else:
                return math.nan
        return work / self._at_once(max(self.clock() - self.begun, 1e-9))

    def _at_once(self, elapsed: float) -> float:
        """Fits made at a time. Those under way are not counted yet, which matters until each worker made several."""
        seen = sum(self.seconds.values()) / elapsed
        dearest = max(self.seconds[learner] / self.rows[learner] for learner in self.rows if self.rows[learner])
        early = elapsed < EARLY * dearest * max(self.rows_of.values())
        return max(seen, float(self.workers)) if early else max(seen, 1e-9)
