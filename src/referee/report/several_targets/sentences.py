"""Several targets in sentences: the verdict by each, what all say together, and what both mean side by side."""

from __future__ import annotations

from referee.comparisons.verdict import Outcome
from referee.errors import NotComparable, UnknownName
from referee.report.comparison_sentences import LOUD
from referee.report.sentences import failure_sentences, method_sentence, verdict_sentences
from referee.report.wording import count, joined, p_text
from referee.study import Analysis, Joint, SeveralTargets

FEW = 6             # pairs that are told together in a terminal; the page has all
SHOWN = (Outcome.BETTER, Outcome.WORSE)


def lead_sentence(found: SeveralTargets) -> str:
    """How the targets are told, and how many comparisons show a difference."""
    names = joined(list(found.targets))
    told = f"{len(found.targets)} targets ({names}), each by its own {found.primary.title}"
    families = [analysis.family for analysis in found.targets.values() if analysis.family is not None]
    verdicts = [verdict for family in families for verdict in family.verdicts]
    if not verdicts or found.study.declaration.verb == "evaluate":
        return f"{told}; nothing is averaged over them."
    shown = sum(verdict.outcome in SHOWN for verdict in verdicts)
    return (f"{told}; nothing is averaged over them. {shown} of {count(len(verdicts), 'comparison')} "
            f"{'shows' if shown == 1 else 'show'} a difference, corrected as one family.")


def target_sentences(found: SeveralTargets) -> list[str]:
    """The verdict by each target, then what is said of all of them alike."""
    said = {name: _calm(analysis) for name, analysis in found.targets.items()}
    common = [one for one in said[next(iter(said))] if all(one in others for others in said.values())]
    return [*(f"{name}: {' '.join(one for one in mine if one not in common)}" for name, mine in said.items()),
            *([" ".join(common)] if common else [])]


def _calm(analysis: Analysis) -> list[str]:
    return [said for said in verdict_sentences(analysis) if not said.startswith(LOUD)]


def loud_sentences(found: SeveralTargets) -> list[str]:
    """What must be heard before any verdict, once, with all the targets it is true of."""
    heard: dict[str, list[str]] = {}
    for name, analysis in found.targets.items():
        for said in verdict_sentences(analysis):
            if said.startswith(LOUD):
                heard.setdefault(said.removeprefix(LOUD).strip(), []).append(name)
    return [f"{LOUD} by {joined(names)}, {said}" for said, names in heard.items()]


def joint_sentences(found: SeveralTargets) -> list[str]:
    """The models by all targets at once: all of them where there are more than two, then each pair."""
    return [*everyone_sentence(found), *(joint_sentence(found, joint) for joint in found.joint)]


def joint_sentence(found: SeveralTargets, joint: Joint) -> str:
    """What T² says of a pair, and how it goes with the verdicts by single targets (Reich & Barai 1999, figure 7)."""
    pair = f"{joint.a} against {joint.b}"
    if joint.found is None or joint.metric is None:
        return f"{pair}: no joint answer, because {joint.reason.rstrip('.')}."
    test, error = joint.found.together, 1 - found.level
    left = f" (without {joined(list(joint.left_out))}, where they never differ or say what others say)" \
        if joint.left_out else ""
    said = (f"{pair} by all {len(joint.found.names)} targets together{left}: {p_text(test.p)} (Hotelling's T² of "
            f"{joint.metric.title} over {test.n_units:,} {joint.unit}s, {_speaks_of(found)}).")
    return f"{said} {_reading(_shown(found, joint), together=test.p <= error)}"


def everyone_sentence(found: SeveralTargets) -> list[str]:
    """More than two models by all targets, in one test."""
    test = found.everyone
    if test is None:
        return []
    models = sum(not card.baseline for card in found.one.learners.values())
    return [(f"All {models} models by all targets together ({test.method}, over {count(test.n_units, test.unit)}): "
             f"{p_text(test.p)}; which of them differ, and by what, is for the pairs and the targets to tell.")]


def _speaks_of(found: SeveralTargets) -> str:
    splits = len(found.plan.entries)
    return "of these models" if splits == 1 else "each predicted once, so of the models of this pass"


def _shown(found: SeveralTargets, joint: Joint) -> list[str]:
    """The targets by which the pair differs by itself."""
    return [name for name, analysis in found.targets.items() if _outcome(analysis, joint.a, joint.b) in SHOWN]


def _outcome(analysis: Analysis, a: str, b: str) -> Outcome | None:
    try:
        return analysis.family.pair(a, b).outcome if analysis.family is not None else None
    except (NotComparable, UnknownName):
        return None


def _reading(shown: list[str], *, together: bool) -> str:
    if together and not shown:
        return "No single target shows a difference, together they do."
    if together:
        return f"They differ together, and by {joined(shown)} alone."
    if shown:
        return (f"By {joined(shown)} alone a difference is shown; the joint test, which spreads its evidence over all "
                f"targets, does not show one.")
    return "Neither one by one nor together is a difference shown, which does not mean that there is none."


def whole_sentences(found: SeveralTargets) -> list[str]:
    """What is said by the one number of all targets, where there is one."""
    if found.whole is None:
        return []
    said = [one for one in _calm(found.whole) if one not in _calm(found.one)]
    return [f"All targets as one number, {found.whole.primary.title}: {' '.join(said)}"]


def method_sentences(found: SeveralTargets) -> list[str]:
    """How it was done; said once where it is the same for all targets."""
    return list(dict.fromkeys(method_sentence(analysis) for analysis in found.targets.values()))


def trouble_sentences(found: SeveralTargets) -> list[str]:
    """What went wrong; what went wrong with one target only, with its name."""
    by_target = {name: failure_sentences(analysis) for name, analysis in found.targets.items()}
    common = [said for said in by_target[next(iter(by_target))]
              if all(said in others for others in by_target.values())]
    own = [f"{name}: {said}" for name, all_said in by_target.items() for said in all_said if said not in common]
    return [*common, *own]
