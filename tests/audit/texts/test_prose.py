"""The reader of prose in nine languages: a fault, and its careful twin, in the words of each."""

import pytest

from referee.audit.numbers import contradictions
from referee.audit.numbers.of_text import text
from referee.audit.prose.marks import language_of, marked
from referee.audit.prose.reader import told_in

SMOTE = {
    "en": ("Minority cases were oversampled across the entire cohort. Patients were then split into training and test.",
           "Minority cases were oversampled in the training part of each fold only."),
    "de": ("Die gesamte Kohorte wurde mit SMOTE ausgeglichen. Danach wurden die Fälle aufgeteilt.",
           "SMOTE wurde nie auf der gesamten Kohorte, sondern nur im Trainingsteil angewandt."),
    "fr": ("Les classes de toute la base ont d'abord été rééquilibrées par SMOTE, puis les données ont été découpées.",
           "Le SMOTE n'a été appliqué que dans chaque pli d'apprentissage de la validation croisée."),
    "es": ("Primero se aplicó SMOTE a todos los pacientes y después se dividieron los datos en entrenamiento y prueba.",
           "El SMOTE se aplicó solo a los datos de entrenamiento de cada pliegue, nunca a todos los pacientes."),
    "it": ("Abbiamo applicato SMOTE a tutti i pazienti; poi i dati sono stati suddivisi nelle due parti.",
           "SMOTE è stato applicato soltanto ai dati di addestramento di ogni piega della validazione incrociata."),
    "pt": ("O SMOTE foi aplicado a todos os pacientes e em seguida os dados foram divididos em treino e teste.",
           "O SMOTE foi aplicado apenas ao treino de cada dobra da validação cruzada, nunca a todos os pacientes."),
    "nl": ("Eerst werd SMOTE op alle patiënten toegepast en daarna werden de gegevens gesplitst in training en test.",
           "SMOTE werd alleen op het trainingsdeel van elke fold toegepast en nooit op alle patiënten."),
    "sv": ("Först tillämpades SMOTE på alla patienter och därefter delades materialet upp med korsvalidering.",
           "SMOTE användes bara på träningsdelen i varje fold av korsvalideringen, aldrig på alla patienter."),
    "pl": ("Najpierw zastosowano SMOTE do wszystkich pacjentów, a następnie dane podzielono na zbiór uczący i testowy.",
           "SMOTE zastosowano tylko do zbioru uczącego w każdej iteracji, nigdy do wszystkich danych."),
}


@pytest.mark.parametrize("language", SMOTE)
def test_a_step_on_all_rows_is_told_in_each_language_and_its_careful_twin_is_not(language):
    faulty, careful = SMOTE[language]
    assert [language_of(one) for one in SMOTE[language]] == [language, language]
    assert [(one.fault, one.step) for one in told_in(faulty)] == [("prepared", "SMOTE")]
    assert told_in(careful) == ()


@pytest.mark.parametrize(("said", "fault"), [
    ("From each of 40 cows we took 12 photos. The 480 photos were shuffled and split into training and test.",
     "pieces divided at random"),
    ("Stündliche Lastwerte wurden vorhergesagt. Die Stunden wurden zufällig auf Training und Test verteilt.",
     "time divided at random"),
    ("Of 12 seeds we report the one with the highest score on the test set.", "best of many"),
    ("Le nombre d'époques a été choisi sur le jeu de test.", "tuned on test"),
    ("La soglia è stata scelta sull'insieme di prova.", "threshold from test"),
    ("Our network got 300 trials of random search. The competitors ran with default settings.", "unequal effort"),
    ("Identical images were found; we left them in. Images were divided at random.", "copies left in"),
    ("We added batches until the difference was significant.", "stopped when significant"),
    ("The paired difference was 0.01 (95% CI -0.01 to 0.03). The new model significantly outperforms the old one.",
     "claim against its own test"),
    ("Wir rechneten 24 Vergleiche ohne Korrektur. Zwei Unterschiede waren signifikant (p = 0,03).", "many tests"),
    ("The baselines ran with default settings. NewNet was tuned in 200 trials.", "unequal effort"),
    ("A admissão define a previsão. As variáveis foram idade, sexo e dias de internação.", "known too late"),
])
def test_faults_by_combined_concepts(said, fault):
    assert fault in [one.fault for one in told_in(said)]


@pytest.mark.parametrize("said", [
    "From each of 40 cows we took 12 photos. The photos were shuffled and split by cow into training and test.",
    "In previous work the number of epochs was chosen on the test set.",
    "Choosing the number of epochs on the test set would be a mistake.",
    "The paired difference was 0.03 (95% CI 0.01 to 0.05). The new model significantly outperforms the old one.",
    "Our network and the competitors got the same 300 trials.",
    "Days of stay were excluded from the inputs, since they are not known at admission.",
])
def test_careful_sentences_say_nothing_against_themselves(said):
    assert told_in(said) == ()


def test_the_longest_words_count():
    one, = marked("There was no validation set.")
    assert not one.of("valid", denied=True)
    assert one.of("no valid", denied=True)


@pytest.mark.parametrize(("said", "wrong"), [
    ("Die Sensitivität betrug 90,0 %, die Spezifität 85,0 % und die Genauigkeit 93,2 %.", "accuracy 93.2%"),
    ("De 60 patients, 53 ont été bien classés (88,3 %, IC 95 % : 87,1 à 89,5).", "narrower than"),
    ("Of 1,240 patients 186 fell ill, of whom 40 (31.0%) died.", "40 of 186"),
    ("Wzięło udział 100 osób: 40 kobiet, 30 mężczyzn i 24 dzieci.", "40 + 30 + 24 = 94, not 100"),
    ("The folds gave 0.81, 0.82, 0.83 and 0.84, with a mean of 0.86.", "not that of the 4 values"),
    ("The correlation was 0.70 and the coefficient of determination 0.61.", "cannot go with"),
    ("On the test set r = 0.70 and R² = 0.61.", "cannot go with"),
    ("52.0% of the 30 nurses agreed.", "not a multiple of 1/30"),
])
def test_figures_of_prose_are_held_against_one_another(said, wrong):
    assert any(wrong in str(one) for one in contradictions(text(said).rows))


@pytest.mark.parametrize("said", [
    "Die Sensitivität betrug 90,0 %, die Spezifität 85,0 % und die Genauigkeit 86,8 %.",
    "De 60 patients, 53 ont été bien classés (88,3 %, IC 95 % : 77,8 à 94,2).",
    "Of 1,240 patients 186 fell ill, of whom 40 (21.5%) died.",
    "Wzięło udział 94 osób: 40 kobiet, 30 mężczyzn i 24 dzieci.",
    "The folds gave 0.81, 0.82, 0.83 and 0.84, with a mean of 0.825.",
    "The correlation was 0.80 and the coefficient of determination 0.61.",
])
def test_sound_figures_of_prose_are_left_in_peace(said):
    assert contradictions(text(said).rows) == ()


@pytest.mark.parametrize("text", [
    "All predictors are values charted up to six hours after admission, the prediction time; later ones are not read.",
    "Predictors were those recorded within 24 hours after admission, which is the time of prediction.",
    "The test data are 840 questions. One fixed prompt was written on 40 questions of a private mock examination.",
    "The series of 2,000 days was divided by date. An isotonic curve was drawn up from the training days.",
])
def test_words_that_are_otherwise_meant_tell_no_fault(text):
    assert told_in(text) == ()


@pytest.mark.parametrize("text", [
    "We predict at admission. All predictors are values charted up to six days after admission, or at discharge.",
    "The time series has 2,000 days. A fifth of the days was drawn at random as the test set.",
])
def test_what_they_are_near_to_is_still_told(text):
    assert told_in(text)
