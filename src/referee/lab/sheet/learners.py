"""The learners of the cells by name: of which kind they are, and how they are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.kinds import Task
from referee.lab.sheet.network import Network
from referee.lab.sheet.quick import ClassShares, Discriminant, Kernel, Logistic, NaiveBayes, Neighbours
from referee.lab.sheet.regressors import Line, Mean, NeighbourMean, ValueTree
from referee.lab.sheet.wrapped import Boosting, Margin, Tree
from referee.learners.kinds import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class LabLearner:
    """A learner of the lab."""

    name: str                           # in the id of a cell
    like: str                           # the package's own of its kind, for which the advice is asked
    title: str                          # in a table
    kind: Kind | None                   # what a user's learner is matched with
    make: Callable[..., Any]            # first and last column that it sees, and its salt
    task: Task = Task.CLASSIFICATION
    probabilities: bool = True
    slow: bool = False                  # seconds a study, not a fraction of one
    baseline: bool = False              # the package's own is taken: what it knows of it, it knows of that


_ALL = (
    LabLearner(name="logistic", like="logistic", title="logistic regression", kind=Kind.LINEAR, make=Logistic),
    LabLearner(name="lda", like="lda", title="linear discriminant", kind=Kind.LINEAR, make=Discriminant),
    LabLearner(name="nb", like="gaussian-nb", title="naive Bayes", kind=Kind.NAIVE_BAYES, make=NaiveBayes),
    LabLearner(name="5nn", like="knn", title="5 nearest neighbours", kind=Kind.NEIGHBOURS, make=Neighbours),
    LabLearner(name="1nn", like="1nn", title="nearest neighbour", kind=Kind.NEIGHBOURS,
               make=lambda *shown: Neighbours(*shown, k=1)),
    LabLearner(name="kernel", like="svm-rbf", title="kernel machine", kind=Kind.KERNEL, make=Kernel),
    LabLearner(name="svc", like="svm-rbf", title="support vector machine", kind=Kind.KERNEL,
               make=Margin, probabilities=False),
    LabLearner(name="tree5", like="tree:min_samples_leaf=5", title="tree, leaves of 5 or more", kind=Kind.TREE,
               make=lambda *shown: Tree(*shown, leaf=5)),
    LabLearner(name="tree", like="tree", title="full tree", kind=Kind.TREE, make=Tree),
    LabLearner(name="forest3", like="forest", title="forest of 3", kind=Kind.FOREST,
               make=lambda *shown: Tree(*shown, trees=3)),
    LabLearner(name="forest", like="forest", title="forest of 15", kind=Kind.FOREST,
               make=lambda *shown: Tree(*shown, trees=15),
               slow=True),
    LabLearner(name="boosting", like="hist-gradient-boosting", title="boosting, 15 rounds", kind=Kind.BOOSTING,
               make=Boosting, slow=True),
    LabLearner(name="mlp", like="mlp", title="network of 8 units", kind=Kind.NETWORK, make=Network, slow=True),
    LabLearner(name="ols", like="linear", title="least squares", kind=Kind.LINEAR, make=Line, task=Task.REGRESSION),
    LabLearner(name="prior", like="prior", title="baseline: class shares", kind=None, make=ClassShares, baseline=True),
    LabLearner(name="mean", like="mean", title="baseline: mean", kind=None,
               make=Mean, task=Task.REGRESSION, baseline=True),
    LabLearner(name="tree-r", like="tree:min_samples_leaf=5", title="regression tree", kind=Kind.TREE,
               make=ValueTree, task=Task.REGRESSION),
    LabLearner(name="5nn-r", like="knn", title="5 nearest neighbours", kind=Kind.NEIGHBOURS, make=NeighbourMean,
               task=Task.REGRESSION),
)
LEARNERS = {one.name: one for one in _ALL}
