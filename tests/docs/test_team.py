"""The page for a team does what it says on a real PostgreSQL server: its commands as they stand, and its Python."""

import doctest
import os
import re
import shlex
import subprocess

import pytest

from own_postgres import a_server
from written_pages import DOCS

pytestmark = pytest.mark.slow
PAGE = (DOCS / "people" / "team.md").read_text(encoding="utf-8")
TYPED = re.compile(r"^    ((?:referee|createdb) [^#\n]*)", re.MULTILINE)
LEDGER = re.compile(r"^>>> ledger = .*$", re.MULTILINE)
CHURN = "tenure,calls,churned\n" + "".join(f"{i},{i * 7 % 11},{'yes' if i % 3 else 'no'}\n" for i in range(48))
STUDY = """problems: [{data: churn.csv, target: churned}]
models: [lda, tree]
metrics: [accuracy]
design: kfold:folds=3
"""


@pytest.fixture(scope="module")
def server():
    with a_server(off=("fsync", "full_page_writes", "synchronous_commit")) as one:
        yield one


def address(server, database):
    return server.get_uri().replace("/postgres?", f"/{database}?")


@pytest.fixture
def typed(server, referee, monkeypatch):
    """A function that gives a command as a desk does that knows the server."""
    host = re.search(r"host=([^&]+)", server.get_uri())[1]
    for name, value in {"PGHOST": host, "PGUSER": "postgres", "REFEREE": address(server, "studies")}.items():
        monkeypatch.setenv(name, value)

    def give(line):
        program, *words = shlex.split(os.path.expandvars(line.replace("postgresql://db.example/studies", "$REFEREE")))
        if program == "referee":
            return referee(*words)
        return subprocess.run([server.bin_path / program, *words], capture_output=True, text=True, timeout=60,
                              check=True)

    return give


def test_the_commands_of_the_page_run_on_a_real_server(typed, tmp_path):
    (tmp_path / "churn.csv").write_text(CHURN, encoding="utf-8")
    (tmp_path / "study.yaml").write_text(STUDY, encoding="utf-8")
    database, *lines = TYPED.findall(PAGE)
    assert database.split() == ["createdb", "studies"]
    assert [line.split()[1] for line in lines] == ["compare", "run", "ledger", "ledger", "report", "run"]
    typed(database)
    told = [typed(line) for line in lines]
    assert [(line, one.err) for line, one in zip(lines, told, strict=True) if one.code] == []
    compared, run, checked, _, again_from_the_file, again = told
    assert "logistic" in compared.out
    assert "Fitted 9 of 9" in run.err
    assert "9 of 9 fits were already in the ledger" in again.err
    assert checked.out.endswith(": all is well.\n")
    assert again_from_the_file.out.splitlines()[0] == run.out.splitlines()[0]
    assert (tmp_path / "report.html").stat().st_size > 10_000
    assert "churn.csv" in typed('referee ledger looks "$REFEREE"').out


def test_the_python_of_the_page_runs_on_a_real_server(server):
    import psycopg

    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute("CREATE DATABASE desks")
    text, changed = LEDGER.subn(f">>> ledger = {address(server, 'desks')!r}", PAGE)
    assert changed == 1
    test = doctest.DocTestParser().get_doctest(text, {}, "team.md", "team.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.failures == 0
    assert runner.tries > 4
