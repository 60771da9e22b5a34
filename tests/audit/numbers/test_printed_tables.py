"""Tables as they stand in papers, in Markdown and LaTeX: read as tables of published numbers are, text and table held
against each other."""

import pytest

import referee
from referee.audit.reading.printed_tables import tables_in


def grave(tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    return [(one.code, one.message) for one in referee.audit(path).findings if one.severity.rank > 1]


def latex(head, rows, caption="Results on the test set.", columns="lccc"):
    body = "\n".join(f"{row} \\\\" for row in rows)
    return (f"\\begin{{table}}[t]\n\\caption{{{caption}}}\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n{head} \\\\\n"
            f"\\midrule\n{body}\n\\bottomrule\n\\end{{tabular}}\n\\end{{table}}\n")


INTERVALS = ("Table 1. External cohort.\n\n| Model | AUC (95% CI) | Brier |\n|:--|--:|--:|\n"
             "| tree | 0.70 (0.66–0.74) | 0.2 |\n| forest | {} | 0.1 |\n")
APART = "| Model | AUC | 95% CI |\n|---|---|---|\n| tree | 0.70 | 0.66 to 0.74 |\n| forest | {} | [0.76, 0.84] |\n"
SUBGROUPS = ("variable\tgroup\tn\tevents\nAll\tAll\t500\t90\nSex\tFemale\t240\t40\nSex\tMale\t260\t50\n"
             "Age\t18-49\t{}\t30\nAge\t50+\t300\t60\n")
OVERLAPPING = "variable\tgroup\tn\nAll\tAll\t500\nIllness\tdiabetes\t300\nIllness\tasthma\t280\n"
GERMAN = "Verfahren;Folds;AUC_Mittel;AUC_SD\nBaum;10;0,95;{}\nWald;10;0,97;0,02\n"
TESTED = [("2.4", "0.040*"), ("2.3", "0.047*"), *[("0.3", "0.771")] * 8]
TESTS = ("Accuracy on ten data sets, paired t tests{}.\n\n| data set | t | p |\n|---|---|---|\n" + "".join(
    f"| set{k} | {t} | {p} |\n" for k, (t, p) in enumerate(TESTED)))
CLAIMED = "NetX reaches an accuracy of {}.\n\n| Model | Accuracy |\n|---|---|\n| svm | 88.0 |\n| NetX | 90.2 |\n"
MICRO = ("This is a multi-class task{}. Ours has an accuracy of 0.90 and a micro-averaged F1 of 0.80, against an "
         "accuracy of 0.85 for the baseline.")


def entities(f1):
    return latex("Model & Precision & Recall & F1", ["crf & 81.0 & 77.0 & 79.0", f"ours & 88.0 & 84.0 & {f1}"])


def ranked(ranks):
    return latex("Data set & svm & tree & knn", [
        "iris & 0.91 & 0.90 & 0.80", "zoo & 0.85 & 0.84 & 0.80", "wine & 0.95 & 0.97 & 0.90", "glass & 0.7 & 0.6 & 0.5",
        f"Average rank & {ranks}"])


def bold(b, c):
    return latex("Model & A & B & C", [r"a & 61.0 & \textbf{72.0} & 80.1", rf"b & {b} & 71.0 & 82.0",
                                       rf"c & {c} & 70.0 & \textbf{{$83.0 \pm 0.2$}}"])


def mean_ranks(*ranks):
    return "| model | mean rank |\n|---|---|\n" + "".join(f"| m{k} | {rank} |\n" for k, rank in enumerate(ranks))


FAULTY = [
    ("an interval that does not hold its estimate", "F-30", "t.md", INTERVALS.format("0.80 (0.83–0.86)")),
    ("an interval in a column of its own", "F-30", "t.md", APART.format("0.72")),
    ("F1 above precision and recall", "F-30", "t.tex", entities("89.5")),
    ("a mean rank that the scores do not give", "F-30", "t.tex", ranked("1.25 & 1.75 & 2.50")),
    ("mean ranks that do not sum", "F-30", "t.md", mean_ranks("1.40", "2.10", "2.20")),
    ("bold that is not best", "F-58", "t.tex", bold("65.0", r"\textbf{64.2}")),
    ("groups that are more than the whole", "F-30", "t.tsv", SUBGROUPS.format(210)),
    ("an sd that no shares have", "F-30", "t.csv", GERMAN.format("0,40")),
    ("stars by many raw p values", "F-09", "t.md", TESTS.format(", not adjusted")),
    ("a text that says more than its table", "F-30", "t.md", CLAIMED.format("93.0% on the test set")),
    ("micro F1 that is not the accuracy", "F-30", "t.txt", MICRO.format("")),
]
CLEAN = [
    ("intervals", "t.md", INTERVALS.format("0.80 (0.76–0.84)")), ("own column", "t.md", APART.format("0.80")),
    ("F1", "t.tex", entities("86.0")), ("ranks", "t.tex", ranked("1.25 & 1.75 & 3.00")),
    ("some of the ranked models", "t.md", mean_ranks("2.4", "3.1", "5.2")),
    ("bold", "t.tex", bold(r"\textbf{65.0}", "64.2")), ("groups", "t.tsv", SUBGROUPS.format(200)),
    ("groups that overlap", "t.tsv", OVERLAPPING), ("sd", "t.csv", GERMAN.format("0,04")),
    ("stars that are corrected", "t.md", TESTS.format(", p values adjusted by Holm")),
    ("a text that rounds its table", "t.md", CLAIMED.format("90% on the test set")),
    ("a text about other rows", "t.md", CLAIMED.format("95.0% on the training set")),
    ("micro F1 of entities", "t.txt", MICRO.format(" on entities")),
]


@pytest.mark.parametrize(("code", "name", "content"), [one[1:] for one in FAULTY], ids=[one[0] for one in FAULTY])
def test_what_a_printed_table_cannot_say_is_told(tmp_path, code, name, content):
    assert [found for found, _ in grave(tmp_path, name, content)] == [code]


@pytest.mark.parametrize(("name", "content"), [one[1:] for one in CLEAN], ids=[one[0] for one in CLEAN])
def test_its_sound_counterpart_is_left_in_peace(tmp_path, name, content):
    assert grave(tmp_path, name, content) == []


def test_names_over_several_columns_and_cells_over_several_rows():
    found = tables_in(r"""
\begin{tabular*}{\textwidth}{@{}llrr@{}}
\hline
 & & \multicolumn{2}{c}{Test} \\ \cline{3-4}
Data & Model & Acc. & F1\,(\%) \\
\hline
\multirow{2}{*}{iris \cite{fisher}} & svm & $.91 \pm .02$ & 90 \\ % a remark
 & \textsc{Tree} & \textbf{.93} & -- \\
\multicolumn{4}{l}{\emph{Others}} \\
zoo & svm & .8 & 79 \\
\hline
\end{tabular*}""").tables[0]
    assert found.names == ("Data", "Model", "Test Acc.", "Test F1(%)")
    assert [list(row.values()) for row in found.rows] == [
        ["iris", "svm", ".91 ± .02", "90"], ["iris", "Tree", "**.93**", "–"], ["zoo", "svm", ".8", "79"]]


def test_a_table_that_is_not_understood_is_named(tmp_path):
    path = tmp_path / "t.md"
    path.write_text("Accuracy was 0.9.\n\n| who | colour |\n|---|---|\n| a | red |\n| b | blue |\n")
    assert any("The table of the text was not read" in notice for notice in referee.audit(path).audit.bundle.notices)


def test_bars_in_prose_are_no_table():
    assert tables_in("We write p(a | b) for it.\nAnd more | of it.\n").tables == ()
