"""Tables that sum up what they print: folds, shares of test cases, classes, adjusted p values; WEKA's output."""

import numpy as np
import pytest

import referee
from referee.comparisons import adjust


def audited(tmp_path, head, rows, **told):
    path = tmp_path / "table.csv"
    path.write_text("\n".join(",".join(map(str, row)) for row in (head, *rows)) + "\n")
    return referee.audit(path, **told)


def fold_table(seed, *, ddof=1, wrong=None):
    draw = np.random.default_rng(seed)
    rows = []
    for k, name in enumerate(("tree", "svm", "net", "bayes")):
        scores = np.round(draw.normal(0.8, 0.03, 8), 3)
        spread = scores.std(ddof=ddof) / (np.sqrt(8) if k == wrong else 1)
        rows.append([name, *(f"{x:.3f}" for x in scores), f"{scores.mean():.3f} ± {spread:.3f}"])
    return ["model", *(f"run {i}" for i in range(1, 9)), "mean ± std"], rows


@pytest.mark.parametrize("ddof", [0, 1])
@pytest.mark.parametrize("seed", range(10))
def test_means_and_sds_of_folds_follow(tmp_path, seed, ddof):
    assert audited(tmp_path, *fold_table(seed, ddof=ddof))["F-30"].outcome == "passed"


@pytest.mark.parametrize("seed", range(10))
def test_a_standard_error_among_sds_is_found(tmp_path, seed):
    found = audited(tmp_path, *fold_table(seed, wrong=1))["F-30"].findings
    assert [one.evidence["line"] for one in found] == ["svm"]
    assert "it is their standard error" in found[0].message


def test_standard_errors_throughout_are_what_is_meant(tmp_path):
    head, rows = fold_table(3)
    for row in rows:
        scores = np.array(row[1:-1], dtype=float)
        row[-1] = f"{scores.mean():.3f} ± {scores.std(ddof=1) / np.sqrt(8):.3f}"
    assert audited(tmp_path, head, rows)["F-30"].outcome == "passed"


def test_a_wrong_mean_of_folds_is_found(tmp_path):
    head, rows = fold_table(5)
    rows[2][-1] = "0.912 ± " + rows[2][-1].split("± ")[1]
    assert [one.evidence["line"] for one in audited(tmp_path, head, rows)["F-30"].findings] == ["net"]


def share_table(seed, runs=1):
    draw, rows = np.random.default_rng(seed), []
    for name, n in (("moths", 41), ("bells", 66), ("ferns", 90), ("tiles", 37)):
        rows.append([name, n, *(f"{100 * draw.binomial(n, 0.85, runs).mean() / n:.1f}" for _ in range(3))])
    return ["dataset", "n_test", "DTW", "Rocket", "Forest"], rows


@pytest.mark.parametrize("seed", range(10))
def test_shares_of_test_cases_pass_and_means_over_runs_are_neither_accused_nor_passed(tmp_path, seed):
    for runs, outcome in ((1, "passed"), (10, "not applicable")):
        assert audited(tmp_path, *share_table(seed, runs), metrics="accuracy")["F-30"].outcome == outcome


def test_a_share_that_no_count_gives_is_found(tmp_path):
    head, rows = share_table(1)
    rows[3][3] = "88.0"                          # 32/37 = 86.5, 33/37 = 89.2
    found = audited(tmp_path, head, rows, metrics="accuracy")["F-30"].findings
    assert ["tiles: Rocket has 88.0, which is no multiple of 1/37" in str(one) for one in found] == [True]
    assert not audited(tmp_path, head, rows, metrics="roc_auc")["F-30"].findings


@pytest.mark.parametrize(("printed", "accused"), [("0.610", []), ("0.702", ["b"])])
def test_a_macro_average_is_the_mean_of_its_classes(tmp_path, printed, accused):
    head = ["system", "F1 bird", "F1 fish", "F1 frog", "F1 (macro)"]
    rows = [["a", "0.50", "0.60", "0.70", "0.600"], ["b", "0.53", "0.61", "0.69", printed],
            ["c", "0.40", "0.50", "0.45", "0.450"]]
    found = audited(tmp_path, head, rows)["F-30"].findings
    assert [name for one in found for name in one.evidence["figures"]] == accused


def test_a_macro_average_of_other_classes_is_let_be(tmp_path):
    head = ["system", "F1 bird", "F1 fish", "F1 frog", "Macro-F1"]
    rows = [["a", "0.50", "0.60", "0.70", "0.812"], ["b", "0.53", "0.61", "0.69", "0.733"]]
    assert not audited(tmp_path, head, rows)["F-30"].findings


def test_the_sd_of_a_score_is_read_from_its_column(tmp_path):
    head = ["method", "runs", "AUC_mean", "AUC_std"]
    rows = [["a", 8, "0.91", "0.02"], ["b", 8, "0.96", "0.31"]]
    found = audited(tmp_path, head, rows)["F-30"].findings
    assert [one.evidence["line"] for one in found] == ["b"]
    rows[1][-1] = "0.03"
    assert audited(tmp_path, head, rows)["F-30"].outcome == "passed"


@pytest.mark.parametrize("rule", ["holm", "bonferroni", "bh"])
@pytest.mark.parametrize("seed", range(5))
def test_adjusted_p_values_follow_from_the_raw_ones(tmp_path, seed, rule):
    raw = np.random.default_rng(seed).uniform(0, 0.3, 7)
    head = ["pair", "p (raw)", f"p_{rule}", "significant"]
    rows = [[f"m{k} vs m0", f"{p:.3f}", f"{q:.3f}", "yes" if q <= 0.05 else "no"]
            for k, (p, q) in enumerate(zip(raw, adjust(raw, rule), strict=True))]
    assert [str(one) for one in audited(tmp_path, head, rows).findings if one.code in {"F-09", "F-30", "F-58"}] == []
    rows[2][2] = f"{float(rows[2][2]) / 3 + 0.3 * (float(rows[2][2]) < 0.1):.3f}"
    found = audited(tmp_path, head, rows)["F-30"].findings
    assert [one.evidence["line"] for one in found] == ["m2 vs m0"]


@pytest.mark.parametrize(("ps", "outcome"), [
    ((0.02, 0.04, 0.3, 0.5, 0.7, 0.9), "found"), ((0.0004, 0.001, 0.3, 0.5, 0.7, 0.9), "passed")])
def test_what_a_table_calls_significant_is_left_by_a_correction_or_told(tmp_path, ps, outcome):
    rows = [[f"set {k}", "0.01", p, "yes" if p < 0.05 else "no"] for k, p in enumerate(ps)]
    assert audited(tmp_path, ["dataset", "a - b", "p", "significant"], rows)["F-09"].outcome == outcome


def test_a_smaller_p_that_is_not_called_significant_is_found(tmp_path):
    rows = [["a", 0.001, "yes"], ["b", 0.002, "no"], ["c", 0.004, "yes"], ["d", 0.6, "no"]]
    found = audited(tmp_path, ["test", "p-value", "significant"], rows)["F-58"].findings
    assert len(found) == 1


def test_stars_are_held_against_an_adjusted_p(tmp_path):
    head = ["run", "MAP", "p_bonferroni_vs_tf"]
    rows = [["tf", "0.20", ""], ["a", "0.26**", "0.006"], ["b", "0.24*", "0.03"], ["c", "0.23", "0.2"]]
    assert audited(tmp_path, head, rows)["F-58"].outcome == "passed"
    rows[3][1:] = ["0.25***", "0.09"]
    assert [one.evidence["line"] for one in audited(tmp_path, head, rows)["F-58"].findings] == ["c"]


WEKA = """=== Summary ===

Correctly Classified Instances          {right}               {share}      %
Incorrectly Classified Instances        {wrong}               {rest}      %
Kappa statistic                          {kappa}
Total Number of Instances               80

=== Confusion Matrix ===

  a  b   <-- classified as
 35  5 |  a = yes
 11 29 |  b = no
"""


@pytest.mark.parametrize(("other", "said"), [
    ({}, []), ({"kappa": "0.75"}, ["kappa"]), ({"right": 68, "wrong": 12}, ["right", "wrong"]),
    ({"share": "82.5"}, ["right"])])
def test_the_summary_of_weka_follows_from_its_matrix(tmp_path, other, said):
    path = tmp_path / "out.txt"
    path.write_text(WEKA.format(**{"right": 64, "share": "80", "wrong": 16, "rest": "20", "kappa": "0.6"} | other))
    found = referee.audit(path)["F-30"].findings
    assert [one.evidence["figures"][0] for one in found] == said


@pytest.mark.parametrize("told", [{"seeds": 5}, {"tuned_on": "validation"}, {"tried": 20}])
def test_what_is_told_beside_a_table_is_noted(tmp_path, told):
    result = audited(tmp_path, ["model", "accuracy"], [["a", "0.8"], ["b", "0.9"]], **told)
    assert f"{next(iter(told))} was told beside it" in " ".join(result.audit.bundle.notices)


def test_settings_chosen_on_test_rows_count_beside_a_table(tmp_path):
    result = audited(tmp_path, ["model", "accuracy"], [["a", "0.8"], ["b", "0.9"]], tuned_on="test")
    assert result["F-03"].outcome == "found"


@pytest.mark.parametrize(("table", "options"), [
    # adjusted by a correction that is not named, and without the raw ones: nothing to hold them against
    ("comparison,adjusted p,significant\na,0.01,yes\nb,0.2,no\nc,0.6,no\n", {}),
    # no mean is that of its folds: something else is meant
    ("model,fold1,fold2,fold3,mean\na,0.81,0.82,0.83,0.95\nb,0.71,0.72,0.73,0.91\n", {}),
    # scores that are no shares of cases
    ("data set,n_test,a,b,c\niris,35,0.912,0.905,0.871\nzoo,48,0.845,0.802,0.911\nwine,40,0.777,0.912,0.833\n",
     {"metrics": "f1"})])
def test_what_could_not_be_held_against_anything_is_not_passed(tmp_path, table, options):
    (tmp_path / "table.csv").write_text(table)
    assert referee.audit(tmp_path / "table.csv", **options)["F-30"].outcome in {"not checkable", "not applicable"}
