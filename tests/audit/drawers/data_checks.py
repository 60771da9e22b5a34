"""Broken studies for F-18 to F-34: data sets, leakage, effort, bookkeeping, estimators; units (F-60), words (F-61)."""

from dataclasses import replace

import numpy as np
import pandas as pd

from audit.cabinet import fault
from audit.clean_study import N, broken, clean
from referee.audit.asked.answers import ReaderAnswer, Reading, Word
from referee.audit.bundle import DataSet, Division, StatTest, Step
from referee.audit.prose.taught import doubts_in
from referee.data import make_problem


def _with_matrix(matrix):
    problem = clean().problem
    fresh = make_problem(matrix, problem.labels, groups=problem.groups, name=problem.name)
    return broken(problem=fresh)


@fault("F-18")
def only_artificial_data():
    return broken(data_sets=(DataSet(name="churn", real=False, source="a generator"),))


@fault("F-19")
def in_general_from_one_repository():
    study = clean()
    names = tuple(f"set {i}" for i in range(8))
    return broken(data_sets=tuple(DataSet(name=name, real=True, source="UCI") for name in names),
                  declared=replace(study.declared, data_sets=names),
                  claims=(replace(study.claims[0], scope="in general"),))


@fault("F-20")
def exact_duplicates_on_both_sides():
    X = np.array(clean().problem.features.matrix)
    X[clean().divisions[0].test[:10]] = X[clean().divisions[1].test[:10]]
    return _with_matrix(X)


@fault("F-20")
def near_duplicates_on_both_sides():
    draw = np.random.default_rng(3)
    X = np.column_stack([clean().problem.features.matrix, draw.normal(size=(N, 3))])
    X[clean().divisions[0].test[:10]] = X[clean().divisions[1].test[:10]]
    X[clean().divisions[0].test[:10], 0] += 1.5
    return _with_matrix(X)


@fault("F-21")
def groups_cut_in_two():
    return broken(problem=replace(clean().problem, groups=np.arange(N) % 140))


@fault("F-22")
def folds_of_a_time_series_shuffled():
    return broken(times=np.arange(N, dtype=float))


@fault("F-23")
def features_selected_on_all_rows():
    study = clean()
    chosen = Step(name="feature selection", supervised=True, rows=np.arange(N))
    return broken(models=tuple(replace(m, steps=(*m.steps, chosen)) for m in study.models))


@fault("F-24")
def a_feature_that_follows_from_the_target():
    draw = np.random.default_rng(5)
    X = np.column_stack([clean().problem.features.matrix, clean().problem.y + draw.normal(scale=0.05, size=N)])
    return _with_matrix(X)


@fault("F-24")
def a_category_that_names_the_class():
    problem = clean().problem
    named = {f"x{i}": problem.features.matrix[:, i] for i in range(4)}
    named["diagnosis"] = np.where(problem.y == 1, "K20", np.where(np.arange(N) % 3, "J45", "M10"))
    return broken(problem=make_problem(pd.DataFrame(named), problem.labels, groups=problem.groups, name=problem.name))


@fault("F-25")
def one_learner_had_sixty_settings():
    first, *rest = clean().models
    return broken(models=(replace(first, tried=60, tuned_on="training"), *rest))


@fault("F-26")
def nobody_counted_the_settings():
    first, *rest = clean().models
    return broken(models=(replace(first, tried=None), *rest))


@fault("F-27")
def two_runs_are_missing():
    study = clean()
    lost = {("logistic", "0/3"), ("logistic", "0/4")}
    return broken(runs=tuple(r for r in study.runs if (r.model, r.division) not in lost))


@fault("F-28")
def the_same_rows_scored_thirty_times():
    return broken(queries=30)


@fault("F-29")
def an_interval_from_pooled_lists():
    line, *rest = clean().reported
    return broken(reported=(replace(line, interval_n=100), *rest))


@fault("F-29")
def two_columns_swapped():
    a, b, c = clean().reported
    return broken(reported=(replace(a, value=c.value, text=c.text, low=c.low, high=c.high, minimum=None, maximum=None),
                            b, c))


@fault("F-31")
def cross_validation_quoted_for_the_deployed_model():
    return broken(claims=(replace(clean().claims[0], about="model"),))


@fault("F-32")
def refitted_after_the_hold_outs():
    study = clean()
    draw = np.random.default_rng(8)
    splits = []
    for i in range(10):
        test_groups = draw.choice(120, size=24, replace=False)
        test = np.flatnonzero(np.isin(study.problem.groups, test_groups))
        splits.append(Division(label=f"{i}/0", test=test, train=np.setdiff1d(np.arange(N), test),
                               tune=np.array([], dtype=int)))
    models = tuple(replace(m, deployed=f"{m.name}-2", steps=()) for m in study.models)
    return broken(divisions=tuple(splits), said=None, models=models)


@fault("F-33")
def the_632_bootstrap_of_a_nearest_neighbour():
    study = clean()
    first, *others = study.models
    line, *rest = study.reported
    return broken(models=(replace(first, training_scores={"accuracy": 1.0}), *others),
                  reported=(replace(line, method=".632"), *rest))


@fault("F-34")
def resubstitution_above_cross_validation():
    return broken(estimators={"logistic": {"R": 0.15, "K": 0.127, "H": 0.131}})


@fault("F-60")
def grams_in_a_fold_where_training_has_kilograms():
    study = clean()
    X = np.array(study.problem.features.matrix)
    X[:, 0] = 50 + 5 * np.random.default_rng(6).normal(size=N)
    X[study.divisions[0].test, 0] *= 1000
    return _with_matrix(X)


@fault("F-61")
def words_that_sound_like_a_fault():
    return broken(doubts=doubts_in("Of the eight seeds the luckiest on the held-out films is shown in the abstract."))


@fault("F-62")
def labels_given_by_people_who_saw_the_answers():
    return broken(reading=read_as("judge", "Two nurses corrected what the network proposed"))


@fault("F-63")
def whatever_else_a_reader_objects_to():
    return broken(reading=read_as("other", "The alarm was switched off at night", note="nobody scored the nights"))


def read_as(question, quote, note=""):
    """One answer of a reader."""
    return Reading(reader="Ada", answers=(ReaderAnswer(question=question, word=Word.YES, quotes=(quote,), note=note),))


@fault("F-64")
def rows_of_groups_tested_one_by_one():
    study = clean()
    wrong = np.random.default_rng(12).random((2, N // 5))[:, study.problem.groups] < [[0.15], [0.3]]
    said = [part if part.model == "prior" else _wrong_at(part, wrong[["logistic", "naive-bayes"].index(part.model)])
            for part in study.said]
    test = StatTest(name="mcnemar", a="logistic", b="naive-bayes", metric="accuracy", p=0.0001, unit="case")
    return broken(said=tuple(said), tests=(test,), reported=())


def _wrong_at(part, wrong):
    """The labels of a model that is wrong at these rows."""
    truth = part.predictions.truth
    labels = np.where(wrong[part.rows], 1 - truth, truth)
    return replace(part, predictions=replace(part.predictions, labels=labels, probabilities=None))
