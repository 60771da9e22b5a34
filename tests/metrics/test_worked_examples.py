"""The worked examples: each value was computed twice, by different code.

The plain functions are what is tested, as a person calls them.
"""

import numpy as np
import pytest

import worked
from referee.metrics import forecast, kappa
from referee.metrics.binary_labels import f1, precision, recall, specificity
from referee.metrics.bins import cuts
from referee.metrics.calibration import calibration_debiased, calibration_rmse, ece, mce
from referee.metrics.calibration_tests import cox, spiegelhalter
from referee.metrics.corp import corp
from referee.metrics.cost import average_value, bayes_threshold
from referee.metrics.information import (
    bayesian_rewards,
    bir,
    good,
    good_rewards,
    kononenko_bratko,
    kononenko_bratko_scores,
)
from referee.metrics.known_truth import kld
from referee.metrics.labels import accuracy, balanced_accuracy, mcc
from referee.metrics.murphy import murphy
from referee.metrics.priors import laplace
from referee.metrics.probability import brier, brier_sum, log_loss
from referee.metrics.skill import brier_skill, relative_information

BINS = {"bins": 5, "kind": "equal-width"}


def confusion_rows(i):
    """Rows with the given cells."""
    truth = np.repeat([1, 0, 1, 0], [i["tp"], i["fp"], i["fn"], i["tn"]])
    said = np.repeat([1, 1, 0, 0], [i["tp"], i["fp"], i["fn"], i["tn"]])
    return truth, said


def lazy_expert(i):
    share = i["freq"]
    return {"expected_reward": good([1, 0], [i["p_pred"]] * 2, weights=[share, 1 - share])}


def good_cases(i):
    return {"reward_bits": good_rewards(forecast(i["correct"], i["p_of_predicted_class"]))}


def kononenko_bratko_cases(i):
    """Priors differ from row to row here, so each row is scored on its own."""
    scores = [kononenko_bratko([1], [said], prior=[1 - before, before])
              for before, said in zip(i["prior_true"], i["posterior_true"], strict=True)]
    assert kononenko_bratko_scores(forecast([1], [0.7], prior=[0.5, 0.5])) == pytest.approx(scores[:1])
    return {"score": scores, "mean": np.mean(scores), "guo_eq_2_3_literal_first": -scores[0]}


def bir_rows(i):
    return forecast(i["true_class"], [i["pred"]] * 3, prior=i["prior"])


def bir_three_classes(i):
    first = bir_rows(i)
    return {
        "bir_bits": bayesian_rewards()(first),
        # each term is the reward for two classes, "this one" (true for class 0 alone) and "another"
        "terms_true0_bits": [bir([min(c, 1)], [[p, 1 - p]], prior=[q, 1 - q])
                             for c, (p, q) in enumerate(zip(i["pred"], i["prior"], strict=True))],
        "bir_nats_true0": bayesian_rewards("e")(first)[0],
        "mean_bits": bir(i["true_class"], [i["pred"]] * 3, prior=i["prior"]),
        "sum_not_divided_true0_bits": bayesian_rewards(per_class=False)(first)[0],
    }


def bir_binary(i):
    rows = forecast(i["true"], i["pred"], prior=i["prior"])
    return {"bir": bayesian_rewards()(rows), "mean": bir(i["true"], i["pred"], prior=i["prior"])}


def bir_expected(i):
    def expected(said):
        return bir([0, 1, 2], [said] * 3, weights=i["truth"], prior=i["prior"])

    return {"expected_bir_bits": expected(i["pred"]), "max_bits_at_pred_equal_truth": expected(i["truth"])}


def confusion_metrics(i):
    rows = confusion_rows(i)
    return {"accuracy": accuracy(*rows), "precision": precision(*rows), "recall": recall(*rows),
            "specificity": specificity(*rows), "f1": f1(*rows), "balanced_accuracy": balanced_accuracy(*rows),
            "mcc": mcc(*rows), "kappa": kappa(*rows)}


def laplace_of_counts(i):
    return {"from_counts": laplace(i["counts"], i["alpha"]),
            # what the thesis did, here only to show what it does: 0.9 becomes 0.475
            "from_probs_alpha1": (np.array(i["probs"]) + 1) / (1 + i["d"])}


def spiegelhalter_rows(i):
    test = spiegelhalter(i["y"], i["p"])
    return {"brier": brier(i["y"], i["p"]), "z": test.z, "p_two_sided": test.p}


def rufibach(i):
    return {"brier1": brier(i["x"], i["p1"]), "z1": spiegelhalter(i["x"], i["p1"]).z,
            "brier2": brier(i["x"], i["p2"]), "z2": spiegelhalter(i["x"], i["p2"]).z}


def log_losses(i):
    base = np.mean(i["y"])
    prior = [1 - base, base]
    return {"nats": log_loss(i["y"], i["p"]), "bits": log_loss(i["y"], i["p"], base=2),
            "baserate_nats": log_loss(i["y"], [base] * len(i["y"])),
            "skill": relative_information(i["y"], i["p"], prior=prior),
            "brier_skill": brier_skill(i["y"], i["p"], prior=prior)}


def calibration_errors(i):
    np.testing.assert_array_equal(cuts(None, 5, "equal-width"), i["edges"][1:-1])
    return {"ece": ece(i["y"], i["p"], **BINS), "rms_ce": calibration_rmse(i["y"], i["p"], **BINS),
            "mce": mce(i["y"], i["p"], **BINS), "debiased_sq_ce": calibration_debiased(i["y"], i["p"], **BINS)}


def murphy_terms(i):
    m = murphy(i["y"], i["p"], **BINS)
    assert m.brier == pytest.approx(brier(i["y"], i["p"]), abs=1e-12)
    return {"brier": m.brier, "rel": m.reliability, "res": m.resolution, "unc": m.uncertainty,
            "wbv": m.within_variance, "wbc": m.within_covariance}


def corp_terms(i):
    c = corp(i["y"], i["p"])
    return {"recalibrated": c.recalibrated, "mcb": c.miscalibration, "dsc": c.discrimination, "unc": c.uncertainty,
            "brier": c.score}


def cox_terms(i):
    c = cox(i["y"], i["p"])
    return {"intercept": c.intercept, "slope": c.slope, "citl": c.in_the_large}


def brier_of_three(i):
    total = brier_sum(i["y"], i["p"])
    return {"sum_over_classes": total, "halved": brier(i["y"], i["p"]), "rmse_per_cell": np.sqrt(total / 3)}


def costs(i):
    truth, said = confusion_rows(i)
    matrix = [[0, i["cost_fp"]], [i["cost_fn"], 0]]
    return {"avg_cost": average_value(truth, said, matrix),
            "threshold": bayes_threshold(i["cost_fp"], i["cost_fn"]),
            "all_positive_cost": average_value(truth, np.ones_like(truth), matrix),
            "all_negative_cost": average_value(truth, np.zeros_like(truth), matrix)}


CASES = {
    "guo-good-ir-lazy-expert": lazy_expert,
    "good-ir-cases": good_cases,
    "kononenko-bratko-corrected": kononenko_bratko_cases,
    "bir-3class": bir_three_classes,
    "bir-binary-identity": bir_binary,
    "bir-prior-is-zero": lambda i: {"bir_bits": bayesian_rewards()(bir_rows(i))},
    "bir-expected-kl": bir_expected,
    "kld": lambda i: {"bits": kld(i["p"], i["q"]), "nats": kld(i["p"], i["q"], base="e")},
    "confusion-metrics": confusion_metrics,
    "laplace-smoothing": laplace_of_counts,
    "spiegelhalter-z": spiegelhalter_rows,
    "rufibach-spiegelhalter": rufibach,
    "log-loss": log_losses,
    "ece-5bins": calibration_errors,
    "murphy-decomposition": murphy_terms,
    "corp-decomposition": corp_terms,
    "cox-calibration": cox_terms,
    "brier-multiclass": brier_of_three,
    "expected-cost": costs,
}


@pytest.mark.parametrize("case", CASES)
def test_worked_example(case):
    example = worked.example(case)
    got = CASES[case](example["inputs"])
    assert set(got) == set(example["expected"])
    close = example["tolerance"]
    for name, expected in example["expected"].items():
        np.testing.assert_allclose(got[name], expected, rtol=close, atol=close, err_msg=name)
