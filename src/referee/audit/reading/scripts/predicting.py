"""What things say of rows, and the scores they give themselves."""

from __future__ import annotations

from referee.audit.reading.scripts.fitting import nowhere, snapshots
from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.roles import answers_of
from referee.audit.reading.scripts.rows import Common, any_common
from referee.audit.reading.scripts.values import Value, joined


def predicted(made: Call, owner: Value, data: Value) -> Value:
    """What things say of rows."""
    models = snapshots(owner.things)
    lost = data.lost if data.rows or data.lost else frozenset({nowhere(made, data)})
    return Value(rows=data.rows, models=models, fits=data.all_fits, loops=owner.loops | data.loops, lost=lost,
                 dropped=data.dropped, answers=answers_of(owner.things, made.name))


def steered(made: Call, owner: Value) -> Value:
    """A scheduler, or an early stop, that is given a score: its rows have a part in the training."""
    for e in joined(made.given).evaluations:
        for model in e.models:
            if any_common(model.rows, e.rows) is Common.NONE:
                model.thing.watched = (*model.thing.watched, (e.rows, made.line, made.text))
    return owner


def loss(made: Call) -> Value:
    """A loss of predictions."""
    said = joined(v for v in made.given if v.models)
    truth = joined(v for v in made.given if not v.models)
    return made.flow.scored(made.node, said, truth, kind="loss") if said.models else joined(made.given)


def own_score(made: Call, owner: Value) -> Value:
    """model.score, model.evaluate: its predictions held against the truth."""
    data = made.arg(0, "X", "x")
    if made.arg(1, "y").columns is not None:
        made.flow.trace.targets |= made.arg(1, "y").columns or set()
    said = predicted(made, owner, data)
    return made.flow.scored(made.node, said, made.arg(1, "y"))
