"""Models that write down every row they were fitted on; the first feature is the row's number."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin

SEEN: list[tuple[str, frozenset[int]]] = []


def rows_of(X):
    return frozenset(np.asarray(X)[:, 0].astype(int).tolist())


class SpyScaler(TransformerMixin, BaseEstimator):
    """A preparation; as any, it must see training rows only when it is fitted."""

    def fit(self, X, y=None):  # noqa: ARG002
        SEEN.append(("prepare", rows_of(X)))
        self.n_features_in_ = 2
        return self

    def transform(self, X):
        return X


class SpyModel(ClassifierMixin, BaseEstimator):
    """Says the class of an odd hash of row and setting: as good as chance, whatever it was trained on."""

    def __init__(self, setting=0):
        self.setting = setting

    def fit(self, X, y):
        SEEN.append(("fit", rows_of(X)))
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        rows = np.asarray(X)[:, 0].astype(np.uint64)
        mixed = (rows + np.uint64(1)) * np.uint64(2654435761) * np.uint64(2 * self.setting + 3)
        mixed ^= mixed >> np.uint64(13)
        mixed *= np.uint64(11400714819323198485)
        return self.classes_[(mixed >> np.uint64(40)) % np.uint64(2)]
