"""Functions and classes that libraries bring, by their names; and functions that nobody knows."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from referee.audit.reading.scripts.copies import DRAWS, REPEATS, drawn, parts_of, repeated, resampled, united, without
from referee.audit.reading.scripts.frames import column_named
from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.libraries import (
    BEST_OF,
    CROSS_VALIDATED,
    CURVES,
    HOLDERS,
    LAGS,
    LIBRARIES,
    LOADERS,
    LOSSES,
    METRICS,
    NO_METRICS,
    NO_ROWS_FROM,
    PUBLISHED,
    SCALED,
    SCORES_OF_FEATURES,
    SEARCHES,
    SEEDED,
    SEEDS,
    SHOWS,
    SUMMARIES,
    TWO_SETS,
)
from referee.audit.reading.scripts.methods import across_columns, of_scores, summary, units_of
from referee.audit.reading.scripts.roles import LABELS_FROM, answers_of, misgiven
from referee.audit.reading.scripts.rows import Side, Span
from referee.audit.reading.scripts.things import how_divided, trained_on, watch
from referee.audit.reading.scripts.values import (
    NOTHING,
    Evaluation,
    Thing,
    Value,
    ambiguous,
    element_of,
    gathered,
    joined,
)
from referee.audit.reading.scripts.wording import wording

DYNAMIC = {"exec", "eval", "compile", "__import__", "import_module", "getattr", "run_line_magic", "system"}
UNITED = {"concat", "concatenate", "cat", "vstack", "row_stack", "merge", "append", "ConcatDataset", "r_"}
LOADED = {"numpy.load", "torch.load"}
SAME_ITEMS = {"list", "tuple", "sorted", "iter", "reversed", "tqdm", "trange", "product", "cycle", "track", "progress"}


def library(made: Call) -> Value:
    """What a function or class of a library gives back."""
    name, known = made.name, _known(made)
    if name in DYNAMIC and made.path.startswith(("builtins.", "importlib", "IPython")):
        if name != "getattr" or not (len(made.args) > 1 and isinstance(made.args[1].constant, str)):
            made.flow.trace.dynamic.append(f"{made.flow.place(made.node)}: {name}(…) is code made as it runs")
        return joined(made.given)
    if name in SEEDS:
        for loop in frozenset().union(*(v.loops for v in made.given)) if made.given else ():
            loop.seeds = True
    if name in SHOWS:
        for value in made.given:
            made.flow.show(value)
        return NOTHING
    special = SPECIAL.get(name)
    if special is not None and known:
        return special(made)
    if known and (LOADERS.match(name) or name in TWO_SETS or PUBLISHED.match(name) or made.path in LOADED):
        return _loaded(made)
    if METRICS.match(name) and name not in NO_METRICS and any(
            v.models or v.things or v.lost or v.answers for v in made.given):
        return _metric(made)
    return _of_values(made, known=known)


def _kept_model(made: Call) -> Value:
    """The model whose best state a callback wrote to that file."""
    file = made.arg(0, "filepath").constant
    thing = made.flow.kept.get(file) if isinstance(file, str) else None
    return _unknown(made, joined(made.given), known=True) if thing is None else Value(things=(thing,))


def _known(made: Call) -> bool:
    root = made.path.split(".")[0]
    return root in LIBRARIES or root == "builtins" or (root == made.name and bool(made.flow.trace.stars))


def _of_values(made: Call, *, known: bool) -> Value:  # noqa: C901, PLR0911 - one line a kind of function
    name, whole = made.name, joined(made.given)
    if whole.models and name in LABELS_FROM:
        return replace(whole, answers="labels")
    if name in SCORES_OF_FEATURES and whole.rows:
        fit = made.flow.mean_of(name, made.node, whole, sees="target")
        return Value(fits=whole.fits | {fit})
    if name in SCALED and whole.rows and known:
        return replace(whole, fits=whole.fits | {made.flow.mean_of(name, made.node, whole)})
    if whole.evaluations and not whole.models and not name[:1].isupper():
        return of_scores(made, whole)
    if known and name in SUMMARIES and whole.rows and not whole.models and not across_columns(made):
        return summary(made, whole)
    if name in {"to_datetime", "date_range"}:
        return replace(whole, dated=whole.dated or f"{name} (line {made.line})")
    if name in LAGS and whole.rows:
        return replace(whole, lagged=whole.lagged or f"{name} (line {made.line})")
    if known and name in NO_ROWS_FROM | BEST_OF and not whole.models:
        return Value(loops=whole.loops, units=units_of(made, whole))
    if name[:1].isupper() or SEARCHES.match(name) or name in {"make_pipeline", "make_column_transformer", "make_union"}:
        return _thing(made, whole, known=known)
    if known and whole.rows:
        return _of_several(made, whole)
    return _unknown(made, whole, known=known)


def _of_several(made: Call, whole: Value) -> Value:
    """A known function of rows: what is put together, repeated, or may be any of those it was given."""
    if made.name in UNITED:
        return united(made, [part for value in made.args for part in parts_of(value)], whole)
    if made.name in REPEATS:
        return repeated(made, whole)
    if sum(bool(value.rows) for value in made.given) == 1 and all(v.items is None for v in made.given if v.rows):
        return whole
    return ambiguous(whole, f"{made.flow.place(made.node)}: {made.text} is given several sets of rows")


def _first_rows(made: Call) -> frozenset[tuple[str | Side | Span, ...]]:
    return next((value.rows for value in made.given if value.rows), frozenset())


def _thing(made: Call, whole: Value, *, known: bool) -> Value:
    """An object: a holder of rows, or something to be fitted."""
    if HOLDERS.match(made.name) and not whole.rows and (whole.fits or whole.evaluations):
        return replace(whole, things=())
    if whole.rows and (HOLDERS.match(made.name) or (not known and not whole.things)):
        return replace(whole, rows=_first_rows(made), things=())
    if made.name == "Subset" and len(made.args) > 1 and made.args[1].side is not None:
        return replace(made.args[0], rows=frozenset((*way, made.args[1].side) for way in made.args[0].rows))
    for word, value in made.named.items():
        for loop in value.loops:
            loop.seeds = loop.seeds or word in SEEDED
            loop.settings = loop.settings or word not in SEEDED
    for loop in frozenset().union(*(value.loops for value in made.args)) if made.args else ():
        loop.settings = True
    placed = {str(n): value for n, value in enumerate(made.args)}
    thing = Thing(name=made.name, line=made.line, known=known, parts=whole.things, given=placed | made.named,
                  loops=whole.loops)
    return Value(things=(thing,), loops=whole.loops)


def _unknown(made: Call, whole: Value, *, known: bool) -> Value:
    """A function that is not in this file and that nobody knows: what it was given may have gone anywhere."""
    if known:
        thing = () if made.path.startswith("builtins.") or whole.evaluations else (
            Thing(name=made.name, line=made.line, known=False, parts=whole.things, loops=whole.loops),)
        return replace(whole, things=whole.things or thing)
    why = f"{made.flow.place(made.node)}: what {made.name}(…) does is not in this file"
    if whole.models or (whole.rows and any(thing.rows for thing in whole.things)):
        made.flow.trace.dynamic.append(f"{why}, and it is given a model and rows to score it on")
    if whole.rows or whole.models or whole.evaluations:
        return replace(whole, lost=whole.lost | {why}, things=())
    return Value(things=(Thing(name=made.name, line=made.line, known=False, parts=whole.things, loops=whole.loops),),
                 loops=whole.loops, lost=frozenset({why}))


def _loaded(made: Call) -> Value:
    """Rows of a file or a published data set."""
    text = wording(made.flow, made.node)
    if made.name in TWO_SETS:
        parts = [gathered([Value(rows=frozenset({(text, Side("published", side))}))] * 2) for side in ("train", "test")]
        return gathered(parts)
    if PUBLISHED.match(made.name) or made.name == "load_dataset":
        which = next((made.named[word].constant for word in ("train", "split") if word in made.named), None)
        home = f"{made.name} {made.args[0].constant if made.args else ''}"
        return Value(rows=frozenset({(home, Side("published", str(which)))} if which is not None else {(home,)}))
    days = made.named.get("parse_dates")
    when = f"parse_dates (line {made.line})" if days is not None and days.constant is not False else ""
    whole = Value(rows=frozenset({(text,)}), dated=when, loops=joined(made.given).loops)
    both = made.says("return_X_y", is_=True) or made.name.startswith("make_")
    return replace(whole, items={0: whole, 1: replace(whole, columns=frozenset({"target"}))}) if both else whole


def _divided(made: Call) -> Value:
    """train_test_split: both sides of each thing it was given."""
    arrays = made.args or [value for word, value in made.named.items() if word in {"arrays", "*"}]
    options = {k.arg: ast.unparse(k.value) for k in made.node.keywords if k.arg not in {"stratify", None}}
    fixed = "random_state" in options and options["random_state"] != "None"
    for loop in made.named.get("random_state", NOTHING).loops:
        loop.seeds = True
    division = f"split {sorted(options.items())}" if fixed else f"split@{made.line}"
    how = "by time" if made.says("shuffle", is_=False) else "by groups" if any(v.units for v in arrays) else "at random"
    made.flow.divided(made, arrays, how)
    sides = [_side(value, Side(division, side)) for value in arrays for side in ("train", "test")]
    return replace(gathered(sides), rows=frozenset())


def _side(value: Value, side: Side) -> Value:
    if not value.rows:
        return replace(value, side=side, items=None, constant=None)
    plain = replace(value, items=None, element=None, constant=None)
    return replace(plain, rows=frozenset((*way, side) for way in value.rows))


def _random_split(made: Call) -> Value:
    data = made.arg(0, "dataset")
    made.flow.divided(made, [data], "at random")
    sizes = made.node.args[1] if len(made.node.args) > 1 else None
    count = len(sizes.elts) if isinstance(sizes, ast.List | ast.Tuple) else 2
    return gathered(_side(data, Side(f"split@{made.line}", str(n))) for n in range(count))


def _cross_validated(made: Call) -> Value:
    estimator, data, target = made.arg(0, "estimator"), made.arg(1, "X"), made.arg(2, "y")
    flow = made.flow
    if target.columns is not None and target.rows:
        flow.trace.targets |= target.columns
    for loop in estimator.loops | frozenset().union(*(t.loops for t in estimator.things)):
        loop.settings = loop.settings or not loop.seeds
    for thing in estimator.things:
        thing.nested = True
    flow.trace.trained += 1
    together = "by groups" if made.named.get("groups", NOTHING).rows else how_divided(made.arg(4, "cv"))
    flow.divided(made, [data], together)
    lost = data.lost if data.rows else data.lost | {
        f"{flow.place(made.node)}: which rows are cross-validated is not known"}
    scores = Evaluation(line=made.line, call=made.text, rows=data.rows, kind="cross-validated", things=estimator.things,
                        through=data.all_fits, own=data.all_fits, lost=lost,
                        loops=frozenset(flow.loops) | estimator.loops)
    told = flow.trace.evaluated(scores)
    if made.name != "cross_val_predict":
        return told
    how = made.named.get("method", NOTHING).constant
    return replace(told, answers=answers_of(estimator.things, how if isinstance(how, str) else "predict"))


def _metric(made: Call) -> Value:
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
    if joined(made.given).evaluations:
        return joined(made.given)
    lost = joined(made.given).lost
    if lost and not made.name.startswith("plot"):
        return flow.trace.evaluated(Evaluation(line=made.line, call=made.text, rows=frozenset(), lost=lost,
                                               loops=frozenset(flow.loops)))
    return joined(made.given)


def _boosted(made: Call) -> Value:
    """lightgbm.train, xgboost.train: a model fitted on the rows it is given."""
    data = made.arg(1, "train_set", "dtrain", "pool")
    if made.path.split(".")[0] not in {"lightgbm", "xgboost", "catboost", "builtins"} or not data.rows:
        return _unknown(made, joined(made.given), known=False)
    thing = Thing(name="booster", line=made.line, given=made.named, loops=joined(made.given).loops)
    for loop in thing.loops:
        loop.settings = True
    trained_on(made, thing, data)
    watch(made, thing)
    return Value(things=(thing,), loops=thing.loops)


def _best(made: Call) -> Value:
    """max and min: of scores the best; of a dictionary by its values too."""
    return of_scores(made, joined(made.given)) if joined(made.given).evaluations else joined(
        replace(v, rows=frozenset(), fits=frozenset()) for v in made.given)


def _enumerated(made: Call) -> Value:
    one = element_of(made.args[0]) if made.args else NOTHING
    return replace(joined(made.args[:1]), element=Value(items={0: NOTHING, 1: one}))


def _zipped(made: Call) -> Value:
    return replace(joined(made.args), element=Value(items={n: element_of(v) for n, v in enumerate(made.args)}))


def _same(made: Call) -> Value:
    held = made.args[0] if made.args else NOTHING
    return replace(held, constant=None) if held.items is not None or held.element is not None else joined(made.args)


def _next(made: Call) -> Value:
    return element_of(made.args[0]) if made.args else NOTHING


def _copied(made: Call) -> Value:
    held = made.args[0] if made.args else NOTHING
    if not held.things:
        return held
    things = tuple(replace(thing, fields=dict(thing.fields)) for thing in held.things)
    if made.name == "clone":
        things = tuple(replace(t, rows=frozenset(), through=frozenset(), watched=(), step=None) for t in things)
    return replace(held, things=things)


def _mapped(made: Call) -> Value:
    """map(f, several): f of each of them."""
    if len(made.args) != 2 or made.args[1].items is None:
        return ambiguous(joined(made.given), f"{made.flow.place(made.node)}: what map(…) gives is not followed")
    scope, found = made.flow.scopes[-1], []
    for item in made.args[1].items.values():
        scope[" of map"] = item
        each = ast.Call(func=made.node.args[0], args=[ast.Name(id=" of map", ctx=ast.Load())], keywords=[])
        found.append(made.flow.value(ast.fix_missing_locations(ast.copy_location(each, made.node))))
    del scope[" of map"]
    return gathered(found)


def _shuffled(made: Call) -> Value:
    """sklearn.utils.shuffle: the same rows in another order, each thing by itself."""
    if not made.path.startswith("sklearn"):
        return NOTHING
    return made.args[0] if len(made.args) == 1 else gathered(made.args)


def _dict(made: Call) -> Value:
    """dict(a=1, b=2), dict({...}, b=2)."""
    first = made.args[0].items if made.args and made.args[0].items is not None else {}
    return replace(joined(made.given), items={**first, **made.named})


def _range(made: Call) -> Value:
    return Value(loops=joined(made.given).loops)


SPECIAL: dict[str, Callable[[Call], Value]] = {
    "train_test_split": _divided, "random_split": _random_split, "train": _boosted, "max": _best, "min": _best,
    "dict": _dict, "col": column_named, "shuffle": _shuffled, "load_model": _kept_model,
    "enumerate": _enumerated, "zip": _zipped, "next": _next, "clone": _copied, "deepcopy": _copied, "copy": _copied,
    "map": _mapped, "resample": resampled, "setdiff1d": without, **dict.fromkeys(DRAWS, drawn),
    **dict.fromkeys(("range", "arange", "linspace", "len"), _range),
    **dict.fromkeys(CROSS_VALIDATED, _cross_validated), **dict.fromkeys(SAME_ITEMS, _same),
}

