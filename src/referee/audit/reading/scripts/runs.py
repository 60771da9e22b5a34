"""The best of many runs: of seeds, of divisions by chance, of repeats; and whether the others are told beside it."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from referee.audit.reading.scripts.seen import Seen
from referee.audit.reading.scripts.source import Source
from referee.audit.reading.scripts.trace import Trace
from referee.audit.reading.scripts.values import Evaluation, Loop, Pick, Value, chosen_by

if TYPE_CHECKING:
    from referee.audit.reading.scripts.flow import Flow

END = re.compile(r"(?<![a-z])(?:nan|a)?(max|min)\(")         # no argmax: that takes the setting, not the number


def is_run(loop: Loop) -> bool:
    """Whether going through a loop once is one run of several: another seed, or the rows divided once more."""
    return loop.seeds or loop.again


def best_run(source: Source, trace: Trace, pick: Pick, of: list[Evaluation]) -> Seen | None:
    """The best of several runs; asked about where all are shown too, silent where their mean or spread is.

    Where the best seed is then run once more, and that is shown, it is the result, and what was shown before does not
    mend it; beside a mean it is asked about.
    """
    averaged = any(is_run(loop) for one in of for loop in one.averaged_over)
    again = _made_again(trace, pick)
    if averaged and not again:
        return None
    shown = any(is_run(loop) for one in of for loop in one.shown_over) or both_ends(trace, pick)
    open_ = averaged or (shown and not again)
    beside = ", beside all of them" if open_ else ""
    what = "seeds" if any(loop.seeds for one in of for loop in one.loops - pick.within) else "divisions by chance"
    return Seen(code="F-08", severity="warning" if open_ else "fatal", line=pick.line, place=source.place(pick.line),
                message=f"{pick.call} takes the best of several {what}{beside}, scored in "
                        f"{source.place(of[0].line)} ({of[0].call}). Report the mean over all of them, with its "
                        f"spread.")


def _made_again(trace: Trace, pick: Pick) -> bool:
    return any(e.printed and e.number > pick.number and any(pick in model.thing.follows for model in e.models)
               for e in trace.evaluations)


def both_ends(trace: Trace, pick: Pick) -> bool:
    """Whether the worst is shown as well as the best: then it is a range."""
    end = _end(pick)
    return end != "" and any(other.reported and other.of & pick.of and _end(other) not in {"", end}
                             for other in trace.picks)


def _end(pick: Pick) -> str:
    found = END.search(pick.call)
    return found[1] if found else ""


def until(flow: Flow, test: ast.expr, within: frozenset[Loop]) -> None:
    """while score < 0.9, if score > 0.9: break: runs go on until one is good enough, and that one is kept."""
    compared = isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Gt | ast.GtE | ast.Lt | ast.LtE)
    held = flow.value(test) if compared else Value()
    runs = [e for e in held.evaluations if any(map(is_run, e.loops - within))
            and not any(loop.settings for loop in e.loops - within)]
    if not runs:
        return
    newest = max(runs, key=lambda e: e.number)
    pick = flow.trace.picked(Pick(line=flow.at(test), call=f"until {ast.unparse(test)[:60]}", within=within,
                                  of=frozenset({newest})))
    for name in {n.id for n in ast.walk(test) if isinstance(n, ast.Name)}:
        kept = flow.scopes[-1].get(name)
        if kept is not None and newest in kept.evaluations:
            flow.scopes[-1][name] = chosen_by(kept, pick)
