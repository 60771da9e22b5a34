"""Published examples of the consistency tests, and the tables the audit was found to miss."""

import math

import numpy as np
import pytest

from audit.numbers.checked import of
from referee.audit.numbers.granularity import debit, grim, grimmer, sprite
from referee.audit.numbers.p_values import ranges, smallest_p


def around(text):
    half = 0.5 * 10.0 ** -len(text.partition(".")[2])
    return float(text) - half, float(text) + half


@pytest.mark.parametrize(("mean", "n", "possible"), [
    ("5.19", 28, False), ("5.18", 28, True), ("5.21", 28, True),      # Brown & Heathers (2017), their worked example
    ("7.22", 32, True), ("4.74", 25, False), ("5.23", 29, False), ("2.57", 24, False),     # R package scrutiny, pigs1
])
def test_grim(mean, n, possible):
    assert grim(around(mean), n) is possible


def test_grimmer_as_in_allard_s_analytic_version():
    """The example of the R package scrutiny's grimmer(): mean 7.3, sd 2.51, n = 12 is inconsistent."""
    assert not grimmer(around("7.3"), around("2.51"), 12)


@pytest.mark.parametrize("seed", range(30))
def test_grimmer_and_sprite_against_samples(seed):
    """Every sample passes, and sprite makes one that would be printed alike."""
    rng = np.random.default_rng(seed)
    sample = rng.integers(1, 8, size=int(rng.integers(2, 30)))
    mean, sd = f"{sample.mean():.2f}", f"{sample.std(ddof=1):.2f}"
    assert grimmer(around(mean), around(sd), len(sample), scale=(1, 7))
    made = sprite(around(mean), around(sd), len(sample), (1, 7))
    if made is not None:
        assert made.mean() == pytest.approx(float(mean), abs=0.00501)
        assert made.std(ddof=1) == pytest.approx(float(sd), abs=0.00501)
        assert 1 <= made.min() <= made.max() <= 7


def test_grimmer_knows_exactly_which_sds_three_answers_can_have():
    """All samples of three answers from 1 to 5, against all sds of two decimals."""
    of_three = [np.array([a, b, c]) for a in range(1, 6) for b in range(1, 6) for c in range(1, 6)]
    possible = {(int(s.sum()), f"{s.std(ddof=1):.2f}") for s in of_three}
    for total in range(3, 16):
        for hundredths in range(250):
            sd = f"{hundredths / 100:.2f}"
            mean = (total / 3 - 1e-6, total / 3 + 1e-6)
            if (total, sd) in possible:
                assert grimmer(mean, around(sd), 3, scale=(1, 5))
            elif not grimmer(mean, around(sd), 3, scale=(1, 5)):
                assert sprite(mean, around(sd), 3, (1, 5)) is None


@pytest.mark.parametrize(("mean", "sd", "n", "possible"), [
    ("0.35", "0.18", 20, False),                                        # R package scrutiny, debit()
    ("0.53", "0.50", 1683, True), ("0.44", "0.50", 1683, True), ("0.77", "0.42", 1683, True),
    ("0.19", "0.35", 1683, False), ("0.34", "0.47", 1683, True), ("0.93", "0.25", 1683, True),
    ("0.12", "0.33", 1683, True),                                       # Heathers & Brown (2019), table 1, by scrutiny
])
def test_debit(mean, sd, n, possible):
    assert debit(around(mean), around(sd), n) is possible


@pytest.mark.parametrize(("t", "df", "p"), [(2.9, 97.7, 0.0046094), (-1.96, 97.2, 0.0528594)])
def test_p_as_statcheck_recomputes_it(t, df, p):
    """The two t tests of the demonstration paper of the R package metacheck, with statcheck's recomputed p."""
    low, high = ranges("t", (t, t), [(df,)])[0]
    assert low == pytest.approx(p, abs=5e-8) == high


def test_p_of_all_statistics_against_scipy():
    from scipy import stats

    for kind, value, df, known in (
            ("t", 2.2, (28,), 2 * stats.t.sf(2.2, 28)), ("z", -1.7, (), 2 * stats.norm.sf(1.7)),
            ("F", 3.1, (2, 40), stats.f.sf(3.1, 2, 40)), ("chi2", 4.2, (1,), stats.chi2.sf(4.2, 1)),
            ("r", 0.4, (28,), 2 * stats.t.sf(0.4 * math.sqrt(28 / (1 - 0.16)), 28))):
        assert ranges(kind, (value, value), [df])[0][0] == pytest.approx(known, rel=1e-9)


def test_the_smallest_p_is_that_of_scipy_s_exact_wilcoxon():
    from scipy.stats import wilcoxon

    for n in (4, 5, 8):
        assert wilcoxon(np.arange(1.0, n + 1), method="exact").pvalue == smallest_p(n)


MISSED = {          # what an audit of published tables was seen to miss
    "F1 above both": ({"precision": "0.80", "recall": "0.85", "F1": "0.95"}, "F1 0.95"),
    "counts and n": ({"TP": "40", "FP": "5", "FN": "5", "TN": "40", "n": "100"}, "TP + FP + FN + TN = 90"),
    "accuracy beside a matrix": ({"TP": "40", "FP": "10", "FN": "10", "TN": "40", "accuracy": "0.91"}, "accuracy 0.91"),
    "accuracy outside": ({"accuracy": "0.91", "sensitivity": "0.80", "specificity": "0.85"}, "accuracy 0.91"),
    "RMSE below MAE": ({"RMSE": "2.1", "MAE": "2.6"}, "RMSE 2.1"),
    "MSE is not RMSE squared": ({"RMSE": "2.00", "MSE": "5.00"}, "MSE 5.00"),
    "kappa above accuracy": ({"accuracy": "0.85", "kappa": "0.90"}, "kappa 0.90"),
    "balanced accuracy": ({"sensitivity": "0.80", "specificity": "0.90", "balanced accuracy": "0.92"}, "balanced"),
    "t and p": ({"t": "2.10", "df": "9", "p": "0.004"}, "p 0.004"),
    "R² above 1": ({"R²": "1.08"}, "R² 1.08"),
    "AUC above 1": ({"AUC": "1.02"}, "AUC 1.02"),
    "AUC above 1 among percentages": ({"AUC": "1.02", "accuracy": "91.2"}, "AUC 1.02"),
    "two values": ({"accuracy": "0.91", "error": "0.12"}, "two values"),
    "difference outside": ({"difference": "0.027", "low": "0.031", "high": "0.046"}, "0.027 is outside"),
    "Wilcoxon over five": ({"test": "Wilcoxon signed-rank test", "n": "5", "p": "0.04"}, "at least 0.0625"),
    "AUC beside its operating point": ({"AUC": "0.70", "sensitivity": "0.90", "specificity": "0.90"}, "AUC 0.70"),
    "p beside the interval": ({"difference": "0.02", "low": "-0.01", "high": "0.05", "p": "0.0001"}, "p 0.0001"),
    "interval too narrow": ({"accuracy": "0.91", "low": "0.90", "high": "0.92", "cases": "100"}, "narrower"),
    "DEBIT": ({"metric": "binary", "mean": "0.35", "sd": "0.18", "n": "20", "binary": "1"}, "DEBIT"),
    "GRIMMER": ({"metric": "score", "mean": "7.3", "sd": "2.51", "n": "12", "items": "1"}, "GRIMMER"),
    "MCC in one row": ({"accuracy": "0.90", "sensitivity": "0.90", "specificity": "0.90", "MCC": "0.95"}, "MCC 0.95"),
}


@pytest.mark.parametrize("case", MISSED)
def test_what_was_missed_is_found(case):
    cells, starts = MISSED[case]
    said = of(model="svm", **cells)
    assert len(said) == 1, said
    assert starts in said[0]


SOUND = {
    "kappa in shares beside percentages": {
        "accuracy": "91.2", "sensitivity": "90.0", "specificity": "92.0", "kappa": "0.82"},
    "macro averages": {"accuracy": "0.95", "macro precision": "0.90", "macro recall": "0.60", "macro F1": "0.65"},
    "unnamed averages of several classes": {"accuracy": "0.95", "precision": "0.90", "recall": "0.60", "F1": "0.65"},
    "a one-sided p": {"t": "2.10", "df": "20", "p": "0.024"},
    "an exact p": {"test": "exact McNemar", "chi2": "4.2", "df": "1", "p": "0.07"},
    "an adjusted p": {"test": "paired t, Holm-adjusted", "t": "2.5", "df": "9", "p": "0.10"},
    "a quadratic kappa": {"accuracy": "0.60", "quadratic weighted kappa": "0.80"},
    "p below": {"t": "5.0", "df": "40", "p": "<0.001"},
    "per cent of errors": {"error": "1.3", "cases": "1000"},
    "hold-out of n": {"n": "150", "accuracy": "0.96"},
    "rounded twice": {"precision": "0.87", "recall": "0.81", "F1": "0.84"},
}


@pytest.mark.parametrize("case", SOUND)
def test_what_is_sound_is_left_in_peace(case):
    assert of(model="svm", **SOUND[case]) == []


@pytest.mark.parametrize("printed", [
    "TP 574, FP 12470, FN 10, TN 18298, cases 31352, accuracy 60.19, sensitivity 98.28, kappa 0.0503, prevalence 1.86",
    "TP 4, FP 60, FN 0, TN 174, cases 238, accuracy 74.79, balanced_accuracy 87.18, kappa .0888, prevalence 1.68",
    "accuracy 83.0, sensitivity 100.0, precision 10.5, kappa 16.0, prevalence 2.0",
    "accuracy 68.48, sensitivity 50, specificity 68.68, precision 1.72, kappa 1.26, MCC 4.17, prevalence 1.09",
    "cases 41433, accuracy 90.01, sensitivity 53.14, specificity 90.73, precision 10.10, kappa 14.20, prevalence 1.92",
])
def test_one_or_two_per_cent_beside_percentages_is_no_share_above_one(printed):
    assert of(**dict(cell.split() for cell in printed.split(", "))) == []


def test_a_share_above_one_without_percentages_is_impossible():
    assert of(accuracy="1.20", sensitivity="0.80") != []
