"""Processes on one ledger that claim nothing: what another has recorded meanwhile is left out, with a word.

Every second or so the ledger is asked what it has. Where others have written, this process goes on at another place of
the plan, so that nobody walks beside another for long. No job is reserved (together.py does that): what two are at in
the same second is made twice and recorded once; two that start together and stay in step never notice.
"""

from __future__ import annotations

import os
import platform
import threading
import time
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice

from referee.errors import WorkShared
from referee.ledger import Block, Ledger, Record, jobs_of
from referee.running.jobs import Job, Todo
from referee.seeds import stream

EVERY_SECONDS = 1.0
AT_MOST = 0.05                  # the share of the time that looking may take


@dataclass(slots=True)
class Meanwhile:
    """The jobs of a run, and which of them others record."""

    ledger: Ledger
    work: Todo
    written: set[str] = field(default_factory=set)               # by this process
    theirs: set[str] = field(default_factory=set)                # by others, as seen when last looked
    left_out: int = 0                                            # jobs that are not made here for that
    next_look: float = field(default_factory=lambda: time.monotonic() + EVERY_SECONDS)

    def wrote(self, records: Sequence[Record | Block]) -> None:
        """Records of this process that are in the ledger now."""
        self.written.update(jobs_of(records))

    def jobs(self) -> Iterator[Job]:
        """What is missing, but for what others record; where others have been, from another place on."""
        left, begin = set(self.work.missing), 0
        while left:
            for job in _from(self.work, begin):
                if self._others_came():
                    done = {one for key, one in self.work.addressed() if key in self.theirs} & left
                    self.left_out += len(done)
                    left -= done
                    begin = self._elsewhere(left)
                    break
                if (one := (job.learner - self.work.first, job.split.label)) in left:
                    left.remove(one)
                    yield job

    def _others_came(self) -> bool:
        """Whether others have written since the last look; when it is not time for one, nobody has."""
        begun = time.monotonic()
        if begun < self.next_look:
            return False
        there = self.ledger.keys(problem=self.work.plan.problem)
        theirs = {key for key, _ in self.work.addressed() if key in there} - self.written
        came = len(theirs) > len(self.theirs)
        if came and not self.theirs:
            warnings.warn("another process makes fits of this study in the same ledger: what it records is not made "
                          "here again.", WorkShared, stacklevel=2)
        self.theirs = theirs
        now = time.monotonic()
        self.next_look = now + max(EVERY_SECONDS, (now - begun) / AT_MOST)
        return came

    def _elsewhere(self, left: set[tuple[int, str]]) -> int:
        """A split to go on with, of those with something left: this process's own, and another one each time."""
        labels = {label for _, label in left}
        places = [i for i, entry in enumerate(self.work.plan.card.entries) if entry.label in labels] or [0]
        draw = stream(os.getpid(), platform.node(), threading.get_ident(), len(self.theirs))
        return int(draw.choice(places))


def _from(work: Todo, begin: int) -> Iterator[Job]:
    """All jobs of a plan, split by split, from one of its splits on and around."""
    for split in chain(islice(work.plan.splits(), begin, None), islice(work.plan.splits(), begin)):
        for number in range(len(work.fingerprints)):
            yield Job(work.first + number, split)
