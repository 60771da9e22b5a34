"""Protocols in people's own words: what is a confession, and what only sounds like one."""

import pytest

import referee
from referee.audit.vocabulary.protocols import BEST, FUTURE, PREPARED, SAME, THRESHOLD, TUNED, confessions

FAULTS = {
    PREPARED: [
        "We standardised the whole data set, then split it into training and test parts.",
        "SMOTE was applied before cross-validation.",
        "Features were selected on all samples.",
        "The 50 best genes were selected using all 102 patients, and then 10-fold cross-validation was run.",
        "All features were normalized prior to splitting into training and test sets.",
        "Missing values were imputed on the entire dataset.",
        "We applied PCA to the full data set and kept 20 components.",
        "Before splitting, the minority class was oversampled with SMOTE.",
        "Feature selection was performed on the complete cohort before the 5-fold cross-validation.",
        "Images were augmented and then randomly divided into training and test images.",
        "The data were split 80/20 after oversampling the minority class.",
        "We selected the top 100 features on the entire data set.",
        "Target encoding was computed over all rows.",
        "Min-max scaling was fitted on training and test data together.",
        "Scaling was done on all data. Then the rows were split into ten folds.",
        "Features were chosen based on the test set.",
        "Upsampling was done prior to the train/test split.",
        "The whole dataset was normalised using z-scores.",
    ],
    TUNED: [
        "The test set was used to choose the number of epochs.",
        "Early stopping on the test set.",
        "We used early stopping on the test loss.",
        "Hyperparameters were tuned on the test set.",
        "We picked the learning rate that gave the best test accuracy.",
        "The number of trees was optimised using the hold-out set.",
        "The best checkpoint was chosen by test accuracy.",
        "The model with the highest test score was selected, and the depth was chosen by test performance.",
        "We had no validation set, so the test set was used for early stopping.",
        "Without a validation set we chose the number of epochs on the test set.",
        "The test data also served as a validation set for tuning.",
        "Training was stopped at the epoch with the best results on the test set.",
        "Grid search selected the parameters using the test data.",
    ],
    THRESHOLD: [
        "The decision threshold was chosen to maximise F1 on the test set.",
        "The cut-off was set by Youden's index on the test data.",
        "We selected the threshold on the held-out set.",
    ],
    BEST: [
        "We report the best of 20 seeds.",
        "The best result over five runs is reported.",
        "We report the highest accuracy across 10 random initialisations.",
        "Numbers are the maximum of three runs.",
        "The best run is reported.",
        "We report results of the best seed.",
        "The table gives the best accuracy out of 10 runs.",
    ],
    SAME: [
        "The network was trained and evaluated on the same data.",
        "The model was tested on the rows it was trained on.",
    ],
    FUTURE: [
        "The model was trained on data up to 2021 and tested on 2019.",
        "Training used records from 2010 to 2020, and testing those of 2018.",
    ],
}
CLEAN = [
    "SMOTE was applied only inside the training folds.",
    "SMOTE was applied to the training folds only, never before cross-validation.",
    "No feature selection was done.",
    "There was no feature selection on all samples.",
    "Features were selected within each training fold.",
    "Scaling was fitted on the training set and applied to the test set.",
    "All preprocessing was part of a pipeline that was fitted on each training part.",
    "The data were split before scaling.",
    "We split the data first and then standardised using the training set.",
    "Imputation was fitted on the training data before the model saw the test set.",
    "Hyperparameters were tuned on the validation set, and the final model was evaluated on the test set.",
    "The test set was never used for tuning.",
    "The test set was not used to choose the number of epochs.",
    "The test set was used once, for the final evaluation.",
    "Early stopping used a validation part of the training data; the test set was left alone.",
    "We selected hyperparameters by nested cross-validation and report accuracy on the test set.",
    "The model selected by cross-validation was applied to the test set.",
    "Optimised models were compared on the test set.",
    "Selected images of the test set are shown in Figure 3.",
    "We report the mean of 20 seeds.",
    "We report the mean and the best of 20 seeds.",
    "The mean over ten runs is reported rather than the best of 20 seeds.",
    "The best of 5 runs on the validation set was then tested once.",
    "The forest had the highest accuracy of all models.",
    "Choosing the threshold on the test set would be optimistic.",
    "Smith et al. selected features on all samples.",
    "If features are selected on all samples, the estimate is biased.",
    "To avoid leakage, oversampling was not done before splitting.",
    "The model was trained on data up to 2018 and tested on 2019.",
    "Models were trained on 2010-2015 and tested on 2016-2018.",
    "The whole data set has 1,200 rows and 30 features.",
    "All samples were sequenced in one laboratory.",
    "The decision threshold was chosen on the validation set.",
    "The test set consists of 200 patients selected at random from the cohort.",
    "We divided all patients into training and test sets at random.",
    "The data set was split into ten folds, and in each fold features were selected on the training part.",
    "The best model, a forest, was chosen by the score on the validation rows.",
    "Trained on all data up to 2020, the network was tested on 2021.",
    "We did not standardise the data before splitting.",
    "The final model was refitted on all data after the evaluation.",
    "Accuracy on the test set was 0.91 for the best model and 0.88 for the others.",
    "The largest effect was that of the number of layers on test accuracy.",
    "For each test set the models were trained on the other nine folds.",
    "Standardised effect sizes are given for all patients.",
    "The whole data set is available, and normalised names are in the appendix.",
    "The selected model had an AUC of 0.91 on the test set.",
    "We evaluated the selected model on the test set.",
    "The performance of the tuned model on the test set was 0.90.",
    "The best model on the test set was the forest.",
    "The forest had the highest accuracy in 8 of 10 folds.",
    "The forest had the highest accuracy across 10 folds.",
    "Table 2 reports that the forest achieved the highest accuracy across 10 folds.",
    "The chosen network correctly classified 91% of the test images on the test set.",
    "With the chosen threshold, sensitivity on the test set was 0.90.",
    "The cut-off selected on the training set gave a sensitivity of 90% on the test set.",
    "The number of errors of each model was determined on the test set.",
    "Scaling used the whole training set.",
    "Features were standardised using the entire training set.",
    "SMOTE was applied to all data sets, in the training folds.",
    "All images were rescaled to 224 by 224 pixels before splitting.",
    "Variables were selected a priori by clinicians before splitting.",
    "Features of zero variance were filtered before cross-validation.",
    "The models were tuned, and accuracy on the test set was 0.9.",
    "Model selection used the validation set, and the test set was opened once.",
    "The test set was used to evaluate the final model.",
    "The test set was used for the final comparison of models.",
    "We used the same test set for all models.",
    "Parameters were left at their defaults; performance was measured on the test set.",
]


@pytest.mark.parametrize(("fault", "sentence"), [(f, s) for f, those in FAULTS.items() for s in those])
def test_a_confession_is_read(fault, sentence):
    assert fault in {one.fault for one in confessions(sentence)}


@pytest.mark.parametrize("sentence", CLEAN)
def test_what_only_sounds_like_one_is_not(sentence):
    assert confessions(sentence) == ()


def test_the_number_of_runs_is_read():
    told = ("We report the best of 20 seeds.", "The best of five runs is given.")
    assert [confessions(sentence)[0].count for sentence in told] == [20, 5]


CODES = {PREPARED: "F-23", TUNED: "F-03", THRESHOLD: "F-44", BEST: "F-08", SAME: "F-01", FUTURE: "F-22"}


@pytest.mark.parametrize("fault", list(CODES))
def test_each_is_told_by_its_check(fault, tmp_path):
    text = tmp_path / "README.md"
    text.write_text(f"# Our study\n\nWe compare two models.\n\n- {FAULTS[fault][0]}\n- Accuracy was 0.91.\n",
                    encoding="utf-8")
    result = referee.audit(text)
    told = result[CODES[fault]]
    assert told.outcome == "found"
    assert FAULTS[fault][0].rstrip(".") in told.findings[0].message
    assert result.grade != "strong"


def test_a_clean_protocol_is_not_told(tmp_path):
    text = tmp_path / "protocol.md"
    text.write_text("\n".join(f"- {one}" for one in CLEAN), encoding="utf-8")
    assert not [f for f in referee.audit(text).findings if f.severity.value in {"serious", "fatal"}]


def test_descriptions_have_protocols_too(tmp_path):
    said = tmp_path / "study.yaml"
    said.write_text("audit: ours\nmodels: [forest]\nprotocol: SMOTE was applied before cross-validation.\n")
    assert referee.audit(said)["F-23"].findings[0].severity.value == "fatal"
    said.write_text("audit: ours\nmodels: [forest]\nprotocol:\n  - Early stopping on the test set.\n  - We use Adam.\n")
    assert referee.audit(said)["F-03"].outcome == "found"
    said.write_text("audit: ours\nmodels: [forest]\nprotocol: SMOTE was applied inside the training folds.\n")
    assert not referee.audit(said)["F-23"].findings


def test_json_is_read_as_a_description(tmp_path):
    said = tmp_path / "study.json"
    said.write_text('{"audit": "ours", "protocol": "We report the best of 20 seeds."}')
    assert "20" in referee.audit(said)["F-08"].findings[0].message


@pytest.mark.parametrize(("text", "told"), [
    ("A rank test was computed for each gene over all 88 samples, and the 25 genes with the lowest p were retained.",
     ["prepared"]),
    ("Correlations were calculated on the whole data set and the 12 markers with the highest values were kept.",
     ["prepared"]),
    ("In every training fold a rank test was computed, and the 25 genes with the lowest p were retained.", []),
    ("A rank test was computed over all training samples, and the 25 genes with the lowest p were retained.", []),
    ("Means were computed over all 88 samples, and the genes were measured on arrays.", [])])
def test_what_was_kept_by_a_test_over_all_rows_is_a_selection(text, told):
    assert [one.fault for one in confessions(text)] == told
