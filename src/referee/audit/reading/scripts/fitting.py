"""What a thing is fitted on, what it learns from, and which rows it watches meanwhile."""

from __future__ import annotations

import ast
from dataclasses import replace

from referee.audit.reading.scripts.dividing import folds_given
from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.libraries import (
    COMPOSED,
    HARMLESS,
    LEARNS_WORDS,
    NETWORKS,
    RESAMPLERS,
    SEARCHES,
    STOPPING,
    SUPERVISED,
    UNSUPERVISED,
    WATCHED,
    WITHOUT_TARGET,
)
from referee.audit.reading.scripts.taught import teach
from referee.audit.reading.scripts.values import NOTHING, Evaluation, Fit, Loop, Pick, Thing, Trained, Value, joined


def learns_on(thing: Thing) -> bool:
    """Whether fitting it again goes on where it stood."""
    bases = [ast.unparse(base) for base in thing.body.bases] if thing.body is not None else []
    return NETWORKS.search(thing.name) is not None or any(NETWORKS.search(base) for base in bases)


def sees(thing: Thing, *, target: bool) -> str | None:
    """What a step learns from."""
    names = [thing.name, *(part.name for part in thing.parts)] if thing.name in COMPOSED else [thing.name]
    if any(RESAMPLERS.search(name) for name in names):
        return "rows"
    if any(SUPERVISED.match(name) for name in names):
        return "target"
    if all(UNSUPERVISED.search(name) or name in HARMLESS or name in COMPOSED for name in names) or not target:
        return "nothing"
    return None


def learned_target(thing: Thing) -> bool:
    """Whether it is a step that was fitted with the target in sight."""
    return thing.step is not None and thing.step.sees == "target"


def fit(made: Call, owner: Value) -> Value:
    """Rows that a thing is fitted on, and rows that it watches meanwhile."""
    data, target = made.arg(0, "X", "x"), made.arg(1, "y")
    trace = made.flow.trace
    if target.columns is not None and target.rows:
        trace.targets |= target.columns
    teach(made, owner.things, data, target)
    for loop in owner.loops | frozenset().union(*(thing.loops for thing in owner.things)):
        loop.settings = loop.settings or not loop.seeds
    for thing in owner.things:
        trained_on(made, thing, data)
        watch(made, thing)
        if SEARCHES.match(thing.name):
            _searched(made, thing, data)
    watched = [e for thing in owner.things for e in _history(made, thing)]
    return replace(owner, evaluations=frozenset(watched)) if watched else owner


def trained_on(made: Call, thing: Thing, data: Value) -> None:
    """Keep on what a thing was fitted."""
    through = data.all_fits.union(learned_from(data), *(model.through for model in data.models))
    more = learns_on(thing) or made.name == "partial_fit"
    rows = made.flow.seen_by(thing, data, again=more)
    thing.rows = rows | (thing.rows if more else frozenset())
    thing.through = through | (thing.through if more else frozenset())
    thing.lost = data.lost if data.rows else data.lost | {nowhere(made, data)}
    thing.watched = thing.watched if more else ()
    thing.fitted_in = frozenset(made.flow.loops)
    thing.follows |= data.follows
    made.flow.trace.trained += 1
    thing.step = None if thing.name in HARMLESS else Fit(
        step=thing.name, call=made.text, line=made.line, rows=data.rows, columns=data.columns,
        words=made.name in LEARNS_WORDS, sees=sees(thing, target=len(made.args) > 1 or "y" in made.named))


def learned_from(data: Value) -> frozenset[Fit]:
    """Predictions among the features: what their models were fitted on, these saw."""
    return frozenset(Fit(step=model.thing.name, call=f"what {model.thing.name} (line {model.thing.line}) predicts",
                         line=model.thing.line, rows=model.rows,
                         sees="nothing" if WITHOUT_TARGET.match(model.thing.name) else "target")
                     for model in data.models if model.rows and not model.lost)


def nowhere(made: Call, data: Value) -> str:
    """That it is not known which rows a thing was given."""
    what = ast.unparse(made.node.args[0])[:40] if made.node.args else "what it is given"
    whence = f", which comes from {data.things[0].name} (line {data.things[0].line})" if data.things else ""
    return f"{made.flow.place(made.node)}: which rows {what} holds is not known{whence}"


def watch(made: Call, thing: Thing) -> None:
    """Rows that stop the training, or choose what is kept of it."""
    given = [made.named[word] for word in WATCHED if word in made.named]
    watched = joined(given)
    said = " ".join([made.text if len(made.text) < 70 else ast.unparse(made.node), *thing.given,
                     *(t.name for v in made.given for t in v.things), *(t.name for v in made.given
                     for i in (v.items or {}).values() for t in i.things)])
    stops = STOPPING.search(said) is not None or thing.name.startswith("CatBoost")
    for callback in (t for v in made.given for t in v.things if "Checkpoint" in t.name):
        file = callback.given.get("filepath", callback.given.get("0", NOTHING)).constant
        if isinstance(file, str):
            made.flow.kept[file] = thing
    if watched.rows and stops:
        thing.watched = (*thing.watched, (watched.rows, made.line, made.text))


def _history(made: Call, thing: Thing) -> list[Evaluation]:
    """The scores of the epochs, of which the best may be taken."""
    watched = joined(made.named[word] for word in WATCHED if word in made.named)
    if not watched.rows or not learns_on(thing):
        return []
    seen = Evaluation(line=made.line, call=made.text, rows=watched.rows, kind="watched", models=snapshots((thing,)),
                      loops=frozenset({Loop(line=made.line)}), lost=watched.lost)
    made.flow.trace.evaluated(seen)
    return [seen]


def _searched(made: Call, thing: Thing, data: Value) -> None:
    trace, loops = made.flow.trace, frozenset({Loop(line=made.line, settings=True)})
    thing.search = Evaluation(line=made.line, call=made.text, rows=data.rows, kind="search", things=(thing,),
                              through=data.all_fits, loops=loops | frozenset(made.flow.loops), lost=thing.lost)
    trace.evaluated(thing.search)
    thing.picked = trace.picked(Pick(line=made.line, call=f"{thing.name} … {made.text}", search=thing,
                                     of=frozenset({thing.search})))
    how, by = folds_given(made, thing.given.get("cv", NOTHING), made.named.get("groups", NOTHING))
    made.flow.divided(made, [data], how, by=by)


def snapshots(things: tuple[Thing, ...]) -> frozenset[Trained]:
    """Things as they are now."""
    return frozenset(Trained(thing=t, rows=t.rows, through=t.through, watched=t.watched, lost=t.lost) for t in things)
