"""Makes version_3.db and those after it: each the stored ledger before it, as a new version of the schema opened it.

    python make_later.py 8

Each was made once, at the commit named here, and is kept for ever.
"""

import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from referee.ledger import open_ledger

HERE = Path(__file__).parent
MADE_AT = {3: "3dc32c0", 4: "fbf3c4f", 5: "9d39695", 6: "468f8e1", 7: "69d3e8f", 8: "e9af7c3"}


def make(version: int) -> None:
    """Copy, open, close, and leave nothing beside it."""
    made = shutil.copy(HERE / f"version_{version - 1}.db", HERE / f"version_{version}.db")
    open_ledger(made).close()
    with closing(sqlite3.connect(made)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")


if __name__ == "__main__":
    make(int(sys.argv[1]))
