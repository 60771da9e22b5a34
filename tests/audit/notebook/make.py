"""A deliberately bad study, as notebooks do it: python tests/audit/notebook/make.py writes its files.

One random split of a table that holds copies of rows; every model tuned on the test rows; five seeds, the best
reported; every pair of models t-tested over the seeds by two metrics, and nothing corrected.
"""

from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import yaml
from scipy import stats
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.metrics import accuracy_score, f1_score
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

HERE = Path(__file__).parent
SEEDS = range(5)
GRIDS = {
    "forest": (RandomForestClassifier, [{"n_estimators": n, "max_depth": d, "min_samples_leaf": m}
                                        for n in (10, 30) for d in (2, 3, 5, 8, None) for m in (1, 2, 4, 8)]),
    "boosting": (GradientBoostingClassifier, [{"n_estimators": n, "max_depth": d, "subsample": 0.7}
                                              for n in (10, 20, 40, 80) for d in (1, 2, 3)]),
    "mlp": (MLPClassifier, [{"hidden_layer_sizes": (h,), "max_iter": 60, "alpha": a}
                            for h in (4, 8, 16) for a in (1e-4, 1e-1)]),
    "svm": (SVC, [{}]),
}


def table():
    draw = np.random.default_rng(4)
    n = 288
    frame = pd.DataFrame({
        "tenure": draw.gamma(2.0, 12, n).round(1), "charge": draw.normal(60, 18, n).round(2),
        "calls": draw.poisson(2.0, n), "age": draw.integers(18, 80, n), "discount": draw.random(n).round(3)})
    margin = 0.9 - 0.05 * frame.tenure + 0.02 * (frame.charge - 60) + 0.3 * (frame.calls - 2)
    frame["churned"] = np.where(draw.random(n) < 1 / (1 + np.exp(-margin)), "yes", "no")
    frame = pd.concat([frame, frame.iloc[draw.choice(n, 12, replace=False)]], ignore_index=True)
    frame = frame.sample(frac=1, random_state=1).reset_index(drop=True)
    frame.insert(0, "id", np.arange(1, len(frame) + 1))
    twins = np.flatnonzero(frame.drop(columns="id").duplicated(keep="first"))
    frame["part"] = "train"
    others = np.setdiff1d(np.arange(len(frame)), twins)
    frame.loc[np.concatenate([twins, draw.choice(others, 75 - twins.size, replace=False)]), "part"] = "test"
    return frame


def main():
    frame = table()
    X = StandardScaler().fit_transform(frame.drop(columns=["id", "churned", "part"]))      # on all rows, of course
    y, test = (frame.churned == "yes").to_numpy(int), (frame.part == "test").to_numpy()

    def predicted(kind, setting, seed):
        model = GRIDS[kind][0](**setting, random_state=seed)
        with np.errstate(all="ignore"):
            return model.fit(X[~test], y[~test]).predict(X[test])

    said, runs, reported, models = {"id": frame.id[test], "truth": frame.churned[test]}, [], [], []
    scores = {}
    for kind, (_, grid) in GRIDS.items():
        best = max(grid, key=lambda setting: accuracy_score(y[test], predicted(kind, setting, 0)))
        by_seed = {seed: predicted(kind, best, seed) for seed in SEEDS}
        chosen = max(SEEDS, key=lambda seed: accuracy_score(y[test], by_seed[seed]))
        said[kind] = np.where(by_seed[chosen] == 1, "yes", "no")
        for name, score in (("accuracy", accuracy_score), ("f1", f1_score)):
            values = [score(y[test], by_seed[seed]) for seed in SEEDS]
            scores[kind, name] = values
            runs += [{"model": kind, "metric": name, "value": round(v, 6), "seed": s}
                     for s, v in zip(SEEDS, values, strict=True)]
            reported.append({"model": kind, "metric": name, "value": f"{score(y[test], by_seed[chosen]):.3f}"})
        models.append({"name": kind, "tried": len(grid), "tuned_on": "test" if len(grid) > 1 else "nothing",
                       "seeds": list(SEEDS), "deterministic": kind == "svm",
                       "steps": [{"name": "scaling", "fitted_on": "all"}]})
    tests = []
    for name in ("accuracy", "f1"):
        for a, b in combinations(GRIDS, 2):
            p = stats.ttest_ind(scores[a, name], scores[b, name], equal_var=False).pvalue
            tests.append({"name": "Welch's t-test", "a": a, "b": b, "metric": name, "p": float(f"{p:.3g}"),
                          "unit": "seed", "n_units": 5})
    frame.to_csv(HERE / "churn.csv", index=False)
    pd.DataFrame(said).to_csv(HERE / "predictions.csv", index=False)
    pd.DataFrame(runs).to_csv(HERE / "runs.csv", index=False)
    pd.DataFrame(reported).to_csv(HERE / "table1.csv", index=False)
    leader = max(GRIDS, key=lambda kind: max(scores[kind, "accuracy"]))
    p = next(t["p"] for t in tests if {t["a"], t["b"]} == {leader, "svm"} and t["metric"] == "accuracy")
    description = {
        "audit": "churn notebook", "data": "churn.csv", "target": "churned", "ids": "id", "split": "part",
        "predictions": "predictions.csv", "metrics": ["accuracy", "f1"], "runs": "runs.csv", "reported": "table1.csv",
        "models": models, "tests": tests,
        "claims": [
            {"better": leader, "than": "svm", "metric": "accuracy", "p": p, "test": "Welch's t-test", "basis": "test",
             "says": f"{leader.capitalize()} significantly outperforms the SVM", "scope": "in general"},
            {"better": leader, "than": "boosting", "metric": "accuracy", "basis": "numbers",
             "says": f"{leader.capitalize()} also beats boosting"}],
        "data_sets": [{"name": "churn", "real": True}],
    }
    text = yaml.safe_dump(description, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)
    (HERE / "audit.yaml").write_text("# A deliberately bad study; written by make.py.\n" + text)


if __name__ == "__main__":
    main()
