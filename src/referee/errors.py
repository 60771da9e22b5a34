"""Everything referee refuses to do.

RefereeError
├── BadInput            data, a file, a column or an option is at fault
│   └── UnknownName     a metric, design, learner or test nobody registered
├── SealedRows          rows that lie in a vault
├── NotJustified        a method asked for where its justification does not hold
├── NotComparable       a pairing that the stored results do not support
├── Undefined           a number that does not exist for these data
└── LedgerError         the store cannot be used
    ├── LedgerUnreadable    not a ledger, or no longer whole
    ├── LedgerCorrupt       one stored thing does not match its checksum
    ├── LedgerTooNew        written by a later version of referee
    ├── LedgerUnreachable   its server does not answer, or does so no more
    └── LedgerReadOnly      it can be read, not written

Three that are no refusals: `Stopped`, the user's Ctrl-C by whatever signal, `Waiting`, a word while something that does
not answer is waited for, and `LooksMissing`, a word on a ledger that has lost count.

A message says what is wrong, where (file, column, row, fold, learner), and what to do.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from referee.discreet import presentable


class RefereeError(Exception):
    """The mother of all refusals; the command line prints it as one sentence and exits with 2.

    Whatever a sentence quotes is short, plain and free of passwords (`discreet`).
    """

    def __init__(self, *said: object) -> None:
        super().__init__(*(presentable(one) if isinstance(one, str) else one for one in said))


class BadInput(RefereeError, ValueError):
    """Data, a file, a column or an option is at fault."""


class UnknownName(BadInput, LookupError):
    """A name nobody registered.

    >>> print(UnknownName("metric", "breir", ["brier", "accuracy"], hint="`referee list metrics` shows all 2"))
    no metric is called 'breir'; did you mean 'brier'? `referee list metrics` shows all 2.
    """

    def __init__(self, kind: str, name: str, known: Iterable[str], *, hint: str = "") -> None:
        super().__init__(f"no {kind} is called {name!r}{did_you_mean(name, known)}{f' {hint}.' if hint else ''}")


class SealedRows(RefereeError, ValueError):
    """Rows that lie in a vault, asked for outside its opening."""


class NotJustified(RefereeError, ValueError):
    """A method asked for where its justification does not hold."""


class NotComparable(RefereeError, ValueError):
    """A pairing that the stored results do not support."""


class Undefined(RefereeError, ArithmeticError):
    """A number that does not exist for these data; never replaced by 0 or NaN."""


class BrokenPlugin(UserWarning):
    """An installed plug-in that cannot be used; everything else goes on without it."""


class ImportedForAFile(UserWarning):
    """Something that a study file names by its path, about to be imported."""


class LedgerError(RefereeError):
    """The store cannot be used."""


class LedgerUnreadable(LedgerError):
    """Not a ledger, or no longer whole."""


class LedgerCorrupt(LedgerError):
    """One stored thing does not match its checksum."""


class LedgerTooNew(LedgerError):
    """Written by a later version of referee."""


class LedgerUnreachable(LedgerError):
    """Its server does not answer, or does so no more."""


class Waiting(UserWarning):
    """Something does not answer and is waited for."""


class LooksMissing(UserWarning):
    """A ledger no longer holds all the looks it counted, so that its numbers of configurations are too small."""


class WorkShared(UserWarning):
    """Another process works on the same study in the same ledger."""


class Stopped(KeyboardInterrupt):
    """The user, or the system for the user, has the program end."""

    def __init__(self, signal: int) -> None:
        super().__init__(signal)
        self.signal = signal


class LedgerReadOnly(LedgerError):
    """It can be read, not written."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about a mistyped name.

    >>> did_you_mean("forrest", ["forest", "tree"])
    "; did you mean 'forest'?"
    >>> did_you_mean("zzz", ["forest"])
    '.'
    """
    names = [str(k) for k in known]
    by_lower = {k.lower(): k for k in names}
    close = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.6)
    return f"; did you mean {by_lower[close[0]]!r}?" if close else "."
