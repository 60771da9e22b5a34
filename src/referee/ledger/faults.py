"""What a database complains of, as a sentence: what is wrong, with which ledger, and what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from referee.errors import LedgerError, LedgerReadOnly, LedgerUnreachable, LedgerUnreadable

DAMAGED = "the ledger {where} is damaged or cut off ({why}); restore it from a copy, or begin a new one."
FULL = "there is no room left for the ledger {where} ({why}); make room and run again: what is recorded is kept."
LOCKED = "the ledger {where} is locked by another process ({why}); wait until that one is done, or stop it."
READ_ONLY = "the ledger {where} cannot be written ({why}); open it with read_only=True, or ask for the right to write."
NO_ENTRY = "the ledger {where} does not let you in ({why}); check the user, the password and their rights."
UNREACHABLE = "the database {where} cannot be reached ({why}); check the address and that the server runs."
ABSENT = "the database {where} does not exist ({why}); create it, or check the name."
NOT_SQLITE = "{where} is not a ledger: it is no SQLite file ({why}); check the path."
CANNOT_OPEN = "the ledger {where} cannot be opened ({why}); check the path and the rights to the file and its folder."
DISK = "the disk failed under the ledger {where} ({why}); check it, and run `referee ledger check`."
TOO_BIG = "a record is too big for the ledger {where} ({why}); store predictions in smaller pieces."
OTHER = "the ledger {where} cannot be used: {why}."

# Primary result codes, sqlite.org/rescode.html.
SQLITE = {
    sqlite3.SQLITE_NOTADB: (LedgerUnreadable, NOT_SQLITE),
    sqlite3.SQLITE_CORRUPT: (LedgerUnreadable, DAMAGED),
    sqlite3.SQLITE_BUSY: (LedgerError, LOCKED),
    sqlite3.SQLITE_LOCKED: (LedgerError, LOCKED),
    sqlite3.SQLITE_FULL: (LedgerError, FULL),
    sqlite3.SQLITE_READONLY: (LedgerReadOnly, READ_ONLY),
    sqlite3.SQLITE_CANTOPEN: (LedgerError, CANNOT_OPEN),
    sqlite3.SQLITE_IOERR: (LedgerError, DISK),
    sqlite3.SQLITE_TOOBIG: (LedgerError, TOO_BIG),
}

# SQLSTATE, postgresql.org/docs/current/errcodes-appendix.html; the longest beginning counts.
POSTGRES = {
    "08": (LedgerUnreachable, UNREACHABLE),
    "25006": (LedgerReadOnly, READ_ONLY),
    "28": (LedgerError, NO_ENTRY),
    "3D000": (LedgerError, ABSENT),
    "40P01": (LedgerError, LOCKED),
    "42501": (LedgerReadOnly, READ_ONLY),
    "53100": (LedgerError, FULL),
    "54000": (LedgerError, TOO_BIG),
    "55P03": (LedgerError, LOCKED),
    "57P": (LedgerUnreachable, UNREACHABLE),
    "58": (LedgerError, DISK),
    "XX001": (LedgerUnreadable, DAMAGED),
    "XX002": (LedgerUnreadable, DAMAGED),
}


@contextmanager
def as_sentences(where: str) -> Iterator[None]:
    """Let refusals of ours pass; say in a sentence whatever the database complains of."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise _sentence(error, where) from None
    except UnicodeDecodeError:
        # The driver cannot even read SQLite's complaint, which quotes what it found in the file.
        raise LedgerUnreadable(DAMAGED.format(where=where, why="its table of contents is no text")) from None


def result_code(error: BaseException) -> int | None:
    """The primary result code of an SQLite error, if it is one."""
    code = getattr(_original(error), "sqlite_errorcode", None)
    return None if code is None else int(code) & 0xFF


def _sentence(error: Exception, where: str) -> LedgerError:
    """The error to raise for what the database said."""
    original = _original(error)
    why = (str(original).strip() or type(original).__name__).splitlines()[0].rstrip(".")
    kind, text = _kind(error, original)
    return kind(text.format(where=where, why=why))


def _kind(error: Exception, original: BaseException) -> tuple[type[LedgerError], str]:
    """Which of our errors it is; without a code from the server, the server was not reached."""
    code = result_code(error)
    if code is not None:
        return SQLITE.get(code, (LedgerError, OTHER))
    state = getattr(original, "sqlstate", None)
    if isinstance(state, str):
        begins = [begin for begin in POSTGRES if state.startswith(begin)]
        return POSTGRES[max(begins, key=len)] if begins else (LedgerError, OTHER)
    if isinstance(error, DBAPIError) and type(original).__name__ == "OperationalError":
        return _without_state(str(original))
    return LedgerError, OTHER


def _without_state(message: str) -> tuple[type[LedgerError], str]:
    """While connecting, psycopg gives the server's words but no code (psycopg issue 384)."""
    if "does not exist" in message and "database" in message:
        return LedgerError, ABSENT
    if "authentication failed" in message or "role" in message or "no password" in message:
        return LedgerError, NO_ENTRY
    return LedgerUnreachable, UNREACHABLE


def _original(error: BaseException) -> BaseException:
    return error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
