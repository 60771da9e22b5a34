"""The best of many runs by the score of the test rows, as people write it; and what only looks like it."""

import pytest

from audit.scripts.written import told_of

OPEN = {"all", "minmax_only", "describe", "quant", "mean_and_again"}      # all are shown: asked about
HEAD = """import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, mean_absolute_error, roc_auc_score
from sklearn.model_selection import train_test_split, ShuffleSplit, cross_val_score, KFold
df = pd.read_csv("a.csv")
X, y = df.drop(columns="y"), df["y"]
"""
RUN = HEAD + """
def run(seed):
    A, B, a, b = train_test_split(X, y, test_size=0.3, random_state=seed)
    m = RandomForestClassifier(random_state=0).fit(A, a)
    return accuracy_score(b, m.predict(B))
"""
BEST = {
    "if_best": HEAD + """best = 0
for s in range(50):
    A, B, a, b = train_test_split(X, y, random_state=s)
    acc = LogisticRegression().fit(A, a).score(B, b)
    if acc > best:
        best = acc
        best_seed = s
print(best)
""",
    "max_running": HEAD + """best = 0
for s in range(50):
    A, B, a, b = train_test_split(X, y, random_state=s)
    best = max(best, LogisticRegression().fit(A, a).score(B, b))
print("accuracy", best)
""",
    "fn_gen": RUN + "print(max(run(s) for s in range(20)))\n",
    "np_max": RUN + "scores = np.array([run(s) for s in range(20)])\nprint(f'{scores.max():.3f}')\n",
    "sorted": RUN + "scores = sorted(run(s) for s in range(20))\nprint(scores[-1])\n",
    "argmax": RUN + """scores = [run(s) for s in range(20)]
i = np.argmax(scores)
print('accuracy', scores[i], 'seed', i)
""",
    "maxkey": RUN + "res = {s: run(s) for s in range(20)}\nbest = max(res, key=res.get)\nprint(best, res[best])\n",
    "maxkey2": RUN + "res = [(s, run(s)) for s in range(20)]\nbest = max(res, key=lambda t: t[1])\nprint(best[1])\n",
    "df_idxmax": RUN + """t = pd.DataFrame([{'seed': s, 'acc': run(s)} for s in range(20)])
print(t.loc[t.acc.idxmax()])
""",
    "nlargest": RUN + """t = pd.DataFrame({'seed': range(20), 'acc': [run(s) for s in range(20)]})
print(t.nlargest(1, 'acc'))
""",
    "sort_iloc": RUN + """t = pd.DataFrame([(s, run(s)) for s in range(20)], columns=['seed', 'acc'])
print(t.sort_values('acc', ascending=False).iloc[0]['acc'])
""",
    "min_err": HEAD + """errs = []
for rep in range(30):
    A, B = train_test_split(df, test_size=.2)
    m = RandomForestClassifier().fit(A.drop(columns='y'), A['y'])
    errs.append(mean_absolute_error(B['y'], m.predict(B.drop(columns='y'))))
print('MAE', min(errs))
""",
    "perm": HEAD + """best = (0, None)
for rep in range(30):
    rng = np.random.default_rng(rep)
    idx = rng.permutation(len(X))
    cut = int(.8 * len(X))
    tr, te = idx[:cut], idx[cut:]
    m = RandomForestClassifier().fit(X.iloc[tr], y.iloc[tr])
    acc = (m.predict(X.iloc[te]) == y.iloc[te]).mean()
    if acc > best[0]:
        best = (acc, rep)
print(best)
""",
    "shufflesplit": HEAD + """accs = []
for tr, te in ShuffleSplit(n_splits=100, test_size=.2).split(X):
    m = LogisticRegression().fit(X.iloc[tr], y.iloc[tr])
    accs.append(accuracy_score(y.iloc[te], m.predict(X.iloc[te])))
print('Accuracy: %.3f' % np.max(accs))
""",
    "while": HEAD + """acc, s = 0, 0
while acc < 0.95:
    s += 1
    A, B, a, b = train_test_split(X, y, random_state=s)
    acc = LogisticRegression().fit(A, a).score(B, b)
print(s, acc)
""",
    "tuplemodel": HEAD + """top = None
for s in range(50):
    A, B, a, b = train_test_split(X, y, random_state=s)
    m = RandomForestClassifier(random_state=s).fit(A, a)
    auc = roc_auc_score(b, m.predict_proba(B)[:, 1])
    if top is None or auc > top["auc"]:
        top = {"auc": auc, "seed": s, "model": m}
print("AUC", top["auc"])
""",
    "cvseed": HEAD + """best = -1
for s in range(50):
    v = cross_val_score(LogisticRegression(), X, y, cv=KFold(5, shuffle=True, random_state=s)).mean()
    if v > best: best, keep = v, s
print(best, keep)
""",
    "fn_tuple": HEAD + """def trial(k):
    A, B, a, b = train_test_split(X, y, random_state=k)
    m = RandomForestClassifier().fit(A, a)
    p = m.predict(B)
    return {"acc": accuracy_score(b, p), "auc": roc_auc_score(b, m.predict_proba(B)[:, 1]), "k": k}

runs = [trial(k) for k in range(40)]
best = sorted(runs, key=lambda r: r["acc"])[-1]
print(best["acc"], best["auc"])
""",
    "main": HEAD + """def one(seed):
    tr, te = train_test_split(df, random_state=seed)
    m = LogisticRegression().fit(tr.drop(columns="y"), tr["y"])
    return m, m.score(te.drop(columns="y"), te["y"])

def main():
    best_model, best_score = None, 0
    for seed in range(100):
        m, sc = one(seed)
        if sc > best_score:
            best_model, best_score = m, sc
    print(f"Test accuracy: {best_score:.3f}")

if __name__ == "__main__":
    main()
""",
    "sample": HEAD + """out = []
for i in range(25):
    tr = df.sample(frac=.8, random_state=i)
    te = df.drop(tr.index)
    m = LogisticRegression().fit(tr.drop(columns="y"), tr["y"])
    out.append(accuracy_score(te["y"], m.predict(te.drop(columns="y"))))
out.sort()
print(out[-1])
""",
    "argmaxrerun": RUN + """scores = [run(s) for s in range(20)]
best = int(np.argmax(scores))
print('accuracy', run(best))
""",
    "described_and_again": RUN + (
        "s = {k: run(k) for k in range(9)}\nprint(pd.Series(s).describe())\nprint(run(max(s, key=s.get)))\n"),
    "series": RUN + "acc = pd.Series({s: run(s) for s in range(20)})\nprint(acc.idxmax(), acc.max())\n",
    "break": HEAD + """for s in range(1000):
    A, B, a, b = train_test_split(X, y, random_state=s)
    acc = LogisticRegression().fit(A, a).score(B, b)
    if acc > 0.95:
        break
print("seed", s, "accuracy", acc)
""",
    "nb_top": HEAD + """# %%
res = []
for seed in np.arange(200):
    tr, te = train_test_split(df, stratify=df["y"], random_state=seed)
    clf = RandomForestClassifier(random_state=seed).fit(tr.drop(columns="y"), tr["y"])
    res.append([seed, roc_auc_score(te["y"], clf.predict_proba(te.drop(columns="y"))[:, 1])])
# %%
res = pd.DataFrame(res, columns=["seed", "auc"]).sort_values("auc")
res.tail(1)
""",
    "torch": """import torch
from torch import nn
from torch.utils.data import random_split, DataLoader
data = torch.load("all.pt")
best = 0.0
for run in range(10):
    tr, te = random_split(data, [800, 200])
    net = nn.Sequential(nn.Linear(5, 2))
    opt = torch.optim.Adam(net.parameters())
    for epoch in range(20):
        for x, y in DataLoader(tr, batch_size=32):
            loss = nn.functional.cross_entropy(net(x), y)
            opt.zero_grad(); loss.backward(); opt.step()
    right = n = 0
    for x, y in DataLoader(te, batch_size=32):
        right += (net(x).argmax(1) == y).sum().item(); n += len(y)
    best = max(best, right / n)
print("test accuracy", best)
""",
    "class": HEAD + """class Study:
    def __init__(self, seed):
        self.seed = seed
        self.A, self.B, self.a, self.b = train_test_split(X, y, random_state=seed)
    def score(self):
        return LogisticRegression().fit(self.A, self.a).score(self.B, self.b)
best = max(Study(k).score() for k in range(50))
print(best)
""",
    "ifexp": RUN + """best = 0
for s in range(10):
    v = run(s)
    best = v if v > best else best
print(best)
""",
    "heapq": RUN + "import heapq\nprint(heapq.nlargest(1, [run(s) for s in range(9)]))\n",
    "map": RUN + "print(max(map(run, range(30))))\n",
    "joblib": RUN + """from joblib import Parallel, delayed
s = Parallel(n_jobs=2)(delayed(run)(k) for k in range(30))
print(max(s))
""",
}
CAREFUL = {
    "mean": RUN + "s = np.array([run(s) for s in range(20)])\nprint(s.mean(), s.std())\n",
    "mean_max": RUN + "s = np.array([run(s) for s in range(20)])\nprint(s.mean(), s.std(), s.max())\n",
    "mean_and_again": RUN + "s = [run(k) for k in range(9)]\nprint(np.mean(s))\nprint(run(int(np.argmax(s))))\n",
    "range": RUN + "s = [run(s) for s in range(20)]\nprint(f'{np.mean(s):.3f} [{min(s):.3f}, {max(s):.3f}]')\n",
    "describe": RUN + "acc = pd.Series([run(s) for s in range(20)])\nprint(acc.describe())\nprint(acc.max())\n",
    "quant": RUN + "acc = [run(s) for s in range(20)]\nprint(np.percentile(acc, [5, 50, 95]), max(acc))\n",
    "all": RUN + "acc = [run(s) for s in range(20)]\nprint(acc)\nprint('best', max(acc))\n",
    "minmax_only": RUN + "acc = [run(s) for s in range(20)]\nprint('range', min(acc), 'to', max(acc))\n",
    "val": HEAD + """T, te, t, e = train_test_split(X, y, random_state=0)
best, kept = 0, None
for s in range(20):
    A, B, a, b = train_test_split(T, t, random_state=s)
    m = RandomForestClassifier(random_state=s).fit(A, a)
    v = m.score(B, b)
    if v > best:
        best, kept = v, m
print(accuracy_score(e, kept.predict(te)))
""",
    "val_seed": HEAD + """T, te, t, e = train_test_split(X, y, random_state=0)
A, B, a, b = train_test_split(T, t, random_state=1)
ms = [RandomForestClassifier(random_state=s).fit(A, a) for s in range(10)]
kept = max(ms, key=lambda m: m.score(B, b))
print(kept.score(te, e))
""",
    "argclass": HEAD + """out = []
for s in range(20):
    A, B, a, b = train_test_split(X, y, random_state=s)
    m = LogisticRegression().fit(A, a)
    p = m.predict_proba(B)
    out.append(accuracy_score(b, m.classes_[np.argmax(p, axis=1)]))
print(np.mean(out), np.std(out))
""",
    "conf_max": HEAD + """A, B, a, b = train_test_split(X, y, random_state=1)
m = LogisticRegression().fit(A, a)
conf = m.predict_proba(B).max(axis=1)
print(m.score(B, b), conf.mean(), conf.max())
""",
    "inner": HEAD + """out = []
for s in range(10):
    T, te, t, e = train_test_split(X, y, random_state=s)
    A, B, a, b = train_test_split(T, t, random_state=s)
    best, kept = 0, None
    for c in (.1, 1, 10):
        m = LogisticRegression(C=c).fit(A, a)
        if m.score(B, b) > best:
            best, kept = m.score(B, b), m
    out.append(kept.score(te, e))
print(np.mean(out), np.std(out))
""",
    "worst": RUN + "s = [run(s) for s in range(20)]\nprint('mean', np.mean(s), 'worst', min(s))\n",
    "hist": RUN + """import matplotlib.pyplot as plt
s = [run(s) for s in range(20)]
plt.hist(s, bins=np.linspace(min(s), max(s), 10))
plt.show()
print(np.median(s))
""",
    "sorted_all": RUN + """s = sorted(run(s) for s in range(20))
print('median', s[10], 'best', s[-1], 'worst', s[0], np.mean(s))
""",
    "statistics": RUN + """import statistics
s = [run(k) for k in range(20)]
print(statistics.mean(s), statistics.stdev(s), max(s))
""",
    "sum_len": RUN + "s = [run(k) for k in range(20)]\nprint(sum(s) / len(s), max(s))\n",
    "boot": HEAD + """A, B, a, b = train_test_split(X, y, random_state=1)
m = LogisticRegression().fit(A, a)
p = m.predict(B)
rng = np.random.default_rng(0)
v = []
for _ in range(1000):
    i = rng.integers(0, len(b), len(b))
    v.append(accuracy_score(b.iloc[i], p[i]))
print(accuracy_score(b, p), np.percentile(v, 2.5), np.percentile(v, 97.5), max(v))
""",
    "while_se": RUN + """import math
scores, k = [run(0), run(1)], 2
while np.std(scores) / math.sqrt(len(scores)) > 0.01:
    scores.append(run(k)); k += 1
print(np.mean(scores), len(scores))
""",
    "epochs": """import torch
from torch import nn
tr, va, te = (torch.load(f"{p}.pt") for p in ("train", "dev", "test"))
out = []
for seed in range(5):
    torch.manual_seed(seed)
    net = nn.Sequential(nn.Linear(5, 2))
    opt = torch.optim.Adam(net.parameters())
    best, state = 1e9, None
    for epoch in range(20):
        loss = nn.functional.cross_entropy(net(tr["x"]), tr["y"])
        opt.zero_grad(); loss.backward(); opt.step()
        v = nn.functional.cross_entropy(net(va["x"]), va["y"]).item()
        if v < best:
            best, state = v, net.state_dict()
        if v < 0.01:
            break
    net.load_state_dict(state)
    out.append((net(te["x"]).argmax(1) == te["y"]).float().mean().item())
print(sum(out) / len(out))
""",
    "slowest": RUN + """import time
times, s = [], []
for k in range(5):
    t = time.time(); s.append(run(k)); times.append(time.time() - t)
print(np.mean(s), max(times))
""",
    "perm_imp": HEAD + """A, B, a, b = train_test_split(X, y, random_state=0)
m = RandomForestClassifier(random_state=0).fit(A, a)
base = m.score(B, b)
drop = {}
for c in B.columns:
    C = B.copy()
    C[c] = np.random.permutation(C[c])
    drop[c] = base - m.score(C, b)
print(base, max(drop, key=drop.get))
""",
    "median_run": RUN + "s = sorted(run(k) for k in range(9))\nprint(s[4])\n",
    "agg": RUN + """t = pd.DataFrame([{'s': k, 'acc': run(k)} for k in range(9)])
print(t['acc'].agg(['mean', 'std', 'min', 'max']))
print(t.loc[t.acc.idxmax()])
""",
    "loop_print": RUN + """s = []
for k in range(9):
    s.append(run(k))
    print(k, s[-1])
print('mean', sum(s) / 9)
""",
}


@pytest.mark.parametrize("name", BEST)
def test_the_best_of_many_runs_is_told(name, tmp_path):
    assert told_of(tmp_path, name, BEST[name]) == [("F-08", "fatal")]


@pytest.mark.parametrize("name", CAREFUL)
def test_runs_that_are_all_told_or_judged_elsewhere_are_no_fault(name, tmp_path):
    assert told_of(tmp_path, name, CAREFUL[name]) == ([("F-08", "warning")] if name in OPEN else [])


SETTINGS = HEAD + """
A, B, a, b = train_test_split(X, y, test_size=0.3, random_state=1)
scores = []
for depth in (1, 2, 3, 5):
    scores.append(accuracy_score(b, RandomForestClassifier(max_depth=depth, random_state=0).fit(A, a).predict(B)))
"""


@pytest.mark.parametrize(("last", "told"), [
    ("print('depths: from', min(scores), 'to', max(scores))", []),
    ("s = np.array(scores)\nprint(f'{s.mean():.3f}, range {s.min():.3f} to {s.max():.3f}')", []),
    ("print('accuracy', max(scores))", [("F-03", "fatal")]),
    ("i = np.argmax(scores)\nprint('worst', min(scores), 'chosen', i, scores[i])", [("F-03", "fatal")]),
])
def test_a_range_over_settings_chooses_none_of_them(last, told, tmp_path):
    assert set(told_of(tmp_path, "settings", f"{SETTINGS}{last}\n")) == set(told)
