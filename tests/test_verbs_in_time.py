"""Verbs that deal rows at random refuse a series; the vault seals its latest rows."""

import numpy as np
import pytest

import referee
from referee.errors import BadInput
from referee.ledger import open_ledger
from referee.seeds import stream

N = 200
X = stream(1, "verbs", "X").normal(size=(N, 2))
Y = X[:, 0] + stream(2, "verbs", "y").normal(size=N)


@pytest.mark.parametrize(("verb", "sentence"), [
    ("curve", "a learning curve deals rows at random, and those of data are a series"),
    ("panorama", "a panorama of estimators deals rows at random"), ("chance", "a test of chance deals rows at random"),
    ("decompose", "a decomposition deals rows at random"),
])
def test_what_deals_rows_at_random_refuses_a_series(verb, sentence):
    with pytest.raises(BadInput, match=sentence):
        getattr(referee, verb)(["ridge"], X, Y, time="rows", jobs=1)


def test_the_vault_seals_the_latest_times_and_leaves_the_others_open():
    times, store = np.arange(N) // 2, open_ledger(":memory:")
    sealing = referee.vault.seal(X, Y, time=times, ledger=store, fraction=0.35)
    assert str(sealing).startswith("70 of 200 rows of data are sealed, those of the latest times; from now on")
    left = referee.evaluate("ridge", X, Y, time=times, ledger=store, design="rolling", jobs=1).analysis.problem
    assert left.n_rows == 130
    assert left.time.max() == 64
    store.close()


def test_rows_that_a_vault_cannot_tell_apart_and_too_large_a_share_are_refused():
    store = open_ledger(":memory:")
    with pytest.raises(BadInput, match="earlier rows are equal to some of the latest times"):
        referee.vault.seal(np.r_[X[:50], X[:50]], np.r_[Y[:50], Y[:50]], time="rows", ledger=store)
    with pytest.raises(BadInput, match="leave none open"):
        referee.vault.seal(X[:3], Y[:3], time="rows", ledger=store, fraction=0.9)
    store.close()
