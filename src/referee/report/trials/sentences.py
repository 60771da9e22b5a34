"""What tests of runs and trials say, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.comparisons._flags import ZERO_VARIANCE
from referee.comparisons.multiplicity.adjust import false_alarm_risk
from referee.comparisons.trials.judged import JudgedLine, TrialsAsk
from referee.comparisons.trials.together import Together
from referee.comparisons.verdict import Outcome
from referee.report.wording import (
    CORRECTIONS,
    column_decimals,
    count,
    interval_text,
    joined,
    level_text,
    number,
    p_text,
    plain,
    row_decimals,
    signed,
    up_to,
)

MOST = 6                # lines that get a sentence each
ORDINARY = ("Runs with other seeds on one split speak of the seeds alone; folds and random splits of one data set "
            "share training rows: then say how many rows each trained and tested on.")
SHARED = "The trials share training rows; the correction allows for that by a rule of thumb, and no rule is exact."


def line_sentences(lines: Sequence[JudgedLine]) -> list[str]:
    """A sentence for each line, or how many of many were decided."""
    if len(lines) <= MOST:
        return [" ".join(_line(line, alone=len(lines) == 1)) for line in lines]
    decided = [line for line in lines if line.outcome in {Outcome.BETTER, Outcome.WORSE}]
    names = f": {joined([_subject(line) for line in decided[:MOST]])}" if decided else ""
    more = f" and {len(decided) - MOST} more" if len(decided) > MOST else ""
    return [f"{len(decided)} of {count(len(lines), 'line')} show a difference after the correction{names}{more}."]


def _subject(line: JudgedLine) -> str:
    of = f"{line.line.measure}: " if line.line.measure else ""
    return f"{of}{line.a} against {line.b}"


def _line(line: JudgedLine, *, alone: bool) -> Iterator[str]:
    of = f"By {line.line.measure}, " if line.line.measure else ""
    p = p_text(line.p) if alone else f"{p_text(line.p)}, corrected {p_text(line.p_adjusted)}"
    how = f"{line.way.title} over {_trials(line)}"
    if line.outcome is Outcome.IDENTICAL:
        yield f"{of}{line.a} and {line.b} have the same numbers everywhere."
        return
    word = {Outcome.BETTER: "is better than", Outcome.WORSE: "is worse than"}.get(
        line.outcome, f"is not shown to be {'better' if _ahead(line) else 'worse'} than")
    yield f"{of}{line.a} {word} {line.b}: the difference is {difference_text(line)}, {p} ({how})."
    if line.instead:
        yield f"Sign flips were taken, since {line.instead}."
    if line.outcome is Outcome.UNDECIDED and line.detectable is not None:
        yield (f"A true difference of {plain(line.detectable)} would have been seen with 80% power; "
               f"smaller ones can hide in {_trials(line)}.")
    elif line.outcome is Outcome.UNDECIDED and ZERO_VARIANCE in line.comparison.flags:
        yield "The numbers do not vary, so there is no spread to judge by."
    elif line.outcome is Outcome.UNDECIDED and line.line.paired:        # flips of signs, or of signed ranks
        sides = 2 if line.comparison.alternative == "two-sided" else 1
        yield (f"{_trials(line).capitalize()} can give no {'two' if sides == 2 else 'one'}-sided p below "
               f"{number(sides * 0.5 ** line.line.trials, 4)} by {line.way.title}, whatever the scores.")


def _ahead(line: JudgedLine) -> bool:
    return line.line.direction.better(line.difference, 0.0)


def _trials(line: JudgedLine) -> str:
    one, other = (summary.n for summary in line.line.summaries)
    if line.line.paired:
        return count(one, "trial" if line.line.unit == "run" else line.line.unit)
    return f"{one} and {other} runs" if one != other else f"{one} runs each"


def difference_text(line: JudgedLine) -> str:
    """The difference with its interval."""
    if line.interval is None:
        return signed(line.difference, column_decimals([], values=[line.difference]))
    places = row_decimals(line.interval, 0)
    return f"{signed(line.difference, places)} ({interval_text(line.interval, places, sign=True)})"


def together_sentences(found: Sequence[Together], ask: TrialsAsk) -> list[str]:
    """What all measures say at once."""
    said = []
    for one in found:
        if one.said is None:
            said.append(f"{joined(one.models)} by all measures at once: {one.refused}")
        else:
            differ = "differ" if one.said.p <= 1 - ask.level else "are not shown to differ"
            which = "which measure" if len(one.models) == 2 else "which of them, and by which measure,"
            said.append(f"By all measures at once {joined(one.models)} {differ} ({one.said.method} "
                        f"{number(one.said.statistic, 2)}, {p_text(one.said.p)}); {which} does it, is not said "
                        f"by that.")
    return said


def how_sentences(lines: Sequence[JudgedLine], ask: TrialsAsk) -> list[str]:
    """The test, the correction, and what is assumed."""
    ways = list(dict.fromkeys(line.way.title for line in lines))
    side = "" if ask.alternative == "two-sided" else f" one-sided ({ask.alternative}) as asked,"
    said = [f"{joined(ways)},{side or ' two-sided,'} {level_text(ask.level)} intervals."]
    if len(lines) > 1:
        risk = up_to(false_alarm_risk(len(lines), ask.level), len(lines), ask.level)
        said.append(f"{len(lines)} lines corrected by {CORRECTIONS.get(ask.adjust, ask.adjust)}; without that the "
                    f"chance of a false alarm would have been {risk}.")
    assumed = dict.fromkeys(sentence for line in lines for sentence in line.comparison.assumptions)
    said.append(f"Assumes: {' '.join(assumed)} {SHARED if lines[0].line.dependent else ORDINARY}")
    marks = dict.fromkeys(spoken for line in lines for spoken in line.comparison.spoken)
    if marks:
        said.append(f"Note: {'; '.join(marks)}.")
    return said
