"""Tables as the R packages tune, workflowsets and mlr3 lay them out.

The tables are built here after the columns of these packages, not written by them: `collect_predictions()` (tune:
.pred_class, .pred_{level}, .row, .config, the outcome, id and id2 of the resamples), the same of a workflow set
(wflow_id, preprocessor, model), and `as.data.table()` of mlr3's predictions and benchmark results (row_ids, truth,
response, prob.{level}; task_id, learner_id, iteration).
"""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from referee.data.prediction_table import Reading, read_predictions
from referee.errors import BadInput

N = 60
Y = np.random.default_rng(0).integers(0, 2, N)
CLASSES = np.array(["Good", "Bad"])[Y]
ROWS = np.arange(1, N + 1)
FOLDS = np.array([f"Fold{i % 5 + 1}" for i in range(N)])


def chances(seed):
    """Of "Good"."""
    return 1 / (1 + np.exp(-(1 - 2 * Y) - np.random.default_rng(seed).normal(size=N)))


def tidy(seed, **more):
    p = chances(seed)
    return pd.DataFrame({".pred_class": np.where(p > 0.5, "Good", "Bad"), ".pred_Good": p, ".pred_Bad": 1 - p,
                         ".row": ROWS, "Class": CLASSES, **more})


def mlr3(seed, **more):
    p = chances(seed)
    return pd.DataFrame({"row_ids": ROWS, "truth": CLASSES, "response": np.where(p > 0.5, "Good", "Bad"),
                         "prob.Good": p, "prob.Bad": 1 - p, **more})


def configured(seed, **more):
    return tidy(seed, id=FOLDS, **{".config": f"Preprocessor1_Model{seed}"}, **more)


def read(frame, folder, **columns):
    frame.to_csv(folder / "file.csv", index=False)
    return read_predictions(str(folder / "file.csv"), Reading(columns=columns))


def auc(table, model, fold=0):
    part = table.said[model][fold]
    return roc_auc_score(np.array(table.classes)[table.y[part.cases]] == "Good",
                         part.probabilities[:, table.classes.index("Good")])


def of_fold(seed, name="Fold1"):
    return roc_auc_score(CLASSES[name == FOLDS] == "Good", chances(seed)[name == FOLDS])


@pytest.mark.parametrize(("frame", "models"), [
    (configured(1), {"file": 1}),
    (pd.concat([configured(k, wflow_id=f"f_{m}", preprocessor="formula", model=m)
                for k, m in ((1, "glm"), (2, "tree"))]), {"glm": 1, "tree": 2}),
    (pd.concat([mlr3(k, iteration=np.arange(N) % 5 + 1, learner_id=m, task_id="credit", resampling_id="cv")
                for k, m in ((1, "classif.rpart"), (2, "classif.log_reg"))]),
     {"classif.rpart": 1, "classif.log_reg": 2}),
], ids=["collect_predictions", "workflow set", "mlr3 benchmark"])
def test_folds_and_models_are_known(frame, models, tmp_path):
    table = read(frame, tmp_path)
    assert set(table.models) == set(models)
    for model, seed in models.items():
        assert len(table.said[model]) == 5
        assert auc(table, model) == pytest.approx(of_fold(seed))


def test_repeats_are_taken_apart(tmp_path):
    twice = pd.concat([tidy(k, id=f"Repeat{k}", id2=FOLDS, **{".config": "pre0_mod0_post0"}) for k in (1, 2)])
    table = read(twice, tmp_path)
    assert len(table.said["file"]) == 10
    assert auc(table, "file", fold=5) == pytest.approx(of_fold(2))


def test_one_prediction_of_mlr3(tmp_path):
    table = read(mlr3(3), tmp_path)
    assert auc(table, "file") == pytest.approx(roc_auc_score(CLASSES == "Good", chances(3)))


def test_several_configurations_are_asked_about_and_can_be_models(tmp_path):
    tuned = pd.concat([configured(1, penalty=0.1), configured(2, penalty=1.0)])
    with pytest.raises(BadInput, match="--model"):
        read(tuned, tmp_path)
    table = read(tuned, tmp_path, model=".config")
    assert [auc(table, f"Preprocessor1_Model{k}") for k in (1, 2)] == pytest.approx([of_fold(1), of_fold(2)])


def test_quantities(tmp_path):
    value = np.random.default_rng(1).normal(size=N)
    frame = pd.DataFrame({".pred": value + 0.5, "id": FOLDS, ".row": ROWS, "mpg": value, ".config": "m"})
    with pytest.raises(BadInput, match="--truth"):
        read(frame, tmp_path)
    said = read(frame, tmp_path, truth="mpg").said["file"]
    assert np.concatenate([part.values for part in said]).mean() == pytest.approx(value.mean() + 0.5)
