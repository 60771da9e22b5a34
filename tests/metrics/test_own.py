"""A user's own metric at the level of arrays: what is handed over, what is declared, what is refused."""

import functools
import math
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.metrics import (
    brier_score_loss,
    f1_score,
    fbeta_score,
    get_scorer,
    log_loss,
    make_scorer,
    max_error,
    roc_auc_score,
)

import referee
from referee.errors import BadInput, Undefined, UnknownName
from referee.kinds import Direction, Needs, Task
from referee.metrics import METRICS, Metric, Predictions, as_metric, metric, named_metrics
from referee.metrics.guard import rehearse

TRUTH, LABELS = np.array([0, 1, 1, 0, 1]), np.array([0, 1, 0, 0, 1])
P = np.array([0.2, 0.9, 0.4, 0.3, 0.8])
SAID = Predictions(truth=TRUTH, labels=LABELS, probabilities=np.column_stack([1 - P, P]), n_classes=2,
                   classes=("sick", "well"))
BACK = Predictions(truth=TRUTH, labels=LABELS, probabilities=np.column_stack([1 - P, P]), n_classes=2,
                   classes=("well", "sick"))          # the positive class is the first in sorted order
NUMBERS = Predictions(truth=np.array([1.0, 2, 4]), values=np.array([1.0, 3, 2]))
C, R = Task.CLASSIFICATION, Task.REGRESSION


def share_right(truth, said):
    return np.mean(truth == said)


def roc_auc_of_model(model, X, y):
    return model.score(X, y)


def seen(**declared):
    """What a function is handed for a piece of predictions."""
    kept = {}

    def look(truth, said):
        kept.update(truth=truth, said=said)
        return 0.0

    return kept, referee.metric(look, **declared)


def test_labels_are_handed_over_as_in_the_data():
    kept, own = seen()
    own.of(C).score(SAID)
    assert kept["truth"].tolist() == ["sick", "well", "well", "sick", "well"]
    assert kept["said"].tolist() == ["sick", "well", "sick", "sick", "well"]


def test_labels_of_several_kinds_stay_what_they_are():
    kept, own = seen()
    own.of(C).score(Predictions(truth=TRUTH, labels=LABELS, n_classes=2, classes=(0, "rest")))
    assert kept["said"].tolist() == [0, "rest", 0, 0, "rest"]


def test_values_in_regression_probabilities_and_scores_where_asked_for():
    kept, own = seen()
    assert own.of(R).task is R
    own.of(R).score(NUMBERS)
    assert kept["said"].tolist() == [1.0, 3.0, 2.0]
    kept, own = seen(needs="probabilities")
    own.of(C).score(SAID)
    assert kept["said"].shape == (5, 2)
    kept, own = seen(needs=Needs.SCORES)
    own.of(C).score(SAID)
    assert kept["said"].tolist() == P.tolist()


def test_a_weight_is_so_many_rows():
    own = metric(share_right).of(C)
    twice = Predictions(truth=TRUTH, labels=LABELS, n_classes=2, weights=np.array([2.0, 0, 3, 1, 1]))
    assert own.score(twice) == pytest.approx(4 / 7)
    with pytest.raises(Undefined, match="parts of rows"):
        own.score(Predictions(truth=TRUTH, labels=LABELS, n_classes=2, weights=np.array([0.5, 1, 1, 1, 1])))


def test_a_function_that_takes_weights_gets_them():
    def right(truth, said, sample_weight=None):
        return np.average(truth == said, weights=sample_weight)

    own = metric(right).of(C)
    weighted = Predictions(truth=TRUTH, labels=LABELS, n_classes=2, weights=np.array([0.5, 1, 1, 1, 1]))
    assert own.score(weighted) == pytest.approx(3.5 / 4.5)


@pytest.mark.parametrize(("name", "direction", "assumed"), [
    ("my_loss", Direction.MINIMISE, False), ("rank_error", Direction.MINIMISE, False),
    ("my_score", Direction.MAXIMISE, False), ("gain", Direction.MAXIMISE, True),
])
def test_the_direction_follows_the_name_and_a_guess_is_told(name, direction, assumed):
    own = metric(share_right, name=name)
    assert (own.direction, own.assumed) == (direction, assumed)
    assert bool(own.of(C).note) == assumed


@pytest.mark.parametrize("said", ["minimise", "minimize", "lower", "lower is better", Direction.MINIMISE])
def test_the_direction_can_be_declared(said):
    own = metric(share_right, direction=said)
    assert own.direction is Direction.MINIMISE
    assert not own.assumed


def test_one_value_a_row_makes_a_mean():
    own = metric(lambda truth, said: truth == said, name="hit", rows=True, bounds=(0, 1)).of(C)
    assert own.per_row(SAID).tolist() == [1, 1, 0, 1, 1]
    assert own.score(SAID) == pytest.approx(0.8)
    assert metric(share_right).of(C).per_row is None


@pytest.mark.parametrize(("given", "kind", "sentence"), [
    (lambda *_: 1 / 0, Undefined, "ZeroDivisionError"),
    (lambda *_: math.nan, Undefined, "gave what is no number"),
    (lambda *_: math.inf, Undefined, "gave infinity"),
    (lambda *_: None, BadInput, "gave None where one number"),
    (lambda *_: "good", BadInput, "gave 'good'"),
    (lambda *_: [1, [2]], Undefined, "could not be computed"),
    (lambda *_: np.ones(5), BadInput, r"an array of shape \(5,\)"),
    (lambda *_: 7.0, BadInput, "outside its bounds 0 to 1"),
])
def test_what_is_no_number_is_a_sentence(given, kind, sentence):
    with pytest.raises(kind, match=sentence):
        metric(given, name="mine", bounds=(0, 1)).of(C).score(SAID)


@pytest.mark.parametrize(("ask", "sentence"), [
    (lambda: metric(lambda *_: 0), "lambda has no name"),
    (lambda: metric(functools.partial(share_right)), "has no name"),
    (lambda: metric(share_right, name="a,b"), "commas"),
    (lambda: metric(roc_auc_of_model), "needs the model itself"),
    (lambda: metric(share_right, needs="guesses"), "needs is one of labels"),
    (lambda: metric(share_right, direction="sideways"), "maximise or minimise"),
    (lambda: metric(share_right, bounds=(1, 0)), "in this order"),
    (lambda: metric(share_right, bounds=3), "such as"),
    (lambda: metric("accuracy", direction="minimise"), "knows its direction"),
    (lambda: as_metric(7, C), "is no metric; give a name"),
    (lambda: metric(7, name="seven"), "seven is an int, not a function"),
    (lambda: as_metric(metric(share_right, name="accuracy"), C), "the name of a metric of referee's"),
    (lambda: as_metric(metric(share_right, name="fbeta"), C), "the name of a metric of referee's"),
])
def test_a_faulty_declaration_is_refused(ask, sentence):
    with pytest.raises(BadInput, match=sentence):
        ask()


def test_a_metric_object_is_guarded_and_its_name_must_be_free():
    mine = Metric(name="mine", title="mine", task=C, needs=Needs.LABELS, direction=Direction.MAXIMISE, bounds=(0, 1),
                  score=lambda predictions: predictions.nonsense)
    with pytest.raises(Undefined, match="AttributeError"):
        as_metric(mine, C).score(SAID)
    assert as_metric(METRICS["accuracy"], C) is METRICS["accuracy"]
    with pytest.raises(BadInput, match="'accuracy' is the name"):
        as_metric(Metric(name="accuracy", title="mine", task=C, needs=Needs.LABELS, direction=Direction.MAXIMISE,
                         bounds=(0, 1), score=lambda _: 0.0), C)
    usual = metric("fbeta:beta=3")
    assert as_metric(usual, C) is usual


def test_a_decorated_function_can_still_be_called():
    @referee.metric(direction="minimise")
    def wrong(truth, said):
        return float(np.mean(truth != said))

    assert wrong(np.array([1, 2]), np.array([1, 1])) == 0.5
    assert as_metric(wrong, C).score(SAID) == pytest.approx(0.2)


@pytest.mark.parametrize("said", [SAID, BACK])
@pytest.mark.parametrize(("scorer", "want"), [
    (make_scorer(fbeta_score, beta=2, pos_label="sick"),
     lambda said: fbeta_score(said.y, said.labels, beta=2, pos_label="sick")),
    (make_scorer(log_loss, response_method="predict_proba", greater_is_better=False),
     lambda said: log_loss(said.y, said.q)),
    (make_scorer(brier_score_loss, response_method="predict_proba", pos_label="sick", greater_is_better=False),
     lambda said: brier_score_loss(said.y, 1 - said.q, pos_label="sick")),
    (get_scorer("roc_auc"), lambda said: roc_auc_score(said.y, said.q)),
])
def test_a_scorer_gives_what_scikit_learn_gives(said, scorer, want):
    """Whatever the order of the classes here: `q` is the probability of the last label in sorted order."""
    words = np.array(said.classes)
    q = P if said.classes == ("sick", "well") else 1 - P
    made = as_metric(scorer, C)
    assert made.score(said) == pytest.approx(want(SimpleNamespace(y=words[TRUTH], labels=words[LABELS], q=q)))
    assert made.direction.value == scorer._sign


def test_a_scorer_of_scores_follows_the_sorted_order():
    scores = np.array([-1.0, 2, -0.5, -2, 1])
    for classes, sign in ((("sick", "well"), 1), (("well", "sick"), -1)):
        said = Predictions(truth=TRUTH, scores=scores, n_classes=2, classes=classes)
        want = roc_auc_score(np.array(classes)[TRUTH], sign * scores)
        assert as_metric(get_scorer("roc_auc"), C).score(said) == pytest.approx(want)


def test_a_scorer_of_three_classes_gets_columns_in_sorted_order():
    rng = np.random.default_rng(3)
    shares, truth = rng.dirichlet(np.ones(3), size=30), rng.permutation(np.arange(30) % 3)
    said = Predictions(truth=truth, probabilities=shares, n_classes=3, classes=("c", "a", "b"))
    want = roc_auc_score(np.array(["c", "a", "b"])[truth], shares[:, [1, 2, 0]], multi_class="ovr")
    assert as_metric("roc_auc_ovr", C).score(said) == pytest.approx(want)


def test_what_scikit_learn_calls_ill_defined_does_not_exist():
    none = Predictions(truth=np.zeros(4, dtype=int), labels=np.zeros(4, dtype=int), n_classes=2)
    with pytest.raises(Undefined, match="ill-defined"):
        as_metric(make_scorer(f1_score), C).score(none)


def test_scorers_go_by_name():
    assert metric("neg_mean_absolute_error") is METRICS["mae"]
    assert metric("neg_log_loss") is METRICS["log_loss"]
    worst = metric("neg_max_error")
    assert (worst.name, worst.task, worst.direction) == ("max_error", R, Direction.MINIMISE)
    assert worst.score(NUMBERS) == max_error([1, 2, 4], [1, 3, 2])
    assert metric("rand_score").task is C
    assert named_metrics([worst.name], (), R)[0].score(NUMBERS) == 2.0


def test_a_clash_with_a_function_of_scikit_learn_is_told_apart_by_name():
    assert as_metric(make_scorer(log_loss, response_method="predict_proba"), C).name == "sklearn_log_loss"
    with pytest.raises(BadInput, match="brings its direction"):
        metric(make_scorer(f1_score), direction="minimise")
    assert metric(make_scorer(f1_score), name="mine").name == "mine"


def test_a_scorer_of_something_else_is_refused():
    with pytest.raises(BadInput, match="predict_log_proba"):
        as_metric(make_scorer(f1_score, response_method=("predict_log_proba",)), C)


def test_a_function_goes_by_its_path():
    assert as_metric("sklearn.metrics.hamming_loss", C).score(SAID) == pytest.approx(0.2)
    beta = as_metric("sklearn.metrics.fbeta_score:beta=2,pos_label=sick", C)
    assert beta.name == "fbeta_score(beta=2 pos_label=sick)"
    with pytest.raises(BadInput, match="did you mean 'hamming_loss'"):
        as_metric("sklearn.metrics.haming_loss", C)


def test_a_stored_name_is_never_imported():
    with pytest.raises(UnknownName, match=r"no metric is called 'sklearn\.metrics\.hamming_loss'"):
        metric("sklearn.metrics.hamming_loss")
    with pytest.raises(UnknownName, match=r"give it again \(metrics=\[…\]\)"):
        named_metrics(["os.system"], (), C)
    with pytest.raises(UnknownName, match=r"metrics=\[share_right\]"):
        named_metrics(["share_right"], (), C)
    assert named_metrics(["accuracy", "share_right"], [share_right], C)[1].score(SAID) == pytest.approx(0.8)


def test_a_fault_of_the_code_is_told_before_anything_is_fitted():
    def slip(truth, said):
        return truth.nosuch(said)

    with pytest.raises(BadInput, match="when it was tried before fitting"):
        rehearse(metric(slip).of(C), SAID)
    with pytest.raises(BadInput, match="gave None"):
        rehearse(metric(lambda *_: None, name="none").of(C), SAID)
    rehearse(metric(lambda *_: 1 / 0, name="division").of(C), SAID)        # may exist for other predictions


def test_a_metric_object_that_knows_no_weights_is_given_rows_again():
    plain = Metric(name="mine", title="mine", task=C, needs=Needs.LABELS, direction=Direction.MAXIMISE, bounds=(0, 1),
                   score=lambda p: float(np.mean(p.labels == p.truth)))
    twice = Predictions(truth=TRUTH, labels=LABELS, n_classes=2, weights=np.array([2.0, 0, 3, 1, 1]))
    assert as_metric(plain, C).score(twice) == pytest.approx(4 / 7)
    assert not as_metric(plain, C).counts_only
