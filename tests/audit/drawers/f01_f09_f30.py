"""Broken studies for the first three checks written."""

from dataclasses import replace

import numpy as np

from audit.cabinet import fault
from audit.clean_study import broken, clean


@fault("F-01")
def test_rows_of_one_fold_among_its_training_rows():
    study = clean()
    first = study.divisions[0]
    leaky = replace(first, train=np.union1d(first.train, first.test[:5]))
    return broken(divisions=(leaky, *study.divisions[1:]))


@fault("F-09")
def twelve_uncorrected_tests():
    study = clean()
    one = replace(study.tests[0], adjusted=None)
    tests = tuple(replace(one, a=f"variant {i}", p=0.04 if i < 2 else 0.3) for i in range(12))
    return broken(tests=tests, declared=replace(study.declared, adjust=""))


@fault("F-30")
def an_sd_too_large_for_its_range():
    study = clean()
    line = replace(study.reported[0], sd=0.5)
    return broken(reported=(line, *study.reported[1:]))
