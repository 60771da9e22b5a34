"""Designs, corrections, units and roles of rows as people write them."""

import pytest

from referee.audit.vocabulary.corrections import known_correction
from referee.audit.vocabulary.methods import known_method
from referee.audit.vocabulary.steps import known_step
from referee.audit.vocabulary.units import known_rows, known_side, known_unit

METHODS = {
    "K": ["10-fold cross-validation", "10-fold CV", "5-fold cross validation", "k-fold", "stratified 10-fold CV",
          "repeated stratified k-fold", "10x10 cross-validation", "5x2cv", "nested cross-validation", "KFold(5)",
          "sklearn.model_selection.StratifiedKFold", "RepeatedKFold", "GroupKFold",
          "trainControl(method = 'repeatedcv')",
          "10 times 10-fold cross-validation", "ten-fold cross-validation", "cross-validated",
          "10-fold cross-validation on the training set, final test on hold-out", "vfold_cv"],
    "L": ["leave-one-out", "LOO", "LOOCV", "leave-one-out cross-validation", "jackknife", "leave-one-subject-out",
          "LeaveOneOut()", "LOSO", "leave-one-group-out CV"],
    "B": ["bootstrap", ".632 bootstrap", "0.632+", ".632+ bootstrap", "out-of-bag", "OOB", "200 bootstrap samples"],
    "H": ["hold-out", "holdout", "train/test split", "70/30 split", "train_test_split", "100 random splits",
          "Monte Carlo", "percentage split 66%", "supplied test set", "independent test set",
          "ShuffleSplit", "rolling origin", "walk-forward validation", "TimeSeriesSplit", "held-out test set",
          "external validation"],
    "TTV": ["train/validation/test", "train-dev-test split", "training, validation and test set", "validation set",
            "80/10/10 split"],
    "R": ["resubstitution", "apparent error", "training accuracy", "tested on the training data",
          "evaluated on the training set", "use training set", "in-sample"],
    None: ["the stars", "", "our protocol", "as usual"],
}
CORRECTIONS = {
    "holm": ["Holm", "holm", "Holm-Bonferroni", "Bonferroni-Holm", "Holm's step-down procedure", "holm-sidak"],
    "bonferroni": ["Bonferroni", "Bonferroni correction", "bonferroni", "Bonferroni-Dunn", "Dunn"],
    "bh": ["BH", "fdr", "fdr_bh", "Benjamini-Hochberg", "Benjamini–Hochberg FDR", "p.adjust(p, 'BH')",
           "false discovery rate"],
    "by": ["fdr_by", "Benjamini-Yekutieli"], "hochberg": ["Hochberg"], "hommel": ["Hommel"], "sidak": ["Šidák",
        "sidak"],
    "shaffer": ["Shaffer's static"], "bergmann": ["Bergmann-Hommel"], "tukey": ["Tukey HSD"], "nemenyi": ["Nemenyi"],
    "none": ["none", "no", "uncorrected", "unadjusted", "no correction", "not corrected", "without correction"],
    None: ["Zorb", "yes", "some"],
}
UNITS = {
    "split": ["fold", "folds", "split", "splits", "CV fold", "10 folds", "bootstrap sample", "resample",
        "random split"],
    "repeat": ["repeat", "repetitions", "replications"], "run": ["run", "runs", "trial"],
    "seed": ["seed", "random seed", "seeds", "initialisation"],
    "case": ["case", "test case", "instance", "row", "examples", "document", "test instances", "samples"],
    "group": ["patient", "subjects", "users"], "data set": ["data set", "dataset", "data sets", "problem",
        "benchmarks"],
    None: ["moon", ""],
}
ROWS = {
    "all": ["all", "all rows", "the whole data set", "full dataset", "train+test", "before the split", "everything"],
    "test": ["test", "test set", "the test set", "hold-out", "held-out set"],
    "training": ["train", "training", "training set", "each training fold", "training folds only", "inside each fold"],
    "validation": ["validation", "dev", "dev set", "validation set", "tuning set", "val"],
    "nothing": ["nothing", "none", "not tuned"], None: ["Tuesday", ""],
}
SIDES = {"two-sided": ["two-sided", "two-tailed", "2-tailed", "two sided"], "one-sided": ["one-sided", "1-tailed"],
         "greater": ["greater", "larger"], "less": ["less", "smaller"], None: ["sideways"]}
STEPS = {
    "target": ["SelectKBest", "univariate feature selection", "RFE", "target encoding", "feature selection (lasso)",
               "information gain", "WoE"], "rows": ["SMOTE", "random oversampling", "ADASYN", "data augmentation"],
    "nothing": ["StandardScaler", "scaling", "mean imputation", "PCA", "one-hot encoding", "tf-idf", "min-max scaling",
                "z-score normalisation"], None: ["magic", "the step"],
}
EVERY = [(known, meaning, text) for known, table in (
    (known_method, METHODS), (known_correction, CORRECTIONS), (known_unit, UNITS), (known_rows, ROWS),
    (known_side, SIDES), (known_step, STEPS)) for meaning, texts in table.items() for text in texts]


@pytest.mark.parametrize(("known", "meaning", "text"), EVERY, ids=lambda part: getattr(part, "__name__", str(part)))
def test_what_people_write_is_known(known, meaning, text):
    assert known(text) == meaning
