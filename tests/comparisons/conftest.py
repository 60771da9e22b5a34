"""Worked examples with their sources, and the published tables."""

from types import SimpleNamespace

import numpy as np
import pytest

import worked as collection
from reference_tables import TABLES


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
    def read(name):
        path = TABLES / name
        return np.genfromtxt(path, delimiter=",", skip_header=1, usecols=range(1, _columns(path)))
    return read


def _columns(path):
    with path.open(encoding="utf-8") as lines:
        return len(next(lines).split(","))
