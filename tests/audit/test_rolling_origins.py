"""How rows were divided is told by the divisions: forecasts from the past are no cross-validation."""

import numpy as np
import pytest

from referee.audit.bundle import Bundle, Claim, Division
from referee.audit.checks.f06_evaluation_method import method_label, rolling_origins
from referee.audit.checks.f31_procedure_or_model import procedure_or_model
from referee.data.problem import Problem
from referee.designs import lay, make_design
from referee.kinds import Task

T = 40


def series(groups=None, each=1):
    rows = T * each
    return Problem(name="series", task=Task.REGRESSION, y=np.arange(rows, dtype=float), targets=("y",),
                   groups=groups, time=np.repeat(np.arange(T), each), fingerprint="f")


def divided(problem, spec, parameters):
    plan = lay(make_design(spec, parameters, seed=0), problem)
    return Bundle(name="s", problem=problem, divisions=tuple(
        Division(label=split.label, train=split.train_rows, test=split.test) for split in plan.splits()))


@pytest.mark.parametrize(("spec", "parameters", "letter", "origins"), [
    ("rolling", {"splits": 5}, "H", 5),
    ("rolling", {"splits": 5, "window": 10}, "H", 5),
    ("rolling", {"splits": 4, "step": 2, "horizon": 3}, "H", 4),
    ("blocked", {"folds": 5, "gap": 1}, "K", 0),
    ("kfold", {"folds": 5}, "K", 0),
])
def test_the_divisions_say_which_method_it_is(spec, parameters, letter, origins):
    bundle = divided(series(), spec, parameters)
    assert (method_label(bundle), rolling_origins(bundle)) == (letter, origins)


def test_new_groups_at_later_times_have_as_many_origins_as_there_are_times():
    problem = series(groups=np.tile(np.arange(6), T), each=6)
    bundle = divided(problem, "rolling", {"splits": 4, "new_groups": 3})
    assert (len(bundle.divisions), method_label(bundle), rolling_origins(bundle)) == (12, "H", 4)


def test_parts_whose_training_rows_nobody_knows_are_taken_for_folds():
    parts = tuple(Division(label=f"0/{i}", test=np.arange(4) + 4 * i) for i in range(3))
    bundle = Bundle(name="s", divisions=parts, times=np.arange(12))
    assert (method_label(bundle), rolling_origins(bundle)) == ("K", 0)


def test_a_score_over_several_origins_is_of_no_single_model():
    claims = (Claim(says="our model is best", about="model"),)
    rolling = divided(series(), "rolling", {"splits": 5})
    several = Bundle(name="s", claims=claims, divisions=rolling.divisions)
    one = Bundle(name="s", claims=claims, divisions=rolling.divisions[:1])
    assert (len(list(procedure_or_model.look(several))), len(list(procedure_or_model.look(one)))) == (1, 0)
