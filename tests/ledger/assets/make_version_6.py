"""Makes version_6.db: the stored ledger of version 5, as the sixth version of the schema brought it up to date.

Run once at commit 468f8e1; the file is kept for ever.
"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from referee.ledger import open_ledger

HERE = Path(__file__).parent


def make() -> None:
    """Copy, open, close, and leave nothing beside it."""
    made = shutil.copy(HERE / "version_5.db", HERE / "version_6.db")
    open_ledger(made).close()
    with closing(sqlite3.connect(made)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")


if __name__ == "__main__":
    make()
