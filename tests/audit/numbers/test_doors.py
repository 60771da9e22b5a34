"""Printed numbers by every door: wide and long tables, decimal commas, descriptions of a study."""

import pytest

import referee


def said(tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    result = referee.audit_study(path)
    return [finding.message for finding in result["F-30"].findings], result.audit.bundle.notices


def test_metrics_of_one_model_in_a_long_table_are_held_against_one_another(tmp_path):
    found, _ = said(tmp_path, "long.csv", "model,metric,value,cases\nsvm,accuracy,0.91,100\nsvm,sensitivity,0.80,100\n"
                                          "svm,specificity,0.85,100\nforest,accuracy,0.84,100\n")
    assert len(found) == 1
    assert found[0].startswith("svm: accuracy 0.91 cannot go with")


def test_decimal_commas_and_unread_columns(tmp_path):
    found, notices = said(tmp_path, "table.csv", "model;accuracy;kappa;seconds\nsvm;0,91;0,95;12,5\n")
    assert [message.split(":")[0] for message in found] == ["svm"]
    assert found[0].startswith("svm: kappa 0.95 cannot go with accuracy 0.91")
    assert any("Not read: the column seconds" in notice for notice in notices)


def test_a_table_of_tests_is_no_table_of_scores(tmp_path):
    found, _ = said(tmp_path, "tests.csv", "comparison,t,df,p\na-b,2.10,9,0.004\na-c,2.10,9,0.065\n")
    gives = "a-b: p 0.004 does not follow from t 2.10 and df 9, which give between 0.0646 and 0.0656 (two-sided)."
    assert found == [gives]


def test_two_lines_for_one_number(tmp_path):
    found, _ = said(tmp_path, "table.csv", "model,accuracy\nsvm,0.91\nsvm,0.87\nforest,0.80\n")
    assert found == ["svm: accuracy 0.87 in one place and accuracy 0.91 in another are two values for one number."]


@pytest.mark.parametrize(("p", "difference", "starts"), [
    (0.004, 0.035, ["paired-t of forest and svm: p 0.004 does not follow from t 2.1"]),
    (0.065, 0.027, ["'Forest is better': difference 0.027 is outside its own interval"]),
    (0.065, 0.035, []),
])
def test_tests_and_claims_of_a_description(tmp_path, p, difference, starts):
    found, _ = said(tmp_path, "audit.yaml", f"""
audit: notebook
models: [{{name: forest}}, {{name: svm}}]
tests:
  - {{name: paired t-test, a: forest, b: svm, metric: accuracy, p: {p}, statistic: 2.10, unit: data set, n_units: 10}}
claims:
  - {{better: forest, than: svm, says: Forest is better, difference: {difference}, low: 0.031, high: 0.046}}
""")
    assert len(found) == len(starts)
    assert all(message.startswith(start) for message, start in zip(found, starts, strict=True)), found
