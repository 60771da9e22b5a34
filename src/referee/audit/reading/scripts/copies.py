"""Rows that are there more than once: drawn with replacement, repeated, put beside themselves.

An index may name rows twice before it is known of which table; `Value.again` says so until it is used.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from referee.audit.reading.scripts.columns import united as all_columns
from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.rows import Common, Side, Span, any_common
from referee.audit.reading.scripts.values import NOTHING, Fit, Value, gathered, joined
from referee.audit.reading.scripts.windows import each_a_row

COPIES = "copies"
DRAWS = {"choice": 1, "choices": 1, "integers": 2, "randint": 2, "random_integers": 2}     # the place of the size
GENERATORS = {"default_rng", "RandomState", "Generator", "Random", "random"}
REPEATS = {"repeat", "tile"}


def resampled(made: Call) -> Value:
    """sklearn.utils.resample: rows drawn again and again are copies of each other; drawn once, they are not."""
    data = made.arg(0)
    if not data.rows or made.says("replace", is_=False):
        return replace(data, items=None)
    drawn = [copied(made, replace(value, items=None)) for value in made.args]
    return drawn[0] if len(drawn) == 1 else gathered(drawn)


def copied(made: Call, value: Value) -> Value:
    """A value that has copies now."""
    return replace(value, fits=value.fits | {made.flow.mean_of(COPIES, made.node, value, sees=COPIES)})


def drawn(made: Call) -> Value:
    """Numbers of rows by chance: with replacement some come twice; the others are those that were not drawn."""
    pool = made.arg(0, "a", "low", "population")
    sized = "size" in made.named or "k" in made.named or len(made.args) > DRAWS[made.name]
    if not sized:
        return Value(loops=pool.loops)
    once = made.says("replace", is_=False) or (made.name == "choice" and made.arg(2, "replace").constant is False)
    return replace(pool, items=None, element=None, constant=None, units="", path="", things=(),
                   side=Side(f"draw@{made.line}", "in"), before=pool.takes,
                   again=pool.again if once else (made.line, made.text))


def repeated(made: Call, value: Value) -> Value:
    """np.repeat, np.tile: each row several times; along another axis it is no copy."""
    axis = made.arg(2 if made.path else 1, "axis").constant
    times = made.node.args[1 if made.path else 0] if len(made.node.args) > (1 if made.path else 0) else None
    spread = isinstance(times, ast.Tuple) and isinstance(times.elts[0], ast.Constant) and times.elts[0].value == 1
    by_count = times is not None and not isinstance(times, ast.Constant | ast.Tuple) and not made.path
    if axis not in {None, 0} or spread or by_count or value.models:
        return value
    return copied(made, value)


def named_again(made_of: Value, key: Value) -> frozenset[Fit]:
    """What taking rows by an index that names some twice does to them."""
    if key.again is None or not made_of.rows or made_of.models:
        return frozenset()
    line, call = key.again
    return frozenset({Fit(step=COPIES, call=call, line=line, rows=made_of.rows, sees=COPIES)})


def united(made: Call, parts: Iterable[Value], whole: Value) -> Value:
    """Several sets of rows as one; where two of them have rows in common, these are there twice."""
    if any(loop.rows for loop in whole.loops & set(made.flow.loops)):       # what is put together is of one row
        return replace(whole, again=None)
    parts = list(parts)
    whole = replace(whole, lagged=each_a_row(whole.lagged))
    tables = [part.table for part in parts if part.rows]
    known = [table for table in tables if table is not None]
    whole = replace(whole, table=all_columns(known) if known and len(known) == len(tables) else None)
    if made.arg(1, "axis", "dim", "how").constant in {1, -1, "columns", "horizontal"}:
        return replace(whole, again=None)
    whole = replace(whole, rows=frozenset(w for w in whole.rows if not any(w[:n] in whole.rows for n in range(len(w)))))
    if any(fit.sees == COPIES for fit in whole.fits):
        return whole
    if whole.again is not None and whole.rows and not whole.models:
        return replace(whole, fits=whole.fits | named_again(whole, whole), again=whole.again)
    same = any(twice(one, other) for one, other in combinations(parts, 2))
    return copied(made, whole) if same else whole


def twice(one: Value, other: Value) -> bool:
    """Whether two sets that are put together have rows in common, with the same columns."""
    if not one.rows or not other.rows or one.models or other.models or one.columns != other.columns:
        return False
    return any_common(one.rows, other.rows) is Common.SOME


def kept_again(made: Call, owner: Value) -> tuple[int, str] | None:
    """Whether a list gets rows that it has already, or the same ones each time a loop is gone through."""
    value = joined(made.args)
    if not value.rows or value.models or value.evaluations or owner.again is not None:
        return owner.again
    before = [*(owner.items or {}).values(), *([owner.element] if owner.element is not None else [])]
    if _of_one_row(made, value):
        return owner.again
    inside = made.flow.loops[-1] if made.flow.loops else None
    parts = any(isinstance(way[-1], Span) or (isinstance(way[-1], Side) and "@" in way[-1].division)
                for way in value.rows)
    anew = inside is not None and inside.counted and inside not in value.loops and not value.lagged and not parts
    return (made.line, made.text) if anew or any(twice(one, value) for one in before) else None


def _of_one_row(made: Call, value: Value) -> bool:
    """Whether the list begins anew with each row, as one of its features does."""
    home = made.node.func.value if isinstance(made.node.func, ast.Attribute) else None
    if not isinstance(home, ast.Name):
        return False
    begun = made.flow.born.get((id(made.flow.scopes[-1]), home.id), frozenset())
    return bool(begun & value.loops)


def without(made: Call) -> Value:
    """np.setdiff1d(all, some): the numbers that are not among some."""
    some = made.arg(1)
    if not isinstance(some.side, Side):
        return joined(made.given)
    if some.before != made.arg(0).takes:        # all but a part of a part
        return replace(joined(made.args), index=True)
    return replace(made.arg(0), side=Side(some.side.division, "out"), before=some.before, again=None, items=None,
                   constant=None)


def multiplied(node: ast.BinOp, left: Value, right: Value) -> Value | None:
    """Lists put together, or repeated, as `[a] * 3 + [b]`."""
    lists = [v for v in (left, right) if v.items is not None and v.items and all(isinstance(k, int) for k in v.items)]
    if isinstance(node.op, ast.Add) and len(lists) == 2:
        return gathered([*(left.items or {}).values(), *(right.items or {}).values()])
    if isinstance(node.op, ast.Mult) and len(lists) == 1 and (right if lists[0] is left else left).items is None:
        once = list((lists[0].items or {}).values())
        return gathered(once * 2) if any(v.rows for v in once) else None
    return None


def parts_of(value: Value) -> list[Value]:
    """What is put together, one by one."""
    return list((value.items or {}).values()) if value.items is not None else [value] if value is not NOTHING else []
