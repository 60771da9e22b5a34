"""referee replicate: what the papers print, redone, with a verdict on every number."""

import json

import pytest

from referee.errors import UnknownName
from referee.replications import DOCUMENTS, replicate
from referee.replications._base import Verdict

FITS = {("salzberg", "154-tests"), ("salzberg", "protocol"), ("flexer", "training-time"), ("mooney", "k-fold"),
        ("mooney", "learning-curves"), ("reich-barai", "table-1"), ("reich-barai", "propellers"),
        ("reich-barai", "corrosion"), ("guo", "figure-5-4"), ("guo", "appendix-a"), ("guo", "future-work"),
        *((document.name, "audit") for document in DOCUMENTS)}
WITHOUT_FITS = [(document.name, item.name) for document in DOCUMENTS for item in document.items
                if (document.name, item.name) not in FITS]


def rows(document, item):
    return {row["what"]: row for row in replicate(document, item).to_dict()["items"][0]["rows"]}


def test_all_five_documents_are_listed(referee):
    seen = referee("replicate")
    assert seen.code == 0
    for name in ("salzberg", "flexer", "mooney", "reich-barai", "guo"):
        assert name in seen.out


@pytest.mark.parametrize(("document", "item"), WITHOUT_FITS)
def test_every_item_has_rows_each_with_a_verdict(document, item):
    found = replicate(document, item).to_dict()["items"][0]
    assert found["rows"]
    for row in found["rows"]:
        assert row["verdict"] in {one.value for one in Verdict}
        assert (row["erratum"] is None) == (row["verdict"] != "differs: erratum")
    assert found["data"]
    assert found["procedure"]


def test_salzbergs_numbers():
    found = rows("salzberg", "numbers")
    assert found["significant results expected of 154 tests"]["ours"] == "7.7"
    assert found["significant results expected of 154 tests"]["verdict"] == "agrees"
    assert found["chance of one mistake at least in 154"]["ours"] == "0.9996"
    tail = found["35 or more of 50"]
    assert (tail["printed"], tail["ours"], tail["verdict"], tail["erratum"]) == (
        "0.0032", "0.0033", "differs: erratum", 1)
    assert sum(row["erratum"] == 1 for row in found.values()) == 3


def test_flexers_survey_has_five_cells_that_no_count_gives():
    found = rows("flexer", "survey")
    assert len(found) == 15
    assert sum(row["verdict"] == "agrees" for row in found.values()) == 10
    assert sum(row["verdict"] == "differs" for row in found.values()) == 5


def test_flexers_other_numbers():
    assert rows("flexer", "twenty-tests")["chance of one false difference at least in 20 tests"]["verdict"] == "agrees"
    found = rows("flexer", "equations")
    assert found["t, eqs 1 to 3"]["ours"] == "2.9082"
    found = rows("flexer", "overlap")
    assert {row["verdict"] for row in found.values()} == {"pattern holds"}
    found = rows("flexer", "prechelt")
    assert found["articles"]["erratum"] == 10


def test_mooneys_experiments():
    found = rows("mooney", "experiments")
    assert found["experiment 1: average of A"]["verdict"] == "agrees"
    assert found["experiment 2: p (paired t)"]["ours"] == "0.3142"
    assert found["experiment 1: p (sign flips)"]["ours"] == "0.0625"
    assert rows("mooney", "z-test")["z"]["ours"] == "1.644"


def test_reich_and_barais_printed_tables():
    found = rows("reich-barai", "table-2")
    assert found["range max(H) − R, K_T"]["ours"] == "7.8"
    assert found["range max(H) − R, K_T"]["verdict"] == "agrees"
    assert found["range max(H) − R, η"]["ours"] == "2"
    assert found["L poorer than K for every output"]["erratum"] == 24
    assert (found["hold-out, KT"]["ours"], found["hold-out, KT"]["erratum"]) == ("impossible", 23)
    found = rows("reich-barai", "table-4")
    assert sum(row["erratum"] == 23 for row in found.values()) == 2
    found = rows("reich-barai", "equations-11-14")
    assert found["t′"]["ours"] == "3.954"
    assert found["risk of 15 comparisons"]["verdict"] == "agrees"
    assert rows("reich-barai", "figure-7")["T², p"]["ours"] == "0.0075"
    assert {row["verdict"] for row in rows("reich-barai", "table-6").values()} == {"agrees"}


def test_a_document_or_item_that_is_not_there():
    with pytest.raises(UnknownName, match="did you mean 'salzberg'"):
        replicate("salsberg")
    with pytest.raises(UnknownName, match="did you mean 'numbers'"):
        replicate("salzberg", "number")


def test_the_page_the_text_and_json(referee, tmp_path):
    seen = referee("replicate", "mooney", "experiments")
    assert seen.code == 0
    assert "Mooney" in seen.out
    html = (tmp_path / "replication.html").read_text(encoding="utf-8")
    assert "experiment 2: p (paired t)" in html
    seen = referee("replicate", "salzberg", "numbers", "--json", "--no-report")
    assert json.loads(seen.out)["document"] == "salzberg"
    seen = referee("replicate", "gou")
    assert seen.code == 2
    assert "There are: salzberg" in seen.err


@pytest.mark.slow
@pytest.mark.parametrize(("document", "item"), sorted(FITS))
def test_items_that_fit(document, item, tmp_path):
    ledger = tmp_path / "r.db"
    answer = replicate(document, item, quick=True, ledger=ledger, jobs=1)
    assert answer.to_dict()["items"][0]["rows"]
    assert not [row for row in answer.to_dict()["items"][0]["rows"] if row["verdict"] == "differs"]
    assert answer.report(tmp_path / "page.html").exists()


@pytest.mark.slow
def test_154_tests_of_nothing_find_something_until_they_are_corrected(tmp_path):
    found = {row["what"]: row for row in replicate("salzberg", "154-tests", quick=True, jobs=1).to_dict()[
        "items"][0]["rows"]}
    naive = int(found["significant by the plain t, nothing to learn"]["ours"].split()[0])
    assert naive >= 3
    assert found["left after Bonferroni over 154, by the binomial test"]["ours"].startswith("0 ")


def test_an_audit_row_holds_where_the_grade_is_the_expected_one(monkeypatch):
    from types import SimpleNamespace

    from referee.replications import audited
    from referee.replications._base import How

    finding = SimpleNamespace(code="F-10", severity=audited.Severity.FATAL, message="Folds taken for independent.")
    said = {"bad": SimpleNamespace(grade="not usable", findings=[finding]),
            "good": SimpleNamespace(grade="adequate", findings=[]), "so-so": SimpleNamespace(grade="weak", findings=[])}
    monkeypatch.setattr(audited, "audit", lambda made: said[made])
    for made, sound, verdict in (("bad", False, "pattern holds"), ("good", True, "pattern holds"),
                                 ("bad", True, "pattern does not hold"), ("good", False, "pattern does not hold"),
                                 ("so-so", False, "pattern does not hold"), ("so-so", True, "pattern does not hold")):
        way = audited.Way(what="x", sound=sound, run=lambda _how, _ledger, made=made: made, file=True)
        row, = audited.audit_item((way,), data="none").redo(How()).rows
        assert row.verdict.value == verdict
        assert row.ours == {"bad": "not usable: F-10", "good": "adequate", "so-so": "weak"}[made]
        assert row.note == ("Folds taken for independent" if made == "bad" else "")


def test_complexity_is_a_curve_for_learners_that_have_one():
    from referee.replications.mooney.complexity import complexity_panels

    curves = [{"learner": "tree", "points": [{"size": 20, "complexity": {"leaves": 3}}, {
        "size": 40, "complexity": {"leaves": 5, "depth": 2}}]}, {"learner": "prior", "points": [
            {"size": 20, "complexity": {}}]}]
    leaves, depth = complexity_panels(curves)
    assert leaves.lines[0].sizes == (20, 40)
    assert leaves.lines[0].values == (3.0, 5.0)
    assert depth.lines[0].sizes == (40,)
    assert leaves.lines[1].sizes == ()
