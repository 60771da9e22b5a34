"""Ways of rows through lists, loops, functions and index arrays that are in order; each with a twin that is not.

A twin differs in what stands for HELD. Where a way is not followed exactly it is not known whether rows were fitted
on, and nothing is told of that; what is scored on the very rows of its fit is told all the same.
"""

import pytest

from audit.scripts.written import told_of

HEAD = """import numpy as np
import pandas as pd
import torch
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import accuracy_score, log_loss, mean_absolute_error, roc_auc_score
from sklearn.model_selection import GroupKFold, KFold, ParameterSampler, train_test_split
from sklearn.preprocessing import StandardScaler
"""
ONE_OUT = """
pilots = sorted(np.load("pilots.npy"))

def load(p):
    z = np.load(f"eeg/{p}.npz")
    return z["X"], z["y"]

DATA = {p: load(p) for p in pilots}

def stack(ps):
    return np.concatenate([DATA[p][0] for p in ps]), np.concatenate([DATA[p][1] for p in ps])

scores = []
for out in pilots:
    X, y = stack([p for p in pilots if p != out])
    m = LogisticRegression().fit(X, y)
    Xo, yo = HELD
    scores.append(accuracy_score(yo, m.predict(Xo)))
print(np.mean(scores))
"""
NESTED = """
d = pd.read_csv("squares.csv")
d["region"] = d.east // 100
y = d.present.to_numpy()
cov = ["a", "b"]

def fitted(c, tr, te):
    mu, sd = d.loc[HELD, cov].mean(), d.loc[HELD, cov].std()
    A, B = (d.loc[i, cov].sub(mu).div(sd) for i in (tr, te))
    return LogisticRegression(C=c).fit(A, y[tr]).predict_proba(B)[:, 1]

def select(tr):
    inner = [(tr[a], tr[b]) for a, b in GroupKFold(5).split(tr, y[tr], d.region.to_numpy()[tr])]
    loss = [np.mean([log_loss(y[b], fitted(c, a, b)) for a, b in inner]) for c in (0.1, 1, 10)]
    return (0.1, 1, 10)[int(np.argmin(loss))]

P, auc = {k: np.zeros(len(d)) for k in ("prior", "model")}, []
for tr, te in GroupKFold(10).split(d, y, d.region):
    c = select(tr)
    P["prior"][te] = y[tr].mean()
    P["model"][te] = fitted(c, tr, te)
    auc.append([roc_auc_score(y[te], P[k][te]) for k in ("prior", "model")])
print(np.mean(auc))
"""
SETTINGS = """
d = pd.read_csv("a.csv")
known = d.notna().all(axis=1) & d.z.notna()
A, B = d[known & (d.year < 2010)], d[known & (d.year >= 2010)]
MAKERS = {"ridge": (lambda seed, alpha: Ridge(alpha=alpha), {"alpha": np.logspace(-3, 4, 30)})}
for name, (make, grid) in MAKERS.items():
    for params in ParameterSampler(grid, 5, random_state=1):
        m = make(0, **params).fit(A[["x"]], A["y"])
        print(name, params, mean_absolute_error(HELD["y"], m.predict(HELD[["x"]])))
"""
FOLDS_BY_HAND = """
X, y = np.load("X.npy"), np.load("y.npy")
g = np.load("g.npy")
places = [np.flatnonzero(g == one) for one in np.unique(g)]
said = []
for k in range(len(places)):
    tr = np.concatenate([places[j] for j in range(len(places)) if j != k])
    te = HELD
    said.append(accuracy_score(y[te], LogisticRegression().fit(X[tr], y[tr]).predict(X[te])))
print(np.mean(said))
"""
BY_GROUP = """
d = pd.read_csv("a.csv")
cols = ["x1", "x2"]
errors = []
for site, part in d.groupby("site"):
    rest = d[d.site != site]
    m = Ridge().fit(rest[cols], rest["y"])
    errors.append(mean_absolute_error(HELD["y"], m.predict(HELD[cols])))
print(np.mean(errors))
"""
GENERATOR = """
d = pd.read_csv("a.csv").sort_values("day")
X, y = d[["x1", "x2"]].to_numpy(), d["y"].to_numpy()

def expanding(n, first, step):
    for end in range(first, n - step, step):
        yield np.arange(0, end), np.arange(end, end + step)

errors = []
for past, ahead in expanding(len(X), 200, 50):
    scale = StandardScaler().fit(X[past])
    m = Ridge().fit(scale.transform(X[past]), y[past])
    errors.append(mean_absolute_error(y[HELD], m.predict(scale.transform(X[HELD]))))
print(np.mean(errors))
"""
CLASS = """
class Study:
    def __init__(self, file):
        self.d = pd.read_csv(file)
        self.y = self.d.pop("y")

    def score(self, model, tr, te):
        model.fit(self.d.iloc[tr], self.y.iloc[tr])
        return accuracy_score(self.y.iloc[te], model.predict(self.d.iloc[te]))

    def run(self):
        cut = int(0.8 * len(self.d))
        order = np.random.default_rng(0).permutation(len(self.d))
        return self.score(LogisticRegression(), order[:cut], HELD)

print(Study("a.csv").run())
"""
MASK = """
d = pd.read_csv("a.csv")
held = d.apply(lambda r: hash(r["case"]) % 5 == 0, axis=1)
rest, test = d[~held], d[held]
m = LogisticRegression().fit(rest[["x"]], rest["y"])
print(accuracy_score(HELD["y"], m.predict(HELD[["x"]])))
"""
FLAG = """
d = pd.read_csv("a.csv")
rest, test = d[~d.is_test], d[d.is_test]
m = LogisticRegression().fit(rest[["x"]], rest["y"])
print(accuracy_score(HELD["y"], m.predict(HELD[["x"]])))
"""
FILTERED = """
files = [(f, np.load(f)) for f in open("list.txt").read().split()]
parts = [{"year": int(f[:4]), "X": z["X"], "y": z["y"]} for f, z in files]
early = [p for p in parts if p["year"] < 2015]
late = [p for p in parts if p["year"] >= 2015]
m = LogisticRegression().fit(np.vstack([p["X"] for p in early]), np.hstack([p["y"] for p in early]))
for p in HELD:
    print(p["year"], accuracy_score(p["y"], m.predict(p["X"])))
"""
NUMBERS = """
X, y = np.load("X.npy"), np.load("y.npy")
tr, te = np.loadtxt("train_rows.txt", dtype=int), np.loadtxt("test_rows.txt", dtype=int)
m = LogisticRegression().fit(X[tr], y[tr])
print(accuracy_score(y[HELD], m.predict(X[HELD])))
"""
TORCH = """
from torch import nn
from torch.utils.data import DataLoader, Subset, TensorDataset
X, y = torch.load("X.pt"), torch.load("y.pt")
rest, test = train_test_split(np.arange(len(X)), test_size=0.2, random_state=0)
train, val = train_test_split(rest, test_size=0.2, random_state=1)
data = TensorDataset(X, y)
loaders = {k: DataLoader(Subset(data, i), 64) for k, i in dict(train=train, val=val, test=test).items()}
net = nn.Linear(10, 2)
opt = torch.optim.Adam(net.parameters())

def accuracy(loader):
    hits = [(net(a).argmax(1) == b).float().mean().item() for a, b in loader]
    return np.mean(hits)

best, state = 0, None
for epoch in range(20):
    for a, b in loaders["train"]:
        loss = nn.functional.cross_entropy(net(a), b)
        opt.zero_grad(); loss.backward(); opt.step()
    now = accuracy(loaders["HELD"])
    if now > best:
        best, state = now, net.state_dict()
net.load_state_dict(state)
print(accuracy(loaders["test"]))
"""
PAIRS = """
names = open("sites.txt").read().split()
sites = {}
for s in names:
    sites[s] = pd.read_csv(f"{s}.csv")
table = {}
for a in names:
    m = Ridge().fit(sites[a][["x"]], sites[a]["y"])
    for b in names:
        if a != b:
            table[a, b] = mean_absolute_error(sites[HELD]["y"], m.predict(sites[HELD][["x"]]))
print(table)
"""
LISTS = """
Xs, ys = [], []
for f in open("runs.txt").read().split():
    z = np.load(f)
    Xs.append(z["X"])
    ys.append(z["y"])
hits = []
for i, (X, y) in enumerate(zip(Xs, ys)):
    A = np.concatenate([x for j, x in enumerate(Xs) if j != i])
    a = np.concatenate([v for j, v in enumerate(ys) if j != i])
    scale = StandardScaler().fit(HELD)
    m = LogisticRegression().fit(scale.transform(A), a)
    hits.append(accuracy_score(y, m.predict(scale.transform(X))))
print(np.mean(hits))
"""
SPLITS = """
import json
X, y = np.load("X.npy"), np.load("y.npy")
splits = json.load(open("splits.json"))
for s in splits:
    tr, te = np.array(s["train"]), np.array(s["test"])
    m = LogisticRegression().fit(X[tr], y[tr])
    print(accuracy_score(y[HELD], m.predict(X[HELD])))
"""
METHOD = """
class CV:
    def __init__(self, model, k=5):
        self.model, self.k = model, k
    def folds(self, n):
        order = np.random.default_rng(0).permutation(n)
        parts = np.array_split(order, self.k)
        for i in range(self.k):
            yield np.concatenate([p for j, p in enumerate(parts) if j != i]), parts[i]
    def run(self, X, y):
        out = []
        for tr, te in self.folds(len(X)):
            self.model.fit(X[tr], y[tr])
            out.append(accuracy_score(y[HELD], self.model.predict(X[HELD])))
        return np.array(out)
X, y = np.load("X.npy"), np.load("y.npy")
print(CV(LogisticRegression()).run(X, y).mean())
"""
TABLES = """
d = pd.read_csv("a.csv")
by = {s: g for s, g in d.groupby("site")}
res = {}
for s in by:
    tr = pd.concat([by[o] for o in by if o != s])
    m = Ridge().fit(tr[["x"]], tr["y"])
    res[s] = mean_absolute_error(HELD["y"], m.predict(HELD[["x"]]))
print(pd.Series(res).mean())
"""
POOLED = """
X, y = np.load("X.npy"), np.load("y.npy")
g = np.load("g.npy")
p = np.zeros(len(y))
for one in np.unique(g):
    out = g == one
    m = LogisticRegression().fit(X[~out], y[~out])
    p[HELD] = m.predict_proba(X[HELD])[:, 1]
print(roc_auc_score(y, p))
"""
STREAM = """
from sklearn.linear_model import SGDClassifier
files = open("l.txt").read().split()
tables = [pd.read_csv(f) for f in files]
m = SGDClassifier()
for t in tables[:-5]:
    m.partial_fit(t[["x"]], t["y"], classes=[0, 1])
for t in HELD:
    print(accuracy_score(t["y"], m.predict(t[["x"]])))
"""
GIVEN = """
X, y = np.load("X.npy"), np.load("y.npy")
def evaluate(model, tr, te):
    s = StandardScaler().fit(X[HELD])
    model.fit(s.transform(X[tr]), y[tr])
    return accuracy_score(y[te], model.predict(s.transform(X[te])))
def halves(n, seed):
    r = np.random.default_rng(seed).permutation(n)
    return r[: n // 2], r[n // 2:]
print(np.mean([evaluate(LogisticRegression(), *halves(len(X), s)) for s in range(10)]))
"""
BOOT = """
d = pd.read_csv("a.csv")
rng = np.random.default_rng(0)
hits = []
for b in range(200):
    i = rng.integers(0, len(d), len(d))
    o = np.setdiff1d(np.arange(len(d)), i)
    m = LogisticRegression().fit(d.iloc[i][["x"]], d.iloc[i]["y"])
    hits.append(accuracy_score(d.iloc[HELD]["y"], m.predict(d.iloc[HELD][["x"]])))
print(np.mean(hits))
"""
MEANS = """
d = pd.read_csv("a.csv")
A, B = train_test_split(d, random_state=0)
means = {}
for c, part in HELD.groupby("city"):
    means[c] = part["y"].mean()
A["m"], B["m"] = A.city.map(means), B.city.map(means)
print(mean_absolute_error(B["y"], Ridge().fit(A[["m"]], A["y"]).predict(B[["m"]])))
"""
BATCHES = """
X, y = np.load("X.npy"), np.load("y.npy")
A, B, a, b = train_test_split(X, y, random_state=0)
def batches(X, y, n=64):
    for i in range(0, len(X), n):
        yield X[i:i + n], y[i:i + n]
from torch import nn
net = nn.Linear(4, 2)
opt = torch.optim.SGD(net.parameters(), 0.1)
for e in range(9):
    for xb, yb in batches(A, a):
        loss = nn.functional.cross_entropy(net(xb), yb)
        opt.zero_grad(); loss.backward(); opt.step()
print(np.mean([(net(xb).argmax(1) == yb).float().mean().item() for xb, yb in batches(HELD)]))
"""
YEARS = """
d = pd.read_csv("a.csv")
f = [c for c in d.columns if c != "y"]
errs = {}
for year in sorted(d.year.unique())[5:]:
    past, now = d[d.year < year], d[d.year == year]
    m = Ridge().fit(past[f], past["y"])
    errs[year] = mean_absolute_error(HELD["y"], m.predict(HELD[f]))
print(pd.Series(errs).mean())
"""
CHOSEN = """
from sklearn.feature_selection import SelectKBest
d = pd.read_csv("a.csv")
y = d.pop("y")
ids = {k: np.loadtxt(f"{k}.txt", dtype=int) for k in ("train", "test")}
X = {k: d.loc[i] for k, i in ids.items()}
Y = {k: y.loc[i] for k, i in ids.items()}
s = SelectKBest(k=9).fit(HELD)
m = LogisticRegression().fit(s.transform(X["train"]), Y["train"])
print(accuracy_score(Y["test"], m.predict(s.transform(X["test"]))))
"""
WAYS = {
    "one out": (ONE_OUT, "DATA[out]", "X, y"), "nested": (NESTED, "tr", "te"), "settings": (SETTINGS, "B", "A"),
    "folds by hand": (FOLDS_BY_HAND, "places[k]", "tr"), "by group": (BY_GROUP, "part", "rest"),
    "generator": (GENERATOR, "ahead", "past"), "class": (CLASS, "order[cut:]", "order[:cut]"),
    "mask": (MASK, "test", "rest"), "flag": (FLAG, "test", "rest"), "filtered": (FILTERED, "late", "early"),
    "numbers": (NUMBERS, "te", "tr"), "torch": (TORCH, "val", "test"), "pairs": (PAIRS, "b", "a"),
    "lists": (LISTS, "A", "X"), "json splits": (SPLITS, "te", "tr"), "cv method": (METHOD, "te", "tr"),
    "dict of arrays": (TABLES, "by[s]", "tr"), "pooled": (POOLED, "out", "~out"),
    "stream": (STREAM, "tables[-5:]", "tables[:-5]"), "fn index": (GIVEN, "tr", "te"), "boot": (BOOT, "o", "i"),
    "target mean": (MEANS, "A", "d"), "batches": (BATCHES, "B, b", "A, a"), "years": (YEARS, "now", "past"),
    "select": (CHOSEN, 'X["train"], Y["train"]', "d, y"),
}
OTHERWISE = {"torch": "F-03", **dict.fromkeys(("nested", "lists", "fn index", "target mean", "select"), "F-23")}


@pytest.mark.parametrize("way", WAYS)
def test_what_is_in_order_is_not_alarmed(tmp_path, way):
    code, innocent, _ = WAYS[way]
    assert not [one for one in told_of(tmp_path, way, HEAD + code.replace("HELD", innocent)) if one[1] in {
        "serious", "fatal"}]


@pytest.mark.parametrize("way", WAYS)
def test_its_faulty_twin_is(tmp_path, way):
    code, _, fault = WAYS[way]
    told = told_of(tmp_path, way, HEAD + code.replace("HELD", fault))
    assert OTHERWISE.get(way, "F-01") in {code for code, _ in told}


MIDDLE = """
d = pd.read_csv("falls.csv")
X, y = d[["a", "b"]].to_numpy(), d["fall"].to_numpy()

def run(seed):
    p = np.zeros(len(y))
    for tr, te in KFold(5, shuffle=True, random_state=0).split(X):
        p[te] = LogisticRegression(random_state=seed).fit(X[tr], y[tr]).predict_proba(X[te])[:, 1]
    return p

said = {s: run(s) for s in (1, 2, 3)}
found = np.array([roc_auc_score(y, p) for p in said.values()])
print(found.mean(), found.std())
middle = (1, 2, 3)[int(np.argsort(found)[1])]
draws = [np.random.default_rng(i).integers(len(y), size=len(y)) for i in range(999)]
print(np.quantile([SCORE for take in draws], [0.025, 0.975]))
"""


def test_a_score_that_no_threshold_changes_is_not_told_to_have_been_cut(tmp_path):
    """Which seed gave the probabilities is chosen here, and no threshold; of labels it might be one."""
    told = told_of(tmp_path, "middle", HEAD + MIDDLE.replace("SCORE", "roc_auc_score(y[take], said[middle][take])"))
    assert "F-44" not in {code for code, _ in told}
