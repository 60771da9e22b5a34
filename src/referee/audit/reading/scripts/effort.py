"""Effort: learners that were searched for their settings, beside others that were taken as their library has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import prod

from referee.audit.reading.scripts.libraries import COMPOSED, SEARCHES
from referee.audit.reading.scripts.rows import Way
from referee.audit.reading.scripts.seen import Seen, Unfollowed
from referee.audit.reading.scripts.source import Source
from referee.audit.reading.scripts.trace import Trace
from referee.audit.reading.scripts.values import Evaluation, Thing, Value
from referee.audit.vocabulary.baselines import is_baseline

FEW, MANY = 5, 50               # settings tried for one of the others, as in files that tell how many
LEARNERS = re.compile(r"^(?:\w*(?:Classifier|Regressor|SVC|SVR)|LogisticRegression|Ridge|Lasso|ElasticNet|KernelRidge|"
                      r"Perceptron)$")
AROUND = re.compile(r"^(?:Voting|Stacking|Bagging|OneVs|OutputCode|MultiOutput|ClassifierChain|RegressorChain|"
                    r"Calibrated|FixedThreshold|TunedThreshold|SelfTraining|TransformedTarget)")
WITHOUT_SETTINGS = re.compile(r"^(?:Dummy|TabPFN|GaussianProcess|Isotonic|TheilSen|AutoML|Auto|TPOT)")
"""Learners that have no settings to search, or search them by themselves."""
OWN_SEARCH = re.compile(r"^(?:LogisticRegressionCV|RidgeCV|RidgeClassifierCV|LassoCV|LassoLarsCV|ElasticNetCV|"
                        r"\w*TPOT\w*|AutoML|AutoSklearn\w*|TabularPredictor|fmin|gp_minimize|forest_minimize|gbrt_minimize|"
                        r"dummy_minimize|BayesianOptimization|Hyperband|RandomSearch|BayesianSearch)$")
NO_SETTINGS = {
    "random_state", "seed", "random_seed", "n_jobs", "nthread", "thread_count", "num_threads", "verbose", "verbosity",
    "silent", "probability", "max_iter", "objective", "eval_metric", "use_label_encoder", "class_weight", "kernel",
    "scale_pos_weight", "loss_function", "loss", "penalty", "enable_categorical", "cat_features", "device", "tol",
    "task_type", "tree_method", "allow_writing_files", "logging_level", "solver", "dual", "auto_class_weights",
    "categorical_features", "warm_start", "cache_size", "decision_function_shape", "copy_X", "oob_score",
    "importance_type",
}
"""Arguments that say how, and not how well: seeds, threads, the kind of the task."""
CALLED_BASELINE = re.compile(r"(?:^|[^a-z])(?:baseline|reference|naive|sanity|trivial|floor)(?:[^a-z]|$)",
                             re.IGNORECASE)
OURS = re.compile(r"(?:^|[^a-z])(?:ours?|proposed|propose|novel)(?:[^a-z]|$)", re.IGNORECASE)
DEEPEST = 6
Rows = frozenset[Way]


def unequal_effort(source: Source, trace: Trace) -> Iterator[Seen]:
    """Learners without any setting of their own, held against one that was searched, by scores of the same rows."""
    for things in _compared(trace).values():
        searched = [one for one in things if _searched(one, trace)]
        sought = {name for one in searched for name in _learners(one)}
        rivals = [one for one in things if one not in searched and not _belongs(one, searched)
                  and _as_it_comes(one) and not _is_baseline(source, trace, one)]
        names = [name for one in rivals for name in _learners(one)]
        if not searched or not names or sought & {name for one in things if one not in searched
                                                  for name in _learners(one)}:
            continue                # where the same learner stands beside itself, what a search is worth is shown
        most = max(searched, key=lambda one: _tried(one) or 0)
        if any(tried is None or tried > FEW for tried in map(_tried, searched)):
            yield _told(source, trace, most, _tried(most), list(dict.fromkeys(names)))
            return


def effort_unfollowed(trace: Trace) -> list[Unfollowed]:
    """That no two learners are compared, as far as the code shows."""
    if any(len({name for one in things for name in _learners(one)}) > 1 for things in _compared(trace).values()):
        return []
    return [Unfollowed(reason="the code shows no two learners that are scored on the same rows",
                       ask="how many configurations of each were tried (tried, in a description of the study)")]


def _compared(trace: Trace) -> dict[Rows, list[Thing]]:
    """What is scored on the same rows, apart from training."""
    found: dict[Rows, dict[Thing, None]] = {}
    for e in trace.evaluations:
        if e.rows and e.kind in {"held out", "cross-validated"}:
            found.setdefault(e.rows, {}).update(dict.fromkeys(_scored(e)))
    return {rows: list(things) for rows, things in found.items()}


def _scored(e: Evaluation) -> list[Thing]:
    return sorted({model.thing for model in e.models} | set(e.things), key=lambda one: (one.line, one.name))


def _within(thing: Thing, depth: int = 0) -> Iterator[Thing]:
    """A thing and all that it is made of."""
    yield thing
    if depth < DEEPEST:
        for part in thing.parts:
            yield from _within(part, depth + 1)


def _learners(thing: Thing) -> list[str]:
    """The learners in it, by their names; those that only wrap others are none."""
    return list(dict.fromkeys(one.name for one in _within(thing) if LEARNERS.match(one.name)
                              and not AROUND.match(one.name) and not SEARCHES.match(one.name)))


def _searched(thing: Thing, trace: Trace) -> bool:
    """Whether its settings come from a search: of a library, of a study of trials, of a loop that keeps the best."""
    if any(SEARCHES.match(one.name) or OWN_SEARCH.match(one.name) or one.follows or any(
            loop.settings and loop.counted and not loop.seeds for loop in one.loops) for one in _within(thing)):
        return True
    return any(thing in {model.thing for model in e.models} | set(e.things) and any(
        loop.settings and not loop.seeds and not loop.folds and loop not in pick.within and loop in thing.loops
        for loop in e.loops) for pick in trace.picks if pick.search is None for e in pick.of)


def _belongs(thing: Thing, searched: Iterable[Thing]) -> bool:
    """Whether it is what some search is made of, as where only some of a list are searched, by a branch."""
    return any(thing is part for one in searched for part in _within(one))


def _as_it_comes(thing: Thing) -> bool:
    """Whether it is a learner that could have been searched, and was given no setting at all."""
    learners = [one for one in _within(thing) if LEARNERS.match(one.name) and not AROUND.match(one.name)]
    wrapped = [one for one in _within(thing) if AROUND.match(one.name) or (
        one.name not in COMPOSED and one.body is not None)]
    return bool(learners) and not wrapped and not thing.watched and all(
        one.known and one.body is None and not WITHOUT_SETTINGS.match(one.name) and set(one.given) <= NO_SETTINGS
        for one in learners) and not any("set_params" in one.given for one in _within(thing))


def _is_baseline(source: Source, trace: Trace, thing: Thing) -> bool:
    """Whether the script calls it a baseline: by a name, in a comment at its line, or where its score is shown."""
    names = [name for one in _within(thing) for name in trace.called.get(one, ())]
    said = [*names, *(source.comment(one.line) for one in _within(thing)), *_beside_its_score(source, trace, thing)]
    return any(is_baseline(name) for name in names) or any(CALLED_BASELINE.search(text) for text in said)


def _beside_its_score(source: Source, trace: Trace, thing: Thing) -> Iterator[str]:
    """Lines that score it alone."""
    for e in trace.evaluations:
        if _scored(e) == [thing] and all(_scored(other) == [thing] for other in trace.evaluations
                                         if other.line == e.line):
            yield source.text(e.line)


def _tried(thing: Thing) -> int | None:
    """How many settings a search tries; None where that is not plain."""
    for one in _within(thing):
        if SEARCHES.match(one.name):
            drawn = one.given.get("n_iter", one.given.get("n_trials"))
            if drawn is not None or "Grid" not in one.name:
                count = 10 if drawn is None and one.name == "RandomizedSearchCV" else None if drawn is None else (
                    drawn.constant)
                return count if isinstance(count, int) else None
            return _grid(one.given.get("param_grid", one.given.get("1")))
    counts = [pick.tried for one in _within(thing) for pick in one.follows if pick.tried]
    return max(counts, default=None)


def _grid(grid: Value | None) -> int | None:
    """The settings of a grid whose values are written out."""
    if grid is None or not grid.items:
        return None
    each = [len(value.items or ()) or (len(value.constant) if isinstance(value.constant, tuple) else 0)
            for value in grid.items.values()]
    return prod(each) if all(each) else None


def _told(source: Source, trace: Trace, most: Thing, tried: int | None, rivals: list[str]) -> Seen:
    learner = next(iter(_learners(most)), most.name)
    names = [name for one in _within(most) for name in trace.called.get(one, ())]
    ours = any(OURS.search(name) for name in names)
    others = ", ".join(rivals[:4]) + (f" and {len(rivals) - 4} more" if len(rivals) > 4 else "")
    settings = "several settings" if tried is None else f"{tried:,} settings"
    by, are = f" ({most.name})" * bool(SEARCHES.match(most.name)), "is" if len(rivals) == 1 else "are"
    proposed = ", which is the one proposed," if ours else ""
    return Seen(code="F-25", severity="serious" if ours and (tried or 0) > MANY else "warning", line=most.line,
                place=source.place(most.line),
                message=f"for {learner}{proposed} {settings} are tried{by}, and {others} {are} taken with the settings "
                        f"of the library, and scored on the same rows.",
                evidence={"searched": learner, "tried": tried, "others": rivals})
