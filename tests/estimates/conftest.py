"""Worked examples: inputs and numbers that were computed twice, each with its source."""

from types import SimpleNamespace

import numpy as np
import pytest

import worked as collection


@pytest.fixture(scope="session")
def worked():
    """One worked example by its id; `.close(value, name)` compares to the stated tolerance."""
    def example(name):
        case = collection.example(name)
        tolerance = case["tolerance"]

        def close(value, key, *path):
            wanted = case["expected"][key]
            for step in path:
                wanted = wanted[step]
            np.testing.assert_allclose(value, wanted, rtol=tolerance, atol=tolerance)

        return SimpleNamespace(inputs=SimpleNamespace(**case["inputs"]), expected=case["expected"], close=close)

    return example


def ends(interval):
    return [interval.low, interval.high]
