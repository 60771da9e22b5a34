"""The examples copied beside these tests are those of the common collection."""

import json
from pathlib import Path

import pytest

HERE = Path(__file__).parent
COLLECTION = HERE.parents[2] / "shared" / "worked.json"


@pytest.mark.skipif(not COLLECTION.exists(), reason="the common collection of worked examples is not beside the repo")
def test_the_copied_examples_are_unchanged():
    collection = {case["id"]: case for case in json.loads(COLLECTION.read_text(encoding="utf-8"))}
    copied = json.loads((HERE / "worked_estimates.json").read_text(encoding="utf-8"))
    assert len(copied) == 37
    assert [case for case in copied if collection[case["id"]] != case] == []
