"""Open a ledger by path or by address; SQLAlchemy is loaded here, when the first one is opened."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from referee.errors import LedgerError, LedgerReadOnly, LedgerUnreadable
from referee.ledger.contract import Ledger
from referee.ledger.named import LEDGERS, OURS, NamedLedger

if TYPE_CHECKING:
    import sqlalchemy as sa

    from referee.ledger.database import Database

SQLITE_FILE = b"SQLite format 3\0"
PSYCOPG = "postgresql+psycopg"
LONGEST_SHOWN = 60          # characters of a path that cannot be


def open_ledger(where: str | Path, *, create: bool = True, read_only: bool = False,
                patience: float | None = None) -> Ledger:
    """The ledger in a file, on a PostgreSQL server (``postgresql://user@host/name``), or in ``":memory:"``.

    `patience` is for how many seconds a server that restarts is waited for; two minutes if it is not said.

    >>> ledger = open_ledger(":memory:")
    >>> ledger.keys(), ledger.check()
    (set(), [])
    >>> ledger.close()
    """
    scheme, colon, _ = str(where).partition("://")
    if colon and not isinstance(where, Path) and (foreign := _foreign(scheme)) is not None:
        return foreign.open(str(where), create=create, read_only=read_only)
    from referee.ledger.faults import as_sentences
    from referee.ledger.founding import found
    from referee.ledger.store import SqlLedger

    database = _database(where, create=create, read_only=read_only)
    database.patience = database.patience if patience is None else patience
    try:
        found(database, create=create)
        if database.is_sqlite and not read_only:
            with as_sentences(database.where):
                database.use_write_ahead_log()
    except BaseException:
        database.close()
        raise
    return SqlLedger(database)


def _foreign(scheme: str) -> NamedLedger | None:
    """A ledger that an installed package brings, by the beginning of its address; None for one of ours."""
    if scheme.partition("+")[0] in OURS:
        return None
    return LEDGERS.get(scheme)


def _database(where: str | Path, *, create: bool, read_only: bool) -> Database:
    """The database at a place, not looked into yet."""
    from referee.ledger.database import MEMORY, Database, server, sqlite_file, sqlite_memory

    text = str(where)
    if "://" in text and not isinstance(where, Path):
        url = _url(text)
        if url.get_backend_name() != "sqlite":
            shown = url.render_as_string(hide_password=True)
            return Database(_with_driver(partial(server, read_only=read_only), url, shown), where=shown,
                            read_only=read_only)
        text = url.database or MEMORY
    if text == MEMORY:
        return Database(sqlite_memory(), where=MEMORY, read_only=read_only)
    path = _possible(Path(text).expanduser())
    mode = _mode_to_read(path) if read_only else _mode_to_write(path, create=create)
    return Database(sqlite_file(path, mode=mode), where=text, read_only=read_only)


def _possible(path: Path) -> Path:
    """The path, if a file may have it: not one that is too long, or goes through a file as if that were a folder."""
    try:
        path.lstat()
    except (FileNotFoundError, PermissionError):       # what comes next says so
        pass
    except OSError as error:
        shown = str(path) if len(str(path)) <= LONGEST_SHOWN else f"{str(path)[:LONGEST_SHOWN]}…"
        raise LedgerError(f"there can be no ledger {shown!r} ({error.strerror}); name another place.") from error
    return path


def _mode_to_read(path: Path) -> str:
    """SQLite's mode for reading. In a folder that cannot be written a WAL needs to be there, or not be needed."""
    _require_file(path)
    waiting = path.with_name(path.name + "-wal").exists()
    return "ro" if waiting or os.access(path.parent, os.W_OK) else "ro&immutable=1"


def _mode_to_write(path: Path, *, create: bool) -> str:
    """SQLite's mode for writing; it must be able to write the file and, next to it, the WAL."""
    if not path.exists() and create:
        _require_folder(path)
        return "rwc"
    _require_file(path)
    if not os.access(path, os.W_OK):
        raise LedgerReadOnly(
            f"the ledger {path} is a read-only file; open it with read_only=True, or ask for the right to write."
        )
    _require_folder(path)
    return "rw"


def _require_file(path: Path) -> None:
    if path.is_dir():
        raise LedgerUnreadable(f"{path} is a folder, not a ledger; give the path of a file in it.")
    if not path.exists():
        raise LedgerError(f"there is no ledger {path}; check the path; the first study that is run with it makes one.")
    if not os.access(path, os.R_OK):
        raise LedgerUnreadable(f"you may not read the ledger {path}; ask its owner for the right.")
    if not _begins_as_one(path):
        raise LedgerUnreadable(f"{path} is not a ledger: it is no SQLite file; check the path.")


def _begins_as_one(path: Path) -> bool:
    """SQLite itself takes a very short file for an empty one, and would write over it."""
    with path.open("rb") as file:
        return file.read(len(SQLITE_FILE)) in {b"", SQLITE_FILE}


def may_be_ledger(where: str | Path) -> bool:
    """Whether this is an address or a place where a ledger may be, and not a file of another kind."""
    path = Path(where)
    return "://" in str(where) or not path.is_file() or not os.access(path, os.R_OK) or _begins_as_one(path)


def _require_folder(path: Path) -> None:
    if not path.parent.is_dir():
        raise LedgerError(f"there is no folder {path.parent} to keep the ledger {path.name} in; make it first.")
    if not os.access(path.parent, os.W_OK):
        raise LedgerReadOnly(
            f"the folder {path.parent} is read-only, and a ledger writes next to its file {path.name}; "
            f"open it with read_only=True, or copy it to a folder you can write."
        )


def _url(text: str) -> sa.URL:
    """An address; PostgreSQL's short forms mean the driver that referee uses."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        hint = f"{PSYCOPG}://user:password@host/name"
        raise LedgerError(f"the address of the ledger cannot be read; it should look like {hint}.") from None
    if url.drivername in {"postgresql", "postgres"}:
        return url.set(drivername=PSYCOPG)
    if url.get_backend_name() not in {"sqlite", "postgresql"}:
        raise LedgerError(f"a ledger cannot be kept in {url.get_backend_name()}; use a file, or PostgreSQL; `referee "
                          f"list ledgers` shows all kinds.")
    return url


def _with_driver(engine: Callable[[sa.URL], sa.Engine], url: sa.URL, shown: str) -> sa.Engine:
    """The engine, or a sentence about the package that it needs."""
    from sqlalchemy.exc import NoSuchModuleError

    try:
        return engine(url)
    except ImportError as error:
        package = (error.name or "psycopg").split(".")[0]
        raise LedgerError(
            f"the ledger {shown} needs the package {package}, which is not installed; "
            f"install it with `pip install 'referee[postgres]'`."
        ) from None
    except NoSuchModuleError:
        raise LedgerError(f"there is no driver {url.get_driver_name()!r} for {shown}; use {PSYCOPG}://….") from None


LEDGERS.add(NamedLedger(name="sqlite", summary="a file (the usual one: just its path)", open=open_ledger))
LEDGERS.add(NamedLedger(name="postgresql", summary="a PostgreSQL server: postgresql://user@host/name",
                        open=open_ledger))
