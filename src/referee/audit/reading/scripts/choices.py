"""Choices that test rows made: when to stop, which setting, which seed, which threshold."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.audit.reading.scripts.honest import apart, honest
from referee.audit.reading.scripts.rows import Common, Way, any_common
from referee.audit.reading.scripts.runs import best_run, both_ends, is_run
from referee.audit.reading.scripts.seen import Seen
from referee.audit.reading.scripts.source import Source
from referee.audit.reading.scripts.trace import Trace
from referee.audit.reading.scripts.values import Evaluation, Loop, Pick, Thing, Trained
from referee.audit.vocabulary.metrics import known_metric

VALIDATION = re.compile(r"(?<![a-z])(?:val|valid|validation|dev)(?![a-z])", re.IGNORECASE)      # of a file, a folder


def stopped_on_test_rows(source: Source, trace: Trace) -> Iterator[Seen]:
    """Early stopping, or the best checkpoint, by the rows that give the score."""
    for e in trace.evaluations:
        shown = e.kind == "held out" or (e.kind == "loss" and e.printed)
        if not shown or e.lost or not apart(e):
            continue
        for model in e.models:
            for rows, line, call in model.watched:
                if any_common(rows, e.rows) is not Common.SOME or _scored_apart(trace, model, rows):
                    continue
                final = _fitted_again(trace, e, model, rows)
                if final is not None and not e.printed:
                    continue
                result = "" if final is None else (
                    f"; it is not the last word, as {source.place(final.line)} ({final.call}) is of other rows")
                yield Seen(code="F-03", severity="fatal" if final is None else "warning", line=line,
                           place=source.place(line),
                           message=f"{call}: training of {model.thing.name} is stopped or steered by the rows that "
                                   f"give its score in {source.place(e.line)} ({e.call}){result}. Split the training "
                                   f"part once more, and give the new part as validation data.")


def _scored_apart(trace: Trace, model: Trained, rows: frozenset[Way]) -> bool:
    """Whether rows that it did not watch give a score of it too."""
    return any(honest(e) and any(model.thing is other.thing for other in e.models)
               and any_common(e.rows, rows) is Common.NONE for e in trace.evaluations)


def _fitted_again(trace: Trace, e: Evaluation, model: Trained, rows: frozenset[Way]) -> Evaluation | None:
    """A later score, which is shown, of rows apart, of such a model fitted on the rows that were watched: the result.

    The score of the watched rows then only guided the work, as within the training rows.
    """
    return next((later for later in trace.evaluations if later.number > e.number and later.printed and honest(later)
                 and any_common(later.rows, rows) is Common.NONE
                 and any(other.thing.name == model.thing.name and other.thing is not model.thing and not other.watched
                         and any_common(other.rows, rows) is Common.SOME for other in later.models)), None)


def chosen_on_test_rows(source: Source, trace: Trace) -> Iterator[Seen]:
    """The best of several scores, where nothing else is scored afterwards."""
    for pick in trace.picks:
        of = [e for e in pick.of if e.kind != "curve" and not e.lost and e.rows and (
            e.kind in {"cross-validated", "search"} or apart(e))]
        shown = pick.reported or any(e.printed for e in of if e.kind != "search") or _told_later(trace, pick)
        if not of or not shown or (not _told_later(trace, pick) and all(_for_validation(e) for e in of)):
            continue
        if pick.search is not None and (_nested(trace, pick.search) or not pick.reported):
            continue
        if not _judged_elsewhere(trace, pick, of):
            told = _told(source, trace, pick, of)
            if told is not None:
                yield told


def chosen_by_eye(source: Source, trace: Trace) -> Iterator[Seen]:
    """Scores of many settings are shown, and one of these is then scored on the same rows as the result."""
    for e in trace.evaluations:
        tried = [loop for loop in e.loops if loop.settings and loop.counted and not loop.folds and not loop.seeds]
        if e.kind != "held out" or not e.printed or e.lost or not tried or not apart(e):
            continue
        names, things = {model.thing.name for model in e.models}, {model.thing for model in e.models}
        for later in trace.evaluations:
            again = later.printed and later.number > e.number and later.kind == "held out" and later.rows == e.rows
            chosen = [m.thing for m in later.models if m.thing.name in names and m.thing not in things]
            if again and chosen and not later.loops and all(map(_set_by_hand, chosen)) and not _judged_elsewhere(
                    trace, Pick(line=e.line, call="", of=frozenset({e, later})), [e]):
                yield Seen(code="F-03", severity="serious", line=later.line, place=source.place(later.line),
                           message=f"{later.call} is the score of one of several settings, after all of them were "
                                   f"shown on the same rows in {source.place(e.line)} ({e.call}). Choose on a "
                                   f"validation part of the training rows, and score the test part once.")
                break


def _set_by_hand(thing: Thing) -> bool:
    """Whether a number or a word stands where other settings were tried."""
    return any(isinstance(value.constant, int | float | str) for value in thing.given.values())


def _told_later(trace: Trace, pick: Pick) -> bool:
    """Whether the model that was chosen is scored once more on the rows that chose it, and that is shown."""
    things = {model.thing for e in pick.of for model in e.models}
    rows = frozenset().union(*(e.rows for e in pick.of))
    return any(e.printed and e.number > pick.number and e not in pick.of
               and any(m.thing in things or pick in m.thing.follows for m in e.models)
               and any_common(e.rows, rows) is Common.SOME for e in trace.evaluations)


def _for_validation(e: Evaluation) -> bool:
    """Whether its rows are kept apart for choosing, by the file they come from: the test is in another script."""
    return e.kind == "held out" and all(isinstance(way[0], str) and VALIDATION.search(way[0]) for way in e.rows)


def _nested(trace: Trace, search: Thing) -> bool:
    """Whether the search, or one like it, is itself cross-validated, or scored on rows that it was not fitted on."""
    parts = {part.name for part in search.parts}

    def alike(thing: Thing) -> bool:
        return thing.name == search.name and {part.name for part in thing.parts} == parts

    return search.nested or any(
        (e.kind == "cross-validated" and any(map(alike, e.things)))
        or (e.kind == "held out" and honest(e) and any(alike(model.thing) for model in e.models))
        for e in trace.evaluations)


def _judged_elsewhere(trace: Trace, pick: Pick, of: list[Evaluation]) -> bool:
    """Whether rows that had no part in the choice give a score, or may give one, where that is not known."""
    rows = frozenset().union(*(e.rows for e in of))
    seeds = any(is_run(loop) for e in of for loop in e.loops - pick.within)
    spent = {e for other in trace.picks if seeds and other is not pick for e in other.of}   # they chose within each
    return any(e.models and e.kind == "held out" and e not in pick.of and any_common(e.rows, rows) is not Common.SOME
               and e not in spent
               and all((model.rows or model.lost or not model.thing.rows)       # or fitted in a way that nobody knows
                       and any_common(model.rows, e.rows) is not Common.SOME for model in e.models)
               and not all(model.thing.name.startswith("Dummy") for model in e.models)     # scikit-learn's baselines
               for e in trace.evaluations)


def _told(source: Source, trace: Trace, pick: Pick, of: list[Evaluation]) -> Seen | None:
    place, e = source.place(pick.line), of[0]
    every = [(one, loop) for one in of for loop in one.loops - pick.within if not loop.folds]
    loops = [loop for one, loop in every if loop.seeds or loop.settings or loop.thresholds or _changes(one, loop)]
    folds = any(loop.folds for one in of for loop in one.loops - pick.within) or e.kind == "cross-validated"
    averaged = any(one.averaged and (one.kind == "cross-validated" or any(loop.folds for loop in one.averaged_over))
                   for one in of)
    scored = f"{source.place(e.line)} ({e.call})"
    if any(map(is_run, loops)) and not any(loop.settings for loop in loops):
        return best_run(source, trace, pick, of)
    if both_ends(trace, pick) and not _told_later(trace, pick):         # a range: nothing is chosen by it
        return None
    if not loops and (len(of) == 1 or every):       # the best fold; or the same model again, as in a bootstrap
        return Seen(code="F-08", severity="fatal", line=pick.line, place=place,
                    message=f"{pick.call} takes the best fold of {scored}. Report the mean over all folds."
                    ) if folds and not averaged else None
    if any(loop.thresholds for loop in loops):
        return Seen(code="F-44", severity="serious", line=pick.line, place=place,
                    message=f"{pick.call} chooses the threshold on the rows that give the score, {scored}. Choose it "
                            f"on a validation part, and score the test part once.")
    if e.kind in {"cross-validated", "search"}:
        return Seen(code="F-03", severity="serious", line=pick.line, place=place,
                    message=f"{pick.call}: the best of several cross-validated scores is the only result ({scored}); "
                            f"the folds that chose the setting also grade it. Cross-validate the search itself "
                            f"(nested), or keep a test part for the final score.")
    what = "the setting" if any(loop.settings for loop in loops) else "the model or epoch"
    return Seen(code="F-03", severity="fatal", line=pick.line, place=place,
                message=f"{pick.call}: {what} is chosen by {scored}, and no other rows give the final score. Choose on "
                        f"a validation part of the training rows, and score the test part once.")


def _changes(e: Evaluation, loop: Loop) -> bool:
    """Whether what is scored is another model each time."""
    return e.kind == "watched" or any(loop in model.thing.fitted_in for model in e.models)


def _uncut(call: str) -> bool:
    """Whether a score is of scores or probabilities, which no threshold changes: what was chosen is the model then."""
    known = known_metric(call.partition("(")[0].rpartition(".")[2].replace("_", " "))
    return known is not None and known.of in {"scores", "probabilities"}


def cut_on_test_rows(source: Source, trace: Trace) -> Iterator[Seen]:
    """Labels cut at a threshold that the same rows chose."""
    for e in trace.evaluations:
        if e.lost or not e.models or any(any_common(m.rows, e.rows) is Common.SOME for m in e.models) or _uncut(e.call):
            continue
        own = [cut for cut in e.cut_by if not cut.each and any_common(cut.rows, e.rows) is Common.SOME]
        others = any(set(own) & other.cut_by and any_common(other.rows, e.rows) is Common.NONE and honest(other)
                     for other in trace.evaluations)
        if own and not others:
            yield Seen(code="F-44", severity="serious", line=e.line, place=source.place(e.line),
                       message=f"{e.call}: the threshold was chosen on the same rows, in {source.place(own[0].line)} "
                               f"({own[0].call}). Choose it on a validation part, and score the test part once.")
