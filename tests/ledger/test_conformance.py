"""The contract, kept by every kind of ledger that referee brings."""

import contextlib

import pytest

import referee
from referee.errors import LedgerError
from referee.ledger import Ledger, open_ledger
from referee.testing.ledgers import LedgerConformance, VaultConformance


class TestFile(LedgerConformance, VaultConformance):
    @pytest.fixture
    def ledger(self, tmp_path):
        ledger = open_ledger(tmp_path / "a ledger?#%.db")
        yield ledger
        ledger.close()


class TestMemory(LedgerConformance, VaultConformance):
    @pytest.fixture
    def ledger(self):
        ledger = open_ledger(":memory:")
        yield ledger
        ledger.close()


@pytest.mark.slow
class TestPostgres(LedgerConformance, VaultConformance):
    @pytest.fixture
    def ledger(self, postgres):
        ledger = open_ledger(postgres)
        yield ledger
        ledger.close()


def test_a_ledger_without_vaults_is_one_all_the_same():
    """Everything but the vault works in it; the vault says why it does not."""
    with contextlib.closing(open_ledger(":memory:")) as kept:
        ledger = WithoutVaults(kept)
        result = referee.compare(["lda", "gaussian-nb"], "iris", design="kfold:folds=3", jobs=1, ledger=ledger)
        assert result.done.fitted == 9
        with pytest.raises(LedgerError, match="keeps no vaults; use a ledger that does"):
            referee.vault.seal("iris", ledger=ledger)


class WithoutVaults:
    """What the contract asks for, and nothing else."""

    def __init__(self, kept):
        for name in (name for name in vars(Ledger) if not name.startswith("_")):
            setattr(self, name, getattr(kept, name))
