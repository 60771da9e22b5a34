"""Tables for the command line, and no drawing."""


import numpy as np
import pandas as pd
import pytest


@pytest.fixture(autouse=True)
def _undrawn(undrawn):
    """What is drawn is tested in tests/report."""


@pytest.fixture
def churn(tmp_path):
    """A small table with numbers, words and gaps, whose last column can be predicted a little."""
    rng = np.random.default_rng(0)
    n = 120
    months, plan = rng.integers(1, 60, n), rng.choice(["basic", "plus", "pro"], n)
    charge = rng.normal(50, 10, n).round(2)
    churned = np.where(months + rng.normal(0, 12, n) < 25, "yes", "no")
    frame = pd.DataFrame({"months": months, "plan": plan, "charge": charge, "churned": churned})
    frame.loc[[3, 8], "charge"] = np.nan
    path = tmp_path / "churn.csv"
    frame.to_csv(path, index=False)
    return path
