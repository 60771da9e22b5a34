"""One truth, and what two models say of it, written in every layout that programs and people use.

A layout is a function from an `Answers` and a folder to the files it writes and the options that belong to them. All
tell the same: whatever is read from them must give the same scores, or be refused.
"""

import json
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

MODELS = ("a", "b")


@dataclass(frozen=True, kw_only=True)
class Answers:
    """The cases, what is true of them, and each model's probability of the second class."""

    seed: int = 0
    n: int = 40
    classes: tuple = ("no", "yes")
    ids: np.ndarray = field(init=False)
    y: np.ndarray = field(init=False)
    p: dict = field(init=False)

    def __post_init__(self):
        rng = np.random.default_rng(self.seed)
        y = np.array([0, 1] + [int(v) for v in rng.random(self.n - 2) < 0.45])
        p = {m: np.round(1 / (1 + np.exp(-(s * (2 * y - 1) + rng.normal(size=self.n)))), 4)
             for m, s in zip(MODELS, (1.2, 0.3), strict=True)}
        p = {m: np.where(v == 0.5, 0.51, v) for m, v in p.items()}
        object.__setattr__(self, "ids", rng.permutation(self.n) + 101)
        object.__setattr__(self, "y", y)
        object.__setattr__(self, "p", p)

    @property
    def truth(self):
        return [self.classes[v] for v in self.y]

    def said(self, model):
        return [self.classes[int(v > 0.5)] for v in self.p[model]]

    def accuracy(self, model):
        return float(((self.p[model] > 0.5) == self.y).mean())


def written(frame, folder, name, **how):
    path = folder / name
    frame.to_csv(path, index=how.pop("index", False), **how)
    return path


def each(make):
    """A layout of one file for each model."""
    def layout(answers, folder):
        return [make(answers, model, folder) for model in MODELS], {}
    layout.__name__ = make.__name__
    return layout


def wide_probabilities(a, folder):
    return [written(pd.DataFrame({"y_true": a.truth, "a": a.p["a"], "b": a.p["b"]}), folder, "wide.csv")], {}


def wide_labels(a, folder):
    frame = pd.DataFrame({"id": a.ids, "label": a.truth, "a": a.said("a"), "b": a.said("b")})
    return [written(frame, folder, "labels.csv")], {}


def wide_from_r(a, folder):
    frame = pd.DataFrame({"obs": a.truth, "a": a.p["a"], "b": a.p["b"]}, index=np.arange(1, a.n + 1))
    return [written(frame, folder, "holdout.csv", index=True)], {}


def wide_suffixes(a, folder):
    frame = pd.DataFrame({"id": a.ids, "truth": a.truth} | {f"{m}_prob_{a.classes[1]}": a.p[m] for m in MODELS})
    return [written(frame, folder, "suffixes.csv")], {}


def wide_prefixes(a, folder):
    frame = pd.DataFrame({"id": a.ids, "truth": a.truth} | {f"prob_{m}": a.p[m] for m in MODELS})
    return [written(frame, folder, "prefixes.csv")], {}


def wide_labels_and_probabilities(a, folder):
    frame = pd.DataFrame({"id": a.ids, "truth": a.truth} | {f"{m}_pred": a.said(m) for m in MODELS}
                         | {f"{m}_prob": a.p[m] for m in MODELS})
    return [written(frame, folder, "both.csv")], {}


def long_probability(a, folder):
    frame = pd.concat([pd.DataFrame({"id": a.ids, "truth": a.truth, "model": m, "probability": a.p[m]})
                       for m in MODELS])
    return [written(frame.sample(frac=1, random_state=a.seed), folder, "long.csv")], {}


def long_any_name(a, folder):
    frame = pd.concat([pd.DataFrame({"case": a.ids, "outcome": a.truth, "method": m, "phat": a.p[m]}) for m in MODELS])
    return [written(frame, folder, "any.csv")], {}


def long_a_column_a_class(a, folder):
    frame = pd.concat([pd.DataFrame({"id": a.ids, "truth": a.truth, "model": m, str(a.classes[0]): 1 - a.p[m],
                                     str(a.classes[1]): a.p[m]}) for m in MODELS])
    return [written(frame, folder, "classes.csv")], {}


def long_confidence(a, folder):
    """The probability of whichever class was predicted, as pipelines of Hugging Face say it."""
    frame = pd.concat([pd.DataFrame({"id": a.ids, "truth": a.truth, "model": m, "prediction": a.said(m),
                                     "confidence": np.maximum(a.p[m], 1 - a.p[m])}) for m in MODELS])
    return [written(frame, folder, "confidence.csv")], {}


@each
def tidymodels(a, m, folder):
    """What collect_predictions() writes: the fold is called id, the case .row."""
    frame = pd.DataFrame({"id": [f"Fold{i % 4 + 1}" for i in range(a.n)], ".row": a.ids, ".pred_class": a.said(m),
                          f".pred_{a.classes[0]}": 1 - a.p[m], f".pred_{a.classes[1]}": a.p[m], "Class": a.truth,
                          ".config": "Preprocessor1_Model1"})
    return written(frame, folder, f"{m}.csv")


def yardstick(a, folder):
    """What augment() writes: no ids, so one model at a time."""
    frame = pd.DataFrame({"truth": a.truth, ".pred_class": a.said("a"), f".pred_{a.classes[0]}": 1 - a.p["a"],
                          f".pred_{a.classes[1]}": a.p["a"]})
    return [written(frame, folder, "a.csv")], {}


@each
def caret(a, m, folder):
    frame = pd.DataFrame({"pred": a.said(m), "obs": a.truth, str(a.classes[0]): 1 - a.p[m], str(a.classes[1]): a.p[m],
                          "rowIndex": a.ids, "parameter": "none", "Resample": [f"Fold{i % 4 + 1}" for i in range(a.n)]},
                         index=np.arange(1, a.n + 1))
    return written(frame, folder, f"{m}.csv", index=True)


@each
def weka(a, m, folder):
    frame = pd.DataFrame({"inst#": np.arange(1, a.n + 1), "actual": [f"{v + 1}:{a.classes[v]}" for v in a.y],
                          "predicted": [f"{int(v > 0.5) + 1}:{a.classes[int(v > 0.5)]}" for v in a.p[m]],
                          "error": np.where((a.p[m] > 0.5) == a.y, "", "+"),
                          "prediction": np.maximum(a.p[m], 1 - a.p[m])})
    return written(frame, folder, f"{m}.csv")


@each
def hugging_face(a, m, folder):
    path = folder / f"{m}.json"
    path.write_text(json.dumps({"id": a.ids.tolist(), "references": a.truth, "predictions": a.said(m)}))
    return path


@each
def json_array(a, m, folder):
    path = folder / f"{m}.json"
    path.write_text(json.dumps([{"id": int(i), "gold": t, "answer": s, "prompt": "why? " * 20}
                                for i, t, s in zip(a.ids, a.truth, a.said(m), strict=True)]))
    return path


@each
def versions(a, m, folder):
    frame = pd.DataFrame({"id": a.ids, "y_true": a.truth, "y_prob": a.p[m]})
    return written(frame, folder, f"xp.model-v1.{m}.csv")


def kaggle(a, folder):
    written(pd.DataFrame({"id": a.ids, "target": a.truth, "Usage": ["Public", "Private"] * (a.n // 2)}), folder,
            "solution.csv")
    rng = np.random.default_rng(a.seed)
    files = []
    for m in MODELS:
        frame = pd.DataFrame({"id": a.ids, "target": a.p[m]}).iloc[rng.permutation(a.n)]
        files.append(written(frame, folder, f"{m}.csv"))
    return files, {"truth": str(folder / "solution.csv")}


def kaggle_labels(a, folder):
    written(pd.DataFrame({"id": a.ids, "target": a.truth}), folder, "solution.csv")
    return [written(pd.DataFrame({"id": a.ids, "target": a.said(m)}), folder, f"{m}.csv") for m in MODELS], \
        {"truth": str(folder / "solution.csv")}


def nobody_named_the_truth(a, folder):
    return [written(pd.DataFrame({"x": a.truth, "a": a.p["a"], "b": a.p["b"]}), folder, "x.csv")], {}


LAYOUTS = (wide_probabilities, wide_labels, wide_from_r, wide_suffixes, wide_prefixes, wide_labels_and_probabilities,
           long_probability, long_any_name, long_a_column_a_class, long_confidence, tidymodels, yardstick, caret, weka,
           hugging_face, json_array, versions, kaggle, kaggle_labels, nobody_named_the_truth)
