"""An order that the study left out: a fault where it divides the classes and features drift with it."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.seeds import stream

N = 240


def metabolites(seed=0, *, apart=True, drift=0.6):
    random = stream(seed, "metabolites")
    y = np.repeat([1, 0], N // 2) if apart else random.permutation(np.repeat([1, 0], N // 2))
    order = np.arange(1, N + 1)
    common = drift * (order / N - 0.5) * np.sqrt(12)
    features = {f"m{i}": random.normal(size=N) + common * (i < 3) + 0.3 * y * (i == 5) for i in range(6)}
    frame = pd.DataFrame({"injection": order, **features, "case": y})
    return frame.sample(frac=1, random_state=seed).reset_index(drop=True)


def found_in(frame, folder):
    ledger = folder / "l.db"
    referee.compare(["lda", "prior"], frame, target="case", drop=["injection"], design="kfold:folds=3", jobs=1,
                    ledger=ledger)
    frame.to_csv(folder / "table.csv", index=False)
    audit = referee.audit(ledger, data=str(folder / "table.csv"), target="case", drop=["injection"])
    return [one for one in audit["F-24"].findings if "follow one another" in one.message]


@pytest.mark.parametrize(("how", "told"), [({}, True), ({"drift": 0.0}, False), ({"apart": False}, False)])
def test_an_order_of_the_classes_is_told_where_features_drift(how, told, tmp_path):
    found = found_in(metabolites(**how), tmp_path)
    assert bool(found) is told
    if told:
        assert found[0].severity.value == "serious"
        assert "'injection'" in found[0].message
