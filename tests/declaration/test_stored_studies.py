"""A stored study, read again, answers as it did, and calls its design as it asked for it."""

import json

import numpy as np
import pytest

import referee
from referee.api import load, opened
from referee.designs import make_plan
from referee.report import as_html

OPTIONS = {"metrics": "accuracy", "jobs": 1, "seed": 2}
FOLDS = {"design": "kfold:folds=3"}
PAIR = ["lda", "gaussian-nb"]
TABLE = {"id": range(8), "truth": list("aabbaabb"), "lda": list("aabbaaba"), "tree": list("abbbabba")}
VERBS = {
    "compare": lambda ledger: referee.compare(PAIR, "iris", **OPTIONS, **FOLDS, relevant=0.02, ledger=ledger),
    "evaluate": lambda ledger: referee.evaluate("lda", "iris", **OPTIONS, budget=1, ledger=ledger),
    "tune": lambda ledger: referee.tune("knn:n_neighbors=1|5", "iris", **OPTIONS, **FOLDS, ledger=ledger),
    "best of": lambda ledger: referee.tune("knn:n_neighbors=1|5", "iris", **OPTIONS, **FOLDS, correction="bbc",
                                           ledger=ledger),
    "judge": lambda ledger: referee.judge(TABLE, against="tree", ledger=ledger),
    "chance": lambda ledger: referee.chance("lda", "iris", **OPTIONS, **FOLDS, shuffles=9, ledger=ledger),
    "curve": lambda ledger: referee.learning_curve(PAIR, "iris", **OPTIONS, sizes=[15, 30, 60], folds=3, at=30,
                                                   ledger=ledger),
    "sensitivity": lambda ledger: referee.sensitivity("tree", "iris", **OPTIONS, **FOLDS, vary={"max_depth": [1]},
                                                      seeds=2, splits=1, designs=["holdout"], ledger=ledger),
    "panorama": lambda ledger: referee.panorama("lda", "iris", **OPTIONS, resamples=5, truth=0.97, ledger=ledger),
    "decompose": lambda ledger: referee.decompose("lda", "iris", jobs=1, seed=2, samples=4, ledger=ledger,
                                                  truth=np.full((150, 3), 1 / 3)),
    "components": lambda ledger: referee.components("lda", "iris", **OPTIONS, samples=2, splits=2, seeds=2,
                                                    ledger=ledger),
}


@pytest.mark.usefixtures("few_repeats", "few_resamples")
@pytest.mark.parametrize("verb", VERBS)
def test_read_again_it_answers_as_it_did_and_asked_again_it_is_the_same_study(tmp_path, verb):
    ledger = str(tmp_path / "study.db")
    told = VERBS[verb](ledger)
    again = referee.reread(ledger)
    then, now = (json.loads(json.dumps(answer.to_dict())) for answer in (told, again))
    assert then["study"].pop("created") in {"", now["study"].pop("created")}      # the ledger knows the time
    assert then == now
    assert str(again).splitlines()[-3:] == str(told).splitlines()[-3:]
    VERBS[verb](ledger)      # asked again it is the same study
    with opened(ledger) as store:
        assert len(store.studies()) == 1


@pytest.mark.usefixtures("undrawn")
def test_a_design_is_called_as_the_study_asked_for_it_whatever_the_ledger_met_before(tmp_path):
    ledger = str(tmp_path / "study.db")
    splits = [(split.train_rows, split.test) for split in make_plan("kfold:folds=3", load("iris"), seed=2).splits()]
    given = referee.compare(PAIR, "iris", **OPTIONS, design=splits, ledger=ledger)
    named = referee.compare(PAIR, "iris", **OPTIONS, **FOLDS, ledger=ledger)
    assert given.analysis.study.plan == named.analysis.study.plan
    alone = referee.compare(PAIR, "iris", **OPTIONS, **FOLDS)
    assert named.to_dict()["design"] == alone.to_dict()["design"]
    assert named.to_dict()["design"]["spec"].startswith("kfold:")
    said = [referee.reread(ledger, number).to_dict()["design"]["description"] for number in (1, 2)]
    assert said == ["splits given by the user", "3-fold cross-validation, stratified"]
    assert "3-fold cross-validation" in named._repr_html_() + as_html(named.analysis)
