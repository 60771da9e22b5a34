"""Looks at a ledger: its studies, how far each is, who is fitting, and its vaults.

What was read holds as long as the marks of the ledger stay as they are, so that a look at one in which nothing happens
costs little.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from referee.errors import LedgerUnreachable, LedgerUnreadable, RefereeError
from referee.ledger import Claimed, KeepsVaults, Ledger, SharesWork, StudyCard, TellsNews
from referee.serve.fits import Bar, Recorded, Wanted, bar, recorded, signature, wanted
from referee.serve.kept import Kept
from referee.serve.moment import Moment, State, Study
from referee.serve.pace import Pace

AGAIN = 0.4                 # seconds for which one look serves all who ask
STILL_RUNNING = 60.0        # seconds since the last fit was written; some fits take longer, and nothing tells
Claims = dict[str, set[str]]


@dataclass(slots=True)
class Progress:
    """How far a study was when it was last looked at."""

    mark: object
    bars: tuple[Bar, ...]
    fits: tuple[int, ...]
    changed: float                                   # on the clock of this process
    pace: Pace = field(default_factory=Pace)


@dataclass(slots=True)
class Known:
    """What was read of one ledger."""

    recorded: dict[str, tuple[object, Recorded]] = field(default_factory=dict)     # by problem, with its mark
    wanted: dict[str, tuple[Wanted, ...]] = field(default_factory=dict)            # by study
    progress: dict[str, Progress] = field(default_factory=dict)                    # by study


class Watching:
    """Looks at one ledger, for all who ask."""

    def __init__(self, where: str) -> None:
        self._kept, self._lock = Kept(where), threading.Lock()
        self._known, self._place = Known(), self._kept.place()
        self._last: tuple[float, Moment] | None = None

    def now(self) -> Moment:
        """What the ledger holds."""
        with self._lock:
            if self._last is None or time.monotonic() - self._last[0] > AGAIN:
                self._last = None                    # a look that fails leaves nothing to show
                with self._kept.opened() as ledger:
                    self._last = time.monotonic(), self._look(ledger)
            return self._last[1]

    @contextmanager
    def reading(self) -> Iterator[Ledger]:
        """The ledger itself, while nobody else looks at it."""
        with self._lock, self._kept.opened() as ledger:
            yield ledger

    def close(self) -> None:
        """Let go of the ledger."""
        with self._lock:
            self._kept.close()

    def _look(self, ledger: Ledger) -> Moment:
        place = self._kept.place()
        if place != self._place:                     # another file: nothing of the first one holds
            self._known, self._place = Known(), place
        marks, cards = ledger.marks() if isinstance(ledger, TellsNews) else None, ledger.studies()
        others = marks.get("") if marks is not None else (len(cards), len(ledger.looks()))
        claims = _claims(ledger)
        studies = []
        for number, card in enumerate(cards, 1):
            try:
                studies.append(self._study(ledger, number, card, marks, (place, others), claims))
            except (LedgerUnreadable, LedgerUnreachable):
                raise
            except RefereeError as error:            # one study is damaged: the others are not
                studies.append(Study(number=number, card=card, bars=(), state=State.FINISHED, trouble=str(error),
                                     stamp=(place, others, str(error)), fits=()))
        vaults = ledger.vaults() if isinstance(ledger, KeepsVaults) else []
        uses = [ledger.uses(vault.fingerprint) for vault in vaults] if isinstance(ledger, KeepsVaults) else []
        return Moment(studies=tuple(studies), vaults=tuple(zip(vaults, map(tuple, uses), strict=True)))

    def _study(self, ledger: Ledger, number: int, card: StudyCard,
               marks: dict[str, frozenset[tuple[str, str, int, str]]] | None, others: tuple[object, object],
               claims: Claims) -> Study:
        name = card.fingerprint
        parts = self._known.wanted.setdefault(name, ()) or wanted(ledger, card)
        self._known.wanted[name] = parts
        problems = {one.problem for one in parts}
        mark: object = object() if marks is None else tuple(sorted(
            (problem, hash(marks.get(problem))) for problem in problems))
        found = self._known.progress.get(name)
        if found is None or found.mark != mark:
            found = self._progress(ledger, card, parts, marks, mark)
        done = all(not one.missing for one in found.bars)
        study = Study(number=number, card=card, bars=found.bars, state=State.FINISHED, stamp=(*others, found.fits),
                      fits=found.fits)
        return study if done else self._unfinished(ledger, study, found, parts, claims)

    def _progress(self, ledger: Ledger, card: StudyCard, parts: tuple[Wanted, ...],
                  marks: dict[str, frozenset[tuple[str, str, int, str]]] | None, mark: object) -> Progress:
        there = {problem: self._recorded(ledger, problem, None if marks is None else marks.get(problem))
                 for problem in {one.problem for one in parts}}
        before, fits = self._known.progress.get(card.fingerprint), signature(parts, there)
        bars = tuple(bar(ledger, one, there[one.problem]) for one in parts if not one.beside)
        if before is None:
            changed, pace = time.monotonic() - _since_written(ledger, card), Pace()
        else:
            changed, pace = time.monotonic() if fits != before.fits else before.changed, before.pace
        made = Progress(mark=mark, bars=bars, fits=fits, changed=changed, pace=pace)
        self._known.progress[card.fingerprint] = made
        return made

    def _recorded(self, ledger: Ledger, problem: str, mark: object) -> Recorded:
        known = self._known.recorded.get(problem)
        if known is None or mark is None or known[0] != mark:
            known = mark, recorded(ledger, problem)
            self._known.recorded[problem] = known
        return known[1]

    def _unfinished(self, ledger: Ledger, study: Study, found: Progress, parts: tuple[Wanted, ...], claims: Claims,
                    ) -> Study:
        there = {problem: self._known.recorded[problem][1] for problem in {one.problem for one in parts}}
        main = [one for one in parts if not one.beside]
        mine = tuple((owner[:6], at) for owner, jobs in sorted(claims.items())
                     if (at := _at(jobs, list(zip(main, found.bars, strict=True)), there)))
        quiet = time.monotonic() - found.changed
        running = bool(mine) or quiet < STILL_RUNNING
        left = found.pace.left(ledger, list(zip(main, found.bars, strict=True)), there) if running else None
        return Study(number=study.number, card=study.card, bars=study.bars, stamp=study.stamp, fits=study.fits,
                     state=State.RUNNING if running else State.QUIET, left=left, quiet=quiet, sharing=mine)


def _claims(ledger: Ledger) -> Claims:
    """What processes that share their work are at."""
    shared = ledger.sharing() if isinstance(ledger, SharesWork) else None
    return shared.claims().of_others() if isinstance(shared, Claimed) else {}


def _at(jobs: set[str], parts: list[tuple[Wanted, Bar]], there: dict[str, Recorded]) -> dict[str, int]:
    """How many fits of which learner a process is at."""
    many = {one.name: len((jobs & wanted.jobs) - there[wanted.problem].done) for wanted, one in parts}
    return {name: n for name, n in many.items() if n}


def _since_written(ledger: Ledger, card: StudyCard) -> float:
    """Seconds since the study was declared, or since the last fit on its data was written."""
    last = ledger.last_written(card.problem) if isinstance(ledger, TellsNews) else ""
    try:
        when = datetime.fromisoformat(max(card.created, last))
    except ValueError:
        return STILL_RUNNING
    return max(0.0, (datetime.now(UTC) - when).total_seconds())
