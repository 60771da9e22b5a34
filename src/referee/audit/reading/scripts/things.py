"""What is asked of estimators, steps, searches, splitters and networks: to fit, to transform, to predict, to split."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from referee.audit.reading.scripts.copies import DRAWS, GENERATORS, drawn
from referee.audit.reading.scripts.given import Call, method_of
from referee.audit.reading.scripts.libraries import (
    AT_RANDOM,
    BY_GROUPS,
    BY_TIME,
    COMPOSED,
    HARMLESS,
    NETWORKS,
    RESAMPLERS,
    SEARCHES,
    SPLITTERS,
    STOPPING,
    SUPERVISED,
    UNSUPERVISED,
    WATCHED,
)
from referee.audit.reading.scripts.roles import answers_of
from referee.audit.reading.scripts.rows import Common, Side, any_common
from referee.audit.reading.scripts.values import NOTHING, Evaluation, Fit, Loop, Pick, Thing, Trained, Value, joined

PREDICTS = re.compile(r"^(?:predict\w*|decision_function|score_samples|forecast|__call__|forward|inplace_predict)$")
ITSELF = {"train", "eval", "to", "cuda", "cpu", "compile", "add", "build", "set_params", "float", "half", "summary",
          "set_fit_request", "double", "get_booster", "steps", "named_steps"}
STEERED = re.compile(r"Plateau|Early_?Stop|Checkpoint", re.IGNORECASE)
LEARNS_WORDS = {"fit_on_texts", "adapt", "train_from_iterator", "build_vocab", "train_new_from_iterator"}
SAYS_WORDS = {"texts_to_sequences", "texts_to_matrix", "encode", "encode_batch", "infer_vector"}
OWN_SCORE = {"score", "evaluate", "test"}


def asked(made: Call, owner: Value) -> Value:  # noqa: C901, PLR0911 - one line a kind of method
    """A method of a thing, or of several at once."""
    thing = owner.things[0]
    own = method_of(made.flow, thing, made.name)
    if own is not None and made.name != "forward" and not _is_network(thing, made.name):
        return made.flow.enter(own, made.args, made.named, owner)
    beside = _beside(made, owner)
    if beside is not None:
        return beside
    if made.name == "split" and SPLITTERS.match(thing.name):
        return split(made, thing)
    if made.name == "optimize":
        return _optimised(made, thing)
    if made.name in {"fit", "partial_fit", "fit_generator", "train_on_batch", "fit_predict"}:
        fitted = fit(made, owner)
        return predicted(made, owner, made.arg(0, "X")) if made.name == "fit_predict" else fitted
    if made.name in {"fit_transform", "fit_resample", "fit_sample", "transform", "resample"}:
        return _transformed(made, owner)
    if PREDICTS.match(made.name):
        data = made.arg(0, "X", "x", "data")
        if thing.name.endswith("Loss") or (data.models and made.name == "__call__"):
            return _loss(made)
        return predicted(made, owner, data)
    if made.name in OWN_SCORE and made.given:
        return _own_score(made, owner)
    if made.name in ITSELF:
        return owner
    whole = joined(made.given)
    if whole.rows and not thing.known:
        lost = f"{made.flow.place(made.node)}: what {made.text} does is not in this file"
        return replace(whole, lost=whole.lost | {lost})
    return whole if whole.rows or whole.evaluations else replace(owner, constant=None)


def _beside(made: Call, owner: Value) -> Value | None:
    """Things that are no models: generators of numbers, schedulers, vocabularies; None for all others."""
    thing = owner.things[0]
    if STEERED.search(thing.name) and made.name in {"step", "__call__"} and thing.body is None:
        return _steered(made, owner)
    if made.name in DRAWS and thing.name in GENERATORS:
        return drawn(made)
    if made.name in LEARNS_WORDS and made.args:
        fit(replace(made, args=made.args[:1]), owner)
        return owner
    learnt = any(one.step is not None and one.step.words for one in owner.things)
    if made.name in SAYS_WORDS or (learnt and made.name == "__call__"):
        return _transformed(replace(made, name="transform"), owner)
    return None


def _is_network(thing: Thing, name: str) -> bool:
    """Whether a class of this file is a network, whose call is a prediction."""
    bases = [ast.unparse(base) for base in thing.body.bases] if thing.body is not None else []
    return name == "__call__" and any(NETWORKS.search(base) for base in bases)


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


def fit(made: Call, owner: Value) -> Value:
    """Rows that a thing is fitted on, and rows that it watches meanwhile."""
    data, target = made.arg(0, "X", "x"), made.arg(1, "y")
    trace = made.flow.trace
    if target.columns is not None and target.rows:
        trace.targets |= target.columns
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
    through = data.all_fits.union(*(model.through for model in data.models))
    more = learns_on(thing) or made.name == "partial_fit"
    thing.rows = data.rows | (thing.rows if more else frozenset())
    thing.through = through | (thing.through if more else frozenset())
    thing.lost = data.lost if data.rows else data.lost | {_nowhere(made, data)}
    thing.watched = thing.watched if more else ()
    thing.fitted_in = frozenset(made.flow.loops)
    made.flow.trace.trained += 1
    thing.step = None if thing.name in HARMLESS else Fit(
        step=thing.name, call=made.text, line=made.line, rows=data.rows, columns=data.columns,
        words=made.name in LEARNS_WORDS, sees=sees(thing, target=len(made.args) > 1 or "y" in made.named))


def _nowhere(made: Call, data: Value) -> str:
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
    splitter = thing.given.get("cv", NOTHING)
    how = how_divided(splitter)
    together = made.named.get("groups", NOTHING).rows and splitter.things
    made.flow.divided(made, [data], "by groups" if together else how)


def snapshots(things: tuple[Thing, ...]) -> frozenset[Trained]:
    """Things as they are now."""
    return frozenset(Trained(thing=t, rows=t.rows, through=t.through, watched=t.watched, lost=t.lost) for t in things)


def predicted(made: Call, owner: Value, data: Value) -> Value:
    """What things say of rows."""
    models = snapshots(owner.things)
    lost = data.lost if data.rows or data.lost else frozenset({_nowhere(made, data)})
    return Value(rows=data.rows, models=models, fits=data.all_fits, loops=owner.loops | data.loops, lost=lost,
                 answers=answers_of(owner.things, made.name))


def _steered(made: Call, owner: Value) -> Value:
    """A scheduler, or an early stop, that is given a score: its rows have a part in the training."""
    for e in joined(made.given).evaluations:
        for model in e.models:
            if any_common(model.rows, e.rows) is Common.NONE:
                model.thing.watched = (*model.thing.watched, (e.rows, made.line, made.text))
    return owner


def _loss(made: Call) -> Value:
    said = joined(v for v in made.given if v.models)
    truth = joined(v for v in made.given if not v.models)
    return made.flow.scored(made.node, said, truth, kind="loss") if said.models else joined(made.given)


def _own_score(made: Call, owner: Value) -> Value:
    data = made.arg(0, "X", "x")
    if made.arg(1, "y").columns is not None:
        made.flow.trace.targets |= made.arg(1, "y").columns or set()
    said = predicted(made, owner, data)
    return made.flow.scored(made.node, said, made.arg(1, "y"))


def _transformed(made: Call, owner: Value) -> Value:
    """Rows that went through a step; where it is fitted at once, through a step fitted on them."""
    data = made.arg(0, "X", "raw_documents")
    if made.name != "transform":
        fit(replace(made, named={k: v for k, v in made.named.items() if k not in WATCHED}), owner)
    steps = frozenset(thing.step for thing in owner.things if thing.step is not None)
    made.flow.trace.fits.extend(steps)
    unknown = frozenset(f"{made.flow.place(made.node)}: on what {thing.name} was fitted is not known"
                        for thing in owner.things if thing.step is None and not thing.known)
    result = Value(rows=data.rows, fits=data.all_fits | steps, lagged=data.lagged, dated=data.dated, loops=data.loops,
                   lost=data.lost | unknown)
    if made.name in {"fit_resample", "fit_sample", "resample"}:
        target = made.arg(1, "y")
        return Value(items={0: result, 1: replace(target, fits=target.fits | steps, items=None)}, rows=data.rows)
    return result


def how_divided(splitter: Value) -> str:
    """How a splitter divides: at random, in blocks, by time, by groups."""
    thing = next(iter(splitter.things), None)
    if thing is None:
        return "in blocks"
    if BY_TIME.search(thing.name):
        return "by time"
    if BY_GROUPS.search(thing.name):
        return "by groups"
    shuffled = "shuffle" in thing.given and thing.given["shuffle"].constant is True
    return "at random" if shuffled or AT_RANDOM.search(thing.name) else "in blocks"


def split(made: Call, thing: Thing) -> Value:
    """The folds of a splitter: rows to train on and rows to test on, by their numbers."""
    data = made.arg(0, "X")
    by_units = data.units or (not data.rows and made.arg(2, "groups").units)
    made.flow.divided(made, [data], "by groups" if by_units else how_divided(Value(things=(thing,))))
    division = f"fold@{made.line}"
    fold = {n: Value(side=Side(division, side)) for n, side in enumerate(("train", "test"))}
    return Value(element=Value(items=fold), items=None)


def _optimised(made: Call, thing: Thing) -> Value:
    """A search by trials: the function is entered once, and the best of its values is kept."""
    objective = made.arg(0, "func", "objective")
    if objective.function is None:
        thing.lost = frozenset({f"{made.flow.place(made.node)}: what is optimised is not in this file"})
        return Value(things=(thing,))
    loop = Loop(line=made.line, settings=True)
    with made.flow.looping(loop):
        value = made.flow.enter(objective.function, [Value(loops=frozenset({loop}), things=(
            Thing(name="trial", line=made.line, known=True),))], {})
    newest = sorted(value.evaluations, key=lambda e: e.number)[-1:]
    thing.picked = made.flow.trace.picked(Pick(line=made.line, call=made.text, of=frozenset(newest)))
    return Value(things=(thing,))
