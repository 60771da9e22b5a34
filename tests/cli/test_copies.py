"""--figure, --latex, --markdown, --csv, --methods, --bibtex: the answer in other forms, beside its page."""

import pandas as pd
import pytest

from command_walk import commands, options_of

FILES = {"figure": "a.svg", "latex": "a.tex", "markdown": "a.md", "csv": "a.csv", "methods": "m.tex", "bibtex": "a.bib"}
SCORES = "dataset,n_b,tree\n" + "".join(f"d{i},{0.6 + i / 40},{0.55 + i / 41}\n" for i in range(9))
CHURN = ["--target", "churned", "--models", "lda,gaussian-nb", "--metrics", "accuracy", "--design", "kfold:folds=3",
         "--jobs", "1"]


def asked():
    return [word for what, name in FILES.items() for word in (f"--{what}", name)]


@pytest.mark.parametrize("verb", ["compare", "rank"])
def test_everything_that_is_asked_for_is_written_and_told(verb, referee, churn, tmp_path):
    if verb == "rank":
        churn.write_text(SCORES, encoding="utf-8")
    given = CHURN if verb == "compare" else ["--metrics", "accuracy"]
    seen = referee(verb, churn, *given, "--no-report", *asked())
    assert seen.code == 0
    assert [name for name in FILES.values() if f": {name}\n" not in seen.err] == []
    text = {what: (tmp_path / name).read_text(encoding="utf-8") for what, name in FILES.items()}
    assert text["latex"].startswith("\\begin{table}")
    assert text["markdown"].startswith("# ")
    assert len(pd.read_csv(tmp_path / "a.csv")) == (2 if verb == "rank" else 3)
    assert "\\cite{" in text["methods"]
    assert "holm-1979" in text["bibtex"] or "student" in text["bibtex"] or "nadeau" in text["bibtex"]
    if verb == "rank":
        assert "n\\_b" in text["latex"]


def test_the_paragraph_on_methods_is_plain_where_the_ending_is(referee, churn, tmp_path):
    assert referee("compare", churn, *CHURN, "--no-report", "--methods", "m.txt").code == 0
    said = (tmp_path / "m.txt").read_text(encoding="utf-8")
    assert "lda and gaussian-nb, with the baseline prior, were compared by accuracy (higher is better)." in said
    assert "(Nadeau & Bengio 2003)" in said
    assert "\\cite" not in said


def test_a_folder_that_is_not_there_is_told_before_anything_is_done(referee, churn):
    seen = referee("compare", churn, *CHURN, "--latex", "nowhere/a.tex")
    assert seen.code == 2
    assert "there is no folder 'nowhere'" in seen.err
    assert "Fitted" not in seen.err


def test_every_command_that_writes_a_page_writes_the_rest():
    with_a_page = {name: {option.name for option in options_of(command)} for name, command in commands()}
    with_a_page = {name: words for name, words in with_a_page.items() if "report" in words}
    assert len(with_a_page) > 20
    assert {name: FILES.keys() - words for name, words in with_a_page.items() if FILES.keys() - words} == {}


def test_a_figure_with_another_ending_is_refused_before_anything_is_done(referee, churn):
    seen = referee("compare", churn, *CHURN, "--figure", "a.jpg")
    assert (seen.code, seen.out) == (2, "")
    assert seen.err == ("referee: a.jpg: a figure is drawn as .svg, .pdf or .png; name a file with one of these "
                        "endings.\n")
