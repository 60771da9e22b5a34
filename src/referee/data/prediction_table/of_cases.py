"""What files say of the cases themselves: their truth, their cluster, how often each stands there, what it costs."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.data.prediction_table.block import Block, codes_of, under_one_another
from referee.data.prediction_table.cases import Cases, apart_of, rows_of
from referee.data.prediction_table.faults import Against, Fault, Faults, on_conflicts
from referee.data.weights import SAMPLING
from referee.data.wording import counted
from referee.errors import BadInput
from referee.kinds import Array


def truth_of(blocks: list[Block], cases: Cases, faults: Faults | None = None) -> tuple[Any, Array]:
    """The truth of each case as a code of the values beside it, and the cases that have several.

    None where answers only have marks. Several are refused, unless faults are kept: then the first stands.
    """
    import pyarrow as pa  # type: ignore[import-untyped]

    where_of = {rows_of(block): where for block, where in zip(blocks, cases.of_block, strict=True)}
    given = [(block.mark("truth"), where_of[key]) for key, block in apart_of(blocks).items()]
    known = [(_nan_is_missing(column), where) for column, where in given if column is not None]
    if not known:
        return None, np.empty(0, dtype=np.int64)
    kinds = {str(column.type) for column, _ in known}
    columns = [column if len(kinds) == 1 else column.cast(pa.string()) for column, _ in known]
    codes, values = codes_of(under_one_another(columns))
    where = np.concatenate([w for _, w in known])
    first = np.full(cases.ids.size, -1, dtype=np.int64)
    there = codes >= 0
    first[where[there][::-1]] = codes[there][::-1]
    conflicts = np.flatnonzero(there & (first[where] != codes))
    torn = np.unique(where[conflicts])
    if conflicts.size and faults is not None and torn.size < cases.ids.size / 2:
        faults.append(_torn(blocks, cases, torn, (codes, where, values)))
    elif conflicts.size:
        case, row = where[conflicts[0]], conflicts[0]
        raise BadInput(f"case {cases.ids[case]!s} has two truths ({values[first[case]]!r} and {values[codes[row]]!r}); "
                       f"{counted(np.unique(where[conflicts]).size, 'case')} contradict like this: ids must mean the "
                       f"same case everywhere.")
    missing = np.flatnonzero(first < 0)
    if missing.size:
        raise BadInput(f"no truth is given for {counted(missing.size, 'case')}, such as id {cases.ids[missing[0]]!s}; "
                       f"fill it, or leave the case out.")
    return (first, values), torn


def _torn(blocks: list[Block], cases: Cases, torn: Array, given: tuple[Array, Array, list[Any]]) -> Fault:
    """The fault of several truths: how many cases, an example, and whose answers the truths beside them are."""
    codes, where, values = given
    case = int(torn[0])
    two = [values[code] for code in dict.fromkeys(codes[where == case].tolist()) if code >= 0][:2]
    told = []
    for block, mine in zip(blocks, cases.of_block, strict=True):
        right, many = on_conflicts(block, np.flatnonzero(np.isin(mine, torn)))
        told += [f"that beside {block.model} is its own answer in {right:,} of {many:,}"] if many else []
    whose = f" In these the truth differs with the model: {', '.join(told)}." if len(told) > 1 else ""
    return Fault(against=Against.TRUTH, cases=torn.size, sentence=(
        f"{torn.size:,} of {cases.ids.size:,} cases have more than one truth (case {cases.ids[case]!s}: {two[0]!r} and "
        f"{two[1]!r}): the models were not held against the same key.{whose}"))


def _nan_is_missing(column: Any) -> Any:
    import pyarrow as pa
    from pyarrow import compute

    return compute.if_else(compute.is_nan(column), None, column) if pa.types.is_floating(column.type) else column


def mark_codes(blocks: list[Block], cases: Cases, role: str) -> Array | None:
    """A code for each case by what marks it, the same in all files."""
    import pyarrow as pa

    found = np.full(cases.ids.size, -1, dtype=np.int64)
    seen: dict[Any, int] = {}
    for block, where in zip(blocks, cases.of_block, strict=True):
        column = block.mark(role)
        if column is None:
            continue
        codes, names = codes_of(column)
        number = np.array([seen.setdefault(name, len(seen)) for name in names] or [-1])
        mine = np.where(codes < 0, -1, number[codes])
        clash = np.flatnonzero((found[where] >= 0) & (found[where] != mine))
        if clash.size:
            raise BadInput(f"case {cases.ids[where[clash[0]]]!s} is in two {role}s; a case belongs to one.")
        found[where] = mine
    if not seen:
        return None
    missing = np.flatnonzero(found < 0)
    if missing.size:
        raise BadInput(f"no {role} is given for {counted(missing.size, 'case')}, such as id {cases.ids[missing[0]]!s}.")
    return codes_of(pa.array(found))[0]         # numbered by the order of the cases


def weights_of(blocks: list[Block], cases: Cases, kind: str) -> Array | None:
    """How often each case stands there, or for how many it stands; None where no file says it."""
    weights = np.full(cases.ids.size, np.nan)
    for block, where in zip(blocks, cases.of_block, strict=True):
        name = block.roles.weight
        if name is not None:
            weights[where] = block.numbers(name, "weight")
    if np.isnan(weights).all():
        return None
    fine = np.isfinite(weights) & (weights >= 0)
    fine &= (weights == np.trunc(weights)) | (kind == SAMPLING)
    if not fine.all():
        case = np.flatnonzero(~fine)[0]
        meaning = ("a sampling weight says for how many cases one stands, so it is a number from 0 on"
                   if kind == SAMPLING else
                   "a weight says how often a case stands there, so it is a whole number from 0 on; say "
                   "weights_are='sampling' if it says for how many cases one stands")
        raise BadInput(f"the weight of case {cases.ids[case]!s} is {weights[case]:g}; {meaning}.")
    if not weights.any():
        raise BadInput("every weight is 0, so that no case counts.")
    return weights if kind == SAMPLING else weights.astype(np.int64)


def costs_of(blocks: list[Block], cases: Cases) -> Array | None:
    """What it costs to be wrong about each case; None where no file says it."""
    costs = np.full(cases.ids.size, np.nan)
    named = [(block, where, name) for block, where in zip(blocks, cases.of_block, strict=True)
             if (name := block.roles.cost) is not None]
    for block, where, name in named:
        mine = block.numbers(name, "cost")
        clash = np.flatnonzero(~np.isnan(costs[where]) & ~np.isnan(mine) & (costs[where] != mine))
        if clash.size:
            case = where[clash[0]]
            raise BadInput(f"case {cases.ids[case]!s} has two costs ({costs[case]:g} and {mine[clash[0]]:g}); "
                           f"{counted(np.unique(where[clash]).size, 'case')} contradict like this.")
        costs[where] = np.where(np.isnan(mine), costs[where], mine)
    odd = np.flatnonzero(~(np.isfinite(costs) & (costs >= 0)))
    if named and odd.size:
        said = "is missing" if np.isnan(costs[odd[0]]) else f"is {costs[odd[0]]:g}"
        raise BadInput(f"the cost of case {cases.ids[odd[0]]!s} {said} ({counted(odd.size, 'case')} like this); give "
                       f"what it costs to be wrong about each case, 0 or more.")
    if named and not costs.any():
        raise BadInput("every cost is 0, so that no error costs anything.")
    return costs if named else None
