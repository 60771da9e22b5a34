"""Files that are damaged, odd or meant to hurt: one sentence with the file, exit 2, soon and within little memory."""

import contextlib
import datetime as dt
import gzip
import io
import json
import time
import zipfile

import numpy as np
import pandas as pd
import pytest

from referee import foreign_file
from referee.data import load, parquet_file
from referee.errors import BadInput, RefereeError
from referee.study.file import read_study


def rows(n=30, cell="0.5"):
    return "".join(f"{i},{cell},{'ab'[i % 2]}\n" for i in range(n))


def refused(referee, *words):
    """Exit 2, one line, no quote of more than 200 characters."""
    seen = referee(*words)
    assert seen.code == 2, seen.out
    assert seen.err.startswith("referee: ")
    assert seen.err.count("\n") == 1
    assert len(seen.err) < 1000
    return seen.err


@pytest.mark.parametrize("date", ["9999-12-31", "0001-01-01", "1600-05-05"])
def test_dates_far_away_are_dates(referee, tmp_path, date):
    lines = "".join(f"2020-01-{i % 28 + 1:02d},{i},{'ab'[i % 2]}\n" for i in range(40))
    (tmp_path / "d.csv").write_text(f"when,x,y\n{date},1,a\n{lines}")
    problem = load(tmp_path / "d.csv", target="y")
    days = (dt.date.fromisoformat(date) - dt.date(1970, 1, 1)).days
    assert problem.features.matrix[0, 0] == days
    assert problem.features.matrix[1, 0] == 18262


@pytest.mark.parametrize("byte", [0x81, 0x8d, 0x8f, 0x90, 0x9d])
def test_bytes_of_other_alphabets_are_refused_with_their_line(referee, tmp_path, byte):
    (tmp_path / "d.csv").write_bytes(b"id,x,y\n1,2,a\n2,3," + bytes([byte]) + b"b\n")
    for words in (("data", "show", "d.csv", "--target", "y"), ("judge", "d.csv", "--truth", "y", "--prediction", "x"),
                  ("audit", "d.csv")):
        said = refused(referee, *words)
        assert "d.csv" in said
        assert "line 3" in said
        assert "UTF-8" in said


BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{b}: &{b} [{','.join(f'*{a}' for _ in range(9))}]\n" for a, b in zip("abcdefghijk", "bcdefghijkl", strict=True))
YAMLS = {
    "laughs": BOMB, "self-list": "models: &a [*a]\ndata: iris\n", "self-map": "data: &d {x: *d}\nmodels: [tree]\n",
    "deep": "data: " + "[" * 5000 + "]" * 5000 + "\n", "deep-map": "data: " + "{a: " * 3000 + "1" + "}" * 3000 + "\n",
    "open": "data: " + "[" * 5000, "date": "data: 2001-13-45\nmodels: [tree]\n", "digits": f"seed: {'9' * 5000}\n",
    "nul": "data: \x00\n", "big": "# " + "x" * 6_000_000 + "\ndata: iris\n", "tabs": "data:\n\t- x\n",
    "key": "? [a, b]\n: 1\ndata: iris\n", "merge": "data: {<<: 3}\nmodels: [tree]\n", "long": f"data: {'x' * 70000}\n",
    "binary": "data: !!binary '\xff'\n", "list": "- 1\n- 2\n", "empty": "", "two": "a: 1\n---\nb: 2\n",
    "float": "level: .nan\ndata: iris\nmodels: [tree]\n", "set": "data: !!set {a, b}\n",
    "set-of-lists": "? {a: 1}\n: b\n",
}


@pytest.mark.parametrize("which", YAMLS)
def test_yaml(referee, tmp_path, which):
    (tmp_path / "s.yaml").write_text(YAMLS[which], encoding="utf-8")
    for command in ("audit", "run", "survey"):
        assert "s.yaml" in refused(referee, command, "s.yaml") or which == "long"


def test_yaml_anchors_in_reason_are_read(referee, tmp_path):
    (tmp_path / "s.yaml").write_text("data: iris\nmodels: &m [tree, prior]\nclaims:\n  - {equal: *m}\n")
    assert read_study(tmp_path / "s.yaml").said.claims[0].pair == ("tree", "prior")


def lines(*objects):
    return "".join(f"{text}\n" for text in objects).encode("utf-8", "surrogatepass")


GOOD = '{"id": %d, "truth": "a", "model": "m", "prediction": "b"}'
JSONL = {
    "digits": lines('{"id": 1, "truth": %s, "prediction": 1}' % ("9" * 5000)),
    "nested": lines('{"id": 1, "truth": "a", "prediction": "b", "x": %s}' % ('{"a":' * 9000 + "1" + "}" * 9000)),
    "nested-list": lines('{"id": 1, "truth": "a", "prediction": "b", "x": %s}' % ("[" * 90000 + "]" * 90000)),
    "surrogate": lines('{"id": 1, "truth": "\\ud800", "prediction": "b"}', GOOD % 2),
    "not-utf8": b'{"id": 1, "truth": "\xff\xfe"}\n', "array": b"[1, 2]\n", "cut": b'{"id": 1, "tru',
    "long": lines(f'{{"id": 1, "truth": "a", "prediction": "{"x" * 70000}"'),
}


@pytest.mark.parametrize("which", JSONL)
def test_json_lines(referee, tmp_path, which):
    (tmp_path / "p.jsonl").write_bytes(JSONL[which])
    assert "p.jsonl" in refused(referee, "judge", "p.jsonl", "--no-report")
    assert "p.jsonl" in refused(referee, "audit", "p.jsonl")


def test_numbers_beyond_64_bits_are_read_as_text(referee, tmp_path):
    (tmp_path / "p.jsonl").write_bytes(lines(*(
        f'{{"id": {2 ** 70 + i}, "truth": "{"ab"[i % 2]}", "model": "{m}", "prediction": "{"ab"[i % 3 % 2]}"}}'
        for i in range(20) for m in "mn")))
    assert referee("judge", "p.jsonl", "--no-report").code == 0


def flipped(data, at):
    return data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1:]


@pytest.mark.parametrize("at", [11, 20, 40, -5])
@pytest.mark.parametrize("name", ["p.jsonl.gz", "p.csv.gz"])
def test_damaged_gzip(referee, tmp_path, name, at):
    text = lines(*(GOOD % i for i in range(500))) if "json" in name else f"id,x,truth\n{rows(500)}".encode()
    (tmp_path / name).write_bytes(flipped(gzip.compress(text), at % len(gzip.compress(text))))
    for words in (("judge", name, "--no-report"), ("audit", name)):
        assert name in refused(referee, *words)


@pytest.mark.parametrize("name", ["p.jsonl.gz", "p.csv.gz", "p.tsv.gz"])
def test_a_gzip_bomb_is_refused_before_it_is_unpacked(referee, tmp_path, name, monkeypatch):
    monkeypatch.setattr(foreign_file, "AT_LEAST", 1 << 20)
    (tmp_path / name).write_bytes(gzip.compress(b"0" * (6 << 20)))
    assert "unpack" in refused(referee, "judge", name, "--no-report")
    if "json" not in name:
        assert "unpack" in refused(referee, "data", "show", name)
        assert "unpack" in refused(referee, "rank", name, "--no-report")


def zipped(**files):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as log:
        for name, data in files.items():
            log.writestr(name.replace("__", "/") + ".json", data)
    return buffer.getvalue()


HEAD = json.dumps({"eval": {"task": "t", "model": "m"}})
EVALS = {
    "bomb": zipped(header=HEAD, summaries=b"[" + b" " * (6 << 20) + b"]"),
    "list": zipped(header="[1]", summaries="[]"), "number": zipped(header="1", summaries="[]"),
    "sample-null": zipped(header=HEAD, summaries="[null]"), "summaries-map": zipped(header=HEAD, summaries='{"a": 1}'),
    "scores-list": zipped(header=HEAD, summaries='[{"id": 1, "scores": [1]}]'),
    "score-null": zipped(header=HEAD, summaries='[{"id": 1, "scores": {"s": null}}]'),
    "value-list": zipped(header=HEAD, summaries='[{"id": 1, "scores": {"s": {"value": [1]}}}]'),
    "deep": zipped(header="[" * 90000, summaries="[]"), "eval-null": zipped(header='{"eval": null}', summaries="[]"),
    "no-header": zipped(other="{}"), "no-zip": b"PK\x03\x04 nothing", "text": b"hello",
}


@pytest.mark.parametrize("which", EVALS)
def test_inspect_archives(referee, tmp_path, which, monkeypatch):
    monkeypatch.setattr(foreign_file, "AT_LEAST", 1 << 20)
    (tmp_path / "p.eval").write_bytes(EVALS[which])
    assert "p.eval" in refused(referee, "judge", "p.eval", "--no-report")


INSPECT = ['{"eval": {"task": "t"}, "samples": [1]}', '{"eval": "task", "samples": [{"id": 1, "scores": {"a": 1}}]}',
           '{"eval": {"task": 1, "model": null}, "samples": {"a": 1}}', '{"eval": ["task"], "samples": "x"}',
           '{"eval": {"task": 1}, "samples": [{"id": 1, "epoch": {}, "scores": {"s": {"value": "C"}}}]}',
           '{"eval": {"task": ' + "[" * 60000 + ', "samples": 1}']


@pytest.mark.parametrize("text", INSPECT)
def test_inspect_json(referee, tmp_path, text):
    (tmp_path / "p.json").write_text(text)
    assert "p.json" in refused(referee, "judge", "p.json", "--no-report")


WEKA = ["1,1:a,2", "1,x:a,1:a,,0.5", "1,1:a,9999999999:b,,1", "1 a b", "1,1:a,0:b,,0.5..", "²,1,2",
        "1,1:a,2:b,," + "0" * 9999]


@pytest.mark.parametrize("row", WEKA)
def test_weka(referee, tmp_path, row):
    (tmp_path / "p.csv").write_text(f"inst#,actual,predicted,error,prediction\n{row}\n", encoding="utf-8")
    assert "p.csv" in refused(referee, "judge", "p.csv", "--no-report")


ARFF = """@relation openml_task_1_predictions
@attribute repeat numeric
@attribute fold numeric
@attribute row_id numeric
@attribute prediction {a,b}
@attribute correct {a,b}
@data
"""


@pytest.mark.parametrize("row", ["x,0,1,a,a", "inf,0,1,a,a", "0,0,1e999,a,a", "0,0,nan,a,a", "0,0", "'0,0,1,a"])
def test_arff(referee, tmp_path, row):
    (tmp_path / "p.arff").write_text(f"{ARFF}{row}\n")
    assert "p.arff" in refused(referee, "judge", "p.arff", "--no-report")


def test_lm_eval(referee, tmp_path):
    name = "samples_t_2024-01-01T00-00-00.0.jsonl"
    for metrics in ('"acc"', "[1]", '["acc"], "acc": 1e999', '["acc"], "acc": [1]', '{"a": 1}',
                    f'["acc"], "acc": {"9" * 400}'):
        (tmp_path / name).write_text(f'{{"doc_id": 1, "resps": [], "metrics": {metrics}}}\n')
        assert "samples_t" in refused(referee, "judge", name, "--no-report")


def test_parquet_with_a_damaged_head(referee, tmp_path):
    frame = pd.DataFrame({"id": range(20), "truth": list("ab") * 10, "m": list("ab") * 10})
    frame.to_parquet(tmp_path / "p.parquet")
    whole = (tmp_path / "p.parquet").read_bytes()
    for place in (b'"pandas_version"', b'"columns"', b'"index_columns"', b'{"kind"', b'"field_name"'):
        at = whole.find(place)
        if at < 0:
            continue
        for change in (b"\xff" * 4, b"}}}}", b'"zz"'):
            (tmp_path / "p.parquet").write_bytes(whole[:at] + change + whole[at + 4:])
            seen = referee("data", "show", "p.parquet")
            assert seen.code in (0, 2)
            assert "Traceback" not in seen.err


def test_a_parquet_file_of_very_many_equal_rows(referee, tmp_path, monkeypatch):
    import pyarrow as pa
    from pyarrow import parquet

    monkeypatch.setattr(parquet_file, "AT_LEAST", 1 << 20)
    table = pa.table({name: pa.array(np.zeros(1_000_000, dtype=np.int8)) for name in "abcdefgh"})
    parquet.write_table(table, tmp_path / "p.parquet", compression="zstd")
    assert "p.parquet" in refused(referee, "data", "show", "p.parquet")


def test_rank_of_cells_that_are_no_names(referee, tmp_path):
    frame = pd.DataFrame({"dataset": pd.Series([1.5, None, 3.0]), "a": [1.0, 2, 3], "b": [1.0, 2, 4]})
    frame["dataset"] = frame["dataset"].astype("string")
    frame.to_parquet(tmp_path / "s.parquet")
    assert "s.parquet" in refused(referee, "rank", "s.parquet", "--no-report", "--metrics", "accuracy")


def test_a_refusal_quotes_two_hundred_characters_at_most(referee, tmp_path):
    long = "x" * 70_000
    (tmp_path / "p.csv").write_text(f"id,truth,model,prediction,probability\n1,a,m,b,{long}\n2,b,m,b,0.5\n")
    assert "x" * 201 not in refused(referee, "judge", "p.csv", "--no-report")
    with pytest.raises(BadInput) as caught:
        raise BadInput(f"{long!r} is not a number.")
    assert len(str(caught.value)) < 300
    assert str(caught.value).endswith(" is not a number.")


def test_a_refusal_cannot_steer_the_terminal(referee, tmp_path):
    (tmp_path / "p.csv").write_text("id,truth\n1,\x1b[2Ja\n2,\x1b]0;owned\x07b\n")
    said = refused(referee, "judge", "p.csv", "--no-report", "--truth", "\x1b[31mtruth")
    assert "\x1b" not in said
    assert "\x1b" not in str(RefereeError("\x1b[31mred\x07"))


def test_long_fields_in_the_first_rows_are_fields(referee, tmp_path):
    """m1: a prompt of 200,000 characters is no reason to see no comma."""
    text = "".join(f"{i},{'ab'[i % 2]},m,{'ab'[i % 3 % 2]},{'p' * 200_000 if i == 3 else 'p'}\n" for i in range(20))
    (tmp_path / "p.csv").write_text(f"id,truth,model,prediction,prompt\n{text}")
    assert referee("judge", "p.csv", "--no-report").code == 0


def test_a_printed_table_with_endless_runs(referee, tmp_path):
    """Found by the fuzzer: input 3892 of seed 0."""
    (tmp_path / "t.csv").write_text("model,metric,mean,sd,n\nann,accuracy,0.91,0.02,1e999\n")
    assert "1e999" in refused(referee, "audit", "t.csv")


STRANGE = {
    "big.json": '{"a":' + "9" * 5000 + "}",
    "quote.csv": 'id,truth,m\n1,"a,b\n' + "2,x,y\n" * 2000,
    "huge.csv": "id,truth,m\n" + "".join(f"{i},{i},1e308\n" for i in range(30)),
    "deep.jsonl": '{"id": 1, "truth": "a", "m": %s}\n' % ('{"a":' * 200 + "1" + "}" * 200),
}


@pytest.mark.parametrize("name", STRANGE)
def test_strange_predictions(referee, tmp_path, name):
    (tmp_path / name).write_text(STRANGE[name])
    assert name in refused(referee, "judge", name, "--no-report")
    assert name in refused(referee, "audit", name)


@pytest.mark.parametrize("words", [
    "id,truth,m\n" + "".join(f"{i},c{i},c{i}\n" for i in range(5000)),
    ",".join(f"c{i}" for i in range(2000)) + "\n" + ",".join("1" * 2000) + "\n",
])
def test_many_classes_and_many_columns_take_time_in_proportion(tmp_path, words):
    from referee.data.prediction_table.align import read_predictions

    (tmp_path / "p.csv").write_text(words)
    began = time.process_time()
    with contextlib.suppress(BadInput):
        read_predictions(tmp_path / "p.csv")
    assert time.process_time() - began < 5


def test_a_study_of_a_thousand_million_splits_is_refused(referee, tmp_path, monkeypatch):
    monkeypatch.setattr("referee.designs.card.MOST_SPLITS", 1000)
    (tmp_path / "s.yaml").write_text("data: iris\nmodels: [tree, prior]\ndesign: 'kfold:folds=10,repeats=100000000'\n")
    assert "more than 1,000 splits" in refused(referee, "audit", "s.yaml")


def test_a_description_of_brackets_within_brackets(referee, tmp_path):
    (tmp_path / "study.json").write_text(f'{{"methods": {"[" * 4000}{"]" * 4000}}}')
    assert "study.json" in refused(referee, "audit", "study.json")


def test_a_description_that_names_a_file_as_no_file_can_be_called(referee, tmp_path):
    (tmp_path / "study.yaml").write_text(f"audit: somebody's\npredictions: said.csv{'x' * 5000}\nmethod: 10-fold\n")
    assert "study.yaml, line 2: there is no file 'said.csvxxx" in refused(referee, "audit", "study.yaml")
