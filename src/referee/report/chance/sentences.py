"""A study of chance in sentences: beyond chance or not, and whether the procedure itself is biased."""

from __future__ import annotations

from collections.abc import Iterator

from referee.report.wording import count, decimals, joined, number, p_text, plain, signed
from referee.study.chance import SURE, Chance, Reference

SHUFFLED = {"labels": "shuffles of the labels", "columns": "shuffles of the columns within classes"}
SHIFTS = "shifts of the target along the times"
NEAR = 20                 # a shift by less than one in so many of the times is near


def places_of(r: Reference) -> int:
    """Decimals that the spread of the reference distribution deserves."""
    spread = float(r.values.std()) if r.values.size else 0.0
    return min(4, max(3, decimals(spread) or 3)) if spread < 1 else max(0, (decimals(spread) or 0))


def chance_sentences(study: Chance) -> list[str]:
    """What to take home, by the primary metric."""
    primary = [r for r in study.references if r.metric is study.metrics[0]]
    said = [sentence for r in primary for sentence in (*_verdict(study, r), *_bias(r), *_near(r))]
    said += [*_too_few(study, primary), *_in_time(study)]
    if study.failures:
        who, what, why = study.failures[0]
        said.append(f"{who} could not be fitted on {what}: {why.rstrip('.')}.")
    if study.missing:
        said.insert(0, f"Provisional: {count(study.missing, 'shuffle')} are not recorded yet; the same command goes on "
                       f"from there.")
    return said


def _verdict(study: Chance, r: Reference) -> Iterator[str]:
    if r.observed is None or r.p is None:
        yield f"{r.learner} has no {r.metric.title}: {(r.reason or 'no shuffle is recorded yet').rstrip('.')}."
        return
    what = f"{r.learner}'s {r.metric.title} of {number(r.observed, places_of(r))}"
    beyond = (r.p_adjusted if r.p_adjusted is not None else r.p) <= 1 - study.level
    reached = "none" if not r.reaching else f"{r.reaching:,}"
    p = p_text(r.p)
    if r.p_adjusted is not None and r.p_adjusted != r.p:
        p += f"; {p_text(r.p_adjusted)} by Holm over the learners"
    evidence = f"{reached} of {r.shuffles:,} {SHUFFLED[r.kind] if r.times is None else SHIFTS} reached it ({p})"
    if r.kind == "labels":
        yield f"{what} is {'beyond chance' if beyond else 'within what chance gives'}: {evidence}."
    elif beyond:
        yield (f"{r.learner} uses that features depend on each other: its {r.metric.title} is "
               f"{number(r.observed, places_of(r))}, and {evidence}.")
    else:
        hurt = ("; it does better where they are independent" if r.reaching == r.shuffles else
                "; a learner that takes each feature by itself might do as well")
        yield f"{what} shows no use of dependence between features: {evidence}{hurt}."
    if r.lost:
        yield f"{count(r.lost, _word(r.times))} gave no score and count as having reached it."


def _bias(r: Reference) -> Iterator[str]:
    """What the procedure scores where there is nothing to learn."""
    if r.kind != "labels" or r.mean is None:
        return
    places = places_of(r)
    if r.times is not None:
        worth = "" if r.no_skill is None else f" (no skill: {number(r.no_skill, places)})"
        yield (f"On the shifts {r.learner} scores {number(r.mean, places)} on average{worth}; neighbouring shifts "
               f"resemble each other, so nothing is said of a bias.")
        return
    mean = f"On shuffled labels {r.learner} scores {number(r.mean, places)} on average"
    if r.bias is None or r.no_skill is None:
        yield f"{mean}; {r.metric.title} has no fixed value without skill, so this is what chance is worth here."
        return
    if r.optimistic:
        assert r.observed is not None
        assert r.adjusted is not None
        yield (f"{mean}, where no skill is worth {number(r.no_skill, places)}: the procedure is biased, so something "
               f"about the labels leaks into training or selection. Less that bias of {signed(r.bias, places)}, the "
               f"estimate is {number(r.adjusted, places)} instead of {number(r.observed, places)}.")
    elif r.error is None:
        yield f"{mean}; one shuffle says nothing about a bias."
    elif abs(r.bias) <= SURE * r.error + 1e-12:
        yield (f"{mean} (no skill: {number(r.no_skill, places)}): no bias of the procedure, as it was run here, is "
               f"seen beyond ±{number(SURE * r.error, places)}.")
    else:
        yield (f"{mean}, worse than no skill ({number(r.no_skill, places)}): it pays for fitting noise, and the "
               f"estimate is not too good by it.")


def _word(times: int | None) -> str:
    return "shuffle" if times is None else "shift"


def _near(r: Reference) -> Iterator[str]:
    """Shifts that reach the score for a reason: they change nothing, or hand over the answer itself."""
    if r.times is None or r.farthest is None or r.observed is None or r.lost:
        return
    if r.reaching == r.shuffles > 1 and r.values.size and float(abs(r.values - r.observed).max()) == 0:
        yield (f"No shift changes what {r.learner} scores: it does not use the features, or they are the same at all "
               f"times.")
    elif NEAR * r.farthest <= r.times and r.reaching < r.shuffles:
        yield (f"{'All' if r.reaching > 1 else 'The one'} that reached it moved the target by {r.farthest} "
               f"{'time' if r.farthest == 1 else 'times'} at most: features that hold the target's own past, or that "
               f"change slowly, meet the answer itself there, which costs p.")


def _in_time(study: Chance) -> Iterator[str]:
    """What makes shifts of a series worth less, or the design."""
    for told in study.tests:
        if told.drifts:
            shown = [f"'{name}'" for name in told.drifts[1:4]]
            more = [f"{len(told.drifts) - 4} more"] if len(told.drifts) > 4 else []
            yield (f"The target drifts, and so {'does' if len(told.drifts) == 2 else 'do'} {joined([*shown, *more])}: "
                   f"series that drift go together whatever they tell of each other, and shifts take them for "
                   f"stationary. Test the changes from time to time instead.")
    if study.problem.time is not None and not study.plan.traits.of_a_series:
        yield ("Rows stand in order of time, and models were trained on rows after those they were tested on: scores "
               "tell how well gaps are filled, not how well the future is told. Use design rolling.")


def _too_few(study: Chance, primary: list[Reference]) -> Iterator[str]:
    for told in study.tests:
        least = 1 / (told.count + 1)
        if least > 1 - study.level and any(r.kind == told.kind for r in primary):
            every = ("and there are no more orders of these labels" if told.times is None else
                     f"and {told.times:,} times have no more")
            why = every if told.exhaustive else (
                f"so nothing can be found at {plain(1 - study.level)}; use {_enough(study.level)} shuffles or more")
            yield f"With {count(told.count, _word(told.times))} p cannot be below {plain(least)}, {why}."


def _enough(level: float) -> int:
    return max(1, round(1 / (1 - level)) - 1)


def how_sentences(study: Chance) -> list[str]:
    """What was done."""
    every = "shift" if any(told.times for told in study.tests) else "shuffle"
    said = [(f"{study.plan.description}; the whole procedure, tuning and all, was run again on every {every}, and each "
            f"score is the mean over the test parts.")]
    if any(told.before for told in study.tests):
        said.append(f"What was done to the whole table before its rows were divided was done on every {every} too.")
    for told in study.tests:
        all_ = " (all there are)" if told.exhaustive else ""
        if told.times is not None:
            made = f"{count(told.count, 'shift')}{all_ or f' of {told.times - 1:,}'}"
            said.append(f"{made}: {told.words}. Shuffled labels "
                        f"would lose what the series remembers, and p would be too small; shifts keep it, where both "
                        f"target and features are stationary. p = (1 + shifts as good or better) / (1 + shifts), so "
                        f"{told.times:,} times give none below {plain(1 / told.times)}.")
            continue
        said.append(f"{count(told.count, 'shuffle')}{all_}: {told.words}; test {_NUMBER[told.kind]} of Ojala "
                    f"and Garriga (2010). p = (1 + shuffles as good or better) / (1 + shuffles).")
    if any(told.kind == "labels" for told in study.tests):
        known = [r for r in study.references if r.no_skill is not None]
        names = joined(list(dict.fromkeys(r.metric.title for r in known)))
        if known:
            bias = (" A bias is called one beyond three Monte-Carlo errors, and is then subtracted (Salzberg 1997, "
                    "section 3.1).")
            said.append(f"No skill is what {names} gives to someone who knows the targets of the training rows and "
                        f"nothing else.{bias if every == 'shuffle' else ''}")
    return said


_NUMBER = {"labels": 1, "columns": 2}
