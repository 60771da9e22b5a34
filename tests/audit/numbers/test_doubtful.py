"""Precision, recall and F1 under the words of several languages, those that may mean accuracy among them."""

import pytest

import referee


def audited(tmp_path, head, rows, *, title="Results"):
    lines = ["| " + " | ".join(cells) + " |" for cells in (head, ["---"] * len(head), *rows)]
    path = tmp_path / "table.md"
    path.write_text(f"# {title}\n\n" + "\n".join(lines) + "\n")
    return [one.message for one in referee.audit(path)["F-30"].findings]


FINE = [["A", "60,1", "68,4", "64,0"], ["B", "72,6", "74,5", "73,5"], ["C", "80,3", "80,0", "80,1"]]
WRONG = ["D", "91,9", "80,3", "88,3"]


@pytest.mark.parametrize("head", [
    ["Système", "Précision (%)", "Rappel (%)", "F1 (%)"],
    ["Modèle", "Précision", "Rappel", "F-mesure"],
    ["Verfahren", "Genauigkeit", "Trefferquote", "F1-Maß"],
    ["Verfahren", "Präzision", "Trefferquote", "F1"],
    ["Modelo", "Precisión", "Exhaustividad", "F1"],
    ["system", "P", "R", "F1"],
    ["Модель", "Точность", "Полнота", "F1-мера"],
    ["Model", "Precyzja", "Czułość", "Miara F1"],
])
def test_an_f1_above_the_harmonic_mean_is_told_in_any_language(tmp_path, head):
    message, = audited(tmp_path, head, [*FINE, WRONG])
    assert "88" in message
    assert not audited(tmp_path, head, FINE)


def test_a_word_for_accuracy_is_not_taken_for_precision(tmp_path):
    """F1 is above the harmonic mean of accuracy and recall, which nothing forbids."""
    rows = [["A", "84,0", "71,0", "79,5"], ["B", "82,0", "72,0", "80,0"]]
    for word in ("Genauigkeit", "Précision", "Точность"):
        assert not audited(tmp_path, ["Model", word, "Recall", "F1"], rows)


def test_means_over_classes_are_bounded_only(tmp_path):
    head = ["Modell", "Makro-Präzision", "Makro-Recall", "Makro-F1"]
    assert not audited(tmp_path, head, [["A", "0,71", "0,69", "0,66"], ["B", "0,78", "0,74", "0,73"]])
    assert audited(tmp_path, head, [["A", "0,71", "0,69", "0,75"]])


@pytest.mark.parametrize("head", ["Δ", "Diff.", "Verbesserung", "gain"])
def test_a_difference_that_is_none_is_told(tmp_path, head):
    rows = [["CIFAR", "91.2", "93.0", "+1.8"], ["SVHN", "95.1", "95.9", "+0.8"], ["STL", "78.4", "80.1", "+2.7"]]
    message, = audited(tmp_path, ["Data", "old", "new", head], rows)
    assert message.startswith(f"STL: {head} +2.7 is not the difference of new 80.1 and old 78.4")
    rows[2][3] = "+1.7"
    assert not audited(tmp_path, ["Data", "old", "new", head], rows)


def test_a_gain_in_per_cent_of_the_first_is_let_pass(tmp_path):
    rows = [["a", "50.0", "55.0", "10.0"], ["b", "40.0", "50.0", "25.0"], ["c", "80.0", "88.0", "10.0"]]
    assert not audited(tmp_path, ["Data", "old", "new", "gain"], rows)


def test_an_interval_in_a_column_of_its_own_is_held_against_its_score(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("model,auc,95% CI\nA,0.812,0.774-0.846\nB,0.893,0.812-0.881\n")
    message, = [one.message for one in referee.audit(path)["F-30"].findings]
    assert message.startswith("B auc: 0.893 is outside its own interval")


def test_a_score_of_nobody_is_named_without_an_owner(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("class,precision,recall\ncat,0.81,0.77\n")
    message, = [one.message for one in referee.audit(path)["F-04"].findings]
    assert message == "No measure of precision is given for the precision and the recall."
