"""Ways of dividing rows by their usual names, as the letters of Reich and Barai (1999)."""

from __future__ import annotations

from referee.audit.vocabulary.words import Names, spelled, words_of

LABELS = {
    "R": "resubstitution", "H": "hold-out", "K": "k-fold cross-validation", "L": "leave-one-out", "B": "bootstrap",
    "TTV": "training, tuning and test set", "NM": "not mentioned",
}

METHODS: Names[str] = Names(spelled("""
L: leave one out | loo | loocv | jackknife | leaveoneout | leave one subject out | loso | leave one group out | logo |
    leaveonegroupout | lopo | leave one patient out | leave p out | leavepout | n fold
B: bootstrap | 632 | .632 | 0.632 | .632+ | 0.632+ | 632+ | bootstrapping | out of bag | oob | bootstrapped
K: fold | folds | cv | cross validation | crossvalidation | kfold | cross validated | stratifiedkfold | repeatedkfold
    | groupkfold | repeatedstratifiedkfold | repeatedcv | rotation estimation | 5x2cv | 5x2 | 10x10 | 10x10cv |
    nested cv | crossval | stratifiedgroupkfold | vfold | v fold | xval | cross val score
TTV: train validation test | training validation test | validation set | train val test | train dev test |
    training tuning test | three way | train valid test | ttv | development set | dev set | validation holdout |
    80 10 10 | 60 20 20 | 70 15 15
H: holdout | hold out | held out | split | train test | test set | training test | traintestsplit | train test split |
    monte carlo | random subsampling | shufflesplit | stratifiedshufflesplit | percentage split | supplied test set |
    independent test | external validation | external test | test sample | subsampling | random splits |
    rolling origin | walk forward | timeseriessplit | time series split | forward chaining | expanding window |
    sliding window | temporal split | lgocv | test data | out of time | prequential | temporal validation | blind test
    | separate test
R: resubstitution | apparent | training accuracy | training error | on training data | on training set |
    tested on training | training set only | on train data | evaluated on train | same data | on same |
    use training set | evaluate on training data | in sample | insample | reclassification | training data only |
    self consistency | recall training
"""), beside="""
the a an of on in with and by for to we was were is as all data rows row set sets part parts times time x k v s
stratified repeated nested grouped group groups whole random randomly shuffled shuffle each one out leave single test
tests tested testing train trained training evaluation evaluated evaluate validate validated validation performance
model models accuracy error only same 10 5 2 3 4 20 30 70 80 90 10% 20% 25% 30% 33% 50% 66% 67% 70% 75% 80% 90% %
three thirds third two ten five half halves split splits ratio repeats repetitions repeat runs independent internal
outer inner loop user percent of which using used cases instances held estimate estimator plain standard five-fold
tenfold separate fresh new unseen later pass passes full complementary after then folds blocks kept together order
drawn samples sample subject subjects patient patients rows
""")


def known_method(text: str) -> str | None:
    """The letter of a method by its name or by words in a sentence; None where it is not known.

    Only a sentence that is understood as a whole is taken for a confession of resubstitution.

    >>> [known_method(text) for text in ("10-fold CV", "LOOCV", "train/test split (70/30)", "we looked at the stars")]
    ['K', 'L', 'H', None]
    """
    plain = text.replace("tenfold", "10 fold").replace("five-fold", "5 fold").replace("twofold", "2 fold")
    words = words_of(plain)
    found = METHODS.find(words)
    return found or next((label for label in [METHODS.find(words, loosely=True)] if label != "R"), None)
