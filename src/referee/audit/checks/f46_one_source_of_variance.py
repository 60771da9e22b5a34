"""F-46: only one source of variance was varied (Reich & Barai 1999; Bouthillier et al. 2021)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.checks.f06_evaluation_method import method_label
from referee.audit.evidence import ASK_DIVISIONS, as_told, by_its_own_words, contenders, named
from referee.audit.prose.confession import SEEDS


@check("F-46", "One source of variance only", severity=Severity.SERIOUS,
       advice="Vary splits and seeds together, or say what the uncertainty leaves out.",
       reference="Reich & Barai 1999, 2.1; Bouthillier et al. 2021")
def one_source_of_variance(bundle: Bundle) -> Iterator[Found]:
    """A stochastic learner with one seed over several splits, or several seeds on one split.

    Serious where a model is claimed to be better by one seed on one split, or seeds on one split are tested as samples.
    """
    told = by_its_own_words(bundle, SEEDS)
    for one in told:
        yield as_told(one, f"{one.count or 'several'} seeds on one split are taken for independent samples, which say "
                           f"nothing about other rows")
    if told and bundle.divisions is None:
        return
    once_divided = method_label(bundle) in {"H", "TTV"}
    if bundle.divisions is None and not once_divided:
        raise NotCheckable("it is not known how the rows were divided", ask=ASK_DIVISIONS)
    if all(m.seeds is None and not m.deterministic for m in contenders(bundle)):
        raise NotCheckable("it is not known which learners are stochastic, and with which seeds they ran",
                           ask="seeds (--seeds), or which are deterministic")
    several = len(bundle.divisions or ()) > 1
    stochastic = [m for m in contenders(bundle) if not m.deterministic and m.seeds is not None]
    once = [m.name for m in stochastic if len(set(m.seeds or ())) == 1]
    often = [m.name for m in stochastic if len(set(m.seeds or ())) > 1]
    if several and once:
        yield Found(message=f"The uncertainty of {named(once)} covers the splits only: what is stochastic was "
                            f"run with one seed.", severity=Severity.INFO,
                    evidence={"models": once, "covers": "splits"})
    elif once and not several and _claimed(bundle, once):
        yield Found(message=f"{_claimed(bundle, once)} is claimed by one split and one seed of what is stochastic: "
                            f"another seed may turn it round.", evidence={"models": once})
    elif not several and often:
        tests = [test for test in bundle.tests or () if test.unit == "seed"]
        n = f"{len(tests)} test{'s' * (len(tests) != 1)}"
        which = f", and {n} take seeds as trials: they say nothing about other rows" if tests else ""
        yield Found(message=f"The uncertainty of {named(often)} covers the seeds only: all were run on one "
                            f"split{which}.", severity=Severity.WARNING if tests else Severity.INFO,
                    evidence={"models": often, "covers": "seeds", "tests": len(tests)})


def _claimed(bundle: Bundle, models: list[str]) -> str:
    """The first claim that one of these is better than the other, or than another model, by numbers alone."""
    return next((f"'{claim.says}'" for claim in bundle.claims or () if claim.kind in {"better", "worse"}
                 and {claim.a, claim.b} & set(models) and not claim.test and claim.low is None and claim.p is None), "")
