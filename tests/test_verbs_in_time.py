"""Verbs that deal rows at random refuse a series; the vault seals its latest rows."""

from html import unescape

import numpy as np
import pytest
from sklearn.model_selection import TimeSeriesSplit

import referee
from referee.errors import BadInput
from referee.ledger import open_ledger
from referee.report import as_html
from referee.seeds import stream

N = 200
X = stream(1, "verbs", "X").normal(size=(N, 2))
Y = X[:, 0] + stream(2, "verbs", "y").normal(size=N)


@pytest.mark.parametrize(("verb", "sentence"), [
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


@pytest.mark.slow
@pytest.mark.parametrize(("verb", "more", "inner"), [
    ("tune", {}, "5 rolling origins"), ("tune", {"tuning": "salzberg"}, "of its times held out"),
    ("compare", {}, "5 rolling origins"), ("evaluate", {}, "5 rolling origins"),
])
def test_a_tuned_model_of_a_series_is_tested_on_what_follows(verb, more, inner):
    result = getattr(referee, verb)(["ridge:alpha=1|100"], X, Y, time="rows", metrics="mae", jobs=1, **more)
    assert result.analysis.plan.traits.in_order
    text = " ".join(str(result).split())
    assert "stratified" not in text
    assert inner in text


def test_the_best_of_many_redraws_rows_and_refuses_a_series():
    with pytest.raises(BadInput, match="takes rows for independent, and these are a series"):
        referee.tune("ridge:alpha=1|100", X, Y, time="rows", metrics="mae", correction="bbc", jobs=1)
    with pytest.raises(BadInput, match="takes rows for independent, and these are a series"):
        referee.tune("ridge:alpha=1|100", X, Y, metrics="mae", correction="bbc", design=TimeSeriesSplit(5), jobs=1)


def test_a_design_that_deals_a_series_at_random_is_told_on_the_first_screen():
    result = referee.evaluate("ridge", X, Y, time="rows", design="kfold:folds=4", metrics="mae", jobs=1)
    sentence = "Rows stand in order of time, and models were trained on rows after those they were tested on"
    assert sentence in " ".join(str(result).split("Verdict")[0].split())
    assert sentence in unescape(as_html(result.analysis))
    apart = referee.evaluate("ridge", X, Y, time="rows", design="rolling:splits=4", metrics="mae", jobs=1)
    assert "after those they were tested on" not in " ".join(str(apart).split())
