"""Rows that are divided: train_test_split, random_split, the folds of a splitter."""

from __future__ import annotations

import ast
from dataclasses import replace

from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.libraries import AT_RANDOM, BY_GROUPS, BY_TIME, SPLITTERS
from referee.audit.reading.scripts.rows import Side, Span
from referee.audit.reading.scripts.shuffled import cut_at_random
from referee.audit.reading.scripts.values import NONE, NOTHING, Thing, Value, gathered, joined, own_rows
from referee.audit.reading.scripts.wording import wording


def divided(made: Call) -> Value:
    """train_test_split: both sides of each thing it was given."""
    arrays = made.args or [value for word, value in made.named.items() if word in {"arrays", "*"}]
    options = {k.arg: ast.unparse(k.value) for k in made.node.keywords if k.arg not in {"stratify", None}}
    fixed = "random_state" in options and options["random_state"] != "None"
    seed = made.named.get("random_state", NOTHING)
    division = f"split {sorted(options.items())}" if fixed else f"split@{made.line}"
    if not made.says("shuffle", is_=False):
        made.flow.divided_anew(joined(arrays), seed)
    how = "by time" if made.says("shuffle", is_=False) else "by groups" if any(v.units for v in arrays) else "at random"
    made.flow.divided(made, arrays, how, name=division, by=[v.units for v in arrays if v.units])
    sides = [_side(value, Side(division, side)) for value in arrays for side in ("train", "test")]
    if seed.picks:                              # the seed that did best, once more
        sides = [replace(side, follows=side.follows | seed.picks) for side in sides]
    return replace(gathered(sides), rows=frozenset())


def _side(value: Value, side: Side | Span) -> Value:
    if not value.rows:
        return replace(value, side=side, before=value.takes, items=None, constant=None)
    plain = replace(value, items=None, element=None, constant=None)
    return replace(plain, rows=frozenset((*way, side) for way in value.rows))


def random_split(made: Call) -> Value:
    """torch.utils.data.random_split: as many parts as it is given sizes, of which none has a row of another."""
    data = own_rows(made.arg(0, "dataset"))
    made.flow.divided(made, [data], "at random", name=f"split@{made.line}")
    made.flow.divided_anew(data, made.named.get("generator", NOTHING))
    sizes = made.node.args[1] if len(made.node.args) > 1 else None
    count = len(sizes.elts) if isinstance(sizes, ast.List | ast.Tuple) else 2
    return gathered(_side(data, Side(f"split@{made.line}", str(n))) for n in range(count))


def cut_up(made: Call) -> Value:
    """np.split(rows, [a, b]): up to a, from a to b, and the rest."""
    data, cuts = made.arg(0, "ary"), made.node.args[1] if len(made.node.args) > 1 else None
    if not isinstance(cuts, ast.List | ast.Tuple):
        one = replace(joined([data]), index=not data.rows)          # one of so many parts
        return replace(one, element=one)
    bounds = [wording(made.flow, one) for one in cuts.elts]
    along = "position" if data.rows else f"order of {ast.unparse(made.node.args[0])}"
    cut_at_random(made.flow, made.node, data, data)
    return gathered(_side(data, Span(along, low, high)) for low, high in zip(
        [None, *bounds], [*bounds, None], strict=True))


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


def owners_in(groups: Value) -> frozenset[str]:
    """The columns that rows are kept together by, as they are given to a splitter."""
    return groups.columns or groups.told


def folds_given(made: Call, splitter: Value, groups: Value) -> tuple[str, frozenset[str]]:
    """How the folds that a score or a search is given divide, and by which columns: a splitter's, or made before."""
    sides = [one.side for one in (splitter.element.items or {}).values()] if splitter.element is not None else []
    made_before = {side.division for side in sides if isinstance(side, Side)}
    for division in made.flow.trace.divisions:
        if division.name in made_before:
            return division.how, division.by
    thing = next(iter(splitter.things), None)
    ignored = isinstance(splitter.constant, int) or splitter in (NOTHING, NONE) if thing is None else (
        SPLITTERS.match(thing.name) is not None)            # folds that go by no groups, though they are given some
    return ("by groups" if groups.rows and not ignored else how_divided(splitter)), owners_in(groups)


def split(made: Call, thing: Thing) -> Value:
    """The folds of a splitter: rows to train on and rows to test on, by their numbers."""
    data = made.arg(0, "X")
    groups = made.arg(2, "groups")
    by_units = data.units or (not data.rows and groups.units)
    division = f"fold@{made.line}"
    made.flow.divided(made, [data], "by groups" if by_units else how_divided(Value(things=(thing,))), name=division,
                      by=[by_units] if by_units else owners_in(groups))
    fold = {n: Value(side=Side(division, side)) for n, side in enumerate(("train", "test"))}
    return Value(element=Value(items=fold), items=None)
