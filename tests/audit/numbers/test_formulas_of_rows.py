"""Ratios with interval and p, word error rates, macro rows: correct tables are let be, one wrong figure is told."""

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.metrics import precision_recall_fscore_support

import referee
from referee.audit.numbers.macro_rows import wrong_macro_rows
from referee.audit.numbers.ratio_intervals import wrong_ratios
from referee.audit.numbers.word_errors import wrong_word_errors
from referee.seeds import stream


def ratios(seed, rows=6, level=0.95):
    """As Wald's method gives them, rounded as people round."""
    random = stream(seed, "ratios")
    b, se = random.normal(0, 0.4, rows), random.uniform(0.05, 0.4, rows)
    z = norm.isf((1 - level) / 2)
    digits = int(random.choice([2, 2, 3]))
    ends = np.round(np.exp([b, b - z * se, b + z * se]), digits).T
    p = 2 * norm.sf(np.abs(b / se))
    return [{"covariate": f"x{i}", "HR": f"{one:.{digits}f}", "low": f"{low:.{digits}f}", "high": f"{high:.{digits}f}",
             "p": "<0.001" if p[i] < 0.001 else f"{p[i]:.3f}"} for i, (one, low, high) in enumerate(ends)]


@pytest.mark.parametrize("level", [0.95, 0.9, 0.99])
def test_correct_ratios_are_let_be(level):
    for seed in range(300):
        rows = ratios(seed, level=level)
        assert not wrong_ratios(list(rows[0]), rows), rows


def test_a_p_that_does_not_go_with_its_ratio_is_told():
    told, asked = 0, 0
    for seed in range(200):
        rows = ratios(seed)
        for row in rows:
            if row["p"] != "<0.001" and float(row["p"]) > 0.08:
                row["p"], asked = "0.004", asked + 1
                told += any(one.where == row["covariate"] for one in wrong_ratios(list(rows[0]), rows) or ())
                break
    assert told >= 0.9 * asked > 90


def test_ratios_stand_in_one_cell_too_and_heart_rates_are_none():
    rows = [{"covariate": row["covariate"], "OR (95% CI)": f"{row['HR']} ({row['low']}–{row['high']})", "p": row["p"]}
            for row in ratios(1)]
    rows = [{"covariate": row["covariate"], "OR": row["OR (95% CI)"], "p": row["p"]} for row in rows]
    assert wrong_ratios(list(rows[0]), rows) == ()
    rates = [{"group": f"g{i}", "HR": str(70 + i), "low": str(60 + i), "high": str(80 + i), "p": "0.5"}
             for i in range(5)]
    assert not wrong_ratios(list(rates[0]), rates)
    assert wrong_ratios(["a", "p"], [{"a": "1", "p": "0.1"}]) is None


def words(seed):
    random = stream(seed, "words")
    n = int(random.integers(500, 60_000))
    rows = []
    for i in range(5):
        s, d, k = (int(n * random.uniform(0.005, 0.15)) for _ in range(3))
        rows.append({"system": f"s{i}", "ref_words": str(n), "sub": str(s), "del": str(d), "ins": str(k),
                     "WER": f"{100 * (s + d + k) / n:.{random.integers(1, 3)}f}"})
    return rows


def test_word_error_rates_follow_from_their_counts():
    for seed in range(200):
        rows = words(seed)
        assert wrong_word_errors(list(rows[0]), rows) == ()
        s, d, k, n = (int(rows[2][name]) for name in ("sub", "del", "ins", "ref_words"))
        rows[2]["WER"] = f"{100 * (s + d) / n:.1f}"
        told = wrong_word_errors(list(rows[0]), rows)
        assert [one.where for one in told] == (["s2"] if 100 * k / n > 0.2 else [])


def classes(seed, average="macro"):
    """The rows of two models' reports, with an average below each."""
    random = stream(seed, "report")
    k = int(random.integers(3, 9))
    truth = random.choice(k, p=random.dirichlet(np.full(k, 1.5)), size=800)
    rows = []
    for model, right in (("a", 0.85), ("b", 0.7)):
        said = np.where(random.random(800) < right, truth, random.integers(k, size=800))
        parts = precision_recall_fscore_support(truth, said, labels=range(k), zero_division=0)
        whole = precision_recall_fscore_support(truth, said, labels=range(k), average=average, zero_division=0)
        for name, row in [*((f"c{c}", [part[c] for part in parts]) for c in range(k)),
                          ("macro average", [*whole[:3], 800])]:
            rows.append({"model": model, "class": name, "precision": f"{row[0]:.3f}", "recall": f"{row[1]:.3f}",
                         "f1": f"{row[2]:.3f}", "support": str(int(row[3]))})
    return rows


def test_macro_rows_are_let_be_and_weighted_ones_told():
    told = 0
    for seed in range(40):
        rows = classes(seed)
        assert not wrong_macro_rows(list(rows[0]), rows)
        weighted = classes(seed, "weighted")
        told += bool(wrong_macro_rows(list(weighted[0]), weighted))
    assert told > 30


def test_the_audit_tells_a_weighted_macro_row_and_no_mean_error(tmp_path):
    import pandas as pd

    pd.DataFrame(classes(3, "weighted")).to_csv(tmp_path / "t.csv", index=False)
    assert "weighted by support" in referee.audit(tmp_path / "t.csv")["F-30"].findings[0].message
    (tmp_path / "e.csv").write_text("model,n_test,mae,rmse,r2,mean_error\na,900,5.04,9.55,0.87,-1.94\n"
                                    "b,900,5.96,7.46,0.92,0.10\nc,900,7.42,9.69,0.87,-0.78\n")
    assert referee.audit(tmp_path / "e.csv")["F-30"].findings == ()


def test_a_text_may_write_shares_where_its_table_has_percentages(tmp_path):
    (tmp_path / "t.md").write_text(
        "The operating point of the development data (a sensitivity of about 0.85) was taken over.\n\n"
        "| model | sensitivity | specificity |\n|---|---|---|\n| a | 80.6 | 71.2 |\n| b | 78.1 | 69.9 |\n")
    assert referee.audit(tmp_path / "t.md")["F-30"].findings == ()
