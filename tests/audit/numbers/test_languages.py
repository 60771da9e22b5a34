"""Tables in other languages than English: the same checks read them, and a correct twin of each raises nothing."""

import pytest

import referee
from referee.audit.numbers import naming
from referee.audit.numbers.naming import named, whose

COUNTS = {                      # 48 + 36 of 100 are right, in each
    "es": ("Clasificador;VP;FP;FN;VN;Exactitud;Sensibilidad;Especificidad",
           "árbol;48;6;10;36;{0,84|0,91};0,828;0,857", "vecinos;40;10;18;32;0,72;0,690;0,762"),
    "fr": ("Modèle;Vrais positifs;Faux positifs;Faux négatifs;Vrais négatifs;Taux d'erreur (%);Rappel",
           "forêt;48;6;10;36;{16,0|9,0};0,828", "arbre;40;10;18;32;28,0;0,690"),
    "de": ("Verfahren\tRichtig positiv\tFalsch positiv\tFalsch negativ\tRichtig negativ\tGenauigkeit\tPräzision",
           "Wald\t48\t6\t10\t36\t{84 %|91 %}\t88,9 %", "Baum\t40\t10\t18\t32\t72 %\t80,0 %"),
    "pt": ("modelo,verdadeiros_positivos,falsos_positivos,falsos_negativos,verdadeiros_negativos,acurácia",
           "floresta,48,6,10,36,{0.84|0.91}", "árvore,40,10,18,32,0.72"),
    "it": ("Modello;n;VP;FP;FN;VN;Accuratezza (%);Specificità (%)", "foresta;100;48;6;10;36;{84,0|91,0};85,7",
           "albero;100;40;10;18;32;72,0;76,2"),
    "nl": ("Algoritme,Aantal,Sensitiviteit,Specificiteit,Positieven,Nauwkeurigheid",
           'bos,100,"82,8%","85,7%",58,"{84,0%|91,0%}"', 'boom,100,"69,0%","76,2%",58,"72,0%"'),
}
FOLDS = {                       # the mean of the last row is 0.730
    "de": ("Ansatz;Durchlauf 1;Durchlauf 2;Durchlauf 3;Durchlauf 4;Mittel", "a;0,811;0,792;0,801;0,832;0,809",
           "b;0,742;0,731;0,756;0,749;0,7445", "c;0,722;0,713;0,744;0,741;{0,73|0,791}"),
    "fr": ("méthode;Pli n°1;Pli n°2;Pli n°3;Pli n°4;Moyenne ± écart-type", "a;81,1;79,2;80,1;83,2;80,9 ± 1,7",
           "b;74,2;73,1;75,6;74,9;74,5 ± 1,1", "c;72,2;71,3;74,4;74,1;{73,0|79,1} ± 1,5"),
    "es": ("Método,Pliegue 1,Pliegue 2,Pliegue 3,Pliegue 4,Promedio,Desviación estándar",
           "a,.811,.792,.801,.832,.809,.0171", "b,.742,.731,.756,.749,.7445,.0106",
           "c,.722,.713,.744,.741,{.730|.791},.0150"),
    "it": ("Modello,Ripetizione 1,Ripetizione 2,Ripetizione 3,Ripetizione 4,Media,DS",
           "a,0.811,0.792,0.801,0.832,0.809,0.0171", "b,0.742,0.731,0.756,0.749,0.7445,0.0106",
           "c,0.722,0.713,0.744,0.741,{0.73|0.791},0.015"),
}
SHARES = {                      # of 29, 41, 38 and 64 cases
    "fr": ("Sous-groupe;n;Exactitude modèle (%);Exactitude médecin (%)", "femmes;29;{72,4|74,0};65,5",
           "hommes;41;68,3;65,9", "ville;38;73,7;60,5", "campagne;64;78,1;56,2"),
    "de": ("Klinik;Fälle;Genauigkeit (Wald);Genauigkeit (Baum)", "Ulm;29;{72,4 %|74,0 %};65,5 %",
           "Kiel;41;68,3 %;65,9 %", "Jena;38;73,7 %;60,5 %", "Bonn;64;78,1 %;56,2 %"),
    "en": ("region,patients,reader accuracy,CNN accuracy", "north,29,0.655,{0.724|0.740}", "south,41,0.659,0.683",
           "east,38,0.605,0.737", "west,64,0.562,0.781"),
    "pt": ("Hospital;Casos;Acurácia_modelo;Acurácia_médico", "Porto;29;{0,724|0,740};0,655", "Braga;41;0,683;0,659",
           "Faro;38;0,737;0,605", "Évora;64;0,781;0,562"),
}
ALL = [pytest.param(table, id=f"{what} {language}") for what, tables in (
    ("counts", COUNTS), ("folds", FOLDS), ("shares", SHARES)) for language, table in tables.items()]


def said_of(tmp_path, table, which):
    """What F-30 finds in a table as it should be (0), or with its fault (1)."""
    text = "\n".join(table)
    start, middle, end = text.partition("{")[0], text.partition("{")[2].partition("}")[0], text.partition("}")[2]
    (tmp_path / "t.csv").write_text(start + middle.split("|")[which] + end + "\n", encoding="utf-8")
    return referee.audit(tmp_path / "t.csv")


@pytest.mark.parametrize("table", ALL)
def test_a_wrong_number_is_told_in_any_language(tmp_path, table):
    assert [one.severity.value for one in said_of(tmp_path, table, 1)["F-30"].findings] in (["serious"], ["fatal"])


@pytest.mark.parametrize("table", ALL)
def test_a_correct_table_raises_nothing(tmp_path, table):
    result = said_of(tmp_path, table, 0)
    assert result["F-30"].outcome == "passed"
    assert not result.fails("serious")


@pytest.mark.parametrize(("name", "kind"), [
    ("Área bajo la curva", "auc"), ("F1 ponderado", "f1_weighted"), ("IC 95 % inf.", "low"), ("p-Wert", "p"),
    ("Écart-type", "sd"), ("Valeur prédictive positive (VPP)", "precision"), ("VPP", "precision"), ("Gewicht", None),
    ("Erreur quadratique moyenne", "mse"), ("gl", "df"), ("Obergrenze", "high")])
def test_names_of_columns(name, kind):
    found = named(name)
    assert (found.kind if found else None) == kind


def test_precision_is_left_where_it_may_be_accuracy(tmp_path):
    """In French, Spanish and Portuguese tables accuracy is often called précision."""
    rows = ("Modèle;VP;FP;FN;VN;Précision", "forêt;48;6;10;36;0,84", "arbre;40;10;18;32;0,72")
    assert not said_of(tmp_path, rows, 0).fails("serious")
    rows = ("Modèle;VP;FP;FN;VN;Exactitude;Précision", "forêt;48;6;10;36;0,84;0,97", "arbre;40;10;18;32;0,72;0,8")
    assert said_of(tmp_path, rows, 0).fails("serious")


def test_points_between_thousands(tmp_path):
    rows = ("Modell;VP;FP;FN;VN;Genauigkeit", "Wald;4.800;600;1.000;3.600;{84,0 %|91,0 %}")
    assert said_of(tmp_path, rows, 1).fails("serious")
    assert not said_of(tmp_path, rows, 0).fails("serious")


def test_whose_score_it_is():
    assert whose("Treffergenauigkeit Arzt")[1] == "Arzt"
    assert whose("r model") is None


def test_a_name_of_a_thousand_words_is_not_tried_at_every_length(monkeypatch):
    tried = []
    monkeypatch.setattr(naming, "named", lambda name: tried.append(name) or named(name))
    assert naming.whose(" ".join(["a"] * 1000)) is None
    assert len(tried) < 30
    assert naming.whose(f"accuracy of {' '.join(['a'] * 30)}")[0].kind == "accuracy"
