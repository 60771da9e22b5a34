"""Who is at which fits now: claims that expire, so that one who is killed holds nothing up for long.

A claimant is a process; it says again and again that it is there, and by the clock of the database, which is one for
all machines, it is gone when it has not said so for a while. Whoever asks next takes over what it had claimed. One that
was given up never comes back under its name: it would find its claims taken. Claims are names of jobs and of nobody;
nothing that could be run passes through them, and they are no evidence: a ledger without them is whole.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Self
from uuid import uuid4

import sqlalchemy as sa

from referee.errors import LedgerError
from referee.ledger.database import Database
from referee.ledger.schema import claimants, claims

CLAIMS_SINCE = 7                # the version of the format
LEASE_SECONDS = 30.0
LONGEST_LEASE = 3_600.0         # what is said to hold for longer was damaged, or the clock was wrong
AT_ONCE = 500                   # names in one statement
Names = Sequence[str]


@dataclass(slots=True, kw_only=True)
class Claims:
    """The claims of one process, and what it sees of others."""

    database: Database
    lease: float = LEASE_SECONDS
    owner: str = field(default_factory=lambda: uuid4().hex)
    taken_over: int = 0              # jobs of those who were gone
    lock: threading.Lock = field(default_factory=threading.Lock)       # a thread says that we are there

    @contextmanager
    def held(self) -> Iterator[Self]:
        """Say for as long as it lasts, from a thread, that this process is there; let go of everything at the end."""
        stop = threading.Event()

        def beat() -> None:
            while not stop.wait(self.lease / 3):
                with suppress(LedgerError):      # the next one will tell, or whoever works meets it too
                    self.beat()

        self.take([])
        thread = threading.Thread(target=beat, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            stop.set()
            thread.join()
            self.leave()

    def take(self, jobs: Names, *, done: Names = ()) -> set[str]:
        """Claim what nobody has claimed who is there, and let go of what is done; what of it is ours now."""
        wanted = sorted(jobs)

        def write(connection: sa.Connection) -> set[str]:
            self._let_go(connection, done)
            self._say_here(connection)
            # Two that ask at once wait for each other's rows only here, in one order, and so never for ever.
            for some in _chunks(wanted):
                self.database.insert(connection, claims, [{"job": job, "owner": self.owner} for job in some])
            for some in _chunks(wanted):
                self._take_over(connection, some)
            self._clear(connection)
            return {job for some in _chunks(wanted) for job in connection.execute(
                sa.select(claims.c.job).where(claims.c.job.in_(some), claims.c.owner == self.owner)).scalars()}

        with self.lock:
            return self.database.transact(write)

    def release(self, jobs: Names) -> None:
        """Let go of claims."""
        if jobs:
            self.database.transact(lambda connection: self._let_go(connection, jobs))

    def beat(self) -> bool:
        """Say that this process is there; False if it was given up meanwhile, and has a new name now."""
        mine = (claimants.c.owner == self.owner) & self._live
        with self.lock:
            with self.database.writing() as connection:
                change = sa.update(claimants).where(mine).values(expires=self._end).returning(claimants.c.owner)
                there = connection.execute(change).first() is not None
            if not there:
                self.owner = uuid4().hex
        return there

    def of_others(self) -> dict[str, set[str]]:
        """What others who are there have claimed: for each of them, the jobs; in an older ledger nobody has."""
        if self.database.version < CLAIMS_SINCE:
            return {}
        query = sa.select(claims.c.owner, claims.c.job).join(claimants, claimants.c.owner == claims.c.owner)
        found: dict[str, set[str]] = defaultdict(set)
        for row in self.database.rows(query.where(self._live, claims.c.owner != self.owner)):
            found[row["owner"]].add(row["job"])
        return dict(found)

    def leave(self) -> None:
        """Let go of everything; where the database is gone, that comes of itself."""
        with suppress(LedgerError), self.database.writing() as connection:
            for table in (claims, claimants):
                connection.execute(sa.delete(table).where(table.c.owner == self.owner))

    def _say_here(self, connection: sa.Connection) -> None:
        there = connection.execute(sa.select(self._live).where(claimants.c.owner == self.owner)).scalar()
        if there is not None and not there:
            self.owner = uuid4().hex            # given up meanwhile
        self.database.insert(connection, claimants, [{"owner": self.owner, "expires": 0.0}])
        connection.execute(sa.update(claimants).where(claimants.c.owner == self.owner).values(expires=self._end))

    def _let_go(self, connection: sa.Connection, jobs: Names) -> None:
        for some in _chunks(jobs):
            connection.execute(sa.delete(claims).where(claims.c.job.in_(some), claims.c.owner == self.owner))

    def _take_over(self, connection: sa.Connection, jobs: Names) -> None:
        """Take what somebody has claimed who is gone; what another takes in this moment is passed over."""
        there = sa.select(claimants.c.owner).where(self._live)
        left = sa.select(claims.c.job).where(claims.c.job.in_(jobs), claims.c.owner.not_in(there))
        found = sorted(connection.execute(left.with_for_update(skip_locked=True)).scalars())
        if found:
            connection.execute(sa.update(claims).where(claims.c.job.in_(found)).values(owner=self.owner))
            self.taken_over += len(found)

    def _clear(self, connection: sa.Connection) -> None:
        """Forget those who are gone and have nothing left."""
        holding = sa.select(claims.c.owner)
        gone = sa.select(claimants.c.owner).where(sa.not_(self._live), claimants.c.owner.not_in(holding))
        found = list(connection.execute(gone.with_for_update(skip_locked=True)).scalars())
        if found:
            connection.execute(sa.delete(claimants).where(claimants.c.owner.in_(found)))

    @property
    def _now(self) -> sa.ColumnElement[float]:
        """The clock of the database, in seconds."""
        if self.database.is_sqlite:
            return sa.literal_column("((julianday('now') - 2440587.5) * 86400.0)", sa.Double)
        return sa.literal_column("extract(epoch FROM clock_timestamp())::double precision", sa.Double)

    @property
    def _end(self) -> sa.ColumnElement[float]:
        return self._now + self.lease

    @property
    def _live(self) -> sa.ColumnElement[bool]:
        return (claimants.c.expires > self._now) & (claimants.c.expires < self._now + LONGEST_LEASE)


def _chunks(names: Collection[str]) -> Iterator[list[str]]:
    listed = list(names)
    for i in range(0, len(listed), AT_ONCE):
        yield listed[i : i + AT_ONCE]
