"""Run the command line in this process, in a folder of its own, and see what a person would see."""

import sys
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest

from referee.cli.main import main


@dataclass
class Seen:
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def _undrawn(undrawn):
    """What is drawn is tested in tests/report."""


@pytest.fixture
def referee(tmp_path, monkeypatch, capsys):
    """A function that runs `referee …` in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["referee", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            main()
        seen = capsys.readouterr()
        code = end.value.code
        return Seen(0 if code is None else code, seen.out, seen.err)

    return run


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
