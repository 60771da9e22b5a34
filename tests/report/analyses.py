"""Analyses put together by hand: invented scores, verdicts made of the real values, no ledger and no fit."""

from dataclasses import replace
from itertools import combinations

import numpy as np

from referee.comparisons import Comparison
from referee.comparisons.verdict import Verdict, outcome_of
from referee.data.problem import Problem
from referee.declaration import Declaration
from referee.designs.card import Entry, PlanCard
from referee.designs.traits import Traits
from referee.estimates import Estimate, Interval
from referee.kinds import Estimand, Task
from referee.ledger import LearnerCard, StudyCard
from referee.metrics import metric
from referee.reading.ask import Ask
from referee.reading.estimate import Missing
from referee.reading.family import Family
from referee.reading.scores import Scores, ScoreTable
from referee.study import Analysis

CORRECTED = "corrected repeated k-fold t"
ASSUMPTIONS = ("The differences over splits are roughly normal.",
               "Two splits correlate as n_test/(n_train + n_test), which is the heuristic of Nadeau and Bengio.")
DECLARED = {
    "verb": "compare", "level": 0.95, "seed": 7,
    "why": "with 1,500 rows one division into folds depends on luck; ten of them even it out",
    "command": "referee compare churn.csv --target churned --models logistic,forest",
    "versions": {"referee": "0.1.0", "numpy": "2.0.0", "scikit-learn": "1.5.0"},
}


def plan_card(*, folds=10, repeats=10, rows=1500, design="kfold", description=None):
    """Repeated cross-validation of so many rows; for one fold, a hold-out of a tenth."""
    test = rows // max(folds, 10)
    entries = tuple(Entry(label=f"{r}/{k}", split=f"split{r}-{k}", n_train=rows - test, n_test=test)
                    for r in range(repeats) for k in range(folds))
    return PlanCard(fingerprint="plan00aa11", problem="problem0042", design=design,
                    parameters={"folds": folds, "repeats": repeats, "seed": 7}, entries=entries,
                    traits=Traits(rows=rows, splits=len(entries), different=len(entries), passes=repeats, parts=folds,
                                  train_sizes=(rows - test, rows - test), test_sizes=(test, test), never_tested=0,
                                  tested=(repeats, repeats)),
                    description=description or f"{folds}-fold cross-validation repeated {repeats} times, stratified")


def problem(*, task=Task.CLASSIFICATION, rows=1500, name="churn.csv", notices=()):
    y = np.arange(rows) % 2 if task is Task.CLASSIFICATION else np.linspace(0.0, 30.0, rows)
    return Problem(name=name, task=task, y=y, targets=("churned",) if task is Task.CLASSIFICATION else ("strength",),
                   classes=("no", "yes") if task is Task.CLASSIFICATION else (), notices=notices,
                   fingerprint="problem0042")


def cards(names, baselines=()):
    return {n: LearnerCard(fingerprint=f"learner-{n}", name=n, recipe={"class": n}, baseline=n in baselines)
            for n in names}


def scores(name, m, value, width, plan, *, failed=(), reason="the fit failed: ValueError: did not converge"):
    """Scores that lie evenly around a value, without those of the failed splits."""
    n = len(plan.entries)
    values = value + width * np.linspace(-1.5, 1.5, n)[np.arange(n) * 37 % n]
    kept = np.array([e.label not in failed for e in plan.entries])
    return Scores(learner=name, metric=m, values=np.where(kept, values, 0.0), kept=kept,
                  lost=tuple((label, reason) for label in failed))


def estimate(name, m, value, low, high, plan, **more):
    """An estimate; without an interval where low is None."""
    fields = {"estimand": Estimand.PROCEDURE, "method": f"mean over {len(plan.entries)} test parts",
              "n_train": plan.entries[0].n_train, "kept": len(plan.entries)} | more
    interval = None if low is None else Interval(low, high, level=0.95, method="corrected t")
    return Estimate(learner=name, metric=m.name, value=value, interval=interval, **fields)


def verdict(m, a, b, difference, half, p, *, detectable=None, p_equivalence=None, irrelevant=False, flags=(),
            level=0.95, method=CORRECTED):
    """The verdict on A − B with a symmetric interval, decided by the real rule."""
    low, high = (None, None) if half is None else (difference - half, difference + half)
    interval = None if half is None else Interval(low, high, level=level, method="corrected t")
    made = Comparison(a=a, b=b, metric=m.name, difference=difference, interval=interval, p=p, statistic=-2.5, df=99.0,
                      method=method, estimand=Estimand.PROCEDURE, unit="split", n_units=100,
                      standard_error=None if half is None else half / 1.98, assumptions=ASSUMPTIONS, flags=flags)
    outcome = outcome_of(made, m, p_adjusted=p, p_equivalence=p_equivalence, level=level)
    return Verdict(comparison=made, outcome=outcome, p_adjusted=p, detectable=detectable, p_equivalence=p_equivalence,
                   irrelevant=irrelevant)


def family(m, verdicts, ranking, *, uncompared=(), test="corrected-t", **ask):
    return Family(metric=m, ask=Ask(**ask), test=test, verdicts=tuple(verdicts), uncompared=uncompared,
                  ranking=tuple(ranking))


def apart(found, baselines):
    """The family with what is compared with a baseline in one of its own, as the real one has it."""
    of_models = [v for v in found.verdicts if not {v.a, v.b} & baselines]
    if not baselines or found.ask.against in baselines or not of_models:
        return replace(found, baselines=tuple(sorted(baselines)))
    others = [pair for pair in found.uncompared if {*pair[:2]} & baselines]
    own = replace(found, verdicts=tuple(v for v in found.verdicts if v not in of_models), uncompared=tuple(others),
                  ask=replace(found.ask, against=None))
    return replace(found, verdicts=tuple(of_models), baselines=tuple(sorted(baselines)), against_baseline=own,
                   uncompared=tuple(pair for pair in found.uncompared if pair not in others))


def analysis(*, numbers, families, learners, plan=None, data=None, declared=None, failures=(), warnings=None,
             configurations=None, missing=0, failed=None):
    """Put an analysis together; `numbers` maps (learner, metric) to (value, low, high) or to a Missing."""
    plan, data = plan or plan_card(), data or problem()
    metrics = tuple({key[1]: metric(key[1]) for key in numbers}.values())
    table, estimates, failed = {}, {}, failed or {}
    for (name, key), found in numbers.items():
        m = metric(key)
        if isinstance(found, Missing):
            table[name, key] = Scores(learner=name, metric=m, values=np.zeros(len(plan.entries)),
                                      kept=np.zeros(len(plan.entries), dtype=bool),
                                      lost=tuple((e.label, found.reason) for e in plan.entries))
            estimates[name, key] = found
            continue
        value, low, high = found[:3]
        more = found[3] if len(found) > 3 else {}
        lost = failed.get(name, ())
        width = (high - low) / 2 if low is not None else 0.0
        table[name, key] = scores(name, m, value, width, plan, failed=lost)
        more = {"kept": len(plan.entries) - len(lost), "lost": len(lost)} | more
        estimates[name, key] = estimate(name, m, value, low, high, plan, **more)
    return Analysis(
        study=StudyCard(name="churn", problem=data.fingerprint, plan=plan.fingerprint,
                        learners=tuple(c.fingerprint for c in learners.values()), created="2024-05-06T07:08:09+00:00",
                        declaration=Declaration(**DECLARED | {"metrics": [m.name for m in metrics],
                                                              "names": list(learners)} | (declared or {}))),
        problem=data, plan=plan, learners=learners,
        table=ScoreTable(problem=data, plan=plan, learners=tuple(learners), metrics=metrics, scores=table,
                         failures=tuple(failures), warnings=warnings or {},
                         seconds=dict.fromkeys(learners, (0.82, 0.013))),
        estimates=estimates, missing=missing,
        families={f.metric.name: apart(f, {n for n, card in learners.items() if card.baseline}) for f in families},
        configurations=len(learners) if configurations is None else configurations,
    )


def churn(**more):
    """Four learners and two metrics: one pair undecided, one learner worse, a baseline; the sketch of UX Compare."""
    auc, loss = metric("roc_auc"), metric("log_loss")
    gbm, lr, rf, prior = "hist-gradient-boosting", "logistic", "forest", "prior"
    return analysis(**{
        "learners": cards([lr, rf, gbm, prior], baselines=[prior]),
        "numbers": {
            (lr, "roc_auc"): (0.845, 0.832, 0.857), (rf, "roc_auc"): (0.826, 0.812, 0.839),
            (gbm, "roc_auc"): (0.847, 0.834, 0.859), (prior, "roc_auc"): (0.5, 0.5, 0.5),
            (lr, "log_loss"): (0.418, 0.402, 0.433), (rf, "log_loss"): (0.447, 0.426, 0.468),
            (gbm, "log_loss"): (0.414, 0.397, 0.431), (prior, "log_loss"): (0.579, 0.571, 0.587)},
        "families": [
            family(auc, [
                verdict(auc, lr, rf, 0.019, 0.009, 0.0004, detectable=0.0121),
                verdict(auc, lr, gbm, -0.002, 0.005, 0.41, detectable=0.0083),
                verdict(auc, lr, prior, 0.345, 0.012, 0.0, detectable=0.016),
                verdict(auc, rf, gbm, -0.021, 0.008, 0.0002, detectable=0.011),
                verdict(auc, rf, prior, 0.326, 0.013, 0.0, detectable=0.017),
                verdict(auc, gbm, prior, 0.347, 0.0122, 0.0, detectable=0.016)], [gbm, lr, rf, prior]),
            family(loss, [
                verdict(loss, lr, rf, -0.029, 0.012, 0.001), verdict(loss, lr, gbm, 0.004, 0.009, 0.38),
                verdict(loss, lr, prior, -0.161, 0.014, 0.0), verdict(loss, rf, gbm, 0.033, 0.013, 0.0005),
                verdict(loss, rf, prior, -0.132, 0.02, 0.0), verdict(loss, gbm, prior, -0.165, 0.015, 0.0)],
                [gbm, lr, rf, prior])],
        "data": problem(notices=("22 rows are exact duplicates; they are kept together in one fold.",)),
    } | more)


def single(**more):
    """One learner, evaluated."""
    return analysis(**{
        "learners": cards(["tree"]), "families": [], "plan": plan_card(rows=150),
        "data": problem(rows=150, name="iris.csv"), "declared": {"verb": "evaluate"},
        "numbers": {("tree", "accuracy"): (0.947, 0.899, 0.978), ("tree", "balanced_accuracy"): (0.947, 0.898, 0.979)},
        "configurations": 4,
    } | more)


def regression(**more):
    """Two learners and a baseline by an error: lower is better, numbers above a thousand."""
    rmse, r2 = metric("rmse"), metric("r2")
    return analysis(**{
        "learners": cards(["ridge", "boosting", "mean"], baselines=["mean"]),
        "data": problem(task=Task.REGRESSION, rows=1030, name="concrete.csv"), "plan": plan_card(rows=1030),
        "numbers": {("ridge", "rmse"): (1310.4, 1228.0, 1393.0), ("boosting", "rmse"): (1184.9, 1101.0, 1269.0),
                    ("mean", "rmse"): (2048.3, 1950.0, 2147.0), ("ridge", "r2"): (0.588, 0.531, 0.645),
                    ("boosting", "r2"): (0.663, 0.61, 0.716), ("mean", "r2"): (-0.004, -0.011, 0.003)},
        "families": [
            family(rmse, [verdict(rmse, "ridge", "boosting", 125.5, 71.0, 0.0006, detectable=95.0),
                          verdict(rmse, "ridge", "mean", -737.9, 90.0, 0.0),
                          verdict(rmse, "boosting", "mean", -863.4, 93, 0.0)],
                   ["boosting", "ridge", "mean"]),
            family(r2, [verdict(r2, "ridge", "boosting", -0.075, 0.04, 0.001),
                        verdict(r2, "ridge", "mean", 0.592, 0.06, 0.0),
                        verdict(r2, "boosting", "mean", 0.667, 0.055, 0.0)],
                   ["boosting", "ridge", "mean"])],
    } | more)


def failing(**more):
    """A learner that lost some fits and one that lost all, an estimate without an interval, fits still to come."""
    auc = metric("roc_auc")
    broken = "svm has no test part in common with logistic on which ROC AUC exists for both"
    lost = ("0/1", "0/4", "3/2")
    plan = plan_card()
    return analysis(**{
        "plan": plan, "learners": cards(["logistic", "mlp", "svm", "prior"], baselines=["prior"]),
        "numbers": {("logistic", "roc_auc"): (0.84, 0.82, 0.86), ("mlp", "roc_auc"): (0.81, 0.77, 0.85),
                    ("svm", "roc_auc"): Missing(learner="svm", metric="roc_auc", lost=100,
                                                reason="the fit failed: MemoryError: no room for the kernel"),
                    ("prior", "roc_auc"): (0.5, None, None, {"reason": "all scores are equal (0.5), so there is "
                                                                     "no spread"})},
        "families": [family(auc, [verdict(auc, "logistic", "mlp", 0.03, 0.036, 0.09, detectable=0.05),
                                  verdict(auc, "logistic", "prior", 0.34, 0.02, 0.0),
                                  verdict(auc, "mlp", "prior", 0.31, 0.04, 0.0)],
                            ["logistic", "mlp", "prior", "svm"],
                            uncompared=(("logistic", "svm", broken),))],
        "failed": {"mlp": lost}, "missing": 23,
        "failures": tuple(("mlp", label, "ValueError: the loss is not finite; scale the inputs.") for label in lost)
        + tuple(("svm", e.label, "MemoryError: no room for the kernel") for e in plan.entries),
        "warnings": {"mlp": ("ConvergenceWarning: maximum iterations (200) reached",), "logistic": ()},
        "configurations": 12,
    } | more)


def equivalent(*, irrelevant=False):
    """Two learners shown to differ by less than what matters."""
    auc = metric("roc_auc")
    return analysis(
        learners=cards(["a", "b"]), declared={"relevant": 0.01},
        numbers={("a", "roc_auc"): (0.9, 0.88, 0.92), ("b", "roc_auc"): (0.897, 0.877, 0.917)},
        families=[family(auc, [verdict(auc, "a", "b", 0.003, *((0.002, 0.003) if irrelevant else (0.004, 0.14)),
                                       p_equivalence=0.0021, irrelevant=irrelevant, detectable=0.006)], ["a", "b"],
                         relevant=0.01)])


def identical():
    """Two names for one model."""
    auc = metric("roc_auc")
    return analysis(
        learners=cards(["a", "twin of a"]),
        numbers={("a", "roc_auc"): (0.9, 0.88, 0.92), ("twin of a", "roc_auc"): (0.9, 0.88, 0.92)},
        families=[family(auc, [verdict(auc, "a", "twin of a", 0.0, None, 1.0, flags=("identical",))],
                         ["a", "twin of a"])])


def useless():
    """A learner that does not beat the baseline."""
    auc = metric("roc_auc")
    return analysis(
        learners=cards(["logistic", "prior"], baselines=["prior"]),
        numbers={("logistic", "roc_auc"): (0.513, 0.481, 0.545), ("prior", "roc_auc"): (0.5, 0.5, 0.5)},
        families=[family(auc, [verdict(auc, "logistic", "prior", 0.013, 0.032, 0.42, detectable=0.046)],
                         ["logistic", "prior"])])


def many(n=12, metrics=("roc_auc", "accuracy", "balanced_accuracy", "f1", "mcc", "log_loss", "brier")):
    """Many learners with long names by all the usual metrics."""
    names = [f"hist-gradient-boosting:learning_rate={0.01 * (i + 1):.2f},max_leaf_nodes={15 + i}" for i in range(n - 1)]
    names.append("prior")
    numbers, families = {}, []
    for key in metrics:
        m = metric(key)
        sign = 1 if m.better(1.0, 0.0) else -1
        value = {name: 0.6 + sign * (0.21 - 0.012 * i) for i, name in enumerate(names[:-1])}
        value["prior"] = 0.6 - sign * 0.1
        numbers |= {(name, key): (v, v - 0.013, v + 0.013) for name, v in value.items()}
        pairs = []
        for a, b in combinations(names, 2):
            d = value[a] - value[b]
            pairs.append(verdict(m, a, b, d, 0.016, 0.31 if abs(d) < 0.02 else 0.0004, detectable=0.021))
        families.append(family(m, pairs, names))
    return analysis(learners=cards(names, baselines=["prior"]), numbers=numbers, families=families, configurations=31)


ALL = {"churn": churn, "single": single, "regression": regression, "failing": failing, "equivalent": equivalent,
       "identical": identical, "useless": useless, "many": many}
