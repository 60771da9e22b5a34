"""What each model says in each test part: by repeat, fold and seed, one word on a case."""

from __future__ import annotations

import numpy as np

from referee.data.prediction_table.block import Block, codes_of
from referee.data.prediction_table.cases import Cases, ascending
from referee.data.prediction_table.faults import MOSTLY, Against, Fault, Faults
from referee.data.prediction_table.names import same_name
from referee.data.prediction_table.outputs import Words
from referee.data.prediction_table.table import Part
from referee.data.wording import counted
from referee.errors import BadInput
from referee.kinds import Array


def parts_of(blocks: list[Block], cases: Cases, words: Words, faults: Faults | None = None
             ) -> dict[str, tuple[Part, ...]]:
    """By model, in the order of repeats, folds and seeds; a case that is given twice is refused, or told and cut."""
    said: dict[str, dict[tuple[str, str, str], Part]] = {}
    first: dict[tuple[str, tuple[str, str, str]], Block] = {}
    for number, block in enumerate(blocks):
        where = cases.of_block[number]
        for key, rows in _by_part(block):
            order = rows if ascending(where[rows]) else rows[np.argsort(where[rows], kind="stable")]
            at = where[order]
            twice = np.flatnonzero(at[1:] == at[:-1])
            if twice.size and (faults is None or twice.size > MOSTLY * np.unique(at).size):
                raise _given_twice(block, str(cases.ids[at[twice[0]]]), twice.size)
            if twice.size and faults is not None:
                faults.append(_told_twice(block, str(cases.ids[at[twice[0]]]), words.right(number, order, at), twice))
                order, at = np.delete(order, twice + 1), np.delete(at, twice + 1)
            repeat, fold, seed = key
            part = Part(repeat=repeat, fold=fold, seed=seed, cases=at, **words.taken(number, order))
            before = said.setdefault(block.model, {}).get(key)
            if before is not None:
                shared = np.intersect1d(before.cases, at)
                if shared.size:
                    raise same_name(blocks, first[block.model, key], block, str(cases.ids[shared[0]]))
                part = _joined(before, part, block)
            said[block.model][key] = part
            first.setdefault((block.model, key), block)
    return {model: tuple(sorted(parts.values(), key=lambda p: (p.repeat, p.fold, p.seed)))
            for model, parts in said.items()}


def _joined(one: Part, other: Part, block: Block) -> Part:
    """Two files of one model with different cases are one part."""
    cases = np.concatenate([one.cases, other.cases])
    order = np.argsort(cases, kind="stable")
    arrays: dict[str, Array] = {}
    for what in ("labels", "probabilities", "scores", "values", "quantiles", "marks"):
        left, right = getattr(one, what), getattr(other, what)
        if (left is None) != (right is None):
            raise BadInput(f"{block.where}: {block.model} gives {what} in one file and not in another; give the same "
                           f"columns in all.")
        if left is not None:
            arrays[what] = np.concatenate([left, right])[order]
    return Part(repeat=one.repeat, fold=one.fold, seed=one.seed, cases=cases[order], **arrays)


def _given_twice(block: Block, case: str, times: int) -> BadInput:
    """The refusal of a case that one model is asked twice, with the columns that may tell the repetitions apart."""
    return BadInput(f"{block.model}: case {case} is given more than once ({counted(times, 'repetition')} in all); "
                    f"give each case once, or say in a column what tells the repetitions apart (--model, --fold, "
                    f"--repeat or --run).")


def _told_twice(block: Block, case: str, right: Array | None, twice: Array) -> Fault:
    """The same as a fault, with what counting those cases twice does to the accuracy."""
    counted_once = "" if right is None else (
        f" Counted as often as they stand it is right in {right.mean():.1%}, each case once in "
        f"{np.delete(right, twice + 1).mean():.1%}.")
    return Fault(against=Against.TWICE, model=block.model, cases=twice.size, sentence=(
        f"{block.model} has more than one answer to {counted(twice.size, 'case')} (such as {case}), of "
        f"{block.rows.size - twice.size:,}.{counted_once}"))


def _by_part(block: Block) -> list[tuple[tuple[str, str, str], Array]]:
    """The rows of each test part: by repeat, fold and seed, where there are such columns."""
    marks = [block.mark(role) for role in ("repeat", "fold", "seed")]
    if all(mark is None for mark in marks):
        return [(("0", "0", ""), np.arange(block.rows.size))]
    coded = [(np.zeros(block.rows.size, dtype=np.int64), [blank]) if mark is None else codes_of(mark)
             for mark, blank in zip(marks, ("0", "0", ""), strict=True)]
    keys = np.ravel_multi_index([codes + 1 for codes, _ in coded], [len(names) + 1 for _, names in coded])
    found = []
    for key in np.unique(keys):
        rows = np.flatnonzero(keys == key)
        repeat, fold, seed = (str(names[codes[rows[0]]]) if codes[rows[0]] >= 0 else "" for codes, names in coded)
        found.append(((repeat, fold, seed), rows))
    return found
