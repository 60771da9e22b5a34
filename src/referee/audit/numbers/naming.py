"""What the header of a column, or a word before a number, speaks of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.audit.numbers.figure import Span
from referee.audit.vocabulary import languages

_AVERAGES = ("macro", "weighted", "micro")

_SPELLINGS: dict[str, str] = {
    "accuracy": "accuracy acc classificationaccuracy overallaccuracy correctlyclassified exactmatch em",
    "error": "error errorrate misclassificationrate misclassification testerror",
    "share": "share proportion percentage percent rate hitrate",
    "sensitivity": "sensitivity sens tpr truepositiverate hitratesensitivity",
    "recall": "recall rec",
    "fnr": "fnr falsenegativerate missrate",
    "specificity": "specificity spec tnr truenegativerate selectivity",
    "fpr": "fpr falsepositiverate fallout",
    "precision": "precision prec ppv positivepredictivevalue",
    "npv": "npv negativepredictivevalue",
    "f1": "f1 f1score fscore fmeasure f1measure dice dicescore",
    "balanced_accuracy": "balancedaccuracy bacc balacc bac uar",
    "youden": "youden youdenj youdensj youdenindex informedness",
    "kappa": "kappa cohenkappa cohenskappa cohenskappacoefficient",
    "mcc": "mcc matthews matthewscorrelation matthewscorrelationcoefficient matthewscoefficient",
    "prevalence": "prevalence baserate",
    "auc": "auc rocauc auroc aucroc areaundercurve areaundertheroccurve areaunderthecurve cstatistic",
    "brier": "brier brierscore", "average_precision": "averageprecision prauc auprc aucpr",
    "jaccard": "jaccard iou jaccardindex",
    "rmse": "rmse rootmeansquarederror rootmeansquareerror", "mae": "mae meanabsoluteerror",
    "mse": "mse meansquarederror meansquareerror", "r2": "r2 rsquared rsquare coefficientofdetermination",
    "tp": "tp truepositives truepositive", "fp": "fp falsepositives falsepositive",
    "fn": "fn falsenegatives falsenegative", "tn": "tn truenegatives truenegative",
    "positives": "positives npos npositive npositives", "negatives": "negatives nneg nnegative nnegatives",
    "cases": "cases testcases ncases ntest testrows testset testsize support patients samples",
    "n": "n", "runs": "runs i iterations repeats folds seeds repetitions nruns nfolds nseeds",
    "mean": "value mean score average estimate", "sd": "sd std stddev standarddeviation stdev",
    "se": "se sem standarderror",
    "min": "minimum min least lowest", "max": "maximum max most highest",
    "low": "low lower cilow cilower ci95low cilowerbound lowerbound",
    "high": "high upper cihigh ciupper ci95high upperbound",
    "difference": "difference diff delta", "items": "items", "binary": "binary",
    "p": "p pvalue pval significance sig", "df": "df dof degreesoffreedom degoffreedom",
    "df1": "df1 dfnum dfbetween dfnumerator dfeffect dfmodel", "df2": "df2 dfden dfwithin dfdenominator dferror",
    "t": "t tvalue tstatistic tstat pairedt tpaired welcht twelch pairedtstatistic", "F": "fvalue fstatistic fstat f",
    "chi2": "chi2 chisq chisquare chisquared x2", "z": "z zvalue zscore zstatistic", "r": "r pearsonr correlation",
    "classes": "classes nclasses numberofclasses",
}
_KINDS = {spelling: kind for known in (languages.KINDS, _SPELLINGS) for kind, spellings in known.items()
          for spelling in spellings.split()}
_TURNED: dict[str, tuple[str, Span]] = {
    "error": ("accuracy", (1.0, -1.0)), "fnr": ("sensitivity", (1.0, -1.0)), "fpr": ("specificity", (1.0, -1.0)),
    "youden": ("balanced_accuracy", (0.5, 0.5))}
EXACT = frozenset({"tp", "fp", "fn", "tn", "positives", "negatives", "cases", "n", "runs", "items", "binary",
                   "classes"})


_MEANS = {"mean", "average", "avg", *languages.KINDS["mean"].split()}
_SPREADS = {*_SPELLINGS["sd"].split(), *languages.KINDS["sd"].split()}
_INTERVAL = re.compile(rf"[\[(,;]?\s*\b(?:9[059](?:\.\d)?\s*%?-?\s*)?(?:{languages.INTERVAL})"
                       r"(?:\s*(?:al |à |zu )?9[059]\s*%)?(?=\W|$)\s*[\])]?", re.IGNORECASE)
_PER_CENT = re.compile(rf"%|{languages.PER_CENT}")
_IN_BRACKETS = re.compile(r"[(\[]([^()\[\]]{2,})[)\]]")
MOST_WORDS = 12       # of the name of a score; a longer one is none, and is not tried at every length
WHOSE = frozenset({"accuracy", "sensitivity", "specificity", "precision", "npv", "recall", "f1", "auc", "kappa", "mcc",
                   "balanced_accuracy"})               # that tables print once for each model or person
_NO_MEANS = ("median medians iqr rank ranks worst quantile quartile q1 q3 p25 p75 lci uci lcl ucl ll ul bound ci var "
             "variance error change gain drop loss improvement increase")
"""Of F1, precision and recall under one of these words nothing follows: the median F1 is above what the others give."""
_SCORES = frozenset(list(_SPELLINGS)[:list(_SPELLINGS).index("tp")])          # which have means and sds over runs


@dataclass(frozen=True, slots=True)
class Named:
    """What a name speaks of."""

    kind: str
    turn: Span = (0.0, 1.0)
    per_cent: bool = False
    averaged: bool = False           # "mean accuracy"


def named(name: str) -> Named | None:
    """The kind a column's name stands for, or what stands in brackets behind it; None where neither is known.

    >>> named("F1 (macro)").kind, named("Error rate [%]"), named("colour")
    ('f1_macro', Named(kind='accuracy', turn=(1.0, -1.0), per_cent=True, averaged=False), None)
    >>> named("AUROC (95% CI)"), named("AUC_Mittel").kind, named("Test F1").kind
    (Named(kind='auc', turn=(0.0, 1.0), per_cent=False, averaged=False), 'auc', 'f1')
    >>> named("AUC_mean"), named("std accuracy").kind
    (Named(kind='auc', turn=(0.0, 1.0), per_cent=False, averaged=True), 'sd_accuracy')
    >>> named("accuracy_pct")
    Named(kind='accuracy', turn=(0.0, 1.0), per_cent=True, averaged=False)
    >>> named("Trefferrate (Recall, %)")
    Named(kind='recall', turn=(0.0, 1.0), per_cent=True, averaged=False)
    """
    found = _named(name)
    inside = _IN_BRACKETS.search(name) if found is None else None
    known = _named(inside[1].rstrip(" ,;%")) if inside else None
    if known is None or known.kind not in WHOSE:
        return found
    return replace(known, per_cent=_PER_CENT.search(name.lower()) is not None)


def _named(name: str) -> Named | None:
    text = _INTERVAL.sub(" ", name).lower().replace("κ", "kappa").replace("χ", "chi").replace("²", "2")
    text = languages.unaccented(text)
    per_cent = _PER_CENT.search(text) is not None
    words = [languages.AVERAGES.get(word, word) for word in re.findall(r"[^\W_]+", _PER_CENT.sub(" ", text))]
    if len(words) > 1 and words[0] in ("test", "classif", "regr") and _KINDS.get("".join(words)) is None:
        words = words[1:]            # "test F1" is an F1, and so is mlr3's "classif.f1"
    beside, words = _summary_of(words)
    average = next((word for word in words if word in _AVERAGES or word in ("macroavg", "microavg")), "")
    words = [word for word in words if word not in (*_AVERAGES, "avg", "averaged", "macroavg", "microavg")]
    averaged = len(words) > 1 and words[0] in ("mean", "average")
    plain = "".join(words)
    # "mean squared error" is a metric; "mean accuracy" is a mean of them.
    kind = _KINDS.get(plain) or (_KINDS.get("".join(words[1:])) if averaged else None)
    if kind is None or (kind == "mean" and len(words) > 1):
        return None
    if average and kind in ("precision", "recall", "sensitivity", "f1"):
        kind = f"{'recall' if kind == 'sensitivity' else kind}_{average.removesuffix('avg')}"
    elif average:
        return None                  # a macro AUC is none of the figures known here
    base, turn = _TURNED.get(kind, (kind, (0.0, 1.0)))
    if beside == "sd":
        return Named(f"sd_{base}", per_cent=per_cent)
    return Named(base, turn, per_cent, beside == "mean" or (averaged and plain not in _KINDS))


def whose(name: str) -> tuple[Named, str] | None:
    """A score with a word beside it that says whose it is, and the word; None where the name is no such thing.

    >>> whose("Exactitude modèle (%)")[1], whose("AUC_rf")[0].kind, whose("accuracy"), whose("heart rate")
    ('modèle', 'auc', None, None)
    """
    bare = _INTERVAL.sub(" ", name)
    words = re.findall(r"[^\W_]+", re.sub(r"%|[\[\](){}]", " ", bare))
    if named(name) is not None:
        return None
    for cut in range(min(len(words) - 1, MOST_WORDS), 0, -1):
        for score, rest in ((words[:cut], words[cut:]), (words[-cut:], words[:-cut])):
            known = named(" ".join(score))
            if known is not None and known.kind in WHOSE and len("".join(score)) > 2:
                return replace(known, per_cent=_PER_CENT.search(name.lower()) is not None), " ".join(rest)
    return None


def is_no_mean(word: str) -> bool:
    """Whether a word beside a score says that it is neither the score nor a mean of it: its median, an end, a rank."""
    return word in _NO_MEANS.split() or named(word) is not None


def of_one(names: Sequence[str]) -> dict[str, str]:
    """Scores of different kinds that all have the same word beside them, by their names without it.

    >>> of_one(["system", "precision_AE", "recall_AE", "F1_AE"])
    {'precision_AE': 'precision', 'recall_AE': 'recall', 'F1_AE': 'F1'}
    >>> of_one(["set", "AUC_rf", "AUC_svm"]), of_one(["set", "accuracy_rf", "AUC_svm"])
    ({}, {})
    >>> of_one(["system", "precision (median)", "recall (median)", "F1 (median)"])
    {}
    """
    words = {found[1] for name in names if (found := whose(name)) is not None}
    if len(words) != 1 or any(is_no_mean(word) for some in words for word in some.lower().split()):
        return {}
    word = words.pop().split()
    parts = {name: re.findall(r"[^\W_]+", name) for name in names}
    bare = {name: " ".join(part for part in some if part not in word) for name, some in parts.items()
            if set(word) <= set(some)}
    kinds = [known.kind for one in bare.values() if (known := named(one)) is not None]
    return bare if len(bare) == len(kinds) == len({*kinds}) > 1 else {}


def _summary_of(words: list[str]) -> tuple[str, list[str]]:
    """Whether a score's name ends (or begins) as its mean or its sd does, and the score: accuracy_mean, std AUC."""
    for last, rest in ((words[-1:], words[:-1]), (words[:1], words[1:])):
        score = _KINDS.get("".join(word for word in rest if word not in _AVERAGES))
        if score in _SCORES and score != "share" and _KINDS.get("".join(words)) is None:
            if set(last) <= _SPREADS:
                return "sd", rest
            if set(last) <= _MEANS and last == words[-1:]:
                return "mean", rest
    return "", words
