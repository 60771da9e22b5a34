"""Steps of a preparation by their usual names: whether they see the target, or make rows out of others."""

from __future__ import annotations

from referee.audit.vocabulary.words import Names, spelled, words_of

STEPS: Names[str] = Names(spelled("""
rows: smote | adasyn | oversampling | over sampling | oversample | upsampling | upsample | rose | smoteenn |
    smotetomek | augmentation | augment | borderlinesmote | svmsmote | randomoversampler | resampling classes |
    duplication | mixup | synthetic | upsampled | oversampled | class balancing | balancing | undersampling |
    undersample | downsampling | randomundersampler
target: selection | select | selectkbest | selectpercentile | selectfrommodel | rfe | rfecv | boruta | lasso | anova f
    | univariate | mutual information | information gain | infogain | chi2 | relief | relieff | mrmr | target encoding
    | targetencoder | target encoder | mean encoding | woe | weight evidence | woeencoder | leave one out encoding |
    catboostencoder | likelihood encoding | impact coding | lda | linear discriminant | supervised | pls | nca |
    cfssubseteval | infogainattributeeval | attributeselection | relieffattributeeval | fisher score | wrapper |
    sequentialfeatureselector | stepwise | cutoff | threshold optimisation | threshold optimization |
    discretisation mdl | discretization mdl | optbinning | varimp | importance | filter
nothing: scaling | scaler | scale | standardscaler | standardisation | standardization | standardise | standardize |
    normalisation | normalization | normalise | normalize | normalizer | minmax | minmaxscaler | min max |
    robustscaler | z score | zscore | centering | centring | imputation | imputer | impute | simpleimputer |
    knnimputer | iterativeimputer | mice | missing | fillna | pca | principal component | principal components | svd |
    truncatedsvd | whitening | umap | tsne | t sne | autoencoder | one hot | onehot | onehotencoder | ordinal encoding
    | ordinalencoder | label encoding | dummy | dummies | hashing | tf idf | tfidf | tfidfvectorizer | countvectorizer
    | vocabulary | bag words | word2vec | doc2vec | embedding | clustering | kmeans | outlier removal | winsorisation
    | winsorization | clipping | log transform | box cox | boxcox | yeo johnson | powertransformer |
    quantiletransformer | binning | discretisation | discretization | kbinsdiscretizer | variance threshold |
    variancethreshold | replacemissingvalues | standardize weka | tokenisation | tokenization | stemming | batch norm
    | combat | batch correction | ica | nmf | polynomial | polynomialfeatures | detrending | smoothing |
    filtering noise
"""), beside="""
feature features attribute attributes variable variables column columns of the by with on and a an random mean median
mode most frequent knn k nearest neighbours neighbors based using test t score analysis data minority majority class
classes f value values method algorithm tree forest model encoder encoding transformation transform top best
correlation target subset ranking gene genes step preprocessing the fit row rows z normal quantile removal
""")


def known_step(text: str) -> str | None:
    """What a step learns from: the target, rows that it copies, or nothing of the kind; None where it is not known.

    >>> [known_step(name) for name in ("univariate feature selection", "SMOTE", "StandardScaler", "magic")]
    ['target', 'rows', 'nothing', None]
    """
    return STEPS.find(words_of(text))
