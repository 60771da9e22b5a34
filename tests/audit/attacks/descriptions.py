"""Descriptions of studies: what somebody says of a study, without its data."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from audit.attacks.shelf import shelve

HEAD = """audit: a study
metrics: [accuracy, mcc]
data_sets: [{name: churn, real: true, source: our customers}]
method: 10-fold cross-validation
declared: {level: 0.95}
"""

TWO = """models:
  - {name: forest, tried: 1, tuned_on: nothing, seeds: [0, 1, 2, 3, 4]}
  - {name: svm, tried: 1, tuned_on: nothing, deterministic: true}
  - {name: prior, baseline: true, tried: 1, tuned_on: nothing, deterministic: true}
"""


def written(text: str) -> Callable[[Path], Path]:
    """A maker of one description."""
    def make(folder: Path) -> Path:
        path = folder / "audit.yaml"
        path.write_text(text)
        return path
    return make


def step(step: str) -> str:
    """A study of two models, one of them prepared by this step."""
    return HEAD + TWO.replace("deterministic: true}\n  - {name: prior", f"deterministic: true, steps: [{step}]}}\n"
                              "  - {name: prior")


def compared(test: str, *, more: str = "", head: str = HEAD) -> str:
    """A study of two models with this test of their difference."""
    return head + TWO + f"tests:\n  - {{a: forest, b: svm, metric: accuracy, {test}}}\n" + more


# What a study says of itself counts without data.
for name, words in {
    "selection on all rows": "{name: univariate selection, supervised: true, fitted_on: all}",
    "SelectKBest on all rows, not said to be supervised": "{name: SelectKBest, fitted_on: all}",
    "target encoding on all rows": "{name: target encoding, fitted_on: all}",
    "SMOTE before the split": "{name: SMOTE, fitted_on: all}",
    "oversampling before the split": "{name: random oversampling, fitted_on: all}",
    "scaling on all rows": "{name: scaling, fitted_on: all}",
    "imputing on all rows": "{name: mean imputation, fitted_on: all}",
    "PCA on all rows": "{name: PCA, fitted_on: all}",
    "selection on train and test": "{name: lasso feature selection, supervised: true, fitted_on: test}",
}.items():
    shelve(name, written(step(words)), finds="F-23")

shelve("tuned on the test rows, said", written(HEAD + TWO.replace(
    "{name: forest, tried: 1, tuned_on: nothing", "{name: forest, tried: 40, tuned_on: test")), finds="F-03")

# Tests over overlapping units, as people write them.
for name in ("Student's t-test", "paired t-test", "Paired Student's t-test (two-tailed)", "ttest_rel",
             "scipy.stats.ttest_rel", "t.test(a, b, paired = TRUE)", "weka.experiment.PairedTTester",
             "dependent t-test", "paired two-tailed t test", "Wilcoxon signed-rank test", "Wilcoxon signed rank",
             "wilcox.test(paired=TRUE)", "scipy.stats.wilcoxon", "paired sample T-Test", "t test"):
    shelve(f"{name} over repeated splits", written(compared(f'name: "{name}", p: 0.01, unit: split, n_units: 30')),
           finds="F-10|F-11")
for name in ("Student's t-test", "Wilcoxon signed-rank test", "paired t-test"):
    shelve(f"{name} over folds", written(compared(f'name: "{name}", p: 0.01, unit: fold, n_units: 10')),
           finds="F-10|F-11")

# Two-sample tests of models that were tested on the same cases.
for name in ("two-sample t-test", "Welch two sample t-test", "ttest_ind", "Mann-Whitney U", "Mann–Whitney U test",
             "Wilcoxon rank-sum test", "ranksums", "chi-squared test", "χ² test", "Fisher's exact test",
             "two-proportion z-test", "unpaired t-test", "prop.test", "independent samples t-test", "mannwhitneyu"):
    shelve(f"{name} on the same cases", written(compared(f'name: "{name}", p: 0.01, unit: case, n_units: 500')),
           finds="F-12")

# P values smaller than the test can give.
for name, units, p in (("Wilcoxon signed-rank test", 5, 0.04), ("sign test", 5, 0.03), ("wilcoxon", 4, 0.02),
                       ("Wilcoxon signed-ranks test (Demšar)", 5, 0.04), ("two-tailed sign test", 4, 0.05)):
    shelve(f"{name} over {units} data sets",
           written(compared(f'name: "{name}", p: {p}, unit: data set, n_units: {units}')),
           finds="F-35|impossible|smallest possible")

shelve("one-tailed, said in the name", written(compared('name: "one-tailed paired t-test over data sets", p: 0.03, '
                                                      'unit: data set, n_units: 20')), finds="F-36")

# Claims and what they rest on.
shelve("intervals compared by eye", written(
    HEAD + TWO + "claims: [{better: forest, than: svm, says: Forest is better, basis: intervals}]\n"),
    finds="F-13|F-05")
shelve("a claim and nothing behind it", written(
    HEAD + TWO + "claims: [{better: forest, than: svm, says: Forest is better}]\n"), finds="F-05")
shelve("equal because not significant", written(compared(
    'name: "Student\'s t-test", p: 0.4, unit: data set, n_units: 20',
    more="claims: [{says: Forest and SVM perform equally, equal: [forest, svm], p: 0.4}]\n")), finds="F-39")
for correction in ("none", "uncorrected", "no correction"):
    shelve(f"twelve tests, adjusted: {correction}", written(
        HEAD.replace("level: 0.95", f"level: 0.95, adjust: {correction}") + TWO + "tests:\n" + "".join(
            f"  - {{name: mcnemar, a: forest, b: svm, metric: accuracy, p: 0.0{i + 20}, unit: case, n_units: 900}}\n"
            for i in range(12))), finds="F-09")

# How rows were divided, in words.
for words in ("resubstitution", "tested on the training data", "training accuracy", "apparent error",
              "evaluated on the training set"):
    shelve(f"method: {words}", written(HEAD.replace("10-fold cross-validation", words) + TWO), finds="F-06|F-01")

# Metrics that do not fit, by the names they go by.
for metric in ("RMSE", "mean squared error", "MAPE"):
    shelve(f"{metric} of classes", written(HEAD.replace("[accuracy, mcc]", f"[{metric}]").replace(
        "declared: {", "task: classification\ndeclared: {") + TWO), finds="F-43")

shelve("the test rows scored 200 times", written(HEAD + TWO + "queries: 200\n"), finds="F-28")

# Clean.
CLEAN = HEAD.replace("level: 0.95", "level: 0.95, primary_test: corrected-t, adjust: holm")
for name, unit, units in (("corrected resampled t-test", "split", 30), ("Nadeau-Bengio corrected t-test", "split", 30),
                          ("Nadeau & Bengio's corrected resampled t-test", "split", 15),
                          ("McNemar's test", "case", 2000), ("McNemar", "case", 2000),
                          ("Wilcoxon signed-rank test", "data set", 20), ("paired t-test", "data set", 20),
                          ("weka.experiment.PairedCorrectedTTester", "fold", 100), ("5x2cv paired t-test", "fold", 10),
                          ("mcnemar.test(x, correct = TRUE)", "case", 2000)):
    shelve(f"clean: {name} over {units} {unit}s", written(compared(
        f'name: "{name}", p: 0.001, unit: {unit}, n_units: {units}',
        head=CLEAN.replace("primary_test: corrected-t", f'primary_test: "{name}"'))))
shelve("clean: prepared inside the training parts", written(step("{name: scaling, fitted_on: train}")))
