"""The registry of interval methods: what each answers, and where it may be used.

A method that may not be used says why in one sentence, which serves the error, the audit and the report alike. Names
are those of the files; the code of a method is loaded when it is first made use of.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from typing import Any

from referee.errors import NotJustified
from referee.kinds import Estimand
from referee.metrics._base import Metric
from referee.registry import Registry


class Input(StrEnum):
    """What a method must be able to get from a metric."""

    COUNTS = "right or wrong for each row"
    ROWS = "one value for each row"
    AREA = "the area under the ROC curve of two classes"
    SCORE = "a score for each split"
    ANY = "predictions"


class Splits(StrEnum):
    """How many splits of a design a method is for."""

    ONE = "one test set"
    ONE_REPEAT = "one repeat, in which each row is tested once"
    SEVERAL = "at least two splits"
    ANY = "any number of splits"


DESIGN_TITLES = {
    "holdout": "a hold-out", "given": "a given test set", "kfold": "k-fold cross-validation", "loo": "leave-one-out",
    "bootstrap": "bootstrap samples", "resubstitution": "the training rows themselves",
    "nested": "nested cross-validation", "complete": "complete cross-validation",
    "conservative-z": "paired halves of the data",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A way to make an interval, the question it answers, and when it may be used."""

    name: str                        # as typed
    title: str                       # as printed
    estimand: Estimand
    needs: Input
    designs: frozenset[str]          # registry names of the designs that its justification covers
    splits: Splits
    function: str = ""               # the function, when not called like the file
    historic: bool = False           # runnable as the papers had it, never a default
    weakness: str = ""               # one clause, for the report
    reference: str = ""

    @property
    def make(self) -> Callable[..., Any]:
        """The function itself, loaded when first asked for."""
        made: Callable[..., Any] = getattr(import_module("referee.estimates"), self.function or self.name)
        return made

    def objection(self, metric: Metric, design: str, *, repeats: int = 1, n_classes: int | None = None) -> str | None:
        """Why this method may not be used here, as one clause; None when it may."""
        return self._of_design(design) or self._of_splits(design, repeats) or self._of_metric(metric, n_classes)

    def require(self, metric: Metric, design: str, *, repeats: int = 1, n_classes: int | None = None) -> None:
        """Refuse to be used where it objects."""
        if sentence := self.objection(metric, design, repeats=repeats, n_classes=n_classes):
            raise NotJustified(f"{sentence}.")

    def _of_design(self, design: str) -> str | None:
        if design in self.designs:
            return None
        wanted = " or ".join(DESIGN_TITLES.get(d, d) for d in sorted(self.designs))
        if design == "resubstitution":
            return f"no interval around the error on {DESIGN_TITLES[design]} speaks of new rows; test on others"
        return f"{self.title} is justified for {wanted}, not for {DESIGN_TITLES.get(design, design)}"

    def _of_splits(self, design: str, repeats: int) -> str | None:
        if self.splits in {Splits.ONE, Splits.ONE_REPEAT} and repeats > 1:
            return (f"{self.title} needs {self.splits.value}, not {repeats} repeats: the same rows tested again are "
                    f"not more rows")
        if self.splits is Splits.SEVERAL and repeats < 2 and design in {"holdout", "given"}:
            return f"{self.title} needs {self.splits.value}, and there is one"
        return None

    def _of_metric(self, metric: Metric, n_classes: int | None) -> str | None:
        if self.needs is Input.COUNTS and not metric.proportion:
            return f"{self.title} needs {self.needs.value}, which {metric.title} does not have"
        if self.needs is Input.ROWS and metric.per_row is None:
            return f"{self.title} needs {self.needs.value}, which {metric.title} does not have"
        if self.needs is Input.AREA and metric.name != "roc_auc":
            return f"{self.title} is for {self.needs.value}, not for {metric.title}"
        if self.needs is Input.AREA and n_classes is not None and n_classes > 2:
            return f"{self.title} is for {self.needs.value}, not of {n_classes}"
        return None


METHODS: Registry[Method] = Registry("method")

_ONE_MODEL = frozenset({"holdout", "given"})


def _one_model(name: str, title: str, needs: Input, **more: Any) -> Method:
    """A method for one fitted model and one test set."""
    return METHODS.add(Method(name=name, title=title, estimand=Estimand.MODEL, needs=needs, designs=_ONE_MODEL,
                              splits=Splits.ONE, **more))


def _procedure(name: str, title: str, needs: Input, designs: set[str], **more: Any) -> Method:
    """A method for the learner's procedure, over several fits."""
    more = {"splits": Splits.ANY, "estimand": Estimand.PROCEDURE} | more
    return METHODS.add(Method(name=name, title=title, needs=needs, designs=frozenset(designs), **more))


_one_model("wilson", "Wilson's interval", Input.COUNTS, reference="Wilson 1927",
           weakness="may cover 0.90 for proportions within 1/n of 0 or 1")
_one_model("clopper_pearson", "the Clopper-Pearson interval", Input.COUNTS, reference="Clopper & Pearson 1934",
           weakness="wider than needed")
_one_model("jeffreys", "Jeffreys's interval", Input.COUNTS, reference="Brown, Cai & DasGupta 2001",
           weakness="dips to 0.88 at small n")
_one_model("agresti_coull", "the Agresti-Coull interval", Input.COUNTS, reference="Agresti & Coull 1998",
           weakness="for 40 rows and more")
_one_model("wald", "the textbook interval p ± z√(p(1−p)/n)", Input.COUNTS, historic=True, reference="Mitchell 1997",
           weakness="covers 0.89 on average and 0.26 at worst on 30 rows")
_one_model("t_mean", "the t interval over rows", Input.ROWS, reference="Student 1908",
           weakness="covers too little on fewer than 100 rows of skewed values")
_one_model("clustered_mean", "the clustered t interval", Input.ROWS, reference="Miller 2024",
           weakness="rough with fewer than 30 clusters")
_one_model("percentile_bootstrap", "the percentile bootstrap over test cases", Input.ANY, reference="Efron 1979",
           weakness="covers too little on small samples of skewed values")
_one_model("basic_bootstrap", "the basic bootstrap over test cases", Input.ANY, reference="Davison & Hinkley 1997",
           weakness="may leave the metric's bounds and is then cut")
_one_model("bca_bootstrap", "the BCa bootstrap over test cases", Input.ANY, reference="Efron 1987",
           weakness="fails on fewer than 20 cases")
_one_model("studentised_bootstrap", "the studentised bootstrap over test cases", Input.ROWS,
           reference="Efron & Tibshirani 1993", weakness="may leave the metric's bounds and is then cut")
_one_model("delong", "DeLong's interval", Input.AREA, reference="DeLong et al. 1988",
           weakness="rough with fewer than 10 rows of a class")
_one_model("hanley_mcneil", "Hanley and McNeil's interval", Input.AREA, reference="Hanley & McNeil 1982",
           weakness="assumes a shape of the score distributions")
_procedure("corrected_t", "the corrected resampled t interval", Input.SCORE, {"holdout", "kfold"},
           function="corrected_t_interval", splits=Splits.SEVERAL, reference="Nadeau & Bengio 2003",
           weakness="a heuristic: covers 0.90 to 0.96 at n = 100, less when few rows are trained on")
_procedure("cv_clt", "the cross-validation CLT interval", Input.ROWS, {"kfold", "loo"}, splits=Splits.ONE_REPEAT,
           estimand=Estimand.FOLD_MODELS, reference="Bayle et al. 2020",
           weakness="too narrow for the risk of the procedure: covers 0.84 to 0.92 at n = 100")
_procedure("nested_cv", "the nested cross-validation interval", Input.ROWS, {"nested"},
           reference="Bates, Hastie & Tibshirani 2023", weakness="needs hundreds of fits")
_procedure("conservative_z", "the conservative z interval", Input.SCORE, {"conservative-z"},
           reference="Nadeau & Bengio 2003", weakness="wide: covers 0.98 to 1.00 at n = 100")
_procedure("leave_one_out_bootstrap", "the leave-one-out bootstrap", Input.ROWS, {"bootstrap"},
           reference="Efron & Tibshirani 1997", weakness="pessimistic, and wide with few resamples")
_procedure("bootstrap_632", "the .632 bootstrap", Input.ROWS, {"bootstrap"}, reference="Efron 1983",
           weakness="optimistic for learners with almost no training error: 0.32 on pure noise")
_procedure("bootstrap_632plus", "the .632+ bootstrap", Input.ROWS, {"bootstrap"},
           reference="Efron & Tibshirani 1997", weakness="wide with few resamples")
_procedure("t_over_replicates", "the t interval over replicates", Input.SCORE, {"holdout", "kfold"}, historic=True,
           splits=Splits.SEVERAL, reference="Reich & Barai 1999, eq. 8",
           weakness="treats overlapping splits as independent: covers 0.15 to 0.80 where it claims 0.95")
