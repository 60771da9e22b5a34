"""Rooms that load a thing when it is asked for: they hold what they say, and a command loads no more than it needs."""

import subprocess
import sys
from importlib import import_module

import pytest

ROOMS = ["api", "comparisons", "comparisons.power", "data", "data.structure", "designs", "estimates", "learners",
         "learners.tuning", "running"]
NOT_NEEDED = ["pandas", "scipy", "sklearn", "sqlalchemy", "matplotlib", "referee.running.local",
              "referee.running.shortcuts", "referee.learners.resolve", "referee.comparisons.many_models.friedman",
              "referee.comparisons.data_sets.ranking", "referee.data.structure.detect", "referee.audit"]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_has_what_it_lists_and_lists_what_it_has(room):
    module = import_module(f"referee.{room}")
    assert set(dir(module)) | {"vault"} == set(module.__all__) | {"vault"}
    assert [name for name in module.__all__ if getattr(module, name, None) is None] == []


def test_judge_loads_no_learner_no_engine_and_no_test_it_was_not_asked_for():
    code = f"import sys; from referee.api import judge; print(*[m for m in {NOT_NEEDED!r} if m in sys.modules])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.split() == []


def test_a_file_called_like_what_it_exports_does_not_take_its_place():
    code = ("import referee.running.run, referee.learners.resolve, referee.running as r, referee.learners as l;"
            "print(callable(r.run), callable(l.resolve))")
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["True", "True"]
