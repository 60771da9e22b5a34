"""Learners that are searched beside others that are taken as they come; baselines, and effort that is the same."""

import pytest

import referee

HEAD = """import numpy as np
import optuna
import pandas as pd
from scipy.stats import loguniform, randint
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression, LogisticRegressionCV
from sklearn.metrics import accuracy_score, f1_score
from sklearn.model_selection import GridSearchCV, RandomizedSearchCV, cross_val_score, train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
df = pd.read_csv("a.csv")
X, y = df.drop(columns="y"), df["y"]
A, B, a, b = train_test_split(X, y, random_state=0)
DRAWS = {"max_depth": randint(2, 9), "learning_rate": loguniform(0.01, 0.3)}
"""
TABLE = """
models = {%s}
for name, model in models.items():
    model.fit(A, a)
    print(name, f1_score(b, model.predict(B)))
"""
DRAWN = "RandomizedSearchCV(GradientBoostingClassifier(), DRAWS, n_iter=%d, cv=5)"
UNEQUAL = {
    "one of many, ours": (TABLE % f'"ours": {DRAWN % 100}, "knn": KNeighborsClassifier(), "svm": SVC()', "serious"),
    "under its own name": (f"""
proposed_model = {DRAWN % 80}.fit(A, a)
other = make_pipeline(StandardScaler(), SVC(probability=True, random_state=0)).fit(A, a)
for m in (proposed_model, other):
    print(accuracy_score(b, m.predict(B)))
""", "serious"),
    "nobody's": (TABLE % f'"boosting": {DRAWN % 100}, "svm": SVC()', "warning"),
    "some searched": (TABLE % (f'"boosting": {DRAWN % 30}, "knn": GridSearchCV(KNeighborsClassifier(), '
                               f'{{"n_neighbors": [1, 3, 5, 9, 15, 25]}}), "svm": SVC()'), "warning"),
    "a grid": (TABLE % ('"ours": GridSearchCV(SVC(), {"C": [0.1, 1, 10, 100], "gamma": [0.01, 0.1, 1]}), '
                        '"forest": RandomForestClassifier(random_state=1, n_jobs=-1)'), "warning"),
    "cross-validated": (f"""
print(cross_val_score({DRAWN % 60}, X, y).mean())
print(cross_val_score(KNeighborsClassifier(), X, y).mean())
""", "warning"),
    "a loop that keeps the best": ("""
C, V, c, v = train_test_split(A, a, random_state=1)
top, best = None, -1
for depth in range(2, 20):
    score = GradientBoostingClassifier(max_depth=depth).fit(C, c).score(V, v)
    if score > best:
        best, top = score, depth
ours = GradientBoostingClassifier(max_depth=top).fit(A, a)
svm = SVC().fit(A, a)
print("ours", ours.score(B, b), "against the baselines", svm.score(B, b))
""", "warning"),
    "fold by fold": (f"""
from sklearn.model_selection import StratifiedKFold
for tr, te in StratifiedKFold(5).split(X, y):
    ours = ({DRAWN % 100}).fit(X.iloc[tr], y.iloc[tr])
    knn = KNeighborsClassifier().fit(X.iloc[tr], y.iloc[tr])
    print(ours.score(X.iloc[te], y.iloc[te]), knn.score(X.iloc[te], y.iloc[te]))
""", "serious"),
    "trials": ("""
def objective(trial):
    m = GradientBoostingClassifier(max_depth=trial.suggest_int("max_depth", 2, 9))
    return cross_val_score(m, A, a).mean()

study = optuna.create_study(direction="maximize")
study.optimize(objective, n_trials=200)
ours = GradientBoostingClassifier(**study.best_params).fit(A, a)
forest = RandomForestClassifier(random_state=0).fit(A, a)
print(accuracy_score(b, ours.predict(B)), accuracy_score(b, forest.predict(B)))
""", "serious"),
}
EQUAL = {
    "all searched": TABLE % (f'"ours": {DRAWN % 100}, "svm": RandomizedSearchCV(SVC(), {{"C": loguniform(0.1, 9)}}, '
                             f'n_iter=100), "dummy": DummyClassifier()'),
    "none searched": TABLE % '"ours": GradientBoostingClassifier(), "svm": SVC(), "knn": KNeighborsClassifier()',
    "a baseline by its key": TABLE % f'"ours": {DRAWN % 100}, "baseline (logistic)": LogisticRegression(max_iter=500)',
    "a baseline by its variable": f"""
baseline = LogisticRegression().fit(A, a)
ours = ({DRAWN % 100}).fit(A, a)
print(accuracy_score(b, baseline.predict(B)), accuracy_score(b, ours.predict(B)))
""",
    "a reference by a comment": f"""
ours = ({DRAWN % 100}).fit(A, a)
plain = LogisticRegression().fit(A, a)       # reference, not a rival
print(accuracy_score(b, plain.predict(B)), accuracy_score(b, ours.predict(B)))
""",
    "a baseline where its score is shown": f"""
ours = ({DRAWN % 100}).fit(A, a)
plain = LogisticRegression().fit(A, a)
print("baseline", accuracy_score(b, plain.predict(B)))
print("boosting", accuracy_score(b, ours.predict(B)))
""",
    "learners without settings": TABLE % f'"ours": {DRAWN % 100}, "bayes": GaussianNB(), "none": DummyClassifier()',
    "one that searches itself": TABLE % f'"ours": {DRAWN % 100}, "logistic": LogisticRegressionCV()',
    "settings set later": f"""
ours, rival = ({DRAWN % 100}).fit(A, a), SVC()
rival.set_params(C=3).fit(A, a)
print(accuracy_score(b, rival.predict(B)), accuracy_score(b, ours.predict(B)))
""",
    "settings set by hand": TABLE % f'"ours": {DRAWN % 100}, "svm": SVC(C=10, gamma=0.05)',
    "what a search is worth": TABLE % f'"tuned": {DRAWN % 100}, "as it comes": GradientBoostingClassifier()',
    "searched by a function": """
def tuned(model, grid):
    return GridSearchCV(make_pipeline(StandardScaler(), model), grid, cv=5)
""" + TABLE % ('"ours": tuned(GradientBoostingClassifier(), {"gradientboostingclassifier__max_depth": range(2, 20)}), '
               '"svm": tuned(SVC(), {"svc__C": np.logspace(-3, 3, 20)})'),
    "searched where there is a grid": """
grids = {"boosting": {"max_depth": [2, 3, 4, 5, 6, 7]}, "svm": {"C": [0.1, 1, 3, 10, 30, 100]}}
models = {"boosting": GradientBoostingClassifier(), "svm": SVC(), "none": DummyClassifier()}
for name, model in models.items():
    if name in grids:
        model = GridSearchCV(model, grids[name])
    model.fit(A, a)
    print(name, f1_score(b, model.predict(B)))
""",
    "looked at before, on other rows": f"""
for m in (SVC(), KNeighborsClassifier()):
    print(cross_val_score(m, A, a).mean())
best = ({DRAWN % 100}).fit(A, a)
print(f1_score(b, best.predict(B)))
""",
    "few settings": TABLE % ('"ours": GridSearchCV(GradientBoostingClassifier(), {"max_depth": [2, 3, 4]}), '
                             '"svm": SVC()'),
    "loops for each": """
for C in (0.1, 1, 10):
    print(cross_val_score(SVC(C=C), A, a).mean())
for k in (1, 5, 9):
    print(cross_val_score(KNeighborsClassifier(n_neighbors=k), A, a).mean())
""",
}


@pytest.fixture
def effort(tmp_path):
    def audit(code):
        (tmp_path / "train.py").write_text(HEAD + code)
        return referee.audit(tmp_path / "train.py")["F-25"]
    return audit


@pytest.mark.parametrize(("code", "severity"), UNEQUAL.values(), ids=UNEQUAL)
def test_a_search_for_one_alone_is_told(effort, code, severity):
    (found,) = effort(code).findings
    assert found.severity.value == severity
    assert "taken with the settings of the library" in found.message
    assert found.evidence["others"]


@pytest.mark.parametrize("code", EQUAL.values(), ids=EQUAL)
def test_the_same_effort_and_baselines_are_in_order(effort, code):
    assert effort(code).findings == ()


def test_one_learner_alone_is_not_compared(effort):
    answer = effort("m = SVC().fit(A, a)\nprint(m.score(B, b))\n")
    assert answer.outcome == "not checkable"
    assert "no two learners" in answer.reason
