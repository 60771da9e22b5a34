"""A page of many models by many metrics stays small: what is left out is named, with where it is."""

import re

import numpy as np
import pandas as pd
import pytest

import referee

METRICS = "roc_auc,accuracy,log_loss,brier,f1,balanced_accuracy,mcc,average_precision"


def page_of(models, tmp_path):
    draw, rows = np.random.default_rng(0), 400
    y = draw.integers(0, 2, rows)
    cases = pd.DataFrame({"id": np.arange(rows), "truth": np.where(y, "yes", "no")})
    said = []
    for number in range(models):
        z = (y - 0.5) * draw.uniform(1, 3) + draw.normal(size=rows)
        said.append(cases.assign(model=f"m{number:02}", prediction=np.where(z > 0, "yes", "no"),
                                 probability=1 / (1 + np.exp(-z))))
    result = referee.judge(pd.concat(said), positive="yes", metrics=METRICS, ledger=tmp_path / "l.db")
    result.save(tmp_path / "page.html")
    return result, (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_twenty_models_by_eight_metrics_are_below_600_kb(tmp_path):
    result, page = page_of(20, tmp_path)
    assert len(page.encode()) < 600_000
    assert page.count("reliability diagram of m") == 6
    assert "The diagrams of the best 6 by ROC AUC are drawn" in page
    assert len(re.findall("row minus column", page)) == 1
    assert page.count("are in its JSON") == 7
    assert [len(family["pairs"]) for family in result.to_dict()["families"]] == [190] * 8


@pytest.mark.slow
def test_a_page_of_few_models_leaves_nothing_out(tmp_path):
    _, page = page_of(3, tmp_path)
    assert page.count("reliability diagram of m") == 3
    assert len(re.findall("row minus column", page)) == 8
    assert "are drawn" not in page
    assert "are in its JSON" not in page
