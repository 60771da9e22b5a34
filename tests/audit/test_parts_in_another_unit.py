"""Numbers of one fold that were not turned back to the unit of the truth."""

import numpy as np
import pytest

import referee
from referee.seeds import stream


def folds(change=None, part=2, n=500):
    random = stream(0, "toxicity")
    truth = np.exp(random.normal(6, 1, n))
    said = {name: truth * np.exp(random.normal(0, 0.4, n)) for name in ("mpnn", "forest")}
    fold = np.arange(n) % 5
    if change is not None:
        said["mpnn"] = np.where(fold == part, change(said["mpnn"]), said["mpnn"])
    frame = {"id": range(n), "fold": fold, "truth": truth, **said}
    return [one for one in referee.audit(frame, task="regression")["F-53"].findings if "another scale" in one.message]


@pytest.mark.parametrize("change", [np.log10, lambda x: x / 1000])
def test_a_fold_in_another_unit_is_told(change):
    found, = folds(change)
    assert found.severity.value == "serious"
    assert found.evidence["model"] == "mpnn"
    assert found.evidence["part"].endswith("/2")


def test_noise_and_a_fold_of_poor_numbers_are_not():
    assert folds() == []
    assert folds(lambda x: x * np.exp(stream(1, "poor").normal(0, 2, x.size))) == []
