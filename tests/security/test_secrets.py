"""A password of a database, looked for in everything that leaves the program."""

import json
import sqlite3
import time

import pytest

from referee import compare
from referee.data import bundled
from referee.discreet import masked
from referee.errors import LedgerError, RefereeError
from referee.ledger import open_ledger

SECRET = "s3cretpw"
ADDRESSES = [f"sqlite://ann:{SECRET}@/l.db", f"sqlite:///l.db?password={SECRET}"]
SAID = f"referee compare iris --ledger postgresql://ann:{SECRET}@host/db"


def everything(folder):
    """All bytes of all files in a folder, the ledger's own among them."""
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def old(tmp_path, monkeypatch):
    """A ledger as it was written before: the command line of its study stands in it as it was typed."""
    monkeypatch.setattr("referee.ledger.seals.masked", lambda text: text)
    monkeypatch.setattr("referee.api.declaring.masked", lambda text: text)
    path = tmp_path / "old.db"
    compare(["gaussian-nb"], bundled("iris"), design="holdout", ledger=path, jobs=1, command=SAID, metrics="accuracy")
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert SECRET.encode() in everything(tmp_path)
    return path


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_study_leaves_no_password_behind(referee, tmp_path, address):
    seen = referee("evaluate", "iris", "--models", "gaussian-nb", "--design", "holdout", "--metrics", "accuracy",
                   "--jobs", "1", "--ledger", address, "-o", "page.html")
    assert seen.code == 0, seen.err
    assert SECRET not in seen.out + seen.err
    assert "***" in seen.err
    assert "***" in (tmp_path / "page.html").read_text()
    assert SECRET.encode() not in everything(tmp_path)


def test_errors_say_where_without_the_password(referee):
    seen = referee("report", f"postgresql://ann:{SECRET}@127.0.0.1:1/db?connect_timeout=1")
    assert seen.code == 2
    assert SECRET not in seen.err
    for error in (RefereeError, LedgerError):
        assert SECRET not in str(error(f"postgresql://ann:{SECRET}@h/db cannot be reached"))


@pytest.mark.parametrize("text", [
    f"postgresql+psycopg://ann:{SECRET}@host:5432/db", f"postgres://:{SECRET}@host/db", f"mysql://a:{SECRET}@h",
    f"x postgresql://ann:{SECRET}@/db?host=/tmp y", f"sqlite:///l.db?a=1&password={SECRET}",
    f"<code>postgresql://ann:{SECRET}@h/db</code>", f'{{"ledger": "postgresql://ann:{SECRET}@h/db"}}',
    f"host=h user=ann password={SECRET} dbname=d", f"host=h user=ann password='{SECRET}' dbname=d",
    f"PGPASSWORD={SECRET} referee run", f"postgresql://ann:p%40{SECRET}@h/db", f"postgresql://ann:p:{SECRET}@h/db",
    f"postgresql://ann:a@{SECRET}@h/db", f"https://api.example/x?token={SECRET}",
    f"--ledger 'postgresql://ann:{SECRET}@h/db'", f"POSTGRESQL://ANN:{SECRET}@H/DB",
])
def test_masked(text):
    assert SECRET not in masked(text)
    assert "***" in masked(text)


@pytest.mark.parametrize("text", [
    "forest:n_estimators=300", "postgresql://ann@host:5432/db", "http://host:8080/path@v2", "a@b.org", "password",
    "--drop password", "kfold:folds=10,repeats=10", "12:30 meet me @ home", "C:/a@b", "sqlite:///a/b.db",
])
def test_what_is_no_secret_stays(text):
    assert masked(text) == text


def test_masking_takes_time_in_proportion():
    began = time.process_time()
    for text in ("a." * 100_000 + "=@", "x://" * 50_000 + "@", "user=" * 50_000, "://a:" * 50_000, "x://a:@ " * 20_000):
        masked(text)
    assert time.process_time() - began < 5


def test_an_exception_that_nobody_expected_is_printed_without_the_password(monkeypatch, capsys):
    import sys

    from referee.cli import main as cli

    def broken(**_):
        raise ValueError(f"cannot connect to postgresql://ann:{SECRET}@h/db")

    monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
    monkeypatch.setattr(cli, "app", broken)
    with pytest.raises(ValueError, match="cannot connect") as caught:
        cli.main()
    sys.excepthook(caught.type, caught.value, caught.tb)
    said = capsys.readouterr().err
    assert "Traceback" in said
    assert SECRET not in said


@pytest.mark.slow
def test_an_old_ledger_is_shown_without_its_password(referee, old):
    for words in (("report", "old.db", "-o", "page.html"), ("report", "old.db", "--json", "--no-report"),
                  ("ledger", "show", "old.db"), ("ledger", "ls", "old.db"), ("audit", "old.db", "--json")):
        seen = referee(*words)
        assert SECRET not in seen.out + seen.err, words
    assert SECRET not in (old.parent / "page.html").read_text()


def test_check_finds_what_an_old_ledger_keeps_and_scrub_takes_it_out(referee, old):
    found = referee("ledger", "check", "old.db")
    assert found.code == 2
    assert "keeps a password" in found.out
    assert "--scrub" in found.out
    assert SECRET not in found.out
    before = open_ledger(old, read_only=True)
    studies = [study.fingerprint for study in before.studies()]
    before.close()

    scrubbed = referee("ledger", "check", "old.db", "--scrub")
    assert scrubbed.code == 0, scrubbed.out
    assert "1 row" in scrubbed.out
    assert SECRET.encode() not in everything(old.parent)
    assert referee("ledger", "check", "old.db").code == 0
    after = open_ledger(old, read_only=True)
    assert [study.fingerprint for study in after.studies()] == studies
    assert after.studies()[0].declaration.command == SAID.replace(SECRET, "***")
    after.close()


@pytest.mark.slow
def test_scrub_leaves_a_damaged_row_as_it_is(referee, old):
    with sqlite3.connect(old) as base:
        base.execute("update studies set name = 'other'")
    base.close()
    seen = referee("ledger", "check", "old.db", "--scrub")
    assert seen.code == 2
    assert "does not match its checksum" in seen.out
    with sqlite3.connect(old) as base:
        (declared,) = base.execute("select declared from studies").fetchone()
    base.close()
    assert json.loads(declared)["command"] == SAID


def test_failed_fits_are_recorded_without_the_password(tmp_path):
    class Talks:
        """Fails with a sentence that holds a password."""

        def fit(self, X, y):  # noqa: ARG002
            raise ValueError(f"cannot reach postgresql://ann:{SECRET}@h/db")

        def predict(self, X):
            return X

    compare({"talks": Talks(), "nb": "gaussian-nb"}, bundled("iris"), design="holdout", ledger=tmp_path / "l.db",
            jobs=1, metrics="accuracy")
    assert SECRET.encode() not in everything(tmp_path)


@pytest.mark.parametrize("name", ["password", "PASSWORD", "sslpassword", "pa\u017f\u017fword", "pwd", "passwd",
                                  "Secret", "to\u212aen", "apikey", "API_KEY", "ap\u0131_key", "ap\u0130key", "token"])
def test_every_way_to_name_a_secret_is_seen_in_a_long_text(name):
    """A text is looked at word by word only if something in it may be a secret; letters without case count, too."""
    text = f"{'class=a ' * 50}sqlite:///l.db?{name}={SECRET} {'b=c ' * 50}"
    assert masked(text) == text.replace(SECRET, "***")
    assert masked(f"{'class=a ' * 50} x://ann:{SECRET}@host/db") == f"{'class=a ' * 50} x://ann:***@host/db"
