"""Scores of many confusion tables at once are, to the last bit, those of each table by itself."""

import numpy as np
import pytest

from referee.errors import RefereeError
from referee.estimates.resampling.metric_statistic import table_scores, weighted_scores
from referee.metrics import METRICS, Predictions, metric
from referee.metrics.of_tables import OfTable, of_many

FAMILIES = [f"{name}:average={average}" for name in ("precision", "recall", "specificity", "jaccard")
            for average in ("macro", "micro", "weighted")]
NAMED = [one.name for one in METRICS if isinstance(one.score, OfTable)]
ASKED = [*NAMED, "fbeta:beta=2", "fbeta:beta=0.5,average=macro", *FAMILIES]


def tables_of(k, *, whole):
    """Tables of whole counts or of fractions, some with classes that never occur or were never said."""
    rng = np.random.default_rng([k, whole])
    drawn = rng.poisson(rng.choice([0.3, 2, 30], (400, 1, 1)), (400, k, k)).astype(float)
    return drawn if whole else drawn * rng.uniform(0.5, 1.5, drawn.shape)


def by_itself(name, table):
    truth, said = np.nonzero(table)
    try:
        return metric(name).score(Predictions(truth=truth, labels=said, n_classes=len(table),
                                              weights=table[truth, said]))
    except RefereeError:
        return np.nan


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("k", [2, 3, 9])
@pytest.mark.parametrize("name", ASKED)
def test_each_table_has_the_score_it_has_alone(name, k, whole):
    tables = tables_of(k, whole=whole)
    found = of_many(metric(name).score, tables)
    alone = np.array([by_itself(name, table) for table in tables])
    said = ~np.isnan(found)
    np.testing.assert_array_equal(found[said], alone[said])
    assert said.any() or (metric(name).binary_only and k > 2)


def test_the_usual_metrics_of_labels_are_among_them():
    assert {"accuracy", "balanced_accuracy", "f1", "f1_macro", "mcc", "precision", "recall"} <= set(NAMED)


@pytest.mark.parametrize("name", ["mcc", "f1", "balanced_accuracy", "error_rate"])
def test_what_has_no_score_at_once_is_asked_by_itself(name):
    truth, said = np.divmod(np.arange(4), 2)
    table = Predictions(truth=truth, labels=said, n_classes=2)
    counts = tables_of(2, whole=True).reshape(-1, 4)
    np.testing.assert_array_equal(table_scores(metric(name), table)(counts),
                                  weighted_scores(metric(name), table)(counts))


def test_a_score_of_rows_has_to_be_asked_by_itself():
    assert of_many(METRICS["log_loss"].score, np.ones((3, 2, 2))) is None
    assert of_many(METRICS["mcc"].score, np.ones((1, 300, 300))) is None
