"""Metrics with parameters, as typed at the command line."""

import json

from referee.metrics import metric


def test_commas_inside_parameters_and_between_metrics(referee):
    asked = ["bir:base=e,per_class=false", "expected_cost:matrix=((0,1,1),(5,0,1),(5,1,0))",
             "ece:bins=5,kind=equal-width", "recall:average=macro", "mcb:of=top-label"]
    seen = referee("evaluate", "iris", "-m", "lda", "--metrics", ",".join(asked), "--design", "kfold:folds=3", "--json",
                   "--no-report", "-j", 1)
    assert seen.code == 0, seen.err
    told = {row["metric"]: row["value"] for row in json.loads(seen.out)["estimates"] if row["learner"] == "lda"}
    assert set(told) == {metric(name).name for name in asked}
    assert all(value is not None for value in told.values())
