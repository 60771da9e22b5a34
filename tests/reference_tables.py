"""Where the published tables and the data sets of the tests lie; `reference/README.md` names their sources.

Three data sets are too large to be kept here. Tests that read them whole look into the folder that the environment
variable REFEREE_TEST_DATA names, and say so where there is none.
"""

import csv
import os
from pathlib import Path

import pytest

REFERENCE = Path(__file__).parent / "reference"
TABLES, DATA = REFERENCE / "tables", REFERENCE / "data"
ELSEWHERE = "REFEREE_TEST_DATA"


def record(name):
    """What is on record about a data set kept here: rows, features, classes, missing values."""
    with (DATA / "index.csv").open(encoding="utf-8", newline="") as file:
        return next(row for row in csv.DictReader(file) if row["name"] == name)


def large(name):
    """The folder that holds a data set too large for the repository."""
    folder = Path(os.environ.get(ELSEWHERE, ""))
    if ELSEWHERE not in os.environ or not (folder / f"{name}.csv.gz").exists():
        pytest.skip(f"{name}.csv.gz is too large to be kept here; {ELSEWHERE} names no folder that holds it")
    return folder
