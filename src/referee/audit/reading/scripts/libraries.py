"""What calls of well-known libraries do with rows, by their names."""

from __future__ import annotations

import re

LIBRARIES = {
    "sklearn", "imblearn", "pandas", "numpy", "scipy", "torch", "torchvision", "tensorflow", "keras", "xgboost",
    "lightgbm", "catboost", "optuna", "statsmodels", "polars", "category_encoders", "torchmetrics", "datasets",
    "seaborn", "matplotlib", "plotly", "math", "random", "os", "sys", "time", "json", "pathlib", "argparse", "logging",
    "tqdm", "joblib", "pickle", "warnings", "itertools", "functools", "collections", "copy", "re", "datetime", "glob",
    "mlflow", "wandb", "IPython", "boruta", "mlxtend", "hyperopt", "cudf", "cuml", "dask", "skopt", "umap", "shap",
    "yfinance", "openml", "feature_engine", "csv", "timm", "transformers", "lightning", "pytorch_lightning",
    "evaluate", "types", "yaml", "omegaconf", "tabulate", "string", "typing", "gc",
}
LOADERS = re.compile(r"^(?:read_\w+|load_(?:iris|wine|digits|breast_cancer|diabetes|boston|linnerud|svmlight_files?|"
                     r"files|dataset|sample_images?)|fetch_\w+|make_(?:classification|regression|blobs|moons|circles|"
                     r"friedman\d|multilabel_classification|gaussian_quantiles|hastie_10_2|low_rank_matrix|s_curve|"
                     r"swiss_roll|sparse_uncorrelated)|loadtxt|genfromtxt|fromfile|loadmat|loadarff|scan_\w+|"
                     r"get_dataset|get_rdataset|image_dataset_from_directory|ImageFolder|download)$")
TWO_SETS = {"load_data"}            # keras.datasets.*.load_data(): training and test part as they were published
PUBLISHED = re.compile(r"^(?:CIFAR\w+|E?MNIST|FashionMNIST|KMNIST|SVHN|STL10|ImageNet|Food101|Flowers102|Caltech\w+|"
                       r"OxfordIIITPet|GTSRB|DTD|CelebA|USPS)$")
HOLDERS = re.compile(r"^(?:DataLoader|TensorDataset|ConcatDataset|Dataset|DMatrix|QuantileDMatrix|Pool|DataFrame|"
                     r"Series|from_tensor_slices|FloatTensor|LongTensor|Tensor|ImageDataGenerator|TimeseriesGenerator)$")

METRICS = re.compile(r"^(?:\w+_(?:score|error|loss|report|auc|deviance|curve|coefficient|matrix|accuracy|precision|"
                     r"recall|f1)|accuracy|auc|rmse|mse|mae|mape|smape|rmsle|f1|r2|confusion_matrix|"
                     r"classification_report|roc_curve|(?:binary_)?cross_entropy(?:_with_logits)?|kl_div|"
                     r"precision_recall_curve|"
                     r"precision_recall_fscore_support|matthews_corrcoef|from_predictions|from_estimator|brier)$")
LOSSES = re.compile(r"loss|entropy|kl_div")
CURVES = {"roc_curve", "precision_recall_curve", "det_curve"}
NO_METRICS = {"make_scorer", "silhouette_score", "davies_bouldin_score", "calinski_harabasz_score", "learning_curve",
              "validation_curve", "calibration_curve", "z_score", "pairwise_distances", "v_measure_score",
              "homogeneity_score", "completeness_score", "adjusted_rand_score", "rand_score", "mutual_info_score",
              "fowlkes_mallows_score", "adjusted_mutual_info_score", "normalized_mutual_info_score", "consensus_score"}

CROSS_VALIDATED = {"cross_val_score", "cross_validate", "cross_val_predict", "permutation_test_score"}
SEARCHES = re.compile(r"^(?:\w*(?:Grid|Randomized|Halving\w*|Bayes|OptunaSearch|TuneSearch)\w*SearchCV|BayesSearchCV|"
                      r"GridSearchCV|RandomizedSearchCV|OptunaSearchCV)$")
SPLITTERS = re.compile(r"^(?:(?:Repeated)?(?:Stratified)?(?:Group)?KFold|RepeatedStratifiedKFold|"
                       r"(?:Stratified|Group)?ShuffleSplit|Leave(?:One|P)(?:Group|s|Groups)?Out|LeaveOneOut|LeavePOut|"
                       r"TimeSeriesSplit|PredefinedSplit|StratifiedGroupKFold|BlockingTimeSeriesSplit|"
                       r"(?:Combinatorial)?Purged\w*|MultilabelStratified\w+)$")
AT_RANDOM = re.compile(r"Shuffle|^Repeated|^Leave(?:One|P)Out$")
BY_GROUPS = re.compile(r"Group")
BY_TIME = re.compile(r"TimeSeries|Purged|Predefined|Rolling|SlidingWindow|Expanding")
COMPOSED = {"Pipeline", "make_pipeline", "ColumnTransformer", "make_column_transformer", "FeatureUnion", "make_union",
            "TransformedTargetRegressor"}

RESAMPLERS = re.compile(r"SMOTE|ADASYN|Sampler|NearMiss|TomekLinks|EditedNearest|Undersampl", re.IGNORECASE)
SUPERVISED = re.compile(r"^(?:Select\w+|RFE(?:CV)?|GenericUnivariateSelect|SequentialFeatureSelector|Boruta\w*|"
                        r"(?!.*(?:Label|OneHot|Ordinal|Binary|Hashing|Count|BaseN))\w*(?:Target|James|WOE|CatBoost|"
                        r"LeaveOneOut|MEstimate|Quantile|GLMM|Mean)\w*Encoder|NeighborhoodComponentsAnalysis|PLS\w+|"
                        r"LinearDiscriminantAnalysis|ReliefF?|MDLP|OptimalBinning)$")
UNSUPERVISED = re.compile(r"(?:Scaler|Imputer|PCA|SVD|NMF|ICA|UMAP|TSNE|Isomap|LocallyLinearEmbedding|Vectorizer|"
                          r"TfidfTransformer|PowerTransformer|QuantileTransformer|KBinsDiscretizer|VarianceThreshold|"
                          r"FactorAnalysis|KMeans|GaussianMixture|RandomProjection|Autoencoder|MICE|Word2Vec|Doc2Vec)$")
WITHOUT_TARGET = re.compile(r"^(?:IsolationForest|LocalOutlierFactor|OneClassSVM|SGDOneClassSVM|EllipticEnvelope|"
                            r"\w*KMeans|\w*DBSCAN|OPTICS|Birch|MeanShift|\w+Clustering|\w*GaussianMixture)$")
HARMLESS = {"LabelEncoder", "LabelBinarizer", "MultiLabelBinarizer", "OneHotEncoder", "OrdinalEncoder", "Normalizer",
            "PolynomialFeatures", "FunctionTransformer", "Binarizer", "HashingVectorizer", "FeatureHasher",
            "BinaryEncoder", "HashingEncoder", "SplineTransformer"}
SCORES_OF_FEATURES = {"f_classif", "f_regression", "mutual_info_classif", "mutual_info_regression", "chi2",
                      "r_regression", "ttest_ind", "mannwhitneyu", "f_oneway", "spearmanr", "pearsonr",
                      "pointbiserialr", "kruskal"}

SUMMARIES = {"mean", "std", "median", "min", "max", "var", "quantile", "mode", "nanmean", "nanstd", "nanmedian",
             "percentile", "nanpercentile", "average", "corr", "corrwith", "amin", "amax", "ptp", "agg", "aggregate",
             "skew", "sem", "mad", "cov", "corrcoef"}
COUNTS = {"count", "size", "nunique", "cumcount", "first", "last", "ngroup", "shift", "rank", "cumsum"}
LAGS = {"shift", "rolling", "diff", "pct_change", "ewm"}
SCALED = {"scale", "minmax_scale", "robust_scale", "maxabs_scale", "zscore", "power_transform", "quantile_transform"}
HOLDS_NO_ROWS = {"columns", "shape", "dtypes", "size", "ndim", "feature_names", "target_names", "DESCR", "dtype",
                 "device", "feature_names_in_", "classes", "names"}
NO_ROWS_FROM = {"len", "print", "type", "isinstance", "id", "value_counts", "unique", "nunique", "info", "describe",
                "sum", "any", "all", "isna", "isnull", "hist", "plot", "keys", "bincount", "count", "head_rows",
                "set", "to_csv", "to_pickle", "to_excel", "savefig", "show", "figure", "display"}
SHOWS = {"print", "display", "info", "log", "log_metric", "log_metrics", "write", "warning", "debug", "append_row",
         "title", "to_csv", "dump", "text", "writerow", "echo", "secho", "add_scalar", "dumps", "tabulate", "pprint"}
BEST_OF = {"max", "min", "argmax", "argmin", "nanmax", "nanmin", "amax", "amin", "idxmax", "idxmin", "nanargmax",
           "nanargmin", "nlargest", "nsmallest"}
LEARNS_WORDS = {"fit_on_texts", "adapt", "train_from_iterator", "build_vocab", "train_new_from_iterator"}
STOPPING = re.compile(r"early_?stopping|ModelCheckpoint|restore_best|use_best_model|load_best_model|save_best",
                      re.IGNORECASE)
WATCHED = ("eval_set", "validation_data", "valid_sets", "evals", "valid_set", "eval_dataset", "X_val",
           "val_dataloaders")
NETWORKS = re.compile(r"Module$|^Sequential$|^Model$|Net$|^Functional$|Network$")
SEEDED = {"random_state", "seed", "random_seed", "rng", "random_seed_value"}
SEEDS = {"manual_seed", "set_seed", "seed", "set_random_seed", "default_rng", "RandomState", "seed_everything"}
BY_CHANCE = {"normal", "rand", "randn", "uniform", "random", "standard_normal", "binomial", "poisson", "exponential",
             "gamma", "beta", "laplace", "logistic", "random_sample", "multivariate_normal", "standard_t", "lognormal"}
DATES = re.compile(r"(?:^|_)(?:date|datetime|timestamp|time|day|month|year|ds)(?:_|$)", re.IGNORECASE)
