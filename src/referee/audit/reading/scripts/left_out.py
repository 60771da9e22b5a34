"""Test rows that are left out by what the model itself said of them: by its error, or by how sure it was."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.audit.reading.scripts.honest import apart, honest
from referee.audit.reading.scripts.libraries import WITHOUT_TARGET
from referee.audit.reading.scripts.rows import Common, any_common
from referee.audit.reading.scripts.seen import Seen
from referee.audit.reading.scripts.source import Source
from referee.audit.reading.scripts.trace import Trace
from referee.audit.reading.scripts.values import NOTHING, Cut, Evaluation, Value, joined

if TYPE_CHECKING:
    from referee.audit.reading.scripts.flow import Flow

ORDER = ast.Gt | ast.GtE | ast.Lt | ast.LtE
BARE = ast.Name | ast.Attribute | ast.Subscript


def judged(flow: Flow, node: ast.Compare, made: Value) -> Value:
    """What a comparison holds, with the mask that it is where it compares what a model said of each row.

    A class that was predicted is no mask of this kind, as a precision is of the rows that were given one; nor is a
    value that was predicted, as it stands, where it is no probability.
    """
    own = frozenset(e for e in made.evaluations if e.each and apart(e))
    ordered = isinstance(node.ops[0], ORDER)
    said = made.models if ordered and _of_certainty(flow, node) else frozenset()
    models = frozenset(m for m in said.union(*(e.models for e in own)) if not WITHOUT_TARGET.match(m.thing.name)
                       and m.rows and any_common(m.rows, made.rows) is not Common.SOME)
    if not models:
        return made
    rows = made.rows.union(*(e.rows for e in own))
    bounds = [flow.value(other) for other in node.comparators if isinstance(other, ast.Name)]
    cut = Cut(line=flow.at(node), call=ast.unparse(node)[:60], rows=rows, models=models,
              curve=any(loop in bound.loops for bound in bounds for loop in flow.loops))
    return replace(made, cuts=made.cuts | {cut})


def _of_certainty(flow: Flow, node: ast.Compare) -> bool:
    """Whether what is compared tells how sure a model was: a probability, or something reckoned of what it said."""
    for side in (node.left, *node.comparators):
        if isinstance(side, ast.Constant):
            continue
        bare = isinstance(side, BARE)
        if not bare or flow.value(side).answers == "scores":
            return True
    return False


def asked_in_words(flow: Flow, node: ast.Call, owner: Value, text: object) -> frozenset[Cut]:
    """test.query("abs(said - truth) < 5"), where a column holds what a model said."""
    try:
        query = ast.parse(text, mode="eval").body if isinstance(text, str) else None
    except SyntaxError:
        return frozenset()
    if query is None:
        return frozenset()
    names = {part.id for part in ast.walk(query) if isinstance(part, ast.Name)}
    told = joined(value for name, value in owner.said.items() if name in names) if names else NOTHING
    surely = told.answers == "scores" or any(e.each for e in told.evaluations) or bool(
        names & flow.trace.targets)
    models = told.models.union(*(e.models for e in told.evaluations if e.each))
    if not models or not surely:
        return frozenset()
    return frozenset({Cut(line=node.lineno, call=str(text)[:60], rows=owner.rows, models=models)})


def taken(flow: Flow, base: Value, result: Value, key: Value) -> Value:
    """Rows that were taken by a mask or their numbers."""
    for one in key.evaluations:
        one.masks = one.masks or one.each
    return left(flow, base, result, key.cuts)


def left(flow: Flow, base: Value, result: Value, cuts: frozenset[Cut]) -> Value:
    """Rows after a mask has left some out; the columns that hold what was said of them as well."""
    own = frozenset(cut for cut in cuts if any_common(cut.rows, base.rows) is Common.SOME)
    if not own:
        return result
    said = {name: _column_left(flow, value, result, own) for name, value in result.said.items()}
    return replace(result, dropped=result.dropped | own, said=said, cuts=frozenset(), evaluations=base.evaluations,
                   picks=base.picks)


def _column_left(flow: Flow, value: Value, result: Value, cuts: frozenset[Cut]) -> Value:
    if value.models:
        return replace(value, rows=result.rows, dropped=value.dropped | cuts)
    return errors_left(flow, value, cuts)


def sorted_out(value: Value, cuts: frozenset[Cut]) -> Value:
    """What a comprehension keeps of rows by an if: the rows, or their numbers."""
    if not cuts:
        return value
    items = None if value.items is None else {key: sorted_out(item, cuts) for key, item in value.items.items()}
    return replace(value, items=items, dropped=value.dropped | cuts, cuts=value.cuts | cuts)


def ranked_part(node: ast.Subscript, base: Value) -> Value:
    """np.argsort(errors)[:-20]: all rows but those with the largest errors."""
    own = [e for e in base.evaluations if e.each and apart(e)]
    if not base.ranked or not own:
        return base
    cut = Cut(line=node.lineno, call=ast.unparse(node)[:60], rows=frozenset().union(*(e.rows for e in own)),
              models=frozenset().union(*(e.models for e in own)))
    return replace(base, cuts=base.cuts | {cut}, ranked=False)


def errors_left(flow: Flow, errors: Value, cuts: frozenset[Cut]) -> Value:
    """err[err < 3]: the errors of the rows that are left, which are another score."""
    found = [flow.trace.evaluated(replace(e, dropped=e.dropped | cuts, printed=False, averaged_over=frozenset(),
                                          shown_over=frozenset()))
             for e in sorted(errors.evaluations, key=lambda e: e.number) if e.each]
    return joined(found) if found else errors


def left_out_by_the_model(source: Source, trace: Trace) -> Iterator[Seen]:
    """Scores of the test rows that a model was right or sure about, where that of all rows is not shown."""
    told: set[int] = set()
    for e in trace.evaluations:
        for cut in sorted(e.dropped, key=lambda one: one.line):
            own = {model.thing for model in cut.models} & {model.thing for model in e.models}
            if not e.printed or not own or cut.curve or cut.line in told or _all_told(trace, e, cut):
                continue
            told |= {one.line for one in e.dropped}
            beside = "; how many are left is shown, and their score alone" if cut.told else ""
            yield Seen(code="F-47", severity="warning" if cut.told else "serious", line=cut.line,
                       place=source.place(cut.line),
                       message=f"{cut.call}: test rows are left out by what {min(one.name for one in own)} itself "
                               f"said of them, before the score in {source.place(e.line)} ({e.call}){beside}. Score "
                               f"all rows, or show the score of all beside it.")


def _all_told(trace: Trace, e: Evaluation, cut: Cut) -> bool:
    """Whether a score of all rows is shown as well, or later one of other rows."""
    things = {model.thing for model in e.models}
    return any(other.printed and not other.dropped and honest(other) and things & {m.thing for m in other.models}
               and (other.number > e.number or any_common(other.rows, cut.rows) is Common.SOME)
               for other in trace.evaluations)
