"""What studies say: read by the verb that reads stored studies, one at a time, by a thread of its own.

An answer is kept until something is written that it rests on: a fit of its own; or a look, a study or a use of a vault
that changes what was tried on the same rows. The second is asked before anything is computed again.
"""

from __future__ import annotations

import itertools
import queue
import sys
import threading
import traceback
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.errors import LedgerCorrupt, LedgerError, RefereeError
from referee.ledger import CountsLooks, Ledger
from referee.serve.kept import Kept
from referee.serve.moment import Study

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.api import StudyAnswer
    from referee.report.document import Page

WHOLE_KEPT = 8               # answers with their pages; of all others only the first sentences
URGENT, IN_TURN = 0, 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a study says."""

    stamp: tuple[object, ...]
    fits: tuple[int, ...]
    context: object                      # what was tried on the same rows, and learned from its vault
    lead: str = ""
    rest: tuple[str, ...] = ()
    loud: tuple[str, ...] = ()
    trouble: str = ""                    # why it says nothing


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Whole:
    """An answer with its page, laid out and drawn."""

    told: Told
    answer: StudyAnswer
    html: str


class Answers:
    """What each study says, as far as it was read; asking for one has it read."""

    def __init__(self, where: str, draw: Callable[[Study, Page], str]) -> None:
        self._kept, self._draw = Kept(where), draw
        self._told: dict[str, Told] = {}
        self._whole: OrderedDict[str, Whole] = OrderedDict()
        self._news = threading.Condition()
        self._asked: queue.PriorityQueue[tuple[int, int, Study | None]] = queue.PriorityQueue()
        self._waiting: dict[str, int] = {}              # by study: how urgently
        self._number = itertools.count()
        self.read = 0                                   # answers computed so far
        threading.Thread(target=self._work, name="referee-answers", daemon=True).start()

    def told(self, studies: list[Study], *, wait: float = 0.0) -> dict[str, Told | None]:
        """What they say; None of those that are being read. What is out of date is shown until it was read again."""
        with self._news:
            for study in studies:
                if not self._is_fresh(study):
                    self._ask(study, IN_TURN)
            self._news.wait_for(lambda: all(map(self._is_fresh, studies)), wait)
            return {study.fingerprint: self._told.get(study.fingerprint) for study in studies}

    def whole(self, study: Study, *, wait: float) -> Whole | Told | None:
        """The answer with its page; why it has none; None while it is read for the first time.

        Of a study that is being fitted, the page that was made last: there is a newer one every second.
        """
        with self._news:
            before = self._whole.get(study.fingerprint)
            if self._whole_now(study) is None:
                self._ask(study, URGENT)
            self._news.wait_for(lambda: self._whole_now(study) or self._whole.get(study.fingerprint) is not before,
                                wait)
            return self._whole_now(study) or self._whole.get(study.fingerprint)

    def close(self) -> None:
        """Have the thread end when it is done with what it is at."""
        self._asked.put((URGENT, -1, None))

    def _is_fresh(self, study: Study) -> bool:
        told = self._told.get(study.fingerprint)
        return told is not None and told.stamp == study.stamp

    def _whole_now(self, study: Study) -> Whole | Told | None:
        told, whole = self._told.get(study.fingerprint), self._whole.get(study.fingerprint)
        if told is None or told.stamp != study.stamp:
            return None
        if told.trouble:
            return told
        if whole is None or whole.told.fits != told.fits or whole.told.context != told.context:
            return None
        self._whole.move_to_end(study.fingerprint)
        return whole

    def _ask(self, study: Study, urgency: int) -> None:
        if self._waiting.get(study.fingerprint, IN_TURN + 1) > urgency:
            self._waiting[study.fingerprint] = urgency
            self._asked.put((urgency, next(self._number), study))

    def _work(self) -> None:
        while True:
            urgency, _, study = self._asked.get()
            if study is None:
                self._kept.close()
                return
            told, whole = self._looked(study, whole=urgency == URGENT)
            with self._news:
                if self._waiting.get(study.fingerprint) == urgency:
                    del self._waiting[study.fingerprint]
                self._told[study.fingerprint] = told
                if whole is not None:
                    self._whole[study.fingerprint] = whole
                    while len(self._whole) > WHOLE_KEPT:
                        self._whole.popitem(last=False)
                self._news.notify_all()

    def _looked(self, study: Study, *, whole: bool) -> tuple[Told, Whole | None]:
        """What a study says now; read again only where something changed that it rests on."""
        before = self._told.get(study.fingerprint)
        try:
            with self._kept.opened() as ledger:
                context = _context(ledger, study)
                if before is not None and not whole and (before.fits, before.context) == (study.fits, context):
                    return replace(before, stamp=study.stamp), None
                return self._read(ledger, study, context, whole=whole)
        except LedgerError as error:
            told = _trouble(study, str(error))
            # What is damaged stays so; a ledger that is gone may come back, and is asked again.
            return told if isinstance(error, LedgerCorrupt) else replace(told, stamp=()), None
        except RefereeError as error:
            return _trouble(study, str(error)), None
        except Exception as error:  # noqa: BLE001 - whatever a study does when it is read, the others are still told
            traceback.print_exc(file=sys.stderr)
            return _trouble(study, f"this study could not be read: {type(error).__name__}, which nobody expected; "
                                   f"`referee report` tells more."), None

    def _read(self, ledger: Ledger, study: Study, context: object, *, whole: bool) -> tuple[Told, Whole | None]:
        from referee.api.reread import told_again

        answer = told_again(ledger, study.card)
        page = answer.page()
        self.read += 1
        told = Told(stamp=study.stamp, fits=study.fits, context=context, lead=page.lead, rest=tuple(page.rest),
                    loud=tuple(page.loud))
        return told, Whole(told=told, answer=answer, html=self._draw(study, page)) if whole else None


def _context(ledger: Ledger, study: Study) -> object:
    """What the answer rests on beside its own fits."""
    from referee.study.looks import tried
    from referee.study.vault import vault_note

    missing = ledger.rows_missing() if isinstance(ledger, CountsLooks) else []
    return tried(ledger, study.card), vault_note(ledger, study.card), tuple(missing)


def _trouble(study: Study, sentence: str) -> Told:
    return Told(stamp=study.stamp, fits=study.fits, context=None, trouble=sentence)
