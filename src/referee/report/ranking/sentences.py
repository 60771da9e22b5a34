"""What a ranking says, in sentences: the verdict, how it was made, and of what it speaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.comparisons.data_sets.ranking import Ranking
from referee.comparisons.verdict import Outcome
from referee.report.wording import CORRECTIONS, count, joined, level_text, p_text, up_to

ADJUSTED_BY = CORRECTIONS | {"shaffer": "Shaffer", "bergmann-hommel": "Bergmann–Hommel"}
MOST_NAMES, NAMES_OF_MANY = 5, 3
MOST_TOLD = 3                # decided pairs without the best model that are told one by one


def rank_text(value: float, places: int = 2) -> str:
    """A mean rank, halves rounded up as everybody does.

    >>> rank_text(2.125), rank_text(1.9286, 3)
    ('2.13', '1.929')
    """
    return f"{value + 1e-9:.{places}f}"


def rank_places(ranking: Ranking) -> int:
    """Two decimals, or as many as it takes to keep unequal mean ranks apart."""
    means = {round(float(m), 9) for m in ranking.mean_ranks}
    return next((d for d in (2, 3) if len({rank_text(m, d) for m in means}) == len(means)), 4)


def loud_sentences(ranking: Ranking) -> list[str]:
    """What must be read before anything else."""
    found = []
    if ranking.ask.direction_assumed:
        found.append("Higher scores were taken to be better, because neither the table nor the call says which; if "
                     "lower is better, all of this is upside down (--lower-is-better, or --metrics NAME).")
    n = ranking.most_in_common
    least = 2.0 ** (1 - n)
    if n < ranking.needed:
        alone = f" (the smallest p-value there is is {least:.2g})" if n > 1 else ""
        found.append(
            f"No decision is possible with {n} data sets: no two-sided test by ranks or signs over them can reach "
            f"{1 - ranking.ask.level:.2g}{_after_correction(ranking)}, whatever the scores{alone}; at least "
            f"{ranking.needed} data sets are needed. What follows describes these {n} and decides nothing.")
    return found


def _after_correction(ranking: Ranking) -> str:
    if 2.0 ** (1 - ranking.most_in_common) > 1 - ranking.ask.level:
        return ""
    return f" once {count(len(ranking.duels), 'comparison')} are corrected for"


def verdict_sentences(ranking: Ranking) -> list[str]:
    """The answer in plain sentences, what is loud first."""
    return [*loud_sentences(ranking), *_lead(ranking), *_best(ranking), *_truly(ranking)]


def _lead(ranking: Ranking) -> Iterator[str]:
    where = f"over {ranking.n_data_sets} data sets"
    if ranking.ask.against is not None:
        yield from _against(ranking, where)
        return
    places = ranking.places()
    first = [name for name in ranking.models if places[name] in {"1", "1="}]
    rank = rank_text(min(float(m) for m in ranking.mean_ranks), rank_places(ranking))
    if len(first) > 1:
        yield f"{named(first)} share the best mean rank, {rank} of {len(places)} {where}."
        return
    beaten = [m for m in ranking.models[1:] if ranking.pair(first[0], m).outcome is Outcome.BETTER]
    better = [m for m in ranking.models[1:] if ranking.pair(first[0], m).outcome is Outcome.WORSE]
    opened = [m for m in ranking.models[1:] if m not in beaten and m not in better]
    if not opened and not better:
        yield f"{first[0]} is better than {_everyone(beaten)} {where} (mean rank {rank})."
        return
    lead = f"{first[0]} has the best mean rank ({rank} of {len(places)} {where})"
    shown = f" and is better than {named(beaten)}" if beaten else ""
    rest = f"; between it and {named(opened, 'or')} these data sets can't decide" if opened else ""
    yield f"{lead}{shown}{rest}."
    yield from _among_others(ranking, first[0])
    if better:
        yield f"By the pairwise test {named(better)} {'is' if len(better) == 1 else 'are'} better than it all the same."


def _among_others(ranking: Ranking, best: str) -> Iterator[str]:
    """Decided pairs without the best model: named where they are few, or else counted."""
    decided = [d if d.outcome is Outcome.BETTER else d.swapped()
               for d in ranking.duels if best not in (d.a, d.b) and d.decided]
    told = [f"{d.a} is better than {d.b}" for d in decided]
    if 0 < len(told) <= MOST_TOLD:
        yield f"Among the others, {joined(told)}."
    elif told:
        yield f"Among the others, {len(told)} pairs are decided."


def _against(ranking: Ranking, where: str) -> Iterator[str]:
    control = ranking.reference
    others = [m for m in ranking.models if m != control]
    for outcome, words in ((Outcome.BETTER, "better than"), (Outcome.WORSE, "worse than")):
        found = [m for m in others if ranking.pair(m, control).outcome is outcome]
        if found:
            yield f"{named(found)} {'is' if len(found) == 1 else 'are'} {words} {control} {where}."
    opened = [m for m in others if not ranking.pair(m, control).decided]
    if opened:
        yield f"Between {control} and {named(opened, 'or')} these data sets can't decide."


def _everyone(models: Sequence[str]) -> str:
    return named(models) if len(models) <= 3 else f"all {len(models)} others"


def named(models: Sequence[str], last: str = "and") -> str:
    """A few names, or the first ones and how many more."""
    if len(models) <= MOST_NAMES:
        return joined(list(models), last)
    return f"{', '.join(models[:NAMES_OF_MANY])} {last} {len(models) - NAMES_OF_MANY} others"


def _best(ranking: Ranking) -> Iterator[str]:
    if ranking.best is None or ranking.n_data_sets < ranking.needed:
        return
    members = ranking.may_be_best
    if len(members) == 1:
        yield f"With {level_text(ranking.ask.level)} confidence {members[0]} has the best mean score."
    else:
        yield (f"With {level_text(ranking.ask.level)} confidence the model with the best mean score is one of these "
               f"{len(members)}: {named(members)}.")


def _truly(ranking: Ranking) -> Iterator[str]:
    reference = ranking.reference
    for other in ranking.models:
        duel = ranking.pair(reference, other) if other != reference else None
        if duel is not None and duel.truly_better is not None:
            shown = duel if duel.truly_better[0] >= duel.truly_better[1] else duel.swapped()
            more, less = shown.truly_better or (0, 0)
            yield (f"{shown.a} is truly better than {shown.b} on at least {more} of {duel.n_data_sets} data sets, "
                   f"and worse on at least {less}.")


def method_sentence(ranking: Ranking) -> str:
    """How it was done."""
    ask, pairs = ranking.ask, len(ranking.duels)
    exact = sum(d.exact for d in ranking.duels)
    law = "exact" if exact == pairs else "normal law" if exact == 0 else "exact up to 50 differences, else normal law"
    risk = up_to(ranking.risk_uncorrected, pairs, ask.level)
    corrected = (f"{count(pairs, 'comparison')} corrected by {ADJUSTED_BY.get(ask.adjust, ask.adjust)} (uncorrected, "
                 f"the chance of a false alarm would be {risk})" if pairs > 1
                 else "one comparison, not corrected")
    gaps = ranking.has_gaps
    stretched = ", ranks among fewer models are stretched to as many" if gaps else ""
    where = " on the data sets that have both" if gaps else ""
    parts = [f"How: {ask.direction_why}; rank 1 is the best, ties share their mean rank{stretched}",
             *_omnibus(ranking), *_with_gaps(ranking),
             f"each pair by Wilcoxon's signed-rank test{where} ({law}, zeros by Pratt), {corrected}",
             f"differences are Hodges–Lehmann medians with {level_text(ask.level)} intervals for each pair by itself"]
    if ranking.best is not None:
        parts.append("the set that holds the best by the model confidence set on mean scores")
    if ask.rope is not None:
        parts.append(f"chances (better / same / worse) by the Bayesian signed-rank test, differences up to "
                     f"{ask.rope:g} not mattering")
    return "; ".join(parts) + "."


def _omnibus(ranking: Ranking) -> Iterator[str]:
    o = ranking.omnibus
    if o is None or not isinstance(o.df, tuple):
        return
    corrected, plain = o.detail("chi2"), o.detail("chi2_without_tie_correction")
    same = abs(corrected - plain) < 5e-4
    ties = "no ties" if same else f"{plain:.2f} without correction for ties"
    statistic = "infinite" if o.statistic == float("inf") else f"{o.statistic:.2f}"
    without = o.detail("F_without_tie_correction")
    f_plain = "" if same or without == float("inf") else f" ({without:.2f} without)"
    yield (f"Friedman χ² = {corrected:.2f} ({ties}), Iman–Davenport F({o.df[0]:.0f}, {o.df[1]:.0f}) = {statistic}"
           f"{f_plain}, {p_text(o.p)}")


def _with_gaps(ranking: Ranking) -> Iterator[str]:
    o, given = ranking.with_gaps, ranking.board.incomplete
    if o is not None and given is not None:
        yield (f"Skillings–Mack over all {len(given)} data sets and {given.shape[1]} models, gaps and all: "
               f"χ²({o.df:.0f}) = {o.statistic:.2f}, {p_text(o.p)}")


def scope_sentence(ranking: Ranking) -> str:
    """Of what the result speaks, and of what it does not."""
    return (f"Scope: this speaks of data sets like these {ranking.n_data_sets}, as if they had been drawn at random "
            f"from all those you care about; not of any single data set, and not of kinds of data that are not among "
            f"them.")
