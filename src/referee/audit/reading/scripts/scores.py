"""Scores of models: their mean, their order, the best of them; and training by a loss."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.libraries import BEST_OF
from referee.audit.reading.scripts.values import NOTHING, Loop, Pick, Value, joined, words_of

if TYPE_CHECKING:
    from referee.audit.reading.scripts.flow import Flow

SUMS_UP = {"mean", "std", "average", "nanmean", "median", "sem", "fmean", "stdev", "nanmedian", "nanstd", "sum",
           "pstdev"}
"""The middle of scores, or how far they lie around it; a sum is half a mean."""
TELLS_ALL = {"percentile", "nanpercentile", "quantile", "nanquantile", "quantiles", "describe", "var",
             "hist", "boxplot", "violinplot", "histplot", "stripplot", "swarmplot", "kdeplot", "displot", "catplot"}
"""What tells of all scores in another way, in figures or in a picture."""
RANKS = {"sort_values", "sort", "sorted", "sort_index", "argsort"}


def of_scores(made: Call, scores: Value) -> Value:
    """The mean, or the best, of scores; and training by a loss."""
    if made.name == "backward":
        for evaluation in scores.evaluations:
            evaluation.kind = "loss"
            for model in evaluation.models:
                model.thing.rows |= evaluation.rows
                model.thing.fitted_in = frozenset(made.flow.loops)
                model.thing.through |= evaluation.through
                model.thing.lost |= evaluation.lost
                made.flow.trace.trained += 1
    if made.name in SUMS_UP or (made.name in {"agg", "aggregate"} and SUMS_UP & set(words_of(made.given))):
        for evaluation in scores.evaluations:
            evaluation.averaged = True
            evaluation.averaged_over |= evaluation.loops - set(made.flow.loops)
    if made.name in TELLS_ALL:
        for evaluation in scores.evaluations:
            evaluation.shown_over |= evaluation.loops - set(made.flow.loops)
    if made.name in RANKS:
        return replace(scores, ranked=True)
    first = made.name in {"head", "tail"} and made.arg(0, "n").constant == 1 and scores.ranked
    if made.name in BEST_OF or first:
        running = made.path == f"builtins.{made.name}" and len(made.args) > 1       # best = max(best, score)
        return _picked(made.flow, made.line, made.text, scores,
                       frozenset() if running else frozenset(made.flow.loops))
    return scores


def put_in_order(made: Call, owner: Value) -> Value:
    """scores.sort(): in their place."""
    if isinstance(made.node.func, ast.Attribute):
        made.flow.store(made.node.func.value, replace(owner, ranked=True))
    return NOTHING


def at_the_end(flow: Flow, node: ast.Subscript, base: Value, place: object) -> Value | None:
    """The first or last of scores in order, which is the best of them; None for all others."""
    if not base.ranked or not base.evaluations or base.models or isinstance(place, bool) or place not in (0, -1):
        return None
    return _picked(flow, node.lineno, ast.unparse(node)[:70], joined([base]), frozenset(flow.loops))


def the_greater(flow: Flow, node: ast.IfExp, scores: Value) -> Value:
    """best = score if score > best else best, which is max(best, score)."""
    test = node.test
    if not flow.loops or not scores.evaluations or scores.models or not isinstance(test, ast.Compare):
        return scores
    sides = {ast.unparse(test.left), ast.unparse(test.comparators[0])}
    if sides != {ast.unparse(node.body), ast.unparse(node.orelse)}:
        return scores
    return _picked(flow, node.lineno, ast.unparse(node)[:70], scores, frozenset())


def _picked(flow: Flow, line: int, call: str, scores: Value, within: frozenset[Loop]) -> Value:
    pick = flow.trace.picked(Pick(line=line, call=call, of=scores.evaluations, within=within))
    return replace(scores, picks=scores.picks | {pick}, ranked=False)
