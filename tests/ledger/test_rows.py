"""Rows with a valid seal but the wrong content: somebody's forgery, or a mistake of ours."""

import pytest

from referee.errors import LedgerCorrupt
from referee.ledger import rows
from referee.ledger.blobs import pack
from referee.ledger.seals import sealed
from referee.testing.ledger_samples import a_learner, a_problem, a_record, same_record, some_splits

NOW = "2026-01-01T00:00:00+00:00"


def resealed(row, **changes):
    return sealed({k: v for k, v in (row | changes).items() if k != "checksum"})


def test_a_split_must_have_the_rows_that_it_is_named_for():
    one, two = some_splits()[:2]
    row = rows.split_row(one, NOW)
    assert rows.split_of(row).fingerprint == one.fingerprint
    with pytest.raises(LedgerCorrupt, match="not those that the split is named for"):
        rows.split_of(resealed(row, test=pack({"test": two.test})))


def test_a_record_must_be_stored_under_its_own_address():
    record = a_record(a_problem(), a_learner(), some_splits()[0])
    row = rows.record_row(record, NOW)
    assert same_record(rows.record_of(row), record)
    with pytest.raises(LedgerCorrupt, match="under the address of another job"):
        rows.record_of(resealed(row, learner=a_learner("tree").fingerprint))


def test_an_unknown_kind_of_prediction_is_passed_over():
    row = rows.record_row(a_record(a_problem(), a_learner(), some_splits()[0]), NOW)
    back = rows.record_of(resealed(row, predictions=pack({"error": some_splits()[0].test})))
    assert (back.labels, back.error) == (None, "")
