"""Tables in files: those that can be read, and a sentence for each that cannot."""

import gzip

import numpy as np
import pandas as pd
import pytest

from referee.data import make_problem, read_problem
from referee.errors import BadInput

TEXT = "tenure,contract,churned\n1,year,no\n2,month,yes\n3,,no\n4,month,no\n"
FRAME = pd.DataFrame({"tenure": [1, 2, 3, 4], "contract": ["year", "month", None, "month"],
                      "churned": ["no", "yes", "no", "no"]})


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write a file in an empty folder and stand in it, so that messages hold no long path."""
    monkeypatch.chdir(tmp_path)

    def write_file(name, content):
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return name
    return write_file


def test_a_sheet_of_excel_is_a_table(tmp_path):
    pytest.importorskip("openpyxl")
    FRAME.assign(day=pd.date_range("2024-01-01", periods=4)).to_excel(tmp_path / "d.xlsx", index=False)
    problem = read_problem(tmp_path / "d.xlsx", target="churned", time="day")
    assert [(column.name, column.kind.value, column.missing) for column in problem.columns] == [
        ("tenure", "number", 0), ("contract", "category", 1)]
    FRAME.to_csv(tmp_path / "d.csv", index=False)
    same = [read_problem(tmp_path / name, target="churned", drop=drop).fingerprint
            for name, drop in (("d.xlsx", "day"), ("d.csv", ()))]
    assert same[0] == same[1]


def refused(path, target="churned", **options):
    with pytest.raises(BadInput) as info:
        read_problem(path, target=target, **options)
    return str(info.value)


@pytest.mark.parametrize(("name", "text"), [
    ("churn.csv", TEXT),
    ("churn.CSV", TEXT),
    ("churn.csv.gz", TEXT),
    ("churn.tsv", TEXT.replace(",", "\t")),
    ("churn.tsv.gz", TEXT.replace(",", "\t")),
    ("churn.csv", TEXT.replace(",", ";")),
    ("churn.csv", TEXT.replace(",", "|")),
    ("churn.csv", TEXT.replace("\n", "\r\n")),
    ("churn.csv", "\ufeff" + TEXT),
    ("churn.csv", TEXT.rstrip("\n")),
    ("churn.csv", TEXT.replace(",", ", ")),
    ("churn.csv", '"tenure","contract","churned"\n"1","year","no"\n2,month,yes\n3,"",no\n4,month,no\n'),
    ("churn.csv", "\n" + TEXT + "\n\n"),
])
def test_a_table_is_read_however_it_is_written(write, name, text):
    problem = read_problem(write(name, text), target="churned")
    assert problem.fingerprint == make_problem(FRAME, target="churned").fingerprint
    assert problem.name == name
    assert problem.notices == make_problem(FRAME, target="churned").notices
    assert read_problem(name, target="churned", name="my data").name == "my data"


def test_parquet(write, tmp_path):
    FRAME.to_parquet("churn.parquet")
    expected = make_problem(FRAME, target="churned").fingerprint
    assert read_problem("churn.parquet", target="churned").fingerprint == expected
    FRAME.set_index("tenure").to_parquet("churn.pq")
    assert read_problem("churn.pq", target="churned").fingerprint == expected
    rich = FRAME.assign(size=pd.Categorical(["s", "m", "s", "l"], ["s", "m", "l"], ordered=True),
                        day=pd.to_datetime(["2020-01-01"] * 4).date)
    rich.to_parquet("rich.parquet")
    problem = read_problem("rich.parquet", target="churned")
    assert problem.columns[2].categories == ("s", "m", "l")
    assert problem.features.matrix[0, 3] == 18262       # days from 1970-01-01 to 2020-01-01


def test_floats_are_read_exactly(write):
    values = np.array([0.1, 1 / 3, 2e-308, 1.7976931348623157e308, 5e-324, 123456789.123456789])
    frame = pd.DataFrame({"a": values, "y": list("uvuvuv")})
    frame.to_csv("f.csv", index=False)
    assert read_problem("f.csv", target="y").features.matrix[:, 0].tolist() == values.tolist()


def test_signs_for_missing_are_counted_and_said(write):
    text = "a,b,c,y\n1,?,x,u\n?,2,none,v\n3,NA,None,u\n4,5,?,v\n"
    problem = read_problem(write("m.csv", text), target="y")
    assert [(c.kind.value, c.missing) for c in problem.columns] == [("number", 1), ("number", 2), ("category", 1)]
    assert problem.columns[2].categories == ("None", "none", "x")
    assert problem.notices[0] == "4 fields with '?', 'NA' read as missing."
    spaced = read_problem(write("m.csv", text.replace(",", ", ")), target="y")
    assert spaced.fingerprint == problem.fingerprint


def test_a_sign_for_missing_in_the_target(write):
    assert refused(write("m.csv", "a,y\n1,u\n2,?\n3,v\n"), "y") == (
        "m.csv: target 'y' is missing in 1 row (row 2, counting from 1); fill it in, or leave those rows out with "
        "drop_missing_target.")
    problem = read_problem("m.csv", target="y", drop_missing_target=True)
    assert (problem.n_rows, problem.classes) == (2, ("u", "v"))


def test_dates_in_text_become_days(write):
    problem = read_problem(write("d.csv", "day,y\n1970-01-02,u\n,v\n1970-01-11,u\n"), target="y")
    assert np.array_equal(problem.features.matrix[:, 0], [1, np.nan, 10], equal_nan=True)
    assert "column 'day' holds times; they are used as days since 1970-01-01." in problem.notices


def test_quotes_delimiters_and_line_ends_inside_fields(write):
    problem = read_problem(write("q.csv", 'a,b,y\n"x, y",1,u\n"two\nlines",2,v\n"say ""hi""",3,u\n'), target="y")
    assert problem.columns[0].categories == ('say "hi"', "two\nlines", "x, y")


def test_line_ends_inside_the_fields_of_a_long_file(write):
    n = 60_000
    text = "a,b,y\n" + "".join(f'"some text\non two lines",{i},{"uv"[i % 2]}\n' for i in range(n))
    problem = read_problem(write("long.csv", text), target="y")
    assert problem.n_rows == n
    assert problem.columns[0].categories == ("some text\non two lines",)


def test_the_delimiter_is_the_one_that_fits_all_lines(write):
    problem = read_problem(write("bars.csv", "a|b|c|d,y\n1,u\n2,v\n"), target="y")
    assert [c.name for c in problem.columns] == ["a|b|c|d"]


def test_text_that_is_not_utf8(write):
    problem = read_problem(write("l.csv", "ville,y\nOrléans,u\nParis,v\n".encode("cp1252")), target="y")
    assert problem.columns[0].categories == ("Orléans", "Paris")
    assert problem.notices[0] == "l.csv is not UTF-8; it was read as Windows-1252 text ('Orléans')."


def test_columns_without_a_name(write):
    frame = pd.DataFrame({"a": np.linspace(0, 1, 12) ** 2, "y": list("uv") * 6})
    frame.to_csv("index.csv")
    problem = read_problem("index.csv", target="y")
    assert [c.name for c in problem.columns] == ["unnamed_1", "a"]
    assert any("column 'unnamed_1' has another value in every row" in notice for notice in problem.notices)


def test_options_reach_the_problem(write):
    write("churn.csv", TEXT.replace("\n", ",9\n").replace("churned,9", "churned,z"))
    problem = read_problem("churn.csv", target="churned", ids="tenure", positive="no", drop="z")
    assert problem.classes == ("yes", "no")
    assert problem.ids.tolist() == [1, 2, 3, 4]
    assert [c.name for c in problem.columns] == ["contract"]


@pytest.mark.parametrize(("name", "content", "sentence"), [
    ("e.csv", "", "e.csv is empty."),
    ("e.csv", " \n\n", "e.csv is empty."),
    ("h.csv", "tenure,churned\n", "h.csv has no rows."),
    ("r.csv", "a,churned\n1,u\n2\n3,v\n",
     "r.csv is not a table: row 3 (the header is row 1) has 1 field, the header 2."),
    ("r.csv", "a,churned\n1,u\n2,v,w\n3,v\n",
     "r.csv is not a table: row 3 (the header is row 1) has 3 fields, the header 2."),
    ("n.csv", "Dear diary\ntoday it rained, as ever\nand so to bed\n",
     "n.csv does not look like a table: no comma, semicolon, tab or bar divides its first line."),
    ("b.csv", b"a,b\n\x00\x01\x02",
     "b.csv is not a text table but binary data; save it as CSV in UTF-8."),
    ("u.csv", b"\xff\xfe\x00\xd8a\x00,\x00",
     "u.csv is not a text table but binary data; save it as CSV in UTF-8."),
    ("d.csv", "a,b,a,churned\n1,2,3,u\n", "d.csv has 2 columns called 'a' (columns 1, 3); rename all but one."),
    ("p.parquet", b"not parquet at all", "p.parquet is not a Parquet file, or no longer whole."),
    ("x.ods", b"PK\x03\x04", ("x.ods is not a table that referee can read: it reads .csv, .csv.gz, .tsv, .tsv.gz, "
                              ".parquet, .pq, .xlsx; save it as one of these.")),
    ("one.csv", "a;churned\n1;u\n2;u\n",
     "one.csv: target 'churned' has one class only ('u'); there is nothing to tell apart."),
    ("t.csv", "tenure,contract,charges,churnd\n1,2,3,u\n",
     "t.csv has no column 'churned'; did you mean 'churnd'? Columns: tenure, contract, charges, … (4)."),
    ("i.csv", "a,churned\n1,u\ninf,v\n",
     ("i.csv: column 'a' is infinite in 1 row (row 2, counting from 1); give a number, or leave it empty if it is "
     "missing.")),
])
def test_files_that_cannot_be_used(write, name, content, sentence):
    assert refused(write(name, content)) == sentence


def test_a_gzip_file_that_is_none_or_cut_short(write, tmp_path):
    (tmp_path / "plain.csv.gz").write_text(TEXT)
    assert refused("plain.csv.gz") == "plain.csv.gz is not a gzip file, or no longer whole."
    (tmp_path / "cut.csv.gz").write_bytes(gzip.compress(TEXT.encode() * 100)[:60])
    assert refused("cut.csv.gz") == "cut.csv.gz is not a gzip file, or no longer whole."


def test_a_file_that_is_not_there(write):
    write("churn.csv", TEXT)
    assert refused("chrun.csv") == "there is no file 'chrun.csv'; did you mean 'churn.csv'?"
    assert refused("nowhere/at/all.csv") == "there is no file 'nowhere/at/all.csv'."
    assert refused("zzz.csv") == "there is no file 'zzz.csv'."


def test_a_folder(write, tmp_path):
    (tmp_path / "folder").mkdir()
    assert refused("folder") == "folder is a folder; name one table in it."
    (tmp_path / "folder" / "churn.csv").write_text(TEXT)
    assert refused("folder") == "folder is a folder; name one table in it, such as 'churn.csv'."


def test_a_file_without_a_named_target(write):
    assert refused(write("churn.csv", TEXT), None) == (
        "churn.csv: say which column is the target (--target COL, or target=). Columns: tenure, contract, churned.")
