"""Makes version_7.db: the stored ledger of version 6, as the seventh version of the schema brought it up to date.

Run once at commit 69d3e8f; the file is kept for ever.
"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from referee.ledger import open_ledger

HERE = Path(__file__).parent


def make() -> None:
    """Copy, open, close, and leave nothing beside it."""
    made = shutil.copy(HERE / "version_6.db", HERE / "version_7.db")
    open_ledger(made).close()
    with closing(sqlite3.connect(made)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")


if __name__ == "__main__":
    make()
