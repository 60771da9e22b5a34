"""Study files over many data sets: folders, patterns and lists are looked up once, and declared one by one."""

import pytest

import referee
from referee.errors import RefereeError
from referee.study.file import read_study

SETS = ("apple", "beech", "cedar", "dogwood")


def table(seed, n=40, head="x,noise,kind"):
    lines = [head] + [f"{(i * 7 + seed) % 11 + 3 * (i % 2)},{(i * 5 + seed) % 13},{'ab'[i % 2]}" for i in range(n)]
    return "\n".join(lines) + "\n"


@pytest.fixture
def trees(tmp_path):
    (tmp_path / "trees").mkdir()
    for i, name in enumerate(SETS):
        (tmp_path / "trees" / f"{name}.csv").write_text(table(i), encoding="utf-8")
    (tmp_path / "trees" / "README.md").write_text("not a table", encoding="utf-8")
    return tmp_path


def written(folder, data, rest="models: [lda, gaussian-nb]\nmetrics: [accuracy]\ndesign: kfold:folds=3\n"):
    path = folder / "study.yaml"
    path.write_text(data + rest, encoding="utf-8")
    return path


def said(path):
    return [(one.name, one.data, one.target) for one in read_study(path).said.problems]


@pytest.mark.parametrize("data", [
    "data: trees\ntarget: kind\n", "data: trees/\ntarget: kind\n", "data: trees/*.csv\ntarget: kind\n",
    "problems:\n  - {data: trees, target: kind}\n", "problems: list.csv\n"])
def test_a_folder_a_pattern_and_a_list_are_the_same_declaration(trees, data):
    (trees / "list.csv").write_text("data,target,name\n" + "".join(f"trees/{name}.csv,kind,{name}\n" for name in SETS),
                                    encoding="utf-8")
    path = written(trees, data)
    assert said(path) == [(name, f"trees/{name}.csv", "kind") for name in SETS]
    one_by_one = "problems:\n" + "".join(
        f"  - {{data: trees/{name}.csv, target: kind, name: {name}}}\n" for name in SETS)
    declared = read_study(path).said.fingerprint
    assert declared == read_study(written(trees, one_by_one)).said.fingerprint


def test_a_pattern_takes_what_fits_it_and_stands_beside_others(trees):
    path = written(trees, "problems:\n  - data: iris\n  - {data: 'trees/?e*.csv', target: kind}\n")
    assert [name for name, _, _ in said(path)] == [None, "beech", "cedar"]


def test_files_of_one_stem_keep_their_endings(trees):
    (trees / "trees" / "cedar.tsv").write_text(table(9).replace(",", "\t"), encoding="utf-8")
    path = written(trees, "data: trees/c*\ntarget: kind\n")
    assert [name for name, _, _ in said(path)] == ["cedar.csv", "cedar.tsv"]


def test_a_list_in_another_folder_names_its_files_from_there(trees):
    (trees / "trees" / "list.csv").write_text("data,target,task\ncedar.csv,kind,\nbeech.csv,kind,classification\n\n",
                                              encoding="utf-8")
    found = read_study(written(trees, "problems: trees/list.csv\n")).said.problems
    assert [(one.data, one.task) for one in found] == [("trees/cedar.csv", None), ("trees/beech.csv", "classification")]


@pytest.mark.parametrize(("data", "line", "says"), [
    ("data: bare\ntarget: kind\n", 1, "there is no table in bare"),
    ("data: trees/*.parquet\ntarget: kind\n", 1, "there is no table in trees/*.parquet"),
    ("data: t*/cedar.csv\ntarget: kind\n", 1, "a wild card before its last slash"),
    ("problems:\n  - {data: trees, target: kind, name: wood}\n", 2, "cannot have one name"),
    ("problems: lost.csv\n", 1, "there is no file 'lost.csv'"),
    ("problems: heads.csv\n", 1, "heads.csv, line 1: no field of a data set is called 'traget'; did you mean 'ta"),
    ("problems: no_data.csv\n", 1, "there is no column 'data'"),
    ("problems: ragged.csv\n", 1, "ragged.csv, line 3 has 1 cells under 2 heads"),
    ("problems: hollow.csv\n", 1, "hollow.csv, line 2 names no data"),
    ("problems: empty.csv\n", 1, "there is no column 'data'"),
    ("problems: bytes.csv\n", 1, "is not text in UTF-8"),
    ("problems: trees\n", 1, "there is no file 'trees'"),
    (f"problems: {'n' * 3000}\n", 1, "study.yaml cannot be read: File name too long"),
    ("problems: far.csv\n", 1, "study.yaml cannot be read: File name too long"),
    ("problems:\n  - data: iris\n  - {data: trees, target: kid}\n", 3, "'kid'; did you mean 'kind'?"),
])
def test_what_cannot_be_looked_up_is_told_with_its_line(trees, data, line, says):
    (trees / "bare").mkdir()
    for name, text in {"heads": "data,traget\na.csv,kind\n", "no_data": "target\nkind\n", "empty": "",
                       "far": f"data,target\n{'n' * 3000},kind\n",
                       "ragged": "data,target\ntrees/cedar.csv,kind\ntrees/beech.csv\n",
                       "hollow": "data,target\n,kind\n"}.items():
        (trees / f"{name}.csv").write_text(text, encoding="utf-8")
    (trees / "bytes.csv").write_bytes(b"data,target\n\xff\xfe,kind\n")
    with pytest.raises(RefereeError) as told:
        referee.run(written(trees, data), ledger=trees / "study.db", jobs=1)
    assert says in str(told.value)
    assert f"study.yaml, line {line}" in str(told.value) or "cannot be read" in says or "bytes.csv" in str(told.value)


@pytest.mark.slow
def test_many_data_sets_are_answered_over_all_first_then_each_in_a_sentence(trees):
    path, ledger = written(trees, "data: trees\ntarget: kind\ngroups: none\n"), trees / "study.db"
    done = referee.run(path, ledger=ledger, jobs=1)
    assert [result.analysis.problem.name for result in done.results] == list(SETS)
    text = str(done)
    assert text.startswith("Over the 4 data sets:\n")
    assert all(f"\n{name}: " in text for name in SETS)
    assert "answer['apple']" in text
    assert text.count("Declared in study.yaml") == 1
    assert done.deviations == ()
    (trees / "trees" / "elm.csv").write_text(table(8), encoding="utf-8")
    again = referee.run(path, ledger=ledger, jobs=1)
    assert any("elm" in sentence for sentence in again.deviations)
