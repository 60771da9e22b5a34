"""Faults of what models said, F-51 to F-55, what was declared of them, F-56, what they say again, F-57, marks, F-58,
and files that contradict themselves, F-59."""

from dataclasses import replace

import numpy as np

from audit.cabinet import fault
from audit.clean_study import broken, clean
from referee.data import make_problem
from referee.data.prediction_table.faults import Against, Fault
from referee.metrics import Predictions
from referee.study.claims import AnsweredClaim, ClaimAnswer

NOTHING = {"reported": (), "runs": (), "claims": (), "tests": (),
           "declared": replace(clean().declared, metrics=("accuracy", "balanced_accuracy"), runs=None)}


def says(model, change, **parts):
    """The clean study with another word of one model: `change` gives labels and probabilities for rows and truth."""
    def said(part):
        if part.model != model:
            return part
        labels, probabilities = change(part)
        return replace(part, predictions=Predictions(truth=part.predictions.truth, n_classes=2, labels=labels,
                                                     probabilities=probabilities, prior=part.predictions.prior))
    return broken(said=tuple(said(part) for part in clean().said), **parts)


@fault("F-51")
def probabilities_of_the_other_class():
    return says("logistic", lambda part: (part.predictions.labels, part.predictions.probabilities[:, ::-1]),
                declared=replace(clean().declared, metrics=("accuracy", "balanced_accuracy")))


@fault("F-51")
def answers_of_the_other_class():
    return says("logistic", lambda part: (1 - part.predictions.labels, None), **NOTHING)


@fault("F-52")
def answers_of_the_row_before():
    said = [part for part in clean().said if part.model == "logistic"]
    labels = np.empty(sum(part.rows.size for part in said), dtype=int)
    for part in said:
        labels[part.rows] = part.predictions.labels
    shifted = np.roll(labels, 1)
    return says("logistic", lambda part: (shifted[part.rows], None), **NOTHING)


@fault("F-53")
def answers_by_a_coin():
    draw = np.random.default_rng(8)
    return says("naive-bayes", lambda part: (draw.integers(0, 2, part.rows.size), None), **NOTHING)


@fault("F-54")
def one_model_is_the_other():
    theirs = {part.division: (part.predictions.labels, part.predictions.probabilities)
              for part in clean().said if part.model == "logistic"}
    return says("naive-bayes", lambda part: theirs[part.division], **NOTHING)


@fault("F-55")
def never_wrong():
    return says("logistic", lambda part: (part.predictions.truth, None), **NOTHING)


@fault("F-56")
def a_declared_claim_that_was_contradicted():
    return replace(clean(), answered=(AnsweredClaim(
        claim="naive-bayes is better than logistic", says="", answer=ClaimAnswer.CONTRADICTED, on="churn",
        evidence="logistic is better."),))


@fault("F-57")
def better_than_anything_that_is_fitted_on_its_columns():
    """Right in 97 of 100 cases, with columns that have nothing to do with the target."""
    draw, problem = np.random.default_rng(1), clean().problem
    noise = make_problem(draw.normal(size=(problem.n_rows, 4)), problem.labels, groups=problem.groups, name="churn")

    def said(part):
        truth = part.predictions.truth
        return np.where(draw.random(truth.size) < .03, 1 - truth, truth), None

    return replace(says("logistic", said, **NOTHING), problem=noise)


@fault("F-58")
def bold_on_the_second():
    marked = clean().marked
    wrong = replace(marked.lines[0], where="d", bold=(False, True))
    return broken(marked=replace(marked, lines=(*marked.lines, wrong)))


@fault("F-58")
def a_star_on_a_p_of_a_third():
    return broken(marked=replace(clean().marked, tests=(("logistic", 0.001, 2), ("prior", 0.31, 1))))


@fault("F-58")
def a_smaller_p_has_fewer_stars():
    return broken(marked=replace(clean().marked, tests=(("logistic", 0.001, 1), ("naive-bayes", 0.03, 2))))


@fault("F-59")
def two_truths_of_a_case():
    return broken(faults=(Fault(against=Against.TRUTH, sentence="12 of 300 cases have two truths.", cases=12),))


@fault("F-59")
def marks_that_are_not_those_of_the_answers():
    return broken(faults=(Fault(against=Against.MARKS, model="logistic", sentence="4 of 300 marks contradict."),))


@fault("F-42")
def a_file_whose_probabilities_are_none():
    return broken(faults=(Fault(against=Against.PROBABILITIES, model="logistic", sentence="They sum to 1.4."),))
