"""The door of the room: light, and a function is never mistaken for its file."""

import subprocess
import sys

import referee.estimates


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_opening_the_door_brings_no_scipy():
    done = run("import sys, referee, referee.estimates;"
               "assert not {'scipy', 'numba'} & set(sys.modules), 'scipy or numba was loaded'")
    assert done.returncode == 0, done.stderr


def test_scipy_stats_is_not_needed_for_an_interval():
    done = run("import sys; from referee.estimates import wilson, t_mean; wilson(3, 9); t_mean([1, 2, 3]);"
               "assert 'scipy.stats' not in sys.modules")
    assert done.returncode == 0, done.stderr


def test_the_function_wins_over_its_file_whichever_is_loaded_first():
    done = run("import referee.estimates.proportions.wilson;"
               "from referee.estimates.proportions.clopper_pearson import clopper_pearson as c;"
               "from referee.estimates import wilson, clopper_pearson;"
               "assert callable(wilson) and clopper_pearson is c; print(wilson(81, 263))")
    assert done.stdout.strip() == "95% interval 0.255 to 0.366 (Wilson)", done.stderr


def test_every_public_name_is_there():
    assert set(referee.estimates.__all__) <= set(dir(referee.estimates))
    for name in referee.estimates.__all__:
        assert getattr(getattr(referee.estimates, name), "__name__", name) == name
