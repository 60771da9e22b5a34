"""Test rows left out by what the model itself said of them, before they are scored; and what only looks like it."""

import pytest

from audit.scripts.written import told_of

OPEN = {"coverage"}          # how many rows are left is shown, and not the score of all: asked about
TOP = """import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor, IsolationForest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import accuracy_score, f1_score, mean_absolute_error, r2_score
from sklearn.model_selection import train_test_split
df = pd.read_csv("a.csv")
"""
HEAD = TOP + """X, y = df.drop(columns="y"), df["y"]
A, B, a, b = train_test_split(X, y, test_size=0.3, random_state=1)
"""
VALUES = HEAD + """m = RandomForestRegressor().fit(A, a)
p = m.predict(B)
"""
CLASSES = HEAD + """m = RandomForestClassifier().fit(A, a)
prob = m.predict_proba(B)
p = m.predict(B)
"""
FRAME = TOP + """cols = ['u', 'v']
tr, te = train_test_split(df, test_size=0.3, random_state=1)
te = te.copy()
m = RandomForestRegressor().fit(tr[cols], tr['y'])
te['pred'] = m.predict(te[cols])
"""
LEFT_OUT = {
    "resid": VALUES + "res = np.abs(b - p)\nkeep = res < 3 * res.std()\nprint('R2', r2_score(b[keep], p[keep]))\n",
    "resid_not": VALUES + "out = np.abs(p - b) > 10\nprint(mean_absolute_error(b[~out], p[~out]))\n",
    "inline": VALUES + "print(mean_absolute_error(b[abs(b - p) < 5], p[abs(b - p) < 5]))\n",
    "conf": CLASSES + """conf = prob.max(axis=1)
sure = conf > 0.8
print('accuracy', accuracy_score(b[sure], p[sure]))
""",
    "near_half": CLASSES + """p1 = prob[:, 1]
clear = np.abs(p1 - 0.5) > 0.15
print(f1_score(b[clear], p1[clear] > 0.5))
""",
    "two_sides": CLASSES + "p1 = prob[:, 1]\nok = (p1 < 0.3) | (p1 > 0.7)\nprint(accuracy_score(b[ok], p[ok]))\n",
    "where": VALUES + """i = np.where(np.abs(b.to_numpy() - p) < 4)[0]
print(mean_absolute_error(b.to_numpy()[i], p[i]))
""",
    "frame": FRAME + """te['err'] = (te['pred'] - te['y']).abs()
te = te[te['err'] < te['err'].quantile(0.95)]
print('MAE', te['err'].mean())
""",
    "frame2": FRAME + """te['err'] = (te.pred - te.y).abs()
clean = te.loc[te.err < 6]
print(r2_score(clean['y'], clean['pred']))
""",
    "dropidx": FRAME + """gap = (te['pred'] - te['y']).abs()
bad = te[gap > 10].index
te = te.drop(bad)
print(mean_absolute_error(te['y'], te['pred']))
""",
    "query": FRAME + "te = te.query('abs(pred - y) < 8')\nprint(mean_absolute_error(te.y, te.pred))\n",
    "errs": VALUES + "err = np.abs(p - b)\nerr = err[err < np.percentile(err, 95)]\nprint('MAE', err.mean())\n",
    "xscore": VALUES + "r = b - p\nB2, b2 = B[r.abs() < 5], b[r.abs() < 5]\nprint(m.score(B2, b2))\n",
    "fn": VALUES + """def trimmed(y, p, k=2):
    r = y - p
    keep = np.abs(r - r.mean()) < k * r.std()
    return y[keep], p[keep]

yy, pp = trimmed(b, p)
print('R2', r2_score(yy, pp))
""",
    "comp": VALUES + """pairs = [(t, s) for t, s in zip(b, p) if abs(t - s) < 10]
print(mean_absolute_error([t for t, _ in pairs], [s for _, s in pairs]))
""",
    "nb_wrong": CLASSES + """# %%
wrong = p != b
suspect = wrong & (prob.max(axis=1) > 0.9)   # mislabelled
b2, p2 = b[~suspect], p[~suspect]
# %%
accuracy_score(b2, p2)
""",
    "percentprint": CLASSES + """conf = prob.max(1)
keep = conf >= 0.7
acc = (p[keep] == b[keep]).mean()
print('accuracy', acc)
""",
    "tolist": VALUES + """e = np.abs(b - p)
idx = np.argsort(e)[:-20]
print(mean_absolute_error(b.iloc[idx], p[idx]))
""",
    "nb_frame": TOP + """fit, check = train_test_split(df, random_state=3)
fit, check = fit.copy(), check.copy()
# %%
check["forest"] = RandomForestRegressor().fit(fit[["u", "v"]], fit["y"]).predict(check[["u", "v"]])
check["line"] = LinearRegression().fit(fit[["u", "v"]], fit["y"]).predict(check[["u", "v"]])
gap = (check["forest"] - check["y"]).abs()
check = check[gap < 2 * gap.std() + gap.mean()]
check = check[gap.loc[check.index] < 6]
# %%
for m in ["line", "forest"]:
    print(m, np.sqrt(((check[m] - check["y"]).to_numpy() ** 2).mean()))
""",
}
CAREFUL = {
    "quality": FRAME + "te = te[te['snr'] > 5]\nprint(mean_absolute_error(te.y, te.pred))\n",
    "missing": FRAME + "te = te[te['y'].notna()]\nprint(mean_absolute_error(te.y, te.pred))\n",
    "dropna": FRAME + "te = te.dropna(subset=['y'])\nprint(mean_absolute_error(te.y, te.pred))\n",
    "analysis": VALUES + """err = np.abs(b - p)
worst = B[err > np.percentile(err, 95)]
print(worst.describe())
print(mean_absolute_error(b, p))
""",
    "analysis2": VALUES + """err = np.abs(b - p)
print('MAE', err.mean())
big = err > 10
print('MAE of the rest', mean_absolute_error(b[~big], p[~big]))
""",
    "abstain": CLASSES + """sure = prob.max(1) > 0.8
print('all', accuracy_score(b, p))
print('coverage', sure.mean(), 'selective', accuracy_score(b[sure], p[sure]))
""",
    "curve": CLASSES + """conf = prob.max(1)
for t in (0.0, 0.5, 0.7, 0.9):
    k = conf >= t
    print(t, k.mean(), accuracy_score(b[k], p[k]))
""",
    "train_out": HEAD + """first = LinearRegression().fit(A, a)
r = np.abs(a - first.predict(A))
A2, a2 = A[r < 3 * r.std()], a[r < 3 * r.std()]
m = RandomForestRegressor().fit(A2, a2)
print(mean_absolute_error(b, m.predict(B)))
""",
    "iso": HEAD + """iso = IsolationForest().fit(A)
inside = iso.decision_function(B) > 0
m = RandomForestRegressor().fit(A, a)
print(mean_absolute_error(b[inside], m.predict(B[inside])))
""",
    "precision": CLASSES + "hit = p == 1\nprint('precision', (b[hit] == 1).mean(), 'n', hit.sum())\n",
    "lift": CLASSES + """p1 = prob[:, 1]
top = p1 > np.quantile(p1, 0.9)
print('lift', b[top].mean() / b.mean(), accuracy_score(b, p))
""",
    "by_group": FRAME + """for g in ('a', 'b'):
    part = te[te['site'] == g]
    print(g, mean_absolute_error(part['y'], part['pred']))
""",
    "ece": CLASSES + """p1, e = prob[:, 1], 0.0
for lo in np.arange(0, 1, 0.1):
    k = (p1 >= lo) & (p1 < lo + 0.1)
    if k.sum():
        e += k.mean() * abs(p1[k].mean() - b[k].mean())
print('ECE', e, 'accuracy', accuracy_score(b, p))
""",
    "mape": VALUES + "ok = b > 0\nprint('MAPE', np.mean(np.abs(b[ok] - p[ok]) / b[ok]))\n",
    "val_clean": HEAD + """A1, V, a1, v = train_test_split(A, a, random_state=2)
m = RandomForestRegressor().fit(A1, a1)
e = np.abs(v - m.predict(V))
V2, v2 = V[e < 10], v[e < 10]
final = RandomForestRegressor().fit(np.vstack([A1, V2]), np.concatenate([a1, v2]))
print(mean_absolute_error(b, final.predict(B)))
""",
    "wronglist": CLASSES + "wrong = B[p != b]\nprint(len(wrong), wrong.head())\nprint(f1_score(b, p))\n",
    "mcnemar": CLASSES + """m2 = LogisticRegression().fit(A, a)
q = m2.predict(B)
one = (p == b) & (q != b)
two = (p != b) & (q == b)
print(one.sum(), two.sum(), accuracy_score(b, p), accuracy_score(b, q))
""",
    "coverage": CLASSES + """sure = prob.max(1) > 0.8
print('coverage', sure.mean(), 'accuracy', accuracy_score(b[sure], p[sure]))
""",
}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_rows_left_out_by_the_model_are_told(name, tmp_path):
    assert told_of(tmp_path, name, LEFT_OUT[name]) == [("F-47", "serious")]


@pytest.mark.parametrize("name", CAREFUL)
def test_rows_left_out_otherwise_or_told_in_full_are_no_fault(name, tmp_path):
    assert told_of(tmp_path, name, CAREFUL[name]) == ([("F-47", "warning")] if name in OPEN else [])
