"""Objects that libraries make: holders of rows, things to be fitted, models that were kept; and what nobody knows."""

from __future__ import annotations

from dataclasses import replace

from referee.audit.reading.scripts.columns import Table
from referee.audit.reading.scripts.fitting import trained_on, watch
from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.libraries import HOLDERS, SEEDED
from referee.audit.reading.scripts.shuffled import cut_at_random
from referee.audit.reading.scripts.taught import teach
from referee.audit.reading.scripts.values import NOTHING, Thing, Value, joined, own_rows
from referee.audit.reading.scripts.wording import source_of


def thing_made(made: Call, whole: Value, *, known: bool) -> Value:
    """An object: a holder of rows, or something to be fitted."""
    if HOLDERS.match(made.name) and not whole.rows and (whole.fits or whole.evaluations):
        return replace(whole, things=())
    if whole.rows and (HOLDERS.match(made.name) or (not known and not whole.things)):
        return rows_with_labels(made, whole)
    if made.name == "Subset" and len(made.args) > 1 and made.args[1].side is not None:
        data = own_rows(made.args[0])
        return replace(data, rows=frozenset((*way, *made.args[1].takes) for way in data.rows))
    if made.name == "DataLoader" and known and not whole.rows:
        data = own_rows(made.arg(0, "dataset"))
        if data.rows:
            return data
    for word, value in made.named.items():
        for loop in value.loops:
            loop.seeds = loop.seeds or word in SEEDED
            loop.settings = loop.settings or word not in SEEDED
    for loop in frozenset().union(*(value.loops for value in made.args)) if made.args else ():
        loop.settings = True
    placed = {str(n): value for n, value in enumerate(made.args)}
    thing = Thing(name=made.name, line=made.line, known=known, parts=whole.things, given=placed | made.named,
                  loops=whole.loops, follows=whole.follows | whole.picks,
                  source="" if known else source_of(made.flow, made.node, made.given))
    return Value(things=(thing,), loops=whole.loops)


def rows_with_labels(made: Call, whole: Value) -> Value:
    """Rows with their labels, as DMatrix, Pool and data sets of one's own hold them; a learner is taught from both."""
    first = next(value for value in made.given if value.rows)
    teach(made, (), first, made.arg(1, "label", "y"))
    sampled = next((t.given["0"] for t in made.named.get("sampler", NOTHING).things if "0" in t.given), NOTHING)
    rows = first.rows
    if sampled.side is not None:                # DataLoader(data, sampler=SubsetRandomSampler(some))
        cut_at_random(made.flow, made.node, first, sampled)
        rows = frozenset((*way, *sampled.takes) for way in rows)
    bare = made.name == "DataFrame" and set(made.named) == {"index"} and not made.args      # rows, no column yet
    table = Table(only=frozenset()) if bare else first.table
    return replace(whole, rows=rows, table=table, told=frozenset() if bare else first.told, things=(),
                   columns=None if bare else whole.columns, by_column={} if bare else whole.by_column)


def unknown(made: Call, whole: Value, *, known: bool) -> Value:
    """A function that is not in this file and that nobody knows: what it was given may have gone anywhere."""
    if known:
        home = made.path.split(".")[-2] if made.name.startswith("from_") else ""
        called = home if home[:1].isupper() else made.name
        thing = () if made.path.startswith("builtins.") or whole.evaluations else (
            Thing(name=called, line=made.line, known=False, parts=whole.things, loops=whole.loops),)
        return replace(whole, things=whole.things or thing)
    why = f"{made.flow.place(made.node)}: what {made.name}(…) does is not in this file"
    if whole.models or (whole.rows and any(thing.rows for thing in whole.things)):
        made.flow.trace.dynamic.append(f"{why}, and it is given a model and rows to score it on")
    if whole.rows or whole.models or whole.evaluations:
        return replace(whole, lost=whole.lost | {why}, things=())
    return Value(things=(Thing(name=made.name, line=made.line, known=False, parts=whole.things, loops=whole.loops),),
                 loops=whole.loops, lost=frozenset({why}))


def boosted(made: Call) -> Value:
    """lightgbm.train, xgboost.train: a model fitted on the rows it is given."""
    data = made.arg(1, "train_set", "dtrain", "pool")
    if made.path.split(".")[0] not in {"lightgbm", "xgboost", "catboost", "builtins"} or not data.rows:
        return unknown(made, joined(made.given), known=False)
    whole = joined(made.given)
    thing = Thing(name="booster", line=made.line, given=made.named, loops=whole.loops,
                  follows=whole.follows | whole.picks)
    for loop in thing.loops:
        loop.settings = True
    trained_on(made, thing, data)
    watch(made, thing)
    return Value(things=(thing,), loops=thing.loops)


def kept_model(made: Call) -> Value:
    """The model whose best state a callback wrote to that file."""
    file = made.arg(0, "filepath").constant
    thing = made.flow.kept.get(file) if isinstance(file, str) else None
    return unknown(made, joined(made.given), known=True) if thing is None else Value(things=(thing,))


def written(made: Call) -> Value | None:
    """torch.save(model, file): the model is in that file; what else is kept in files is not followed."""
    file, things = made.arg(1, "f", "filename").constant, made.arg(0, "obj", "value").things
    if isinstance(file, str) and len(things) == 1:
        made.flow.kept[file] = things[0]
    return None


def read_back(made: Call) -> Value | None:
    """torch.load(file): the model that was written to it, if one was."""
    file = made.arg(0, "f", "filename").constant
    thing = made.flow.kept.get(file) if isinstance(file, str) else None
    return None if thing is None else Value(things=(thing,))
