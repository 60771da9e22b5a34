"""The contract, kept by every kind of ledger that referee brings."""

import pytest

from referee.ledger import open_ledger
from referee.testing.ledgers import LedgerConformance


class TestFile(LedgerConformance):
    @pytest.fixture
    def ledger(self, tmp_path):
        ledger = open_ledger(tmp_path / "a ledger?#%.db")
        yield ledger
        ledger.close()


class TestMemory(LedgerConformance):
    @pytest.fixture
    def ledger(self):
        ledger = open_ledger(":memory:")
        yield ledger
        ledger.close()


class TestPostgres(LedgerConformance):
    @pytest.fixture
    def ledger(self, postgres):
        ledger = open_ledger(postgres)
        yield ledger
        ledger.close()
