"""Columns that name the rows by what they hold, and tables whose rows are models and no cases."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.audit.reading.from_predictions import bundle_of_predictions
from referee.audit.reading.which import Kind, which
from referee.errors import RefereeError

N = 120


def _answers(seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, N)
    return truth, [np.clip(0.3 + 0.4 * truth + rng.normal(0, 0.2, N), 0.01, 0.99).round(3) for _ in range(2)]


def _read(frame):
    return bundle_of_predictions(frame, columns={"truth": "churned"})


@pytest.mark.parametrize(("column", "names"), [
    ("customer", [f"C{70000 + k}" for k in range(N)]),
    ("Aktenzeichen", [f"AZ-{k:04d}/19" for k in range(N)]),
    ("filename", [f"scan {k}.png" for k in range(N)]),
    ("account", [70000 + k for k in range(N)]),
])
@pytest.mark.parametrize("last", [False, True])
def test_a_column_of_any_name_names_the_cases(column, names, last):
    truth, (one, other) = _answers()
    frame = pd.DataFrame({column: names, "churned": truth, "p_forest": one, "p_boost": other})
    frame = frame[[*frame.columns[1:], column]] if last else frame
    found = _read(frame)
    assert any(f"id is '{column}'" in notice for notice in found.notices)
    assert {model.name for model in found.models} == {"forest", "boost"}


@pytest.mark.parametrize("names", [[f"L{k}" for k in range(N)], [900 + k for k in range(N)]])
def test_in_a_long_table_they_come_once_for_each_model(names):
    truth, answers = _answers()
    frame = pd.concat([pd.DataFrame({"system": model, "loan": names, "churned": truth, "risk": said})
                       for model, said in zip(("forest", "boost"), answers, strict=True)])
    found = _read(frame)
    assert any("id is 'loan'" in notice for notice in found.notices)


@pytest.mark.parametrize("strange", [
    [f"c{k % 100}" for k in range(N)],                                     # words that come again: a feature, a remark
    [300 + (37 * k) % 91 for k in range(N)],                               # numbers that come again: a score
    [101 + k * k for k in range(N)],                                       # … or far apart
])
def test_what_does_not_name_each_row_is_asked_about(strange):
    truth, (one, _) = _answers()
    with pytest.raises(RefereeError, match="neither classes"):
        _read(pd.DataFrame({"churned": truth, "forest": one, "strange": strange}))


def test_texts_that_models_share_are_no_names():
    truth, (one, other) = _answers()
    frame = pd.DataFrame({"case_text": [f"a b {k}" for k in range(N)], "code": [f"K{k}" for k in range(N)],
                          "churned": truth, "m": one, "o": other})
    assert any("id is 'code'" in notice for notice in _read(frame).notices)


TABLES = {
    "counts": "classifier,tp,fp,fn,tn,acc,acc_95ci,sens\nscore,151,88,89,437,0.769,0.737-0.797,0.629\n"
              "forest,184,66,56,459,0.841,0.813-0.865,0.767\n",
    "accuracy": "model,acc\na,0.81\nb,0.83\nc,0.79\n",
    "data sets": "dataset,classifier,acc\nx,a,0.81\nx,b,0.83\ny,a,0.75\ny,b,0.765\n",
    "citations": "model,reference,accuracy,f1\na,Smith 2019,0.81,0.80\nb,Wu 2021,0.83,0.81\n",
    "targets": "network,target,n,accuracy,auc\na,death,765,0.769,0.80\nb,return,765,0.824,0.79\n",
    "german": "Verfahren,tp,fp,fn,tn,acc,sens\na,151,88,89,437,0.769,0.629\nb,176,71,64,454,0.824,0.733\n",
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_row_of_a_model_sums_up(tmp_path, table):
    path = tmp_path / "table.csv"
    path.write_text(table)
    assert which(path) is Kind.TABLE
    assert not [one for one in referee.audit(path).findings if one.severity.rank > 1 and one.code != "F-04"]


@pytest.mark.parametrize("rows", [
    "model,correct\na,1\nb,0\nc,1\n",                                            # marks, and not many
    "id,model,acc\n1,a,0.5\n1,b,1.0\n2,a,0.0\n2,b,1.0\n",                        # grades of single answers
    "model,question,acc\n" + "".join(f"{m},q{k},{k % 3 / 2}\n" for m in "ab" for k in range(30)),
    "id,truth,forest\n1,a,a\n2,b,b\n3,a,b\n",
])
def test_rows_of_cases_stay_predictions(tmp_path, rows):
    path = tmp_path / "answers.csv"
    path.write_text(rows)
    assert which(path) is Kind.PREDICTIONS
