"""Worked examples: inputs and numbers that were computed twice, by different programs, each with its source.

`reference/README.md` says what else is kept beside them.
"""

import json
from functools import cache
from pathlib import Path

COLLECTION = Path(__file__).parent / "reference" / "worked.json"


@cache
def examples():
    """The examples by id."""
    return {case["id"]: case for case in json.loads(COLLECTION.read_text(encoding="utf-8"))}


def example(name):
    """One example."""
    return examples()[name]
