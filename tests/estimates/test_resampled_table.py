"""One set of resamples for all metrics and models: each value is that of the rows drawn."""

import numpy as np
import pytest

from referee.errors import Undefined
from referee.estimates.resampling.row_subset import some_rows
from referee.estimates.resampling.uniform_counts import uniform_counts
from referee.metrics import metric
from referee.metrics.predictions import Predictions
from referee.reading import resampled_table
from referee.reading.resampled_table import ResampledModel
from referee.seeds import stream

RESAMPLES = 150
NAMES = ("f1", "mcc", "roc_auc", "average_precision")


@pytest.fixture(autouse=True)
def _fewer_resamples(monkeypatch):
    monkeypatch.setattr(resampled_table, "RESAMPLES", RESAMPLES)


def said(n=24, seed=1):
    rng = stream(seed, "predictions")
    truth = (np.arange(n) % 3 == 0).astype(int)
    positive = np.clip(0.2 + 0.4 * truth + rng.normal(scale=0.2, size=n), 0.01, 0.99).round(2)
    return Predictions(truth=truth, labels=(positive > 0.5).astype(int), n_classes=2,
                       probabilities=np.column_stack([1 - positive, positive]))


@pytest.mark.parametrize("groups", [None, np.arange(24) // 3])
def test_every_value_is_that_of_the_rows_drawn(groups):
    predictions, metrics = said(), tuple(metric(name) for name in NAMES)
    model = ResampledModel(predictions, metrics, groups, 5)
    assert model.n_units == (24 if groups is None else 8)
    times = uniform_counts(stream(5, "bootstrap"), model.n_units, RESAMPLES)
    for b in (0, 1, RESAMPLES - 1):
        drawn = times[b] if groups is None else times[b][groups]
        rows = some_rows(predictions, np.arange(24).repeat(drawn))
        for m in metrics:
            assert model.values(m)[b] == pytest.approx(m.score(rows), abs=1e-12)


def test_what_was_not_announced_is_drawn_alike():
    predictions = said()
    together, alone = (ResampledModel(predictions, some, None, 5) for some in ((metric("f1"),), ()))
    assert np.array_equal(together.values(metric("f1")), alone.values(metric("f1")), equal_nan=True)
    assert together.acceleration(metric("roc_auc")) == alone.acceleration(metric("roc_auc"))


def test_lost_resamples_are_counted():
    rare = Predictions(truth=np.array([1, 0, 0, 0]), labels=np.array([1, 0, 0, 1]), n_classes=2,
                       probabilities=np.array([[.2, .8], [.7, .3], [.6, .4], [.4, .6]]))
    model = ResampledModel(rare, (metric("roc_auc"),), None, 1)
    made = model.replicates(metric("roc_auc"))
    assert made.lost == pytest.approx(RESAMPLES * ((3 / 4) ** 4 + (1 / 4) ** 4), abs=25)
    with pytest.raises(Undefined, match="leaving out one case"):
        model.acceleration(metric("roc_auc"))
