"""Everything the tests need is pinned, by name and version and nothing else."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

HERE = Path(__file__).parent.parent
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
PINS = [line for line in (HERE / "constraints.txt").read_text().splitlines() if not line.startswith("#")]


def plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def test_a_pin_is_a_name_and_a_version():
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+", line) for line in PINS)
    assert len({plain(line.partition("==")[0]) for line in PINS}) == len(PINS)


@pytest.mark.parametrize("said", PROJECT["dependencies"] + PROJECT["optional-dependencies"]["test"])
def test_what_is_needed_is_pinned_to_a_version_that_is_allowed(said):
    needed, pins = Requirement(said), {plain(name): version for name, _, version in (p.partition("==") for p in PINS)}
    assert pins[plain(needed.name)] in needed.specifier
