"""Rooms that load a thing when it is asked for: they hold what they say, and a command loads no more than it needs."""

import os
import subprocess
import sys
from importlib import import_module

import pytest

ROOMS = ["advice", "api", "comparisons", "comparisons.power", "data", "data.structure", "designs", "estimates",
         "learners", "learners.tuning", "running"]
NOT_NEEDED = ["pandas", "scipy", "sklearn", "sqlalchemy", "matplotlib", "referee.running.local",
              "referee.running.shortcuts", "referee.learners.resolve", "referee.comparisons.many_models.friedman",
              "referee.comparisons.data_sets.ranking", "referee.data.structure.detect", "referee.audit"]
NOT_TO_READ_AGAIN = ["sklearn", "scipy.stats", "joblib", "numba", "matplotlib", "sqlalchemy.dialects.postgresql",
                     "referee.advice.rules", "referee.running.cluster", "referee.audit"]
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


def test_a_study_with_nothing_left_to_fit_loads_neither_scikit_learn_nor_what_comes_with_it(tmp_path):
    """Loading it takes longer than all the rest; the recipes of named learners are kept from the run that fitted."""
    words = ["compare", "iris", "--models", "gaussian-nb,knn:n_neighbors=3", "--design", "kfold:folds=5,repeats=2"]
    code = ("import sys; from referee.cli.main import main\n"
            f"sys.argv = ['referee', *{words!r}, *'--jobs 1 --json'.split()]\n"
            "try: main()\n"
            "except SystemExit: pass\n"
            f"print(*[m for m in {NOT_TO_READ_AGAIN!r} if m in sys.modules], file=sys.stderr)")
    first, second = (subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                                    cwd=tmp_path, env=os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache")})
                     for _ in range(2))
    assert "sklearn" in first.stderr.splitlines()[-1].split()
    assert "30 of 30 fits were already in the ledger." in second.stderr
    assert second.stderr.splitlines()[-1].split() == []
    assert second.stdout == first.stdout
