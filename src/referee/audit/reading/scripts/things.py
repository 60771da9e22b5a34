"""What is asked of estimators, steps, searches, splitters and networks: to fit, to transform, to predict, to split."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from referee.audit.reading.scripts.columns import NOISE
from referee.audit.reading.scripts.copies import DRAWS, GENERATORS, drawn
from referee.audit.reading.scripts.dividing import split
from referee.audit.reading.scripts.fitting import fit, learned_target
from referee.audit.reading.scripts.given import Call, method_of
from referee.audit.reading.scripts.going_through import mapped
from referee.audit.reading.scripts.libraries import BY_CHANCE, LEARNS_WORDS, NETWORKS, SPLITTERS, WATCHED
from referee.audit.reading.scripts.predicting import loss, own_score, predicted, steered
from referee.audit.reading.scripts.prompts import answered
from referee.audit.reading.scripts.settings import of_parser
from referee.audit.reading.scripts.shuffled import ORDERS, in_place, permuted
from referee.audit.reading.scripts.values import Loop, Pick, Thing, Value, joined

PREDICTS = re.compile(r"^(?:predict\w*|decision_function|score_samples|forecast|__call__|forward|inplace_predict)$")
ITSELF = {"train", "eval", "to", "cuda", "cpu", "compile", "add", "build", "set_params", "float", "half", "summary",
          "set_fit_request", "double", "get_booster", "steps", "named_steps"}
STEERED = re.compile(r"Plateau|Early_?Stop|Checkpoint", re.IGNORECASE)
SAYS_WORDS = {"texts_to_sequences", "texts_to_matrix", "encode", "encode_batch", "infer_vector"}
OWN_SCORE = {"score", "evaluate", "test"}


def asked(made: Call, owner: Value) -> Value:  # noqa: C901, PLR0911 - one line a kind of method
    """A method of a thing, or of several at once."""
    thing = owner.things[0]
    own = method_of(made.flow, thing, made.name)
    if own is not None and made.name != "forward" and not _is_network(thing, made.name):
        return made.flow.enter(own, made.args, made.named, owner)
    beside = of_parser(made, owner) or _beside(made, owner)
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
            return loss(made)
        return predicted(made, owner, data)
    if made.name in {"get_support", "get_feature_names_out"} and any(map(learned_target, owner.things)):
        return Value(fits=frozenset(one.step for one in owner.things if one.step is not None))
    if made.name in OWN_SCORE and made.given:
        return own_score(made, owner)
    if made.name in ITSELF:
        return _itself(made, owner)
    return answered(made) or _unknown(made, owner)


def _itself(made: Call, owner: Value) -> Value:
    """A method that gives the thing back; settings that it is given then are kept."""
    for thing in owner.things if made.name == "set_params" else ():
        thing.given = {**thing.given, **made.named, "set_params": joined(made.given)}
    return owner


def _unknown(made: Call, owner: Value) -> Value:
    """A method that nobody knows: what it was given may have gone anywhere."""
    thing, whole = owner.things[0], joined(made.given)
    if whole.rows and not thing.known:
        lost = f"{made.flow.place(made.node)}: what {made.text} does is not in this file"
        return replace(whole, lost=whole.lost | {lost})
    return whole if whole.rows or whole.evaluations else replace(owner, constant=None)


def _beside(made: Call, owner: Value) -> Value | None:  # noqa: PLR0911 - one line a kind of thing
    """Things that are no models: generators of numbers, schedulers, vocabularies; None for all others."""
    thing = owner.things[0]
    if STEERED.search(thing.name) and made.name in {"step", "__call__"} and thing.body is None:
        return steered(made, owner)
    if thing.name in GENERATORS and (chance := _by_chance(made)) is not None:
        return chance
    if thing.name == "Parallel" and made.name == "__call__" and made.args:      # joblib: what is done side by side
        return made.args[0]
    if made.name in {"map", "imap", "imap_unordered"} and made.args and made.args[0].function is not None:
        return mapped(made)                                                     # a pool of processes
    if made.name in LEARNS_WORDS and made.args:
        fit(replace(made, args=made.args[:1]), owner)
        return owner
    learnt = any(one.step is not None and one.step.words for one in owner.things)
    if made.name in SAYS_WORDS or (learnt and made.name == "__call__"):
        return _transformed(replace(made, name="transform"), owner)
    return None


def _by_chance(made: Call) -> Value | None:
    """What a generator of numbers gives: rows drawn, an order, noise."""
    if made.name in BY_CHANCE:
        return Value(loops=joined(made.given).loops, told=frozenset({NOISE}))
    if made.name == "shuffle":
        return in_place(made)
    return drawn(made) if made.name in DRAWS else permuted(made) if made.name in ORDERS else None


def _is_network(thing: Thing, name: str) -> bool:
    """Whether a class of this file is a network, whose call is a prediction."""
    bases = [ast.unparse(base) for base in thing.body.bases] if thing.body is not None else []
    return name == "__call__" and any(NETWORKS.search(base) for base in bases)


def _transformed(made: Call, owner: Value) -> Value:
    """Rows that went through a step; where it is fitted at once, through a step fitted on them."""
    data = made.arg(0, "X", "raw_documents")
    if made.name != "transform":
        fit(replace(made, named={k: v for k, v in made.named.items() if k not in WATCHED}), owner)
    steps = frozenset(thing.step for thing in owner.things if thing.step is not None)
    made.flow.trace.fits.extend(steps)
    unknown = frozenset(f"{made.flow.place(made.node)}: on what {thing.name} was fitted is not known"
                        for thing in owner.things if thing.step is None and not thing.known)
    same = all(thing.name.endswith(("Scaler", "Imputer")) for thing in owner.things)
    result = Value(rows=data.rows, fits=data.all_fits | steps, lagged=data.lagged, dated=data.dated, loops=data.loops,
                   lost=data.lost | unknown, told=data.told, table=data.table if same else None)
    if made.name in {"fit_resample", "fit_sample", "resample"}:
        target = made.arg(1, "y")
        return Value(items={0: result, 1: replace(target, fits=target.fits | steps, items=None)}, rows=data.rows)
    return result


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
    count = made.arg(1, "n_trials").constant
    newest = sorted(value.evaluations, key=lambda e: e.number)[-1:]
    thing.picked = made.flow.trace.picked(Pick(line=made.line, call=made.text, of=frozenset(newest),
                                               tried=count if isinstance(count, int) else 0))
    return Value(things=(thing,))
