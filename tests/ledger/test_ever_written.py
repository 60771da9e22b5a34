"""Looks and uses of vaults are counted as they are written: one that is gone is noticed, and told."""

import warnings
from contextlib import closing

import pytest
import sqlalchemy as sa

import referee
from referee.errors import LooksMissing
from referee.ledger import Look, open_ledger
from referee.ledger._base import VaultUse
from referee.ledger.opening import _database
from referee.ledger.schema import looks, meta, vault_uses


@pytest.fixture(params=["file", pytest.param("server", marks=pytest.mark.slow)])
def where(request, tmp_path):
    return tmp_path / "l.db" if request.param == "file" else request.getfixturevalue("postgres")


def look(n):
    return Look(problem="p", plan=f"plan {n}", learner="l", metric="accuracy", purpose="compare", address=f"look {n}")


def done_to(where, statement):
    database = _database(where, create=False, read_only=False)
    with database.writing() as connection:
        connection.execute(statement)
    database.close()


def filled(where):
    with closing(open_ledger(where)) as ledger:
        ledger.add_looks([look(1), look(2)])
        ledger.add_looks([look(2), look(3)])
        for number in (1, 2):
            assert ledger.add_use(VaultUse(vault="v", number=number, kind="opening", content={}, who=""))
        assert not ledger.add_use(VaultUse(vault="v", number=2, kind="opening", content={}, who=""))
    return where


def faults(where):
    with closing(open_ledger(where)) as ledger:
        return [sentence for sentence in ledger.check() if "written" in sentence or "write" in sentence]


def test_what_is_written_twice_counts_once(where):
    assert faults(filled(where)) == []
    with warnings.catch_warnings(), closing(open_ledger(where)) as ledger:
        warnings.simplefilter("error")
        assert len(ledger.looks()) >= 3


@pytest.mark.parametrize(("statement", "what"), [
    (sa.delete(looks), "looks were written here and gone"),
    (sa.delete(looks).where(looks.c.plan == "plan 3"), "1 look was written here and gone"),
    (sa.delete(vault_uses).where(vault_uses.c.number == 2), "1 use of a vault was written here and gone"),
    (sa.delete(meta).where(meta.c.key == "looks written"), "nothing tells how many looks were written"),
    (sa.update(meta).where(meta.c.key == "looks written").values(value="0"), "there that referee did not write"),
], ids=["all", "the last", "a use", "the count", "a smaller count"])
def test_what_is_gone_is_found_and_told(where, statement, what):
    done_to(filled(where), statement)
    (sentence,) = faults(where)
    assert what in sentence
    with closing(open_ledger(where)) as ledger, pytest.warns(LooksMissing, match=what):
        ledger.looks()


def test_an_answer_from_a_ledger_that_lost_looks_claims_no_count(tmp_path):
    path, asked = tmp_path / "l.db", {"design": "holdout", "metrics": "accuracy", "jobs": 1}
    told = referee.evaluate("prior", "iris", ledger=path, **asked)
    assert "the only configuration scored on these rows" in told.to_dict()["sentences"]["method"]
    done_to(path, sa.delete(looks))
    with pytest.warns(LooksMissing):
        told = referee.evaluate("lda", "iris", ledger=path, **asked)
    said = told.to_dict()["sentences"]["method"]
    assert "looks are gone from this ledger" in said
    assert "only configuration" not in said
