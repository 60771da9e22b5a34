"""Faults of what a study not yet run intends, and of rows and answers that contradict one another."""

from dataclasses import replace

import numpy as np

from audit.cabinet import fault
from audit.clean_study import broken, clean
from audit.drawers.answer_checks import NOTHING, says
from referee.audit.bundle import Claim
from referee.audit.unnamed_columns import Beside
from referee.data import make_problem

NOT_RUN = {"said": None, "reported": None, "runs": None, "claims": None, "tests": None, "answered": None,
           "looked_at": None, "queries": None, "estimators": None}


def intended(**declared):
    return broken(**NOT_RUN, declared=replace(clean().declared, **declared))


@fault("F-09")
def an_error_rate_of_forty_per_cent():
    return intended(level=0.6)


@fault("F-10")
def a_plain_t_over_folds_declared():
    return intended(primary_test="paired-t")


@fault("F-12")
def an_unpaired_test_declared():
    return intended(primary_test="two-proportions")


@fault("F-39")
def equality_declared_without_what_would_matter():
    return intended(claims=(Claim(says="both are equal", kind="equal", a="logistic", b="naive-bayes"),))


@fault("F-56")
def a_comparison_declared_in_a_feasibility_study():
    return intended(purpose="feasibility",
                    claims=(Claim(says="logistic is better", a="logistic", b="naive-bayes"),))


@fault("F-20")
def copies_under_the_other_class_within_one_part():
    X, y = np.array(clean().problem.features.matrix), clean().problem.y
    for division in clean().divisions[:4]:
        no, yes = (division.test[y[division.test] == k][:8] for k in (0, 1))
        X[no] = X[yes]
    problem = clean().problem
    return broken(problem=make_problem(X, problem.labels, groups=problem.groups, name=problem.name))


@fault("F-21")
def answers_right_and_wrong_by_a_column_nobody_named():
    right = np.repeat([True, True, True, False, True], 120)
    codes = np.arange(600) // 30

    def said(part):
        return np.where(right[part.rows], part.predictions.truth, 1 - part.predictions.truth), None

    return replace(says("logistic", said, **NOTHING), alone=True, beside={"ward": Beside(codes=codes)})


@fault("F-41")
def probabilities_of_another_prevalence():
    def said(part):
        p = part.predictions.probabilities[:, 1] / 5
        return part.predictions.labels, np.column_stack([1 - p, p])

    return says("logistic", said, **NOTHING | {"declared": replace(clean().declared, runs=None)})
