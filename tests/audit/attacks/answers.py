"""Files of predictions: what models said of the same rows, faulty and clean."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

from audit.attacks.shelf import shelve

KNOWN = {"tried": 1, "seeds": 5}


def two_classes(n: int = 2000, *, share: float = 0.4, seed: int = 7, strength: float = 1.6) -> pd.DataFrame:
    """A clean file: the truth, two calibrated models of different quality with their probabilities, and the prior."""
    draw = np.random.default_rng(seed)
    x, z = draw.normal(size=(2, n))
    offset = np.log(share / (1 - share))
    strong, weak = 1 / (1 + np.exp(-offset - strength * (x + z))), 0.0 * x
    truth = (draw.random(n) < strong).astype(int)
    weak = np.array([truth[np.argsort(abs(x - v))[:60]].mean() for v in x]).clip(0.02, 0.98)
    frame = pd.DataFrame({"id": np.arange(n), "truth": np.where(truth, "yes", "no")})
    for name, p in (("forest", strong), ("lda", weak), ("prior", np.full(n, truth.mean()))):
        frame[f"{name}_pred"] = np.where(p > 0.5, "yes", "no")
        frame[f"{name}_prob_yes"] = p.round(6)
    return frame


def numbers(n: int = 1500, *, seed: int = 3) -> pd.DataFrame:
    """A clean file of numbers: two models of different quality, and the mean."""
    draw = np.random.default_rng(seed)
    truth = 20 + 5 * draw.normal(size=n)
    return pd.DataFrame({"id": np.arange(n), "truth": truth.round(3),
                         "ridge": (truth + 2 * draw.normal(size=n)).round(3),
                         "tree": (20 + 0.8 * (truth - 20) + 3 * draw.normal(size=n)).round(3),
                         "mean": np.full(n, 20.0) + 0.01})


def labels(n: int = 2500, *, seed: int = 5, folds: int = 10) -> pd.DataFrame:
    """Three classes, labels only, in folds, with a model called majority."""
    draw = np.random.default_rng(seed)
    truth = draw.choice(["a", "b", "c"], size=n, p=[0.5, 0.3, 0.2])
    frame = pd.DataFrame({"id": np.arange(n), "fold": np.arange(n) % folds + 1, "truth": truth})
    for name, rate in (("svm", 0.85), ("knn", 0.78)):
        said = np.where(draw.random(n) < rate, truth, draw.choice(["a", "b", "c"], size=n))
        frame[name] = said
    frame["majority"] = "a"
    return frame


def saved(frame: Callable[[], pd.DataFrame], name: str = "predictions.csv") -> Callable[[Path], Path]:
    """A maker of one file."""
    def make(folder: Path) -> Path:
        path = folder / name
        frame().to_csv(path, index=False)
        return path
    return make


def changed(base: Callable[[], pd.DataFrame], **columns: Callable[[pd.DataFrame], object]) -> Callable[[Path], Path]:
    """A clean file with some columns put wrong."""
    return saved(lambda: base().assign(**columns))


def faulty(name: str, make: Callable[[Path], Path], finds: str, **options: object) -> None:
    """Put a faulty file on the shelf."""
    shelve(name, make, finds=finds, options={**KNOWN, **options})


def flipped(frame: pd.DataFrame, model: str) -> pd.Series:
    return 1 - frame[f"{model}_prob_yes"]


def sure(frame: pd.DataFrame, times: float = 4) -> np.ndarray:
    p = frame["forest_prob_yes"].clip(1e-6, 1 - 1e-6)
    return (1 / (1 + np.exp(-times * np.log(p / (1 - p))))).round(6).to_numpy()


def rolled(column: str, by: int = 1) -> Callable[[pd.DataFrame], np.ndarray]:
    return lambda frame: np.roll(frame[column].to_numpy(), by)


def at_random(frame: pd.DataFrame) -> np.ndarray:
    return np.random.default_rng(3).choice(list("abc"), len(frame))


def noise(frame: pd.DataFrame) -> np.ndarray:
    return 20 + 9 * np.random.default_rng(33).normal(size=len(frame))


def shuffled(*columns: str) -> Callable[[], pd.DataFrame]:
    def make() -> pd.DataFrame:
        frame = two_classes()
        order = np.random.default_rng(1).permutation(len(frame))
        return frame.assign(**{column: frame[column].to_numpy()[order] for column in columns})
    return make


SWAPPED = r"swapped|other class|below (one )?half|below chance"
MISJOINED = r"join|other rows|wrong order|shifted"
MAJORITY = r"worse than"
IMPOSSIBLE, PERFECT = "F-42|outside|0 to 1|probabilit", r"1\.000|perfect|no error|never wrong"
EQUAL = r"\bequal|identical|the same (answers|predictions)|alike"

faulty("probabilities of the other class", changed(two_classes, forest_prob_yes=lambda f: flipped(f, "forest")),
       SWAPPED)
faulty("answers of the other class", changed(
    two_classes, lda_pred=lambda f: np.where(f["lda_pred"] == "yes", "no", "yes"),
    lda_prob_yes=lambda f: flipped(f, "lda")), SWAPPED + "|" + MAJORITY)
faulty("only probabilities, of the other class", saved(lambda: two_classes().drop(
    columns=["forest_pred", "lda_pred", "prior_pred"]).assign(forest_prob_yes=lambda f: flipped(f, "forest"))), SWAPPED)
faulty("joined one row off", changed(two_classes, forest_pred=rolled("forest_pred"),
                                     forest_prob_yes=rolled("forest_prob_yes")), MISJOINED)
faulty("joined three rows off", changed(two_classes, lda_pred=rolled("lda_pred", -3),
                                        lda_prob_yes=rolled("lda_prob_yes", -3)), MISJOINED)
faulty("joined in reversed order", changed(two_classes, forest_pred=lambda f: f["forest_pred"].to_numpy()[::-1],
                                           forest_prob_yes=lambda f: f["forest_prob_yes"].to_numpy()[::-1]), MISJOINED)
faulty("numbers one row off", changed(numbers, ridge=rolled("ridge")), MISJOINED)
faulty("labels two rows off", changed(labels, svm=rolled("svm", 2)), MISJOINED)
faulty("joined at random", saved(shuffled("forest_pred", "forest_prob_yes")), f"{MISJOINED}|{MAJORITY}|chance|baseline")
faulty("one fold of ten misjoined", changed(labels, svm=lambda f: np.where(
    f["fold"] == 4, np.random.default_rng(2).permutation(f["svm"].to_numpy()), f["svm"])), MISJOINED + "|mixed up")
faulty("four times too sure", changed(two_classes, forest_prob_yes=sure), "F-41|calibrat")
faulty("far too timid", changed(two_classes, forest_prob_yes=lambda f: sure(f, 0.25)), "F-41|calibrat")
faulty("worse than the majority", changed(labels, svm=at_random), MAJORITY)
faulty("worse than the mean", changed(numbers, tree=noise), "worse than")
faulty("worse than the majority, no baseline in the file", saved(lambda: labels().drop(columns="majority").assign(
    svm=at_random)), MAJORITY)
faulty("probabilities above one", changed(two_classes, forest_prob_yes=lambda f: f["forest_prob_yes"] * 1.3),
       IMPOSSIBLE)
faulty("negative probabilities", changed(two_classes, lda_prob_yes=lambda f: f["lda_prob_yes"] - 0.1), IMPOSSIBLE)
faulty("rows that sum to 0.9", saved(lambda: two_classes().assign(
    forest_prob_no=lambda f: 0.9 - f["forest_prob_yes"].clip(0, 0.9),
    forest_prob_yes=lambda f: f["forest_prob_yes"].clip(0, 0.9),
    lda_prob_no=lambda f: 1 - f["lda_prob_yes"], prior_prob_no=lambda f: 1 - f["prior_prob_yes"])), "F-42|sum")
faulty("two models with the same answers", changed(two_classes, lda_pred=lambda f: f["forest_pred"],
                                                   lda_prob_yes=lambda f: f["forest_prob_yes"]), EQUAL)
faulty("two models of numbers, one the other's copy", changed(numbers, tree=lambda f: f["ridge"]), EQUAL)
faulty("two models whose labels are the same", changed(labels, knn=lambda f: f["svm"]), EQUAL)
faulty("a model that is the truth", changed(labels, svm=lambda f: f["truth"]), PERFECT)
faulty("a model of numbers that is the truth", changed(numbers, ridge=lambda f: f["truth"]), PERFECT)
faulty("a model that says one class and is called forest", saved(lambda: labels().assign(
    svm="b").drop(columns="majority")), "same (answer|class)|constant|" + MAJORITY)
faulty("answers against their own probabilities", changed(two_classes, forest_pred=lambda f: np.where(
    f["forest_prob_yes"] > 0.5, "no", "yes")), SWAPPED + "|against|contradict|" + MAJORITY)
faulty("no baseline", saved(lambda: two_classes().drop(columns=["prior_pred", "prior_prob_yes"])), "F-14")
faulty("lopsided classes by accuracy alone", saved(lambda: two_classes(share=0.05)), "F-16", metrics="accuracy")
faulty("forty test cases", saved(lambda: two_classes(60)), "F-07|F-02")
faulty("numbers in another unit", changed(numbers, ridge=lambda f: f["ridge"] * 1000), "another scale")
faulty("numbers with their sign turned", changed(numbers, ridge=lambda f: -f["ridge"]), "worse than|sign")
shelve("forty settings chosen on these rows", saved(two_classes), finds="F-03",
       options={"tried": 40, "tuned_on": "test", "seeds": 5})

for name, make, options in (
    ("two classes", saved(two_classes), {}),
    ("two classes, only probabilities", saved(lambda: two_classes().drop(
        columns=["forest_pred", "lda_pred", "prior_pred"])), {}),
    ("three classes in folds", saved(labels), {}),
    ("numbers", saved(numbers), {}),
    ("a baseline known by its answers", saved(lambda: labels().rename(columns={"majority": "model_3"})), {}),
    ("a baseline known by its probabilities", saved(lambda: two_classes().rename(
        columns={"prior_pred": "m3_pred", "prior_prob_yes": "m3_prob_yes"})), {}),
    ("a baseline of numbers known by its answers", saved(lambda: numbers().rename(columns={"mean": "m3"})), {}),
    ("a baseline that is named", saved(lambda: labels().drop(columns="majority").assign(
        old_rule=lambda f: np.where(np.arange(len(f)) % 3 == 0, "a", f["knn"]))), {"baselines": "old_rule"}),
    ("two models that agree in 98 of 100", changed(labels, knn=lambda f: np.where(
        np.arange(len(f)) % 50 == 0, "a", f["svm"])), {}),
    ("a weak model", saved(lambda: two_classes(1500, strength=0.35)), {"metrics": "auc"}),
    ("rows in order of the truth", saved(lambda: two_classes().sort_values("truth")), {}),
    ("rare positives by AUC", saved(lambda: two_classes(3000, share=0.08)), {"metrics": "auc,balanced_accuracy"}),
    ("autocorrelated numbers", saved(lambda: numbers().assign(
        truth=lambda f: 20 + np.convolve(f["truth"] - 20, np.ones(30) / 5, "same"),
        ridge=lambda f: f["truth"] + np.random.default_rng(4).normal(size=len(f)),
        tree=lambda f: f["truth"] + 1.5 * np.random.default_rng(5).normal(size=len(f)))), {}),
    ("twelve settings, tuned on other rows", saved(two_classes), {"tried": 12, "tuned_on": "validation set"}),
    ("long, called dummy", saved(lambda: labels().rename(columns={"majority": "DummyClassifier"}).melt(
        id_vars=["id", "fold", "truth"], var_name="model", value_name="prediction")), {}),
):
    shelve(f"clean: {name}", make, options={**KNOWN, "groups": "none", **options}, grade="strong")
