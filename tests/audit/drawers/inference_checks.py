"""Broken studies for F-35 to F-50: tests, claims, probabilities, records."""

from dataclasses import replace

import numpy as np

from audit.cabinet import fault
from audit.clean_study import N, broken, clean
from referee.audit.bundle import REPORT_FIELDS
from referee.data import make_problem


def _tests(**changes):
    first, *rest = clean().tests
    return (replace(first, **changes), *rest)


def _models(**changes):
    first, *rest = clean().models
    return (replace(first, **changes), *rest)


def _claims(**changes):
    return (replace(clean().claims[0], **changes),)


def _logistic_says(change, folds=range(10)):
    """The clean study with one model's probabilities changed in some folds, and no numbers reported of it."""
    study = clean()
    where = {f"0/{fold}" for fold in folds}
    said = tuple(_changed(part, change) if part.model == "logistic" and part.division in where else part
                 for part in study.said)
    return broken(said=said, reported=study.reported[1:])


def _changed(part, change):
    p = change(part.predictions.probabilities[:, 1], part.predictions.truth)
    columns = np.column_stack([1 - p, p]) if p.ndim == 1 else p
    return replace(part, predictions=replace(part.predictions, probabilities=columns))


@fault("F-35")
def wilcoxon_over_five_data_sets():
    return broken(tests=_tests(name="wilcoxon", unit="data set", n_units=5))


@fault("F-35")
def differences_that_never_vary():
    study = clean()
    prior = {r.division: r.value for r in study.runs if r.model == "prior"}
    runs = tuple(replace(r, value=prior[r.division] + 0.3) if r.model == "logistic" else r for r in study.runs)
    return broken(runs=runs, reported=study.reported[1:])


@fault("F-36")
def a_side_chosen_after_looking():
    return broken(tests=_tests(alternative="greater", declared=None))


@fault("F-37")
def three_tests_and_the_smallest_p():
    study = clean()
    other = replace(study.tests[0], name="signflip", p=study.tests[0].p / 10, unit="case", n_units=N)
    declared = replace(study.declared, primary_test="corrected-t")
    return broken(tests=(replace(study.tests[0], quoted=False), other, study.tests[1]), declared=declared)


@fault("F-38")
def runs_added_after_the_first_look():
    study = clean()
    late = tuple(replace(r, at="2026-03-05T10:00:00+00:00") if r.division == "0/9" else r for r in study.runs)
    return broken(runs=late)


@fault("F-39")
def not_significant_so_equal():
    return broken(claims=_claims(says="logistic and naive Bayes are alike", kind="equal", b="naive-bayes", p=0.4,
                                 difference=0.01, low=-0.02, high=0.04))


@fault("F-40")
def a_p_value_without_a_size():
    return broken(claims=_claims(difference=None, low=None, high=None))


@fault("F-40")
def a_difference_that_does_not_matter():
    return broken(claims=_claims(difference=0.001, low=None, high=None),
                  declared=replace(clean().declared, relevant=0.02))


@fault("F-41")
def overconfident_probabilities():
    return _logistic_says(lambda p, _: p**4 / (p**4 + (1 - p) ** 4))


@fault("F-42")
def probabilities_that_sum_to_more_than_one():
    return _logistic_says(lambda p, _: 1.2 * np.column_stack([1 - p, p]))


@fault("F-42")
def certain_and_wrong():
    def one_certain_error(p, truth):
        q = p.copy()
        q[0] = 1.0 - truth[0]
        return q
    return _logistic_says(one_certain_error, folds=[0])


@fault("F-43")
def squared_error_of_class_codes():
    return broken(declared=replace(clean().declared, metrics=("accuracy", "mse")))


@fault("F-43")
def relative_error_of_a_target_that_is_zero():
    study = clean()
    y = np.linspace(-1, 1, N).round(2)
    problem = make_problem(np.array(study.problem.features.matrix), y, task="regression", groups=study.problem.groups)
    return broken(problem=problem, said=None, declared=replace(study.declared, metrics=("mape",)), reported=())


@fault("F-44")
def the_threshold_was_chosen_on_the_test_set():
    return broken(models=_models(threshold="test"))


@fault("F-44")
def class_shares_of_all_rows():
    return broken(models=_models(prior="all"))


@fault("F-45")
def no_seed_for_a_stochastic_learner():
    return broken(models=_models(seeds=None, deterministic=False))


@fault("F-45")
def a_rerun_that_differs():
    first, *rest = clean().runs
    return broken(runs=(replace(first, rerun=first.value - 0.05), *rest))


@fault("F-46")
def one_seed_of_a_stochastic_learner():
    return broken(models=_models(deterministic=False))


@fault("F-47")
def a_planned_data_set_is_missing():
    return broken(declared=replace(clean().declared, data_sets=("churn", "churn abroad")))


@fault("F-48")
def the_report_does_not_say_how_it_was_tuned():
    stated = frozenset(REPORT_FIELDS) - {"tuning", "seeds"}
    return broken(declared=replace(clean().declared, stated=stated))


@fault("F-49")
def forty_studies_on_these_data():
    return broken(known_studies=40)


@fault("F-50")
def scores_that_go_opposite_ways():
    study = clean()
    prior = {r.division: r.value for r in study.runs if r.model == "prior"}
    runs = tuple(replace(r, value=1.4 - prior[r.division]) if r.model == "logistic" else r for r in study.runs)
    return broken(runs=runs, reported=study.reported[1:])
