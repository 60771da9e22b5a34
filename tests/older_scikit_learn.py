"""What scikit-learn before 1.9.1 fits otherwise: its discriminants. Shortcuts notice, and leave them to plain fits."""

import sklearn

DISCRIMINANTS_AS_NOW = tuple(int(part) for part in sklearn.__version__.split(".")[:3] if part.isdigit()) >= (1, 9, 1)


def as_now(model):
    """Whether this scikit-learn fits the model, an object or a name, as the newest does."""
    return DISCRIMINANTS_AS_NOW or not any(word in str(model) for word in ("DiscriminantAnalysis", "lda", "qda"))
