"""Ways of rows and scores through code that were once lost: each with a fault, and a careful twin."""

import pytest

import referee

FOLDS = """import numpy as np
import pandas as pd
from scipy import stats
from sklearn.ensemble import RandomForestRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import mean_absolute_error
from sklearn.model_selection import StratifiedKFold, train_test_split
df = pd.read_csv("a.csv")
"""
FIELDS = FOLDS + """
class Parts:
    def __init__(self, df):
        rest, self.test = train_test_split(df, random_state=1)
        self.left, self.right = train_test_split(rest, random_state=2)

def rows(parts, side):
    d = getattr(parts, side)
    return d.drop(columns="y"), d["y"]

def error(model, parts, side):
    X, y = rows(parts, side)
    return mean_absolute_error(y, model.predict(X))

parts, tried = Parts(df), []
for depth in (2, 4, 8):
    m = RandomForestRegressor(max_depth=depth).fit(*rows(parts, "left"))
    tried.append({{"depth": depth, "mae": error(m, parts, "{chosen_on}")}})
best = pd.DataFrame(tried).sort_values("mae").iloc[0]
final = RandomForestRegressor(max_depth=best["depth"]).fit(*rows(parts, "left"))
print(error(final, parts, "test"))
"""
STACKED = FOLDS + """
A, B, a, b = train_test_split(df.drop(columns="y"), df["y"], random_state=0)
base = RandomForestRegressor().fit({fitted_on})
top = LinearRegression().fit(np.column_stack([base.predict(A)]), a)
print(mean_absolute_error(b, top.predict(np.column_stack([base.predict(B)]))))
"""
TESTED = FOLDS + """
A, B = train_test_split(df, random_state=0)
p = {{}}
for c in df.columns.drop("y"):
    p[c] = stats.mannwhitneyu({of}.loc[{of}.y == 1, c], {of}.loc[{of}.y == 0, c]).pvalue
keep = list(pd.Series(p).sort_values().index[:10])
print(LogisticRegression().fit(A[keep], A["y"]).score(B[keep], B["y"]))
"""
BEST_FOLD = FOLDS + """
X, y, scores = df.drop(columns="y").to_numpy(), df["y"].to_numpy(), []
for tr, te in StratifiedKFold(5).split(X, y):
    m = LogisticRegression().fit(X[tr], y[tr])
    scores.append((m.predict(X[te]) == y[te]).mean())
print({told}(scores))
"""
WINDOWS = """import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.svm import SVC

def windows(x, n=256, hop={hop}):
    for s in range(0, len(x) - n, hop):
        yield x[s:s + n]

X, y = [], []
for label, name in enumerate(["walk", "run"]):
    for w in windows(np.loadtxt(f"{{name}}.txt")):
        X.append([w.mean(), w.std()])
        y.append(label)
A, B, a, b = train_test_split(np.array(X), np.array(y))
print(SVC().fit(A, a).score(B, b))
"""
AHEAD = FOLDS + """
df = df.sort_values("day").rename(columns={{"Load": "load"}}).set_index("day").asfreq("D")
df["level"] = df["{of}"].rolling(7, {centred}).mean()
A, B = df.loc[:"2020"], df.loc["2021":]
cols = ["level", "wind"]
m = LinearRegression().fit(A[cols], A["load"])
print(mean_absolute_error(B["load"], m.predict(B[cols])))
"""
SEEDS = """import numpy as np
import torch
from torch import nn
parts = {{p: torch.load(f"{{p}}.pt") for p in ("train", "dev", "test")}}

class Near(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Linear(40, 8)

    def distances(self, support, query):
        return -torch.cdist(self.f(query), self.f(support))

def hits(m, x, y, support):
    return (m.distances(support, x).argmax(1) == y).float().mean().item()

def run(seed):
    torch.manual_seed(seed)
    m, best, state = Near(), 0, None
    opt = torch.optim.Adam(m.parameters())
    train = parts["train"]
    for _ in range(50):
        loss = nn.functional.cross_entropy(m.distances(train["x"], train["x"]), train["y"])
        loss.backward()
        opt.step()
        now = hits(m, parts["dev"]["x"], parts["dev"]["y"], train["x"])
        if now > best:
            best, state = now, m.state_dict()
    m.load_state_dict(state)
    return hits(m, parts["test"]["x"], parts["test"]["y"], train["x"])

print({told}([run(seed) for seed in range(10)]))
"""
FILLED = FOLDS + """
for c in ["bp", "chol"]:
    df[c] = df[c].fillna(df.groupby("{by}")[c].transform("median"))
A, B = train_test_split(df, random_state=0)
m = LogisticRegression().fit(A.drop(columns="y"), A["y"])
print(m.score(B.drop(columns="y"), B["y"]))
"""
CUT = FOLDS + """
from sklearn.metrics import accuracy_score, roc_curve
from sklearn.model_selection import cross_val_predict
X, y = df.drop(columns="y"), df["y"]
p = cross_val_predict(LogisticRegression(), X, y, cv=5, method="predict_proba")[:, 1]
fpr, tpr, at = roc_curve(y, p)
t = {cut}
print(accuracy_score(y, p > t))
"""
STOPPED = """import numpy as np
import pandas as pd
from lightgbm import LGBMClassifier, early_stopping
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold
train, late = pd.read_csv("until_2017.csv"), pd.read_csv("2018.csv")

def score(leaves):
    scores, trees = [], []
    for a, b in StratifiedKFold(5).split(train, train["y"]):
        fit, rest = train.iloc[a], train.iloc[b]
        m = LGBMClassifier(num_leaves=leaves)
        m.fit(fit[["u", "v"]], fit["y"], eval_set=[(rest[["u", "v"]], rest["y"])], callbacks=[early_stopping(9)])
        scores.append(roc_auc_score(rest["y"], m.predict_proba(rest[["u", "v"]])[:, 1]))
        trees.append(m.best_iteration_)
    return np.mean(scores), int(np.mean(trees))

tried = {{leaves: score(leaves) for leaves in (7, 15, 31)}}
best = max(tried, key=lambda leaves: tried[leaves][0])
m = LGBMClassifier(num_leaves=best, n_estimators=tried[best][1]).fit(train[["u", "v"]], train["y"])
print({told})
"""
BARE = FOLDS + """
df = df.sort_values("month").set_index("month")

def features(df):
    out = pd.DataFrame(index=df.index)
    out["goal"] = df["level"]{target}
    out["last"] = df["level"]{feature}
    out["rain"] = df["rain"].shift(1).rolling(3).sum()
    return out.dropna()

m = features(df)
A, B = m[m.index < "2021"], m[m.index >= "2021"]
r = LinearRegression().fit(A.drop(columns="goal"), A["goal"])
print(mean_absolute_error(B["goal"], r.predict(B.drop(columns="goal"))))
"""
LISTED = FOLDS + """
def history(df):
    by = df.groupby("store")["units"]
    for k in (1, 7):
        df[f"lag_{{k}}"] = by.shift(k)
    df["level"] = by.transform(lambda s: s{shifted}.rolling(7{centred}).mean())
    return df

df = history(df).dropna()
A, B = df[df["day"] < "2021"], df[df["day"] >= "2021"]
cols = ["weekday", "level"] + [f"lag_{{k}}" for k in (1, 7)]
m = RandomForestRegressor().fit(A[cols], A["units"])
print(mean_absolute_error(B["units"], m.predict(B[cols])))
"""
VERSIONS = """from pathlib import Path
import numpy as np
from PIL import Image
from sklearn.model_selection import train_test_split
from sklearn.svm import SVC
from torchvision import transforms

def pool({files}, n=6):
    aug, kept, labels = transforms.RandomRotation(25), [], []
    for f in {listed}:
        img = Image.open(f)
        for k in range(n):
            out = Path("pool") / f"{{f.stem}}_{{k}}.png"
            (img if k == 0 else aug(img)).save(out)
            kept.append(out)
            labels.append(f.parent.name)
    return kept, labels

def pixels(files):
    return np.array([np.asarray(Image.open(f)).ravel() for f in files])

{divided}
m = SVC().fit(pixels(A), a)
print(m.score(pixels(B), b))
"""
CASES = [
    ("versions of each photo pooled before", VERSIONS, {"files": "home", "listed": 'sorted(home.glob("*/*.jpg"))',
     "divided": 'files, y = pool(Path("leaves"))\nA, B, a, b = train_test_split(files, y, random_state=1)'},
     {"files": "files", "listed": "files", "divided": 'files = sorted(Path("leaves").glob("*/*.jpg"))\n'
      'A, B = train_test_split(files, random_state=1)\nA, a = pool(A)\nb = [f.parent.name for f in B]'}, "F-23"),
    ("a centred mean by group, in lists of columns", LISTED, {"shifted": "", "centred": ", center=True"},
     {"shifted": ".shift(1)", "centred": ""}, "F-24"),
    ("stopped by folds within the training rows", STOPPED, {"told": "tried[best][0]"},
     {"told": 'roc_auc_score(late["y"], m.predict_proba(late[["u", "v"]])[:, 1])'}, "F-03"),
    ("the target in a frame of its own", BARE, {"target": "", "feature": " * 2"},
     {"target": "", "feature": ".shift(1)"}, "F-24"),
    ("a later value as target", BARE, {"target": ".shift(-1)", "feature": ".shift(-1)"},
     {"target": ".shift(-1)", "feature": ""}, "F-24"),
    ("gaps filled by the class", FILLED, {"by": "y"}, {"by": "ward"}, "F-23"),
    ("a threshold by what was cross-validated", CUT, {"cut": "at[(tpr - fpr).argmax()]"}, {"cut": "0.5"}, "F-44"),
    ("a field by getattr, ranked", FIELDS, {"chosen_on": "test"}, {"chosen_on": "right"}, "F-03"),
    ("stacked", STACKED, {"fitted_on": 'df.drop(columns="y"), df["y"]'}, {"fitted_on": "A, a"}, "F-23"),
    ("each class tested", TESTED, {"of": "df"}, {"of": "A"}, "F-23"),
    ("best fold", BEST_FOLD, {"told": "max"}, {"told": "np.mean"}, "F-08"),
    ("windows of a generator", WINDOWS, {"hop": 64}, {"hop": 256}, "F-22"),
    ("a centred mean of the target", AHEAD, {"of": "load", "centred": "center=True"},
     {"of": "wind", "centred": "center=False"}, "F-24"),
    ("a centred mean of a feature", AHEAD, {"of": "wind", "centred": "center=True"},
     {"of": "wind", "centred": "min_periods=3"}, "F-22"),
    ("best seed of a network with a support set", SEEDS, {"told": "max"}, {"told": "np.mean"}, "F-08"),
]


def grave(tmp_path, code):
    (tmp_path / "study.py").write_text(code, encoding="utf-8")
    return {one.code for one in referee.audit(tmp_path / "study.py").findings if one.severity.rank > 1}


@pytest.mark.parametrize(("code", "wrong", "right", "check"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_a_fault_is_told_and_its_careful_twin_is_not(code, wrong, right, check, tmp_path):
    assert grave(tmp_path, code.format(**wrong)) == {check}
    assert grave(tmp_path, code.format(**right)) == set()
