"""Functions that give scores: metrics, and cross-validation."""

from __future__ import annotations

from dataclasses import replace

from referee.audit.reading.scripts.dividing import folds_given
from referee.audit.reading.scripts.fitting import learned_from
from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.libraries import CURVES, LOSSES
from referee.audit.reading.scripts.roles import answers_of, misgiven
from referee.audit.reading.scripts.taught import teach
from referee.audit.reading.scripts.values import NOTHING, Evaluation, Loop, Value, joined


def metric(made: Call) -> Value:
    """A score of predictions; where they are of a model and rows, as a display has them, of these."""
    flow = made.flow
    said, truth = joined(v for v in made.given if v.models), joined(v for v in made.given if v.rows and not v.models)
    if truth.columns is not None:
        flow.trace.targets |= truth.columns
    wrong = misgiven(made)
    if wrong is not None:
        flow.trace.misgiven.append(wrong)
    if said.models:
        training = made.path.split(".")[0] in {"torch", "tensorflow", "keras"} and LOSSES.search(made.path) is not None
        kind = "curve" if made.name in CURVES else "loss" if training else "held out"
        return flow.scored(made.node, said, truth, kind)
    if made.name in CURVES and joined(made.given).evaluations:
        return _curve(made, joined(made.given))
    if joined(made.given).evaluations:          # a score of what was cross-validated: it holds no rows
        return replace(joined(made.given), rows=frozenset(), table=None, told=frozenset())
    lost = joined(made.given).lost
    if lost and not made.name.startswith("plot"):
        return flow.trace.evaluated(Evaluation(line=made.line, call=made.text, rows=frozenset(), lost=lost,
                                               loops=frozenset(flow.loops)))
    return joined(made.given)


def _curve(made: Call, given: Value) -> Value:
    """A curve of what was cross-validated: its scores are those of thresholds."""
    thresholds = frozenset({Loop(line=made.line, thresholds=True)})
    return joined(made.flow.trace.evaluated(replace(one, line=made.line, call=made.text, loops=one.loops | thresholds))
                  for one in given.evaluations)


def cross_validated(made: Call) -> Value:
    """cross_val_score and its like: a score of all rows, each by a model that did not see it."""
    estimator, data, target = made.arg(0, "estimator"), made.arg(1, "X"), made.arg(2, "y")
    flow = made.flow
    if target.columns is not None and target.rows:
        flow.trace.targets |= target.columns
    teach(made, estimator.things, data, target)
    for loop in estimator.loops | frozenset().union(*(t.loops for t in estimator.things)):
        loop.settings = loop.settings or not loop.seeds
    for thing in estimator.things:
        thing.nested = True
    flow.trace.trained += 1
    how, by = folds_given(made, made.arg(4, "cv"), made.named.get("groups", NOTHING))
    flow.divided(made, [data], how, name=f"fold@{made.line}", by=by)
    lost = data.lost if data.rows else data.lost | {
        f"{flow.place(made.node)}: which rows are cross-validated is not known"}
    through = data.all_fits | learned_from(data)
    scores = Evaluation(line=made.line, call=made.text, rows=data.rows, kind="cross-validated", things=estimator.things,
                        through=through, own=through, lost=lost,
                        loops=frozenset(flow.loops) | estimator.loops)
    told = flow.trace.evaluated(scores)
    if made.name != "cross_val_predict":
        return told
    how = made.named.get("method", NOTHING).constant
    return replace(told, answers=answers_of(estimator.things, how if isinstance(how, str) else "predict"))
