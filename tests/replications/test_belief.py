"""What to believe follows from verdicts: other verdicts, other sentences."""

from dataclasses import replace

import pytest

from referee.replications import DOCUMENTS, replicate
from referee.replications._base import Found, Item, Verdict, claim, not_run, number, told
from referee.replications.audited import SHOULD_BE
from referee.replications.belief import Belief, of_item, what_to_believe

BELIEF = Belief(about=of_item("one"), so="all {of} so: {ours}", not_so="{wrong} of {of} not, as {what}: {ours}",
                open="open")


def found(*rows, item="one"):
    return [(Item(name=item, title="", data="", procedure="", redo=lambda _: Found(rows=())), Found(rows=rows))]


GOOD, BAD = claim("good", "x", "went", holds=True), claim("bad", "x", "went not", holds=False)
OPEN, AGREES = claim("open", "x", "maybe", holds=None), number("n", 0.64, 0.6415, digits=2)


@pytest.mark.parametrize(("rows", "said"), [
    ((GOOD, AGREES), "all 2 so: went"), ((GOOD, BAD), "1 of 2 not, as bad: went not"), ((GOOD, OPEN), "open"),
    ((OPEN, BAD), "1 of 2 not, as bad: went not"), ((told("alone", "3"), not_run("all", "no table")), ""), ((), "")])
def test_a_belief_follows_from_the_verdicts_of_its_rows(rows, said):
    assert BELIEF.said(found(*rows)) == said
    assert BELIEF.said(found(*rows, item="another")) == ""


def test_an_erratum_is_no_agreement():
    row = number("tail", 0.0032, 0.0033, digits=4, erratum=1)
    assert BELIEF.said(found(row)) == "1 of 1 not, as tail: 0.0033"


def test_the_grades_of_the_audit_are_told_at_the_end():
    rows = (claim("as printed", SHOULD_BE[False], "not usable: F-10", holds=True),
            claim("as it should be", SHOULD_BE[True], "weak", holds=False))
    said = what_to_believe((BELIEF,), found(GOOD) + found(*rows, item="audit"))
    assert said == ("all 1 so: went The audit of “as printed” says: not usable: F-10. "
                    "Even of “as it should be” the audit says: weak.")


@pytest.mark.parametrize(("document", "item", "starts"), [
    ("salzberg", "numbers", "7 of 10 numbers"), ("flexer", "survey", "The survey can be believed roughly: 5 of its 15"),
    ("flexer", "overlap", "What is said of intervals"),
    ("mooney", "experiments", "The averages on the slide are right"),
    ("reich-barai", "table-4", "2 printed rows are impossible"), ("reich-barai", "figure-7", "Figure 7 is right"),
    ("guo", "tables", "The numbers of rows")])
def test_every_document_says_what_to_believe(document, item, starts):
    answer = replicate(document, item)
    assert answer.believed.startswith(starts)
    assert answer.to_dict()["believe"] == answer.believed
    assert str(answer).rstrip().split("What to believe: ")[1].split() == answer.believed.split()
    assert "What to believe" in [section.title for section in answer.page().sections]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda one: one.name)
def test_other_verdicts_give_other_sentences(document):
    """Turn every verdict of what needs no fit round: nothing that was said stays said."""
    quick = [item for item in document.items if item.name in {
        "numbers", "survey", "overlap", "twenty-tests", "experiments", "figure-7", "table-2", "tables"}]
    ran = replicate(document.name, quick[0].name)
    turned = {Verdict.AGREES: Verdict.DIFFERS, Verdict.HOLDS: Verdict.FAILS, Verdict.ERRATUM: Verdict.AGREES,
              Verdict.DIFFERS: Verdict.AGREES, Verdict.FAILS: Verdict.HOLDS}
    (item, rows), = ran.found
    other = replace(ran, found=((item, Found(rows=[
        replace(row, verdict=turned.get(row.verdict, row.verdict), erratum=None) for row in rows.rows])),))
    assert ran.believed
    assert not set(ran.believed.split(". ")) & set(other.believed.split(". "))


def test_where_nothing_decides_there_is_no_such_section():
    answer = replicate("mooney", "z-test")
    assert answer.believed == ""
    assert "What to believe" not in str(answer)
    assert "believe" not in [section.key for section in answer.page().sections]
