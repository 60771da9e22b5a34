"""Broken studies for F-01 to F-17, and F-30."""

from dataclasses import replace

import numpy as np

from audit.cabinet import fault
from audit.clean_study import N, broken, clean
from referee.audit.bundle import Division, Reported


def _models(name, **changes):
    return tuple(replace(m, **changes) if m.name == name else m for m in clean().models)


def _tests(**changes):
    study = clean()
    return (replace(study.tests[0], **changes), *study.tests[1:])


@fault("F-01")
def rows_of_one_fold_among_its_training_rows():
    first, *rest = clean().divisions
    return broken(divisions=(replace(first, train=np.union1d(first.train, first.test[:5])), *rest))


@fault("F-02")
def one_small_hold_out():
    study = clean()
    rows = np.concatenate([d.test for d in study.divisions[:5]])
    one = Division(label="0/0", test=rows, train=np.setdiff1d(np.arange(N), rows), tune=np.array([], dtype=int))
    steps = tuple(replace(m, steps=()) for m in study.models)
    return broken(divisions=(one,), said=None, models=steps, tests=(), runs=None, reported=(
        replace(study.reported[0], n=None, runs_averaged=None, sd=None, minimum=None, maximum=None, interval_n=300,
                interval_method="Wilson", method="holdout", cases=None),))


@fault("F-03")
def forty_settings_compared_on_the_test_rows():
    return broken(models=tuple(replace(m, tried=40, tuned_on="test") for m in clean().models))


@fault("F-04")
def a_score_without_precision():
    bare, *rest = clean().reported
    return broken(reported=(replace(bare, sd=None, low=None, high=None, interval_n=None), *rest))


@fault("F-04")
def an_interval_of_unknown_making():
    bare, *rest = clean().reported
    return broken(reported=(replace(bare, interval_method=""), *rest))


@fault("F-05")
def better_without_a_test():
    claim = replace(clean().claims[0], p=None, low=None, high=None, test="", basis="numbers")
    return broken(claims=(claim,))


@fault("F-05")
def better_by_a_test_that_does_not_show_it():
    return broken(claims=(replace(clean().claims[0], p=0.3, low=-0.1),))


@fault("F-06")
def nobody_says_how_it_was_evaluated():
    study = clean()
    return broken(divisions=None, declared=replace(study.declared, method=""),
                  reported=tuple(replace(line, method="") for line in study.reported))


@fault("F-07")
def too_few_test_cases_for_the_tolerance():
    return broken(declared=replace(clean().declared, tolerance=0.005))


@fault("F-08")
def the_best_fold_is_reported():
    study = clean()
    line, *rest = study.reported
    values = [run.value for run in study.runs if run.model == line.model]
    best = replace(line, value=max(values), text=f"{max(values):.4f}", sd=0.0001, low=0.9, high=0.99,
                   minimum=None, maximum=None)
    return broken(reported=(best, *rest), said=None)


@fault("F-09")
def twelve_uncorrected_tests():
    study = clean()
    one = replace(study.tests[0], adjusted=None)
    tests = tuple(replace(one, a=f"variant {i}", p=0.04 if i < 2 else 0.3) for i in range(12))
    return broken(tests=tests, declared=replace(study.declared, adjust=""))


@fault("F-10")
def a_plain_t_over_overlapping_splits():
    return broken(tests=_tests(name="paired-t"), declared=replace(clean().declared, primary_test="paired-t"))


@fault("F-11")
def ten_repeats_counted_as_trials():
    return broken(tests=_tests(name="paired-t", unit="repeat"),
                  declared=replace(clean().declared, primary_test="paired-t"))


@fault("F-12")
def two_proportions_on_the_same_cases():
    return broken(tests=_tests(name="two-proportion-z", unit="case", n_units=N),
                  declared=replace(clean().declared, primary_test="two-proportion-z"))


@fault("F-13")
def two_intervals_that_do_not_overlap():
    claim = replace(clean().claims[0], p=None, low=None, high=None, test="", basis="intervals")
    return broken(claims=(claim,))


@fault("F-14")
def the_baseline_is_not_there():
    study = clean()
    return broken(models=study.models[:2], said=tuple(s for s in study.said if s.model != "prior"))


@fault("F-15")
def one_learner_and_the_baseline():
    study = clean()
    keep = {"logistic", "prior"}
    return broken(models=tuple(m for m in study.models if m.name in keep),
                  said=tuple(s for s in study.said if s.model in keep))


@fault("F-16")
def accuracy_alone_with_95_per_cent_in_one_class():
    study = clean()
    y = np.zeros(N, dtype=int)
    for division in study.divisions:
        y[division.test[:3]] = 1
    problem = replace(study.problem, y=y)
    return broken(problem=problem, said=None, runs=None, declared=replace(study.declared, metrics=("accuracy",)))


@fault("F-17")
def a_class_that_is_missing_from_a_fold():
    study = clean()
    y = np.array(study.problem.y)
    first = study.divisions[0].test
    y[first] = 1
    return broken(problem=replace(study.problem, y=y))


@fault("F-30")
def an_sd_too_large_for_its_range():
    line, *rest = clean().reported
    return broken(reported=(replace(line, sd=0.5), *rest))


@fault("F-30")
def a_value_outside_its_own_interval():
    line, *rest = clean().reported
    return broken(reported=(replace(line, low=0.99, high=0.999), *rest))


@fault("F-30")
def an_accuracy_that_no_count_gives():
    line, *rest = clean().reported
    odd = Reported(model="committee", metric="accuracy", value=0.857, text="0.857", sd=0.01, cases=50)
    return broken(reported=(line, *rest, odd))


@fault("F-30")
def shares_that_sum_to_more_than_everything():
    shares = [Reported(model=f"class {i}", metric="share", value=v, text=f"{v:.2f}", sd=0.01, whole="table 1")
              for i, v in enumerate((0.55, 0.35, 0.2))]
    return broken(reported=(*clean().reported, *shares))
