"""Faults planted at random into random clean studies: fatal ones are found, and clean studies are left in peace.

The bars: at least 0.95 of the planted fatal faults are found by their own check; each check cries wolf in at most 0.05
of the clean studies.
"""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from audit.clean_study import study
from referee.audit import audit_bundle
from referee.audit.bundle import Step
from referee.data import make_problem

pytestmark = pytest.mark.slow
CLEAN, PLANTED = 150, 20


def drawn(seed):
    """A clean study of random size, classes and folds, with the random stream that chose them."""
    draw = np.random.default_rng([8, seed])
    n, folds, classes = int(draw.integers(60, 400)) * 5, int(draw.choice([5, 10])), int(draw.integers(2, 5))
    return study(seed=seed, n=n, folds=folds, classes=classes, tolerance=1.2 / np.sqrt(n)), draw


def some(draw, rows, low=0.02, high=0.3):
    return draw.choice(rows, size=max(2, int(rows.size * draw.uniform(low, high))), replace=False)


def with_matrix(s, matrix):
    return replace(s, problem=make_problem(matrix, s.problem.labels, groups=s.problem.groups, name=s.problem.name))


def trained_on_test_rows(s, draw):
    i = int(draw.integers(len(s.divisions)))
    bad = replace(s.divisions[i], train=np.union1d(s.divisions[i].train, some(draw, s.divisions[i].test)))
    return replace(s, divisions=(*s.divisions[:i], bad, *s.divisions[i + 1:]))


def tuned_on_test(s, draw):
    return replace(s, models=tuple(replace(m, tried=int(draw.integers(2, 200)), tuned_on="test") for m in s.models))


def tuned_on_shared_rows(s, draw):
    divisions = tuple(replace(d, tune=some(draw, d.test)) for d in s.divisions)
    return replace(s, divisions=divisions,
                   models=tuple(replace(m, tried=int(draw.integers(2, 99)), tuned_on=None) for m in s.models))


def best_run(s, draw):
    i = int(draw.integers(2))
    line = s.reported[i]
    best = max(run.value for run in s.runs if run.model == line.model)
    digits = int(draw.integers(3, 6))
    bad = replace(line, value=round(best, digits), text=f"{best:.{digits}f}", low=None, high=None)
    return replace(s, reported=(*s.reported[:i], bad, *s.reported[i + 1:]))


def naive_t(s, draw):
    name = str(draw.choice(["paired-t", "wilcoxon", "resampled-t"]))
    return replace(s, tests=(replace(s.tests[0], name=name), *s.tests[1:]))


def repeats_as_trials(s, draw):
    return replace(s, tests=(replace(s.tests[0], name="paired-t", unit="repeat", n_units=int(draw.integers(5, 50))),
                             *s.tests[1:]))


def duplicates(s, draw):
    X = np.array(s.problem.features.matrix)
    a, b = s.divisions[0].test, s.divisions[1].test
    k = max(2, int(min(a.size, b.size) * draw.uniform(0.1, 0.8)))
    X[a[:k]] = X[b[:k]]
    return with_matrix(s, X)


def groups_cut(s, draw):
    groups = np.array(s.problem.groups)
    rows = some(draw, np.arange(groups.size), 0.01, 0.2)
    groups[rows] = groups[(rows + 5 * int(draw.integers(1, 4))) % groups.size]
    return replace(s, problem=replace(s.problem, groups=groups))


def shuffled_time(s, draw):
    return replace(s, times=draw.permutation(s.problem.n_rows).astype(float))


def selected_on_all(s, draw):
    step = Step(name="selection", supervised=True, rows=some(draw, np.arange(s.problem.n_rows), 0.5, 1.0))
    return replace(s, models=(replace(s.models[0], steps=(*s.models[0].steps, step)), *s.models[1:]))


def leaked(s, draw):
    leak = draw.uniform(-3, 3) * s.problem.y + draw.normal(scale=0.01, size=s.problem.n_rows)
    return with_matrix(s, np.column_stack([s.problem.features.matrix, leak]))


def wrong_number(s, draw):
    line = s.reported[0]
    off = float(draw.choice([-1, 1]) * draw.uniform(0.005, 0.05))
    bad = replace(line, value=line.value + off, text=f"{line.value + off:.4f}", minimum=None, maximum=None, low=None,
                  high=None)
    return replace(s, reported=(bad, *s.reported[1:]))


def impossible_sd(s, draw):
    line = s.reported[0]
    return replace(s, reported=(replace(line, sd=(line.maximum - line.minimum) * float(draw.uniform(0.7, 3))),
                                *s.reported[1:]))


def no_probabilities(s, draw):
    i = int(draw.integers(len(s.said)))
    said = s.said[i]
    p = np.array(said.predictions.probabilities)
    p[some(draw, np.arange(len(p)))] *= float(draw.uniform(1.01, 1.5))
    bad = replace(said, predictions=replace(said.predictions, probabilities=p))
    return replace(s, said=(*s.said[:i], bad, *s.said[i + 1:]))


FATAL = [
    ("F-01", trained_on_test_rows), ("F-03", tuned_on_test), ("F-03", tuned_on_shared_rows), ("F-08", best_run),
    ("F-10", naive_t), ("F-11", repeats_as_trials), ("F-20", duplicates), ("F-21", groups_cut), ("F-22", shuffled_time),
    ("F-23", selected_on_all), ("F-24", leaked), ("F-29", wrong_number), ("F-30", impossible_sd),
    ("F-42", no_probabilities),
]


def test_clean_studies_are_left_in_peace():
    alarms = Counter()
    for seed in range(CLEAN):
        audit = audit_bundle(drawn(seed)[0])
        alarms.update({finding.code for finding in audit.findings})
    loud = {code: count / CLEAN for code, count in alarms.items() if count > 0.05 * CLEAN}
    assert not loud, loud


@pytest.mark.parametrize(("code", "plant"), FATAL, ids=[f"{code}-{plant.__name__}" for code, plant in FATAL])
def test_planted_fatal_faults_are_found(code, plant):
    found = 0
    for seed in range(PLANTED):
        clean, draw = drawn(1000 + seed)
        found += any(finding.code == code for finding in audit_bundle(plant(clean, draw)).findings)
    assert found >= 0.95 * PLANTED, f"{found} of {PLANTED}"
