"""The sentences are the product: they are tested word for word."""

from dataclasses import replace

import pytest

from referee.comparisons.verdict import Outcome
from referee.kinds import Estimand
from referee.metrics import metric
from referee.report import (
    data_sentences,
    design_sentence,
    failure_sentences,
    method_sentence,
    verdict_sentences,
)
from referee.report.sentences import training_sentence
from report import analyses as made

AUC = metric("roc_auc")


def test_a_field_with_a_worse_an_undecided_and_a_baseline():
    assert verdict_sentences(made.churn()) == [
        "By ROC AUC, hist-gradient-boosting is better than forest (by 0.021, adjusted p < 0.001).",
        ("Between it and logistic these data can't decide: the design would have detected a difference of 0.0083 "
        "with 80% power."),
        ("If you can say which difference in ROC AUC is the smallest that matters to you, give it (--relevant) to test "
        "whether they are equivalent."),
        "In all, 2 of 3 comparisons are decided.",
        "hist-gradient-boosting beats the baseline prior (by 0.347, adjusted p < 0.001).",
        "logistic and forest beat the baseline prior too (adjusted p < 0.001).",
    ]


def test_an_error_is_better_when_lower():
    assert verdict_sentences(made.regression()) == [
        "By RMSE, boosting is better than ridge (by 126, adjusted p < 0.001).",
        "boosting beats the baseline mean (by 863, adjusted p < 0.001).",
        "ridge beats the baseline mean too (adjusted p < 0.001).",
    ]


def test_one_learner_is_evaluated_and_the_estimand_named():
    assert verdict_sentences(made.single()) == [
        "accuracy 0.947, 95% interval 0.899 to 0.978, for this procedure trained on about 135 rows."]


@pytest.mark.parametrize(("estimand", "words"), [
    (Estimand.MODEL, "for this fitted model"),
    (Estimand.FOLD_MODELS, "for the models of these folds, each trained on about 135 rows"),
    (Estimand.TRAINING, "for the very rows it was trained on, which says nothing about new rows"),
])
def test_each_estimand_has_its_words(estimand, words):
    analysis = made.single(numbers={("tree", "accuracy"): (0.947, 0.899, 0.978, {"estimand": estimand})})
    assert verdict_sentences(analysis) == [f"accuracy 0.947, 95% interval 0.899 to 0.978, {words}."]


def test_an_evaluation_without_an_interval_says_why():
    numbers = {("tree", "accuracy"): (0.947, None, None, {"reason": "one test part is not enough"})}
    assert verdict_sentences(made.single(numbers=numbers)) == [
        ("accuracy 0.947, without an interval (one test part is not enough), for this procedure trained on about "
         "135 rows.")]


def test_an_evaluation_next_to_a_baseline():
    analysis = made.regression(declared={"verb": "evaluate"})
    assert verdict_sentences(analysis)[1:] == [
        "boosting: RMSE 1,185, 95% interval 1,101 to 1,269, for this procedure trained on about 927 rows.",
        "boosting beats the baseline mean (by 863, adjusted p < 0.001).",
        "ridge beats the baseline mean too (adjusted p < 0.001).",
    ]


def test_an_evaluation_without_a_comparison_gives_the_baseline_for_scale():
    analysis = made.single(learners=made.cards(["tree", "prior"], baselines=["prior"]),
                           numbers={("tree", "accuracy"): (0.947, 0.899, 0.978),
                                    ("prior", "accuracy"): (0.33, 0.21, 0.48)})
    assert verdict_sentences(analysis)[1:] == [
        "For scale, the baseline prior: accuracy 0.33, 95% interval 0.21 to 0.48."]


def trained(value, metric_name, numbers):
    """One learner evaluated, and what it scores on its own rows."""
    return replace(made.single(numbers={("tree", metric_name): numbers}), training={("tree", metric_name): value})


@pytest.mark.parametrize(("value", "name", "numbers", "said"), [
    # An estimate of 0.90 leaves an error of 0.10: up to a fiftieth of that, 0.002, on its own rows is memorising.
    (1.0, "accuracy", (0.9, 0.87, 0.93), "1.000: it memorises. Don't quote that."),
    (0.9981, "accuracy", (0.9, 0.87, 0.93), "0.998: it memorises. Don't quote that."),
    (0.9979, "accuracy", (0.9, 0.87, 0.93), "0.998; that says nothing about new rows."),
    (0.95, "accuracy", (0.9, 0.87, 0.93), "0.950; that says nothing about new rows."),
    (0.19, "rmse", (10.0, 9.0, 11.0), "0.2: it memorises. Don't quote that."),
    (0.21, "rmse", (10.0, 9.0, 11.0), "0.2; that says nothing about new rows."),
    (1.0, "accuracy", (1.0, 1.0, 1.0), "1.00; that says nothing about new rows."),
])
def test_a_learner_memorises_whose_training_error_is_a_fiftieth_of_its_error(value, name, numbers, said):
    sentence = training_sentence(trained(value, name, numbers), "tree", named=False)
    assert sentence == f"The model's own training {metric(name).title} is {said}"


def test_equivalence_is_said_only_where_it_was_declared_and_shown():
    assert verdict_sentences(made.equivalent()) == [
        ("a and b are equivalent for your purpose: they differ by 0.0030, shown to be less than the 0.01 you called "
        "relevant (adjusted p = 0.002).")]
    assert verdict_sentences(made.equivalent(irrelevant=True))[0].endswith(
        "(adjusted p = 0.002); the difference is real, but too small to matter.")


def test_identical_models_are_pointed_out():
    assert verdict_sentences(made.identical()) == [
        "a and twin of a gave the same scores everywhere (difference 0, p = 1): check whether they are the same model."]


def test_not_beating_the_baseline_is_said_first_and_loudly():
    assert verdict_sentences(made.useless()) == [
        "WARNING: logistic is NOT shown to beat the baseline prior, which learns nothing from the features."]


def test_a_baseline_that_is_better_is_louder_still():
    harm = made.analysis(
        learners=made.cards(["svm", "mlp", "prior"], baselines=["prior"]),
        numbers={("svm", "roc_auc"): (0.44, 0.42, 0.46), ("mlp", "roc_auc"): (0.43, 0.41, 0.45),
                 ("prior", "roc_auc"): (0.5, 0.5, 0.5)},
        families=[made.family(AUC, [made.verdict(AUC, "svm", "mlp", 0.01, 0.02, 0.5),
                                    made.verdict(AUC, "svm", "prior", -0.06, 0.02, 0.0002),
                                    made.verdict(AUC, "mlp", "prior", -0.07, 0.02, 0.0001)], ["prior", "svm", "mlp"])])
    assert verdict_sentences(harm) == [
        "WARNING: the baseline prior is better than svm (by 0.060, adjusted p < 0.001); the learners do harm here.",
        "By ROC AUC, the baseline prior itself scores best.",
        "No winner by ROC AUC: svm scores best of the models, but is not shown to be better than any other learner.",
        "Between it and mlp these data can't decide.",
        ("If you can say which difference in ROC AUC is the smallest that matters to you, give it (--relevant) to test "
        "whether they are equivalent."),
        "mlp is not shown to beat the baseline prior.",
    ]


def test_what_was_not_comparable_is_said_with_its_reason():
    assert verdict_sentences(made.failing()) == [
        "No winner by ROC AUC: logistic scores best, but is not shown to be better than any other learner.",
        ("Between it and mlp these data can't decide: the design would have detected a difference of 0.05 with 80% "
         "power."),
        ("If you can say which difference in ROC AUC is the smallest that matters to you, give it (--relevant) to test "
        "whether they are equivalent."),
        "logistic beats the baseline prior (by 0.340, adjusted p < 0.001).",
        "mlp beats the baseline prior too (adjusted p < 0.001).",
        ("logistic and svm were not compared: svm has no test part in common with logistic on which ROC AUC exists "
         "for both."),
    ]


def test_many_beaten_learners_are_counted_not_listed():
    first, second, *_ = verdict_sentences(made.many())
    assert first == ("By ROC AUC, hist-gradient-boosting:learning_rate=0.01,max_leaf_nodes=15 is better than 9 of the "
                     "other 10 learners (by 0.024 to 0.120, each adjusted p < 0.001).")
    assert second.startswith("Between it and hist-gradient-boosting:learning_rate=0.02,max_leaf_nodes=16 these data")


def test_all_against_one_named_beforehand():
    analysis = made.analysis(
        learners=made.cards(["new", "other", "old", "prior"], baselines=["prior"]), declared={"against": "old"},
        numbers={(n, "roc_auc"): (v, v - 0.01, v + 0.01)
                 for n, v in {"new": 0.9, "other": 0.81, "old": 0.8, "prior": 0.5}.items()},
        families=[made.family(AUC, [made.verdict(AUC, "new", "old", 0.1, 0.02, 0.0001),
                                    made.verdict(AUC, "other", "old", 0.01, 0.02, 0.3, detectable=0.03),
                                    made.verdict(AUC, "prior", "old", -0.3, 0.02, 0.0)],
                              ["new", "other", "old", "prior"], against="old", relevant=0.001)])
    assert verdict_sentences(analysis) == [
        "By ROC AUC, new is better than old (by 0.100, adjusted p < 0.001).",
        ("Between old and other these data can't decide: the design would have detected a difference of 0.03 with 80% "
         "power."),
        "Whether new beats the baseline prior was not part of this comparison.",
        "old beats the baseline prior too (adjusted p < 0.001).",
    ]


def test_a_supporting_metric_that_turns_the_verdict_round_is_mentioned():
    loss = metric("log_loss")
    analysis = made.analysis(
        learners=made.cards(["a", "b"]),
        numbers={("a", "roc_auc"): (0.9, 0.89, 0.91), ("b", "roc_auc"): (0.85, 0.84, 0.86),
                 ("a", "log_loss"): (0.5, 0.48, 0.52), ("b", "log_loss"): (0.4, 0.38, 0.42)},
        families=[made.family(AUC, [made.verdict(AUC, "a", "b", 0.05, 0.01, 0.0001)], ["a", "b"]),
                  made.family(loss, [made.verdict(loss, "a", "b", 0.1, 0.02, 0.002)], ["b", "a"])])
    assert verdict_sentences(analysis) == [
        "By ROC AUC, a is better than b (by 0.050, adjusted p < 0.001).",
        ("By log loss, which is supporting evidence and not the declared question, b is better than a (by 0.100, "
        "adjusted p = 0.002)."),
    ]


def test_a_difference_without_spread_is_never_a_verdict():
    flat = made.verdict(AUC, "a", "b", 0.1, None, 0.0, flags=("zero_variance",))
    assert flat.outcome is Outcome.UNDECIDED
    analysis = made.analysis(learners=made.cards(["a", "b"]),
                             numbers={("a", "roc_auc"): (0.9, 0.89, 0.91), ("b", "roc_auc"): (0.8, 0.79, 0.81)},
                             families=[made.family(AUC, [flat], ["a", "b"], relevant=0.01)])
    assert verdict_sentences(analysis)[1:] == [
        "Between it and b these data can't decide.",
        "The difference to b is the same on every test part, so there is no spread to judge it by.",
    ]


def test_how_it_was_done():
    assert method_sentence(made.churn()) == (
        "How: corrected repeated k-fold t (Nadeau–Bengio), Holm over 3 comparisons, two-sided, 95%. Without correction "
        "the chance of a false alarm would have been up to 15% (14% were the comparisons independent). Whether each "
        "beats the baseline is a question of its own, by the same test, Holm over those 3 comparisons. The 4 "
        "configurations here are the only ones scored on these "
        "rows in this ledger so far.")
    assert method_sentence(made.single()) == (
        "How: mean over 100 test parts, corrected t interval. 4 configurations have been scored on these rows so far.")


def test_the_data_and_the_design():
    assert data_sentences(made.churn())[1:] == ["! 22 rows are exact duplicates; they are kept together in one fold."]
    assert data_sentences(made.churn())[0].startswith("churn.csv: 1,500 rows")
    assert design_sentence(made.churn()) == (
        "Design: 10-fold cross-validation repeated 10 times, stratified, because with 1,500 rows one division into "
        "folds depends on luck; ten of them even it out.")
    assert design_sentence(made.churn(declared={"why": ""})) == (
        "Design: 10-fold cross-validation repeated 10 times, stratified.")


def test_a_missing_interval_is_told_of_a_learner_and_not_of_a_baseline():
    numbers = {("tree", "accuracy"): (0.947, None, None, {"reason": "one test part is not enough"})}
    assert "accuracy of tree has no interval: one test part is not enough." in failure_sentences(
        made.single(numbers=numbers))


def test_what_went_wrong():
    assert failure_sentences(made.failing()) == [
        "23 of 400 fits are still missing; these numbers are provisional.",
        ("3 of 100 fits of mlp failed (ValueError: the loss is not finite; scale the inputs); they are left out of its "
        "scores."),
        "100 of 100 fits of svm failed (MemoryError: no room for the kernel); nothing is left of it.",
        "mlp warned: ConvergenceWarning: maximum iterations (200) reached.",
    ]
    assert failure_sentences(made.churn()) == []
