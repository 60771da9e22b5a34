"""Methods of frames, arrays, lists and scores."""

from __future__ import annotations

import ast
from dataclasses import replace

from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.libraries import (
    BEST_OF,
    COUNTS,
    DATES,
    HOLDS_NO_ROWS,
    LAGS,
    NO_ROWS_FROM,
    SHOWS,
    SUMMARIES,
)
from referee.audit.reading.scripts.looks import column
from referee.audit.reading.scripts.rows import Side, Span
from referee.audit.reading.scripts.values import NOTHING, Pick, Value, element_of, joined

KEPT_IN = {"append", "extend", "add", "insert", "update", "setdefault", "appendleft"}
UNITED = {"append", "concat", "join", "merge", "concatenate", "union", "vstack"}
WINDOW = "window"


def method(made: Call, owner: Value) -> Value:
    """What a method of a value gives back."""
    listed = not owner.rows or owner.items is not None
    if made.name in KEPT_IN and listed and isinstance(made.node.func, ast.Attribute):
        made.flow.store(made.node.func.value, _kept(made, owner))
        return NOTHING
    if made.name in {"items", "values", "keys"} and not owner.rows:
        return _gone_through(made.name, owner)
    if made.name in SHOWS and made.name != "append":
        made.flow.show(joined([*made.given, owner]))
    if owner.evaluations and not owner.models:
        return of_scores(made, joined([owner, *made.args]))
    if owner.rows and not owner.models:
        return _of_rows(made, owner)
    truth = joined(value for value in made.given if value.rows and not value.models)
    if owner.models and truth.rows and made.name in {"eq", "ne", "sub", "equal"}:
        return made.flow.scored(made.node, owner, truth)
    whole = joined([owner, *made.given])
    return replace(whole, rows=owner.rows) if owner.rows else whole


def _kept(made: Call, owner: Value) -> Value:
    one = joined([*([owner.element] if owner.element else []), *made.args]) if made.args else None
    return replace(joined([owner, *made.given]), items=None, element=one)


def _gone_through(name: str, owner: Value) -> Value:
    one = element_of(owner)
    if name == "keys":
        return Value(loops=owner.loops, picks=owner.picks)
    return replace(owner, items=None, element=Value(items={0: NOTHING, 1: one}) if name == "items" else one)


def of_scores(made: Call, scores: Value) -> Value:
    """The mean, or the best, of scores; and training by a loss."""
    if made.name == "backward":
        for evaluation in scores.evaluations:
            for model in evaluation.models:
                model.thing.rows |= evaluation.rows
                model.thing.fitted_in = frozenset(made.flow.loops)
                model.thing.through |= evaluation.through
                model.thing.lost |= evaluation.lost
                made.flow.trace.trained += 1
    if made.name in {"mean", "std", "average", "nanmean", "median", "sem", "fmean", "stdev"}:
        for evaluation in scores.evaluations:
            evaluation.averaged = True
            evaluation.averaged_over |= evaluation.loops - set(made.flow.loops)
    if made.name in BEST_OF:
        running = made.path == f"builtins.{made.name}" and len(made.args) > 1       # best = max(best, score)
        pick = made.flow.trace.picked(Pick(line=made.line, call=made.text, of=scores.evaluations,
                                           within=frozenset() if running else frozenset(made.flow.loops)))
        return replace(scores, picks=scores.picks | {pick})
    return scores


def summary(made: Call, value: Value) -> Value:
    """A figure of rows, which holds none; what it goes into went through it."""
    name = "correlation" if made.name in {"corr", "corrwith", "corrcoef"} else (
        f"{made.name} by group" if value.grouped else made.name)
    target = made.name == "corrwith" and bool(made.args)
    fit = made.flow.mean_of(name, made.node, value, sees="target" if target else "nothing")
    return Value(fits=value.fits | {fit}, loops=value.loops, lost=value.lost, columns=None)


def across_columns(made: Call) -> bool:
    """Whether it goes along each row, and not over rows."""
    axis = made.named.get("axis", made.named.get("dim", NOTHING)).constant
    return axis in {1, -1, "columns"} or (made.name in {"mean", "std", "max", "min"} and bool(made.args)
                                         and made.args[-1].constant == 1)


def _of_rows(made: Call, owner: Value) -> Value:  # noqa: PLR0911 - one line a kind of method
    name, args = made.name, made.given
    inside = f"{name} (line {made.line})"
    if name in LAGS:
        back = made.arg(0, "periods", "window").constant
        ahead = isinstance(back, int) and back < 0
        return replace(owner, lagged=owner.lagged if ahead else owner.lagged or inside, constant=WINDOW,
                       grouped=False)
    if name == "expanding":
        return replace(owner, constant=WINDOW)
    if owner.constant == WINDOW:
        return replace(owner, constant=None)
    if name in {"groupby", "resample"}:
        return replace(owner, grouped=True, columns=None)
    if name in {"transform", "apply"} and owner.grouped:
        return _by_group(made, owner)
    if name in SUMMARIES and not across_columns(made) and made.arg(0, "func").constant not in COUNTS:
        return summary(made, owner)
    if name in HOLDS_NO_ROWS or name in NO_ROWS_FROM:
        return Value(loops=owner.loops)
    return _reshaped(made, owner, args)


def _by_group(made: Call, owner: Value) -> Value:
    """The mean of each row's group, beside it; a count of it sees no values."""
    if made.arg(0, "func").constant in COUNTS or made.arg(0, "func").function is not None:
        lagging = made.arg(0, "func").function is not None and any(
            isinstance(n, ast.Attribute) and n.attr in LAGS for n in ast.walk(made.node))
        return replace(owner, grouped=False, lagged=owner.lagged or (f"line {made.line}" if lagging else ""))
    fit = made.flow.mean_of(f"{made.arg(0, 'func').constant or 'mean'} by group", made.node, owner)
    return replace(owner, fits=owner.fits | {fit}, grouped=False)


def _reshaped(made: Call, owner: Value, args: list[Value]) -> Value:  # noqa: PLR0911 - one line a kind of method
    name = made.name
    if name == "sample" and made.says("replace", is_=True):
        copied = made.flow.mean_of("resample", made.node, owner, sees="rows")
        return replace(owner, fits=owner.fits | {copied})
    if name == "sample" and ("frac" in made.named or "n" in made.named or made.args):
        return replace(owner, rows=frozenset((*way, Side(f"sample@{made.line}", "in")) for way in owner.rows))
    if name in {"drop", "isin"} and args and (left := _left_out(owner, args[0])) is not None:
        return left if name == "drop" else replace(owner, side=replace_side(left))
    if name == "drop":
        words = _words([*made.args, *made.named.values()])
        return replace(owner, by_column={k: v for k, v in owner.by_column.items() if k not in words}, columns=None)
    if name == "pop" and made.args and isinstance(made.args[0].constant, str):
        return column(owner, {made.args[0].constant})
    if name in {"take", "skip"} and made.node.args:
        bound = ast.unparse(made.node.args[0])
        cut = Span("position", None, bound) if name == "take" else Span("position", bound, None)
        return replace(owner, rows=frozenset((*way, cut) for way in owner.rows))
    if name in {"head", "tail"} and made.node.args:
        bound = ast.unparse(made.node.args[0])
        cut = Span("position", None, bound) if name == "head" else Span("position", f"-{bound}", None)
        return replace(owner, rows=frozenset((*way, cut) for way in owner.rows))
    if name in {"head", "tail"}:
        return Value(loops=owner.loops)
    whole = joined([owner, *args])
    when = owner.dated or (f"{name} (line {made.line})" if name in {"sort_values", "set_index"} and any(
        isinstance(word, str) and DATES.search(word) for word in _words(args)) else "")
    result = replace(whole, rows=whole.rows if name in UNITED else owner.rows, columns=owner.columns,
                     fits=whole.fits, dated=when or whole.dated, grouped=owner.grouped, side=owner.side,
                     models=whole.models if name in UNITED else owner.models)
    if made.says("inplace", is_=True) and isinstance(made.node.func, ast.Attribute):
        made.flow.store(made.node.func.value, result)
    return result


def _left_out(owner: Value, index: Value) -> Value | None:
    """The rows that are left when those of a part are dropped."""
    for way in index.rows:
        if len(way) > 1 and isinstance(way[-1], Side | Span) and way[:-1] in owner.rows:
            last = way[-1]
            other = Side(last.division, "out") if isinstance(last, Side) else Span(last.along, last.high, None)
            return replace(owner, rows=frozenset((*one, other) for one in owner.rows))
    return None


def replace_side(left: Value) -> Side | Span | None:
    """What `isin` takes: the rows that dropping would leave out."""
    last = next(iter(left.rows))[-1]
    if isinstance(last, Side):
        return Side(last.division, "in")
    return Span(last.along, None, last.low) if isinstance(last, Span) else None


def _words(values: list[Value]) -> list[str]:
    found: list[str] = []
    for value in values:
        if isinstance(value.constant, str):
            found.append(value.constant)
        elif isinstance(value.constant, tuple):
            found += [word for word in value.constant if isinstance(word, str)]
    return found
