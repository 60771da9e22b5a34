"""Worked examples: inputs and numbers that were computed twice, by different programs, each with its source.

The collection stands beside the repository where there is one; tests that use it skip where there is none.
"""

import json
from functools import cache
from pathlib import Path

import pytest

COLLECTION = Path(__file__).parents[2] / "shared" / "worked.json"


@cache
def examples():
    """The examples by id; none where the collection is not at hand."""
    if not COLLECTION.exists():
        return {}
    return {case["id"]: case for case in json.loads(COLLECTION.read_text(encoding="utf-8"))}


def example(name):
    """One example, or a skipped test."""
    if not examples():
        pytest.skip("the collection of worked examples is not beside the repository")
    return examples()[name]
