"""Idioms of careful scripts that were once taken for a fault, or hid one: each beside its twin."""

import pytest

from audit.scripts.written import told_of

HEAD = """import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import accuracy_score, average_precision_score, f1_score, precision_recall_curve
from sklearn.model_selection import GridSearchCV, StratifiedKFold, train_test_split
df = pd.read_csv("a.csv")
X, y = df.drop(columns="y"), df["y"]
"""
SCORED = "print(accuracy_score({truth}, RandomForestClassifier(random_state=0).fit({X}, {y}).predict({new})))\n"
BY_INDEX = HEAD + "train = df.sample(frac=0.7, random_state=1)\ntest = df.drop(train.index)\n" + SCORED.format(
    truth="y.loc[test.index]", X="X.loc[{0}]", y="y.loc[{0}]", new="X.loc[test.index]")
PAIR = HEAD + "train, test = train_test_split(np.arange(len(df)), random_state=0)\n" + (
    "Xt, Xs = (X.iloc[i] for i in ({0}))\n") + SCORED.format(truth="y[test]", X="Xt", y="y[train]", new="Xs")
PICKED = HEAD + "A, B = train_test_split(df, random_state=0)\n{0}\n" + SCORED.format(
    truth="B['y']", X="A[some]", y="A['y']", new="B[some]")
NESTED = HEAD + """
search = GridSearchCV(RandomForestClassifier(random_state=0), {{"max_depth": [2, 4, 8]}}, cv=5)
def outer(model):
    for tr, te in StratifiedKFold(10).split(X, y):
        yield accuracy_score(y.iloc[te], model.fit(X.iloc[{0}], y.iloc[{0}]).predict(X.iloc[te]))
{1}
search.fit(X, y)
print(search.best_params_, search.best_score_)
"""
HUB = """from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, Trainer, TrainingArguments
data = load_dataset("csv", data_files="t.csv")["train"].train_test_split(test_size=0.2, seed=1)
held = data["train"].train_test_split(test_size=0.1, seed=2)
words = data.map(lambda b: b, batched=True).remove_columns("id")
model = AutoModelForSequenceClassification.from_pretrained("x")
args = TrainingArguments(output_dir="o", num_train_epochs=20, load_best_model_at_end=True)
trainer = Trainer(model=model, args=args, train_dataset={0}, eval_dataset={1})
trainer.train()
print(trainer.evaluate(words["test"]))
"""
ALARM = HEAD + """
from tensorflow import keras
z = np.load("shots.npz")
curves, month, faulty = z["curves"], z["month"], z["faulty"].astype(bool)
train, test = (month <= 4) & ~faulty, month >= 5
A, B, b = curves[train], curves[test], faulty[test]
net = keras.Sequential([keras.layers.Dense(12), keras.layers.Dense(240)])
net.compile("adam", "mse")
net.fit(A, A, epochs=30)
s = ((net.predict(B) - B) ** 2).mean(axis=1)
{0}
"""
FOREST = ALARM.format("""
from sklearn.ensemble import IsolationForest
forest = IsolationForest(500, random_state=5).fit(A)
s = forest.score_samples(B)
p, r, cut = precision_recall_curve({0})
best = cut[np.argmax(p[:-1] * r[:-1])]
print(f1_score(b, s >= best))
""")


@pytest.mark.parametrize(("name", "script", "told"), [
    ("rows by the index of a part", BY_INDEX.format("train.index"), set()),
    ("rows by the index of all", BY_INDEX.format("df.index"), {"F-01"}),
    ("one by one", PAIR.format("train, test"), set()),
    ("the same twice", PAIR.format("test, test"), {"F-01"}),
    ("picked by name", PICKED.format("some = [c for c in df if c.startswith('x_')]"), set()),
    ("all but one", PICKED.format("some = [c for c in df if c != 'id']"), {"F-24"}),
    ("nested by hand", NESTED.format("tr", "print(np.mean(list(outer(search))))"), set()),
    ("not nested", NESTED.format("tr", ""), {"F-03"}),
    ("part of the training part", HUB.format('held["train"]', 'held["test"]'), set()),
    ("the test part", HUB.format('words["train"]', 'words["test"]'), {"F-03"}),
    ("an autoencoder", ALARM.format("print(average_precision_score(b, s))"), set()),
    ("a threshold of the test rows", FOREST.format("b, s"), {"F-44"}),
    ("one of the training rows", FOREST.format("faulty[train], forest.score_samples(A)"), set()),
])
def test_an_idiom_and_its_twin(name, script, told, tmp_path):
    found = {code for code, severity in told_of(tmp_path, "script", script) if severity in {"serious", "fatal"}}
    assert found == told, name
