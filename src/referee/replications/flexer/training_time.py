"""Training time as what is tested: one of the dependent variables that Flexer names (section 2)."""

from __future__ import annotations

from typing import Any

from referee.api import compare, trials
from referee.replications._base import Found, How, Item, Row, told

SMALL, LARGE = "mlp:hidden_layer_sizes=(5),max_iter=50", "mlp:hidden_layer_sizes=(200,200),max_iter=50"
NAMES = ("5 units", "200 + 200 units")


def redo(how: How) -> Found:
    """Two nets on the same splits: seconds to train and accuracy, each by the corrected t, together corrected."""
    repeats = 5 if how.quick else 20
    said: Any = compare({NAMES[0]: SMALL, NAMES[1]: LARGE}, "breast-cancer", metrics="accuracy",
                        design=f"holdout:test=0.33,repeats={repeats}", baseline=False, family="declared",
                        **how.of_fits())
    costs, table = said.analysis.table.costs, said.analysis.table
    splits = list(costs[NAMES[0]])
    runs: dict[str, list[Any]] = {"split": [], "model": [], "accuracy": [], "seconds": []}
    for name in NAMES:
        scores = table.scores[name, "accuracy"].values
        for i, split in enumerate(splits):
            runs["split"].append(split)
            runs["model"].append(name)
            runs["accuracy"].append(float(scores[i]))
            runs["seconds"].append(costs[name][split].fit_seconds)
    rows = said.analysis.problem.n_rows
    tested = trials(runs, train_rows=round(rows * 0.67), test_rows=round(rows * 0.33))
    lines = {line.line.measure: line for line in tested.lines}
    seconds = lines["seconds"]
    found: list[Row] = [
        told(f"seconds to train, {NAMES[0]} − {NAMES[1]}",
             f"{seconds.difference:+.2f}, corrected p = {seconds.p_adjusted:.3g}",
             "seconds depend on the machine and on what else it does"),
        told("accuracy on the same splits", f"{lines['accuracy'].difference:+.3f}, corrected p = "
                                            f"{lines['accuracy'].p_adjusted:.3g}")]
    return Found(rows=found, answers={f"{NAMES[0]} − {NAMES[1]}, by time and by accuracy": tested})


ITEM = Item(name="training-time", title="Training time as a tested outcome (sections 2 and 3.2)",
            data="substitute: breast-cancer (the paper names none)",
            procedure="compare two nets on the same hold-outs; then trials over seconds and scores, by the corrected t",
            redo=redo)
