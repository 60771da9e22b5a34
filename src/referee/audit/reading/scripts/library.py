"""Functions and classes that libraries bring, by their names; and functions that nobody knows."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from referee.audit.reading.scripts.columns import NOISE
from referee.audit.reading.scripts.copies import (
    DRAWS,
    REPEATS,
    drawn,
    named_again,
    parts_of,
    repeated,
    resampled,
    united,
    without,
)
from referee.audit.reading.scripts.dividing import cut_up, divided, random_split
from referee.audit.reading.scripts.frames import column_named
from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.going_through import (
    copied,
    delayed,
    dict_of,
    enumerated,
    mapped,
    next_of,
    numbers,
    same_items,
    zipped,
)
from referee.audit.reading.scripts.libraries import (
    BEST_OF,
    BY_CHANCE,
    CROSS_VALIDATED,
    LAGS,
    LIBRARIES,
    LOADERS,
    METRICS,
    NO_METRICS,
    NO_ROWS_FROM,
    PUBLISHED,
    SCALED,
    SCORES_OF_FEATURES,
    SEARCHES,
    SEEDS,
    SHOWS,
    SUMMARIES,
    TWO_SETS,
)
from referee.audit.reading.scripts.loading import loaded
from referee.audit.reading.scripts.methods import across_columns, summary, units_of
from referee.audit.reading.scripts.objects import boosted, kept_model, read_back, thing_made, unknown, written
from referee.audit.reading.scripts.one_of import from_elsewhere
from referee.audit.reading.scripts.prompts import some_of
from referee.audit.reading.scripts.roles import LABELS_FROM
from referee.audit.reading.scripts.scores import of_scores
from referee.audit.reading.scripts.scoring import cross_validated, metric
from referee.audit.reading.scripts.settings import NAMESPACES, from_text, namespace
from referee.audit.reading.scripts.shuffled import ORDERS, in_place, permuted
from referee.audit.reading.scripts.values import NOTHING, Value, ambiguous, joined
from referee.audit.reading.scripts.windows import by_library

DYNAMIC = {"exec", "eval", "compile", "__import__", "import_module", "getattr", "run_line_magic", "system"}
UNITED = {"concat", "concatenate", "cat", "vstack", "row_stack", "merge", "append", "ConcatDataset", "r_"}
LOADED = {"numpy.load", "torch.load"}
STATES = {"torch.save", "torch.load", "joblib.dump", "joblib.load"}
SAME_COLUMNS = {"get_dummies", "asarray", "array", "ascontiguousarray", "nan_to_num", "tensor", "as_tensor", "clip",
                "from_numpy", "from_pandas", "copy", "float32", "float64", "to_numeric", "deepcopy"}
SAME_NUMBERS = {"sort", "array", "asarray", "unique", "tensor", "as_tensor", "from_numpy", "list", "tuple", "sorted",
                "LongTensor", "int64", "Index"}
OF_NUMBERS = {"array", "asarray", "tensor", "as_tensor", "LongTensor", "int64"}
NUMBERS_OF_ROWS = {"numpy.flatnonzero", "numpy.where", "numpy.nonzero", "numpy.argwhere", "torch.where",
                   "torch.nonzero"}
SAME_ITEMS = {"list", "tuple", "sorted", "iter", "reversed", "tqdm", "trange", "product", "cycle", "track", "progress"}


def library(made: Call) -> Value:
    """What a function or class of a library gives back."""
    name, known = made.name, _known(made)
    if name in DYNAMIC and made.path.startswith(("builtins.", "importlib", "IPython")):
        return _dynamic(made)
    if name in SEEDS:
        for loop in frozenset().union(*(v.loops for v in made.given)) if made.given else ():
            loop.seeds = True
    if name in SHOWS:
        for value in made.given:
            made.flow.show(value)
        return NOTHING
    special = _special(made) if known else None
    if special is not None:
        return special
    if known and (LOADERS.match(name) or name in TWO_SETS or PUBLISHED.match(name) or made.path in LOADED):
        return loaded(made)
    if METRICS.match(name) and name not in NO_METRICS and any(
            v.models or v.things or v.lost or v.answers for v in made.given):
        return metric(made)
    return _of_values(made, known=known)


def _dynamic(made: Call) -> Value:
    """getattr(split, "left") is split.left, where the word is known; all else may do anything."""
    word = made.args[1].constant if made.name == "getattr" and len(made.args) > 1 else None
    if not isinstance(word, str):
        made.flow.trace.dynamic.append(f"{made.flow.place(made.node)}: {made.name}(…) is code made as it runs")
    elif word.isidentifier() and not isinstance(made.node.args[0], ast.Starred):
        field = ast.Attribute(value=made.node.args[0], attr=word, ctx=ast.Load())
        return made.flow.value(ast.copy_location(field, made.node))
    return joined(made.given)


def _special(made: Call) -> Value | None:  # noqa: PLR0911 - one line a kind of function
    """Functions that have a way of their own with rows; None for all others."""
    for known in (from_text(made), by_library(made, made.arg(0))):
        if known is not None:
            return known
    if made.path in STATES:
        return written(made) if made.name in {"save", "dump"} else read_back(made)
    if made.path in {"numpy.split", "numpy.array_split", "random.sample"}:
        return some_of(made) if made.name == "sample" else cut_up(made)
    if made.path in {"numpy.isin", "numpy.in1d", "numpy.flatnonzero"} and made.args[-1].side is not None:
        return replace(made.args[0], side=made.args[-1].side, before=made.args[-1].before, shuffled="", units="")
    if len(made.args) == 1 and (numbers_given := _numbers_of_rows(made)) is not None:
        return numbers_given
    if made.path.startswith("numpy.random.") and made.name in BY_CHANCE:
        return Value(loops=joined(made.given).loops, told=frozenset({NOISE}))
    return SPECIAL[made.name](made) if made.name in SPECIAL else None


def _numbers_of_rows(made: Call) -> Value | None:
    """An index: in another order or form the same one, or of rows that a test finds; None for all else."""
    given = made.args[0]
    if made.name in SAME_NUMBERS and given.side is not None and not given.rows:
        return replace(given, constant=None)
    found = made.path in NUMBERS_OF_ROWS or (
        made.name in OF_NUMBERS and not given.rows and (given.index or from_elsewhere(given)))
    return replace(joined([given]), rows=frozenset(), table=None, index=True) if found else None


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
        return Value(loops=whole.loops, units=units_of(made, whole), names=whole.names)
    if name[:1].isupper() or SEARCHES.match(name) or name in {"make_pipeline", "make_column_transformer", "make_union"}:
        return thing_made(made, whole, known=known)
    if known and whole.rows:
        return _of_several(made, whole)
    return unknown(made, whole, known=known)


def _of_several(made: Call, whole: Value) -> Value:
    """A known function of rows: what is put together, repeated, or may be any of those it was given."""
    if made.name in UNITED:
        return united(made, [part for value in made.args for part in parts_of(value)], whole)
    if made.name in {"stack", "array", "asarray"} and whole.loops:
        whole = replace(whole, fits=whole.fits | named_again(whole, whole))
    if made.name in REPEATS:
        return repeated(made, whole)
    if sum(bool(value.rows) for value in made.given) == 1 and all(v.items is None for v in made.given if v.rows):
        table = next(value.table for value in made.given if value.rows)
        return replace(whole, table=table if made.name in SAME_COLUMNS else None)
    if whole.models:                            # beside their own rows, as a support set: the truth tells which
        return whole
    return ambiguous(whole, f"{made.flow.place(made.node)}: {made.text} is given several sets of rows")


def _best(made: Call) -> Value:
    """max and min: of scores the best; of a dictionary by its values too."""
    return of_scores(made, joined(made.given)) if joined(made.given).evaluations else joined(
        replace(v, rows=frozenset(), fits=frozenset()) for v in made.given)


SPECIAL: dict[str, Callable[[Call], Value]] = {
    "train_test_split": divided, "random_split": random_split, "train": boosted, "max": _best, "min": _best,
    "dict": dict_of, "col": column_named, "shuffle": in_place, "load_model": kept_model,
    "enumerate": enumerated, "zip": zipped, "next": next_of, "clone": copied, "deepcopy": copied, "copy": copied,
    "map": mapped, "delayed": delayed, "resample": resampled, "setdiff1d": without, **dict.fromkeys(DRAWS, drawn),
    **dict.fromkeys(("range", "arange", "linspace", "len"), numbers),
    **dict.fromkeys(NAMESPACES, namespace), **dict.fromkeys(ORDERS, permuted),
    **dict.fromkeys(CROSS_VALIDATED, cross_validated), **dict.fromkeys(SAME_ITEMS, same_items),
}

