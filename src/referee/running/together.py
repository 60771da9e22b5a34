"""Processes on one ledger share the work: each claims a block of jobs before it fits them.

A block is as large as what this process fits in some seconds, by the costs it has measured, and so large that claiming
takes a small share of the time; towards the end blocks shrink, so that nobody waits long for the last. What is recorded
is looked up after a claim, never before: whoever had claimed it has written it down before letting go. Who has nothing
left to claim waits for the others, and takes over what is left by one that is gone.
"""

from __future__ import annotations

import time
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from referee.errors import RefereeError, WorkShared
from referee.ledger import BatchWriter, Block, Ledger, Record, job_key, records_in
from referee.running import shortcuts
from referee.running.bench import Bench
from referee.running.jobs import Job, Todo

if TYPE_CHECKING:
    from referee.ledger.claims import Claims
    from referee.running.run import Fitted, Tally

BLOCK_SECONDS = 2.0            # of fits, for each of the workers …
AT_MOST = 0.02                 # … or more, so that claiming takes no larger share of the time than this
MOST_IN_A_BLOCK = 1_000
GROWTH = 4                     # times the block before
SLOWEST = 1_000.0
POLL_SECONDS = 0.5
TOLD_EVERY_SECONDS = 10.0



class Addressed(NamedTuple):
    """A job with its address in the ledger, and the learner's name there."""

    key: str
    learner: str
    job: Job


@dataclass(slots=True, kw_only=True)
class Together:
    """One of the processes that share the jobs of a run."""

    ledger: Ledger
    claims: Claims
    problem: str
    tally: Tally
    workers: int
    patient: bool = True                                         # whether it waits for what others are at
    left: set[str] = field(default_factory=set)                  # jobs that nobody has recorded, as last seen
    mine: set[str] = field(default_factory=set)                  # of them, claimed by this process
    written: list[str] = field(default_factory=list)             # by this process, still claimed
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))     # by learner
    fits: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    claiming: float = 0.0                                        # seconds that the last claim took
    block: tuple[float, float, int] | None = None                # when the last was begun, its seconds and size
    pace: float = 1.0                                            # seconds that go by for a second of fits of one worker
    told: float = float("-inf")                                  # when others were last told of
    told_of: int = 0
    waits: bool = False

    def wrote(self, records: Sequence[Record | Block]) -> None:
        """Records of this process that are in the ledger now."""
        for record in records_in(records):
            if record.job in self.mine:
                self.mine.remove(record.job)
                self.written.append(record.job)
                if not self.fits[record.learner]:         # of a tuned learner, under whose name no fit comes
                    self._learn(record)
            self.left.discard(record.job)

    def first(self, bench: Bench, plain: Todo, inner: Sequence[Todo], fitted: Fitted, writer: BatchWriter,
              ) -> Iterator[Record | Block]:
        """All missing jobs that this process comes to: those that shortcuts answer first."""
        self.left = {key for part in (plain, *inner) for key, _ in part.addressed()}
        yield from self._short(bench, plain, writer)
        yield from self.rounds(lambda: (one for part in (plain, *inner) for one in _jobs(part)), fitted, writer)

    def second(self, outer: Todo, fitted: Fitted, writer: BatchWriter) -> Iterator[Record]:
        """The jobs of tuned learners, when all that they choose by is recorded."""
        self.left = {key for key, _ in outer.addressed()}
        return self.rounds(lambda: _jobs(outer), fitted, writer)

    def rounds(self, source: Callable[[], Iterator[Addressed]], fitted: Fitted, writer: BatchWriter,
               ) -> Iterator[Record]:
        """Pass over the jobs, claim and fit what nobody else is at, until all are recorded by somebody."""
        came = True
        while True:
            self._settle(writer, came=came)
            if not self.left:
                return
            others = self._others()
            free = self.left.difference(*others.values())
            if free:
                came = self.waits = False
                for record in fitted(self._claimed(source()), len(free)):
                    came = True
                    self._learn(record)
                    yield record
            elif self.patient:
                self._wait(others)
            else:
                return

    def recorded(self) -> set[str]:
        """The jobs of the problem that are in the ledger."""
        return self.ledger.keys(problem=self.problem)

    @property
    def left_to_others(self) -> bool:
        """Whether others are at the last jobs, and were not waited for."""
        return bool(self.left)

    def look(self) -> None:
        """What is recorded now; what others have recorded since the last look is not made here."""
        theirs = self.left & self.recorded()
        self.left -= theirs
        self.tally.leave_out(len(theirs))

    def _settle(self, writer: BatchWriter, *, came: bool) -> None:
        """Between two passes: write down what was made, let go of what was claimed."""
        writer.flush()
        if self.mine and not came:
            raise RefereeError(f"the engine gave no record for {len(self.mine)} jobs that it took; what was fitted is "
                               f"kept, and the same call goes on from there.")
        if self.claims.taken_over:
            _say(f"{self.claims.taken_over:,} of the fits were claimed by a process that is gone, and taken over.")
            self.claims.taken_over = 0
        self.claims.release([*self.written, *self.mine])
        self.written, self.mine = [], set()
        self.look()

    def _claimed(self, source: Iterator[Addressed]) -> Iterator[Job]:
        """Jobs that nobody else is at, a block at a time."""
        while block := self._block(source):
            name = self.claims.owner
            for i, one in enumerate(block):
                if self.claims.owner != name:      # held up for so long that others took this process for gone
                    self.mine.difference_update(lost.key for lost in block[i:])
                    break
                yield one.job

    def _block(self, source: Iterator[Addressed]) -> list[Addressed]:
        """The next jobs that could be claimed; none when the source has no more."""
        begun = time.monotonic()
        self._learn_pace(begun)
        while wanted := list(self._wanted(source)):
            got = self.claims.take([one.key for one in wanted], done=self.written)
            self.written = []
            self.look()
            block = [one for one in wanted if one.key in got and one.key in self.left]
            self.written += got.difference(one.key for one in block)       # recorded by others: to be let go
            self.mine.update(one.key for one in block)
            if block:
                self.claiming = time.monotonic() - begun
                self.block = (begun, sum(self._cost(one.learner, 0.0) for one in block), len(block))
                return block
        return []

    def _wanted(self, source: Iterator[Addressed]) -> Iterator[Addressed]:
        """So many jobs that nobody is at as make a block."""
        others = self._others()
        taken = set().union(*others.values(), self.mine)
        fair = max(self.workers, len(self.left - taken) // (2 * (len(others) + 1)))
        last = self.workers if self.block is None else self.block[-1]
        most = min(fair, MOST_IN_A_BLOCK, max(GROWTH * last, self.workers))
        each = max(BLOCK_SECONDS, self.claiming / AT_MOST)
        many, seconds = 0, 0.0
        for one in source:
            if one.key in self.left and one.key not in taken:
                yield one
                many += 1
                seconds += self.pace * self._cost(one.learner, each)
                if many >= most or seconds >= each * self.workers:
                    return

    def _learn_pace(self, now: float) -> None:
        """What a fit takes here is more than the fit: a busy machine, and what is done around it, count too."""
        if self.block is not None and self.block[1] > 0:
            begun, seconds, _ = self.block
            self.pace = min(max((now - begun) * self.workers / seconds, 1.0), SLOWEST)

    def _learn(self, record: Record) -> None:
        self.seconds[record.learner] += record.fit_seconds + record.predict_seconds
        self.fits[record.learner] += 1

    def _cost(self, learner: str, unknown: float) -> float:
        return self.seconds[learner] / self.fits[learner] if self.fits[learner] else unknown

    def _others(self) -> dict[str, set[str]]:
        """What others are at, of the jobs of this run that are not recorded; told now and then."""
        found = {owner: at for owner, jobs in self.claims.of_others().items() if (at := jobs & self.left)}
        now = time.monotonic()
        if found and len(found) != self.told_of and now - self.told > TOLD_EVERY_SECONDS:
            _say(f"{_who(len(found))} fitting {_sum(found):,} of {self.tally.total:,} fits in this ledger; what is "
                 f"claimed there is not fitted here.")
            self.told, self.told_of = now, len(found)
        return found

    def _wait(self, others: dict[str, set[str]]) -> None:
        """Wait for what others are at; it is told once."""
        if not self.waits:
            _say(f"nothing is left to claim: {_who(len(others))} fitting the last {_sum(others):,} of "
                 f"{self.tally.total:,} fits; waiting for that.")
        self.waits = True
        time.sleep(max(POLL_SECONDS, self.claiming / AT_MOST / 10))

    def _short(self, bench: Bench, work: Todo, writer: BatchWriter) -> Iterator[Record | Block]:
        """What exact shortcuts answer: one process for each learner, and no job of it is fitted before that is done."""
        numbers = sorted({number for number, _ in work.missing})
        begin = int(self.claims.owner, 16) % max(len(numbers), 1)        # not all at the same one
        waiting = numbers[begin:] + numbers[:begin]
        while waiting:
            for number in list(waiting):
                name = job_key(self.problem, work.fingerprints[number], f"shortcuts of {work.plan.fingerprint}")
                if self.claims.take([name]):
                    self.look()
                    mine = work.among(self.left, number)
                    yield from (piece for _, piece in shortcuts.answers_together(bench, mine))
                    writer.flush()
                    self.claims.release([name])
                    waiting.remove(number)
            if waiting:
                time.sleep(POLL_SECONDS / 10)


def _jobs(part: Todo) -> Iterator[Addressed]:
    for job in part.jobs():
        learner = part.fingerprints[job.learner - part.first]
        yield Addressed(job_key(part.plan.problem, learner, job.split.fingerprint), learner, job)


def _say(sentence: str) -> None:
    warnings.warn(sentence, WorkShared, stacklevel=3)


def _who(many: int) -> str:
    return "1 other process is" if many == 1 else f"{many} other processes are"


def _sum(others: dict[str, set[str]]) -> int:
    return sum(map(len, others.values()))
