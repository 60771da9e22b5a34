"""Worked examples with their sources, and the published tables when they are at hand."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import settings

import worked as collection

settings.register_profile("unhurried", deadline=None)    # the first call imports scipy
settings.load_profile("unhurried")

HERE = Path(__file__).parent
TABLES = HERE.parents[2] / "shared" / "data" / "tables"


@pytest.fixture
def worked():
    """A worked example by its id: its inputs, what is expected, and how closely."""
    def case(name):
        found = collection.example(name)
        return SimpleNamespace(inputs=found["inputs"], expected=found["expected"], tolerance=found["tolerance"],
                               near=lambda value: pytest.approx(value, abs=found["tolerance"], rel=0))
    return case


@pytest.fixture
def table():
    """The columns of a published table as an array, its rows being data sets."""
    import numpy as np

    def read(name):
        path = TABLES / name
        if not path.exists():
            pytest.skip(f"the published table {name} is not at hand")
        return np.genfromtxt(path, delimiter=",", skip_header=1, usecols=range(1, _columns(path)))
    return read


def _columns(path):
    with path.open(encoding="utf-8") as lines:
        return len(next(lines).split(","))
