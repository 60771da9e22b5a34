"""The rules: what the way of rows through a script says of its scores."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit.reading.scripts.augmented import versions_divided
from referee.audit.reading.scripts.choices import (
    chosen_by_eye,
    chosen_on_test_rows,
    cut_on_test_rows,
    stopped_on_test_rows,
)
from referee.audit.reading.scripts.copies import COPIES
from referee.audit.reading.scripts.effort import effort_unfollowed, unequal_effort
from referee.audit.reading.scripts.given_away import given_away
from referee.audit.reading.scripts.groups import forgotten
from referee.audit.reading.scripts.honest import honest, is_score, overlap
from referee.audit.reading.scripts.left_out import left_out_by_the_model
from referee.audit.reading.scripts.libraries import WITHOUT_TARGET
from referee.audit.reading.scripts.prompts import PROMPT
from referee.audit.reading.scripts.rows import Common, any_common, within
from referee.audit.reading.scripts.seen import READ, CodeRead, Seen, Unfollowed
from referee.audit.reading.scripts.source import Source
from referee.audit.reading.scripts.table_used import table_used
from referee.audit.reading.scripts.trace import Trace
from referee.audit.reading.scripts.values import Evaluation, Fit, Trained

ASK_CODE = "the script with that in it, or a description of the study (docs/audit.md)"
SAW = {"target": ("fatal", ", and saw the target"), "rows": ("fatal", ", and made rows out of them"),
       COPIES: ("fatal", ""), "nothing": ("warning", ""), None: ("serious", "; whether it saw the target is not shown")}
FLOW = ("F-01", "F-03", "F-08", "F-23", "F-44", "F-47")


def rules(source: Source, trace: Trace) -> CodeRead:
    """Everything found, and everything that could not be followed."""
    found: dict[tuple[str, int, str], Seen] = {}
    for seen in (*_resubstituted(source, trace), *_prepared(source, trace), *stopped_on_test_rows(source, trace),
                 *chosen_on_test_rows(source, trace), *chosen_by_eye(source, trace),
                 *cut_on_test_rows(source, trace), *_future(source, trace),
                 *versions_divided(source, trace), *_misgiven(source, trace), *forgotten(source, trace),
                 *given_away(source, trace), *unequal_effort(source, trace), *left_out_by_the_model(source, trace)):
        found.setdefault((seen.code, seen.line, seen.message if seen.code == "F-24" else ""), seen)
    picked = {e for pick in trace.picks if pick.reported for e in pick.of}
    scores = [e for e in trace.evaluations if is_score(e) or e in picked]
    return CodeRead(found=tuple(found.values()), unfollowed=_unfollowed(source, trace, scores),
                    evaluations=len(scores), fits=trace.trained, used=table_used(source, trace))


def _resubstituted(source: Source, trace: Trace) -> Iterator[Seen]:
    """Scores on rows that were trained on: all of them, where there is no other score; a test part, in any case."""
    elsewhere = {name for e in trace.evaluations if honest(e) for name in _names(e)}
    for e in trace.evaluations:
        if e.kind != "held out" or e.lost or (e.masks and not e.printed):      # residuals that only sort rows out
            continue
        for model in e.models:
            if model.lost or any_common(model.rows, e.rows) is not Common.SOME or _without_target(model):
                continue
            if model.thing.name == PROMPT:
                yield _shown(source, model, e)
                continue
            told = model.thing.name in elsewhere
            part = within(e.rows, model.rows)
            if told and not part:
                continue
            rows = "rows that are a part of those it was fitted on" if part else (
                "the rows it was fitted on, and nothing scores it on others")
            yield Seen(code="F-01", severity="warning" if told else "fatal", line=e.line, place=source.place(e.line),
                       message=f"{e.call} scores {model.thing.name} on {rows}: that is a resubstitution figure. Score "
                               f"it on rows it was not fitted on (train_test_split before fit, or cross_val_score).")


def _shown(source: Source, model: Trained, e: Evaluation) -> Seen:
    return Seen(code="F-01", severity="fatal", line=model.thing.line, place=source.place(model.thing.line),
                message=f"the examples in the prompt are taken from the rows that {e.call} is of (line {e.line}): "
                        f"their answers stand in the question. Take the examples from other rows.")


def _without_target(model: Trained) -> bool:
    """Whether it finds outliers or clusters, and never saw what it is scored by."""
    return any(WITHOUT_TARGET.match(thing.name) for thing in (model.thing, *model.thing.parts))


def _names(e: Evaluation) -> set[str]:
    things = [model.thing for model in e.models] + list(e.things)
    return {name for thing in things for name in (thing.name, *(part.name for part in thing.parts))}


def _prepared(source: Source, trace: Trace) -> Iterator[Seen]:
    """Steps fitted on rows that a score is of."""
    reported = {e for pick in trace.picks if pick.search is not None and pick.reported for e in pick.of}
    for e in trace.evaluations:
        if e.lost or e.kind in {"loss", "watched"} or (e.kind == "search" and e not in reported):
            continue
        if any(any_common(model.rows, e.rows) is Common.SOME for model in e.models):
            continue
        for fit in sorted(e.through, key=lambda one: (one.line, one.call)):
            if overlap(fit.rows, e) is Common.SOME and (fit.sees != COPIES or _on_both_sides(fit, e)):
                yield _leaked(source, trace, fit, e)


def _on_both_sides(fit: Fit, e: Evaluation) -> bool:
    """Whether test rows and training rows both come from what was copied; a bootstrap of either alone is none."""
    return fit in e.own and (not e.models or any(fit in model.through for model in e.models))


def _leaked(source: Source, trace: Trace, fit: Fit, e: Evaluation) -> Seen:
    sees = "target" if _of_target(fit, trace) else fit.sees
    severity, saw = SAW[sees]
    if any(other is not e and honest(other) and other.models and fit not in _leaking(other)
           for other in trace.evaluations) and e.kind != "held out":
        severity = "info" if sees == "nothing" else "warning"          # the score that counts is another one
    if sees == COPIES:
        return Seen(code="F-23", severity=severity, line=fit.line, place=source.place(fit.line),
                    message=f"{fit.call}: rows are copied before they are divided, so that copies of one row stand in "
                            f"training and test part; scored in {source.place(e.line)} ({e.call}). Divide first, and "
                            f"copy rows of the training part alone.")
    rows = "the rows it is tested on" if fit.rows == e.rows and e.models else (
        "all rows that are cross-validated" if not e.models else "rows that the test part was taken from")
    instead = "Put it into the pipeline (imblearn's, which leaves test rows alone)" if sees == "rows" else (
        "Put it into a Pipeline, or fit it on the training part and only transform the test part")
    return Seen(code="F-23", severity=severity, line=fit.line, place=source.place(fit.line),
                message=f"{fit.call}: '{fit.step}' was fitted on {rows}{saw}, and what it gave is scored in "
                        f"{source.place(e.line)} ({e.call}). {instead}.")


def _leaking(e: Evaluation) -> set[Fit]:
    return {fit for fit in e.through if overlap(fit.rows, e) is not Common.NONE}


def _of_target(fit: Fit, trace: Trace) -> bool:
    """Whether a mean by group, or a correlation, is one of the target, or the groups are its classes."""
    return (fit.step.endswith("by group") or fit.step == "correlation") and bool(
        (fit.columns is not None and fit.columns & trace.targets) or fit.keys & trace.targets)


def _future(source: Source, trace: Trace) -> Iterator[Seen]:
    """Rows made of earlier ones that are divided without regard to their order."""
    for division in trace.divisions:
        if division.lagged and division.how in {"at random", "in blocks"}:
            how = "divides at random" if division.how == "at random" else "tests blocks on models of what came later"
            yield Seen(
                code="F-22", severity="serious" if division.how == "at random" else "warning", line=division.line,
                place=source.place(division.line),
                message=f"{division.call} {how} rows that are made of earlier ones: {division.lagged}. Training rows "
                        f"lie on both sides of each test row. Use TimeSeriesSplit, or cut at a time.")


def _misgiven(source: Source, trace: Trace) -> Iterator[Seen]:
    """Metrics that are given predictions for the truth, or labels for scores."""
    for wrong in trace.misgiven:
        yield Seen(code="F-43", severity=wrong.severity, line=wrong.line, place=source.place(wrong.line),
                   message=wrong.message)


def _unfollowed(source: Source, trace: Trace, scores: list[Evaluation]) -> dict[str, tuple[Unfollowed, ...]]:
    everywhere = [Unfollowed(reason=why, ask=ASK_CODE) for why in (*source.unread, *trace.dynamic)]
    lost = dict.fromkeys(why for e in scores for why in sorted(_lost(e)))
    everywhere += [Unfollowed(reason=why, ask=ASK_CODE) for why in lost]
    if not scores:
        everywhere.append(Unfollowed(reason="no score of a model was recognised in the code", ask=ASK_CODE))
    found: dict[str, list[Unfollowed]] = {code: list(everywhere) if code in FLOW else [] for code in READ}
    for e in scores:
        for fit in e.through:
            if not fit.rows or overlap(fit.rows, e) is Common.UNKNOWN:
                found["F-23"].append(Unfollowed(
                    reason=f"{source.place(fit.line)}: whether {fit.call} was fitted on rows tested in "
                           f"{source.place(e.line)} is not known", ask=ASK_CODE))
    found["F-43"].append(Unfollowed(reason="code does not show which values the target has", ask="the data"))
    found["F-24"].append(Unfollowed(
        reason="code shows which features are made of the target, and not which others tell it", ask="the data"))
    found["F-47"].append(Unfollowed(reason="code does not show which data sets were planned", ask="the list of them"))
    found["F-25"] += effort_unfollowed(trace)
    found["F-22"] += _order(source, trace)
    found["F-21"] += _groups(source, trace)
    return {code: tuple(dict.fromkeys(some)) for code, some in found.items()}


def _lost(e: Evaluation) -> set[str]:
    """Why a score could not be followed to its rows."""
    why = set(e.lost)
    for model in e.models:
        why |= model.lost
        if not model.rows and not model.lost:
            why.add(f"on which rows {model.thing.name} (line {model.thing.line}) was fitted before {e.call} "
                    f"(line {e.line}) is not known")
        elif any_common(model.rows, e.rows) is Common.UNKNOWN:
            why.add(f"whether the rows of {e.call} (line {e.line}) are apart from those {model.thing.name} was fitted "
                    f"on is not known")
    return why


def _order(source: Source, trace: Trace) -> list[Unfollowed]:
    ask = "whether the rows have an order in time; the data (--target, --time) would show it"
    dated = [d for d in trace.divisions if d.dated and d.how in {"at random", "in blocks"} and not d.lagged]
    if dated:
        return [Unfollowed(reason=f"{source.place(d.line)}: {d.call} divides rows that have dates ({d.dated}); whether "
                                  f"later rows tell of earlier ones, code does not show", ask=ask) for d in dated]
    if trace.divisions and all(d.how == "by time" for d in trace.divisions):
        return []
    return [] if any(d.lagged for d in trace.divisions) else [
        Unfollowed(reason="code does not show whether rows have an order in time", ask=ask)]


def _groups(source: Source, trace: Trace) -> list[Unfollowed]:
    ask = "whether rows belong together (patients, users, documents …); then GroupKFold keeps them on one side"
    if any(d.how == "by groups" for d in trace.divisions) or any(True for _ in forgotten(source, trace)):
        return []
    named = [f"'{name}' ({source.place(line)})" for name, line in list(trace.group_columns.items())[:3]]
    if named and trace.divisions:
        return [Unfollowed(reason=f"{source.place(trace.divisions[0].line)}: rows are divided one by one, and there is "
                                  f"{', '.join(named)}: do several rows belong to one of them?", ask=ask)]
    return [Unfollowed(reason="code does not show whether several rows belong to one case", ask=ask)]
