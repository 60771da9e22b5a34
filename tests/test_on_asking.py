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
OF_A_FIT = [f"referee.{module}" for module in (
    "data.feature_columns", "data.rows", "learners.build", "learners.calibration", "learners.complexity",
    "learners.fit_parameters", "learners.tuning.search_objects", "ledger.batch", "running.fit", "running.jobs",
    "running.outputs", "running.repeated_rows")]


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


def test_a_worker_is_born_with_what_a_fit_needs():
    """What is not loaded when workers are forked, each of them would load by itself."""
    code = ("import sys; from importlib import import_module; from referee.running.nursery import LOADED;"
            f"[import_module(one) for one in LOADED]; print(*[m for m in {OF_A_FIT!r} if m not in sys.modules])")
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.split() == []
