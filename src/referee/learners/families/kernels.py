"""Support vector machines and Gaussian processes.

The margin of a support vector machine is no probability. As scikit-learn 1.9 advises, Platt scaling is put
around it: a logistic curve fitted to margins of inner folds of the training rows (`calibration.py`).
Labels follow the probabilities, and so can differ from those of the bare machine.
"""

from __future__ import annotations

from referee.learners.named import LEARNERS, Form, NamedLearner, Trait, for_classification, for_regression

MACHINE = frozenset({Trait.SCALED, Trait.INDICATORS, Trait.SPARSE})
KERNELS = "sklearn.gaussian_process.kernels"
SMOOTH_PLUS_NOISE = Form(f"{KERNELS}.Sum", {
    "k1": Form(f"{KERNELS}.Product", {"k1": Form(f"{KERNELS}.ConstantKernel"), "k2": Form(f"{KERNELS}.RBF")}),
    "k2": Form(f"{KERNELS}.WhiteKernel"),
})

LEARNERS.add(NamedLearner(
    name="svm-linear", title="linear support vector machine",
    sentence="The widest linear margin; probabilities by Platt scaling on 5 inner folds.",
    forms=for_classification("sklearn.svm.LinearSVC", max_iter=10_000),
    traits=MACHINE | {Trait.CALIBRATED}, instead=("svr-linear", "ridge"),
))
LEARNERS.add(NamedLearner(
    name="svm-rbf", title="support vector machine, radial kernel",
    sentence="The widest margin under a radial kernel; probabilities by Platt scaling on 5 inner folds.",
    forms=for_classification("sklearn.svm.SVC"),
    traits=MACHINE | {Trait.CALIBRATED}, aliases=("svm",), instead=("svr", "gaussian-process"),
))
LEARNERS.add(NamedLearner(
    name="svr-linear", title="linear support vector regression",
    sentence="Linear regression with an insensitive band; standardised features and target.",
    forms=for_regression("sklearn.svm.LinearSVR", epsilon=0.1, max_iter=10_000),
    traits=MACHINE | {Trait.TARGET_SCALED}, instead=("svm-linear", "logistic"),
))
LEARNERS.add(NamedLearner(
    name="svr", title="support vector regression, radial kernel",
    sentence="Regression with an insensitive band under a radial kernel; standardised features and target.",
    forms=for_regression("sklearn.svm.SVR"),
    traits=MACHINE | {Trait.TARGET_SCALED}, aliases=("svr-rbf",), instead=("svm-rbf", "svm-linear"),
))
LEARNERS.add(NamedLearner(
    name="gaussian-process", title="Gaussian process",
    sentence="A smooth function plus noise, lengths and levels by likelihood; time grows with the cube of the rows.",
    forms=for_regression("sklearn.gaussian_process.GaussianProcessRegressor", kernel=SMOOTH_PLUS_NOISE),
    traits=frozenset({Trait.SCALED, Trait.INDICATORS, Trait.TARGET_SCALED}),
    instead=("svm-rbf", "mlp"),
))
