"""referee judge: what a person sees, and one sentence for each bad file."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

GOOD = {"id": range(8), "truth": list("aabbaabb"), "lda": list("aabbaaba"), "tree": list("abbbabba")}
ONE = "id,truth,prediction\n1,a,a\n2,b,a\n3,a,a\n"


@pytest.fixture
def write(tmp_path):
    def to(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path
    return to


def bad(write, tmp_path):
    """Files at fault: name → the files to judge, and what must be said."""
    whole = tmp_path / "whole.parquet"
    pd.DataFrame(GOOD).to_parquet(whole)
    p = "id,truth,prob_a,prob_b\n1,a,0.5,0.5\n2,b,0.4,0.8\n"
    return {
        "truncated Parquet": ([write("cut.parquet", whole.read_bytes()[:-40])],
                              "is not a Parquet file, or no longer whole"),
        "Parquet without its middle": ([write("hole.parquet", b"PAR1" + b"\0" * 60 + whole.read_bytes()[-400:])],
                                       "is not a Parquet file, or no longer whole"),
        "text for probabilities": ([write("text.csv", p.replace("0.4,0.8", "high,low"))],
                                   "holds text ('high' in row 2)"),
        "sums of 1.2": ([write("sum.csv", p)], "do not sum to 1 in 1 row, first in row 2 (they sum to 1.2)"),
        "other rows": ([write("x.csv", ONE), write("y.csv", ONE.replace("3,", "4,")), write("z.csv", ONE + "5,b,b\n")],
                       "the models were not given the same cases (x 3, y 3, z 4; all have 2; id 3 is missing from y)"),
        "ids repeated": ([write("twice.csv", ONE + "2,b,b\n")], "twice: case 2 is given more than once (1 repetition"),
        "no rows": ([write("none.csv", "id,truth,prediction\n")], "has no rows"),
        "no rows in Parquet": ([_empty(tmp_path)], "has no rows"),
        "empty": ([write("empty.csv", "")], "empty"),
        "empty lines": ([write("empty.jsonl", "")], "has no rows"),
        "broken JSON": ([write("broken.jsonl", '{"id": 1, "truth": "a", "lda": "a"}\n{"id": 2, "tru\n')],
                        "broken.jsonl, line 2 is not JSON"),
        "a list in JSON": ([write("list.jsonl", "[1, 2]\n")], "line 1 is not a JSON object"),
        "other encoding": ([write("latin.jsonl", '{"id": 1, "truth": "ä"}\n'.encode("latin-1"))],
                           "is not text in UTF-8"),
        "binary": ([write("wide.csv", b"id,truth\n\x00\x01\x02")], "is not a text table but binary data"),
        "gzip cut off": ([write("cut.csv.gz", b"\x1f\x8b\x08\x00\x00\x00\x00\x00")], "no longer whole"),
        "no columns to recognise": ([write("odd.csv", "id,truth\n1,a\n2,b\n")],
                                    "holds no predictions that could be told"),
        "nothing to hold against": ([write("bare.csv", "id,prediction\n1,a\n2,b\n")], "neither a truth nor a mark"),
        "ragged": ([write("ragged.csv", "id,truth,prediction\n1,a,a\n2,b\n")], "ragged.csv"),
        "unknown ending": ([write("a.docx", "x")], "is not a file of predictions that referee can read"),
        "a folder": ([tmp_path], "is a folder"),
        "no such file": ([tmp_path / "wole.parquet"], "did you mean 'whole.parquet'?"),
    }


def _empty(tmp_path):
    path = tmp_path / "none.parquet"
    pd.DataFrame(GOOD).head(0).to_parquet(path)
    return path


@pytest.mark.parametrize("name", [
    "truncated Parquet", "Parquet without its middle", "text for probabilities", "sums of 1.2", "other rows",
    "ids repeated", "no rows", "no rows in Parquet", "empty", "empty lines", "broken JSON", "a list in JSON",
    "other encoding", "binary", "gzip cut off", "no columns to recognise", "nothing to hold against", "ragged",
    "unknown ending", "a folder", "no such file"])
def test_bad_files_get_one_sentence(referee, write, tmp_path, name):
    files, sentence = bad(write, tmp_path)[name]
    seen = referee("judge", *files, "--no-report")
    assert seen.code == 2
    assert sentence in seen.err
    assert seen.err.startswith("referee: ")
    assert seen.err.count("\n") == 1
    assert "Traceback" not in seen.err


def test_what_is_seen(referee, write):
    random = np.random.default_rng(0)
    for model, share in (("gpt", 0.85), ("llama", 0.55)):
        lines = [json.dumps({"item": i, "article": f"art{i // 5}", "correct": int(random.random() < share),
                             "prompt": "…"}) for i in range(200)]
        random.shuffle(lines)
        write(f"{model}.jsonl", "\n".join(lines))
    seen = referee("judge", "gpt.jsonl", "llama.jsonl", "--groups", "article")
    assert seen.code == 0
    assert seen.err.startswith("gpt.jsonl, llama.jsonl: 2 models × 200 cases in 40 clusters, aligned by id.\n! ")
    assert "By accuracy, gpt is better than llama" in seen.out
    assert "They disagree on" in seen.out.replace("\n", " ")
    assert "The intervals allow for 40 clusters; naive ones would" in seen.out.replace("\n", " ")
    assert "This is about these models, on cases like these" in seen.out.replace("\n", " ")
    assert "Page: report.html" in seen.err


@pytest.mark.slow
def test_a_second_file_of_the_same_cases_is_told_as_it_was_read(referee, write):
    truth, chances = "aabbaabbab", [0.9, 0.8, 0.3, 0.2, 0.7, 0.6, 0.4, 0.1, 0.9, 0.45]
    write("labels.csv", "truth,m,n\n" + "".join(f"{t},{t},{'ab'[i % 2]}\n" for i, t in enumerate(truth)))
    write("chances.csv", "truth,mlp,svm\n" + "".join(f"{t},{c},{c / 2}\n" for t, c in zip(truth, chances, strict=True)))
    first = referee("judge", "chances.csv", "--positive", "a", "--no-report", "--ledger", "one.db")
    second = referee("judge", "labels.csv", "--no-report", "--ledger", "one.db")
    for seen, name in ((first, "chances.csv"), (second, "labels.csv")):
        assert seen.code == 0, seen.err
        assert seen.err.startswith(f"{name}: 2 models × 10 cases, in the order of the rows.\n! ")
    assert "'m'" in second.err
    assert "'mlp'" not in second.err
    again = referee("report", "one.db", "--no-report", "--json")
    data = json.loads(again.out)["sentences"]["data"]
    assert data[0] == "labels.csv: 2 models × 10 cases, in the order of the rows."
    assert "'mlp'" not in " ".join(data)


def test_common_cases(referee, write):
    write("x.csv", ONE + "4,a,b\n5,b,b\n")
    write("y.csv", ONE + "4,a,a\n6,b,b\n")
    seen = referee("judge", "x.csv", "y.csv", "--common-cases", "--no-report", "--metrics", "accuracy")
    assert seen.code == 0
    assert "! 2 cases that not every model has are left out (x 5, y 5; 4 shared)." in seen.err
    assert "2 models × 4 cases" in seen.err


def test_several_data_sets(referee, write):
    rows = pd.concat([pd.DataFrame(GOOD).assign(dataset=f"set {i}") for i in range(4)])
    write("sets.csv", rows.to_csv(index=False))
    seen = referee("judge", "sets.csv", "--metrics", "accuracy", "--no-report")
    assert seen.code == 0
    assert seen.err.count("2 models × 8 cases") == 4
    assert "On set 3 (8 cases):" in seen.out
    assert "Over 4 data sets:" in seen.out


def test_format_by_name(referee, write):
    write("a.csv", ONE)
    seen = referee("judge", "a.csv", "--format", "wekka")
    assert (seen.code, "no format is called 'wekka'; did you mean 'weka'?" in seen.err) == (2, True)
    listed = referee("list", "formats")
    assert (listed.code, "lm-evaluation-harness sample logs" in listed.out) == (0, True)


def test_the_columns_of_a_log_are_not_told(referee):
    logs = Path(__file__).parent.parent / "fixtures" / "predictions"
    seen = referee("judge", logs / "inspect_alpha.json", logs / "inspect_beta.eval", "--no-report")
    assert "read as" in seen.err
    assert "Columns" not in seen.err


def test_a_column_that_was_named_names_its_model(referee, write):
    table = write("said.csv", pd.DataFrame(GOOD).to_csv(index=False))
    seen = referee("judge", table, "--prediction", "tree", "--json", "--no-report")
    assert [one["learner"] for one in json.loads(seen.out)["estimates"]][:1] == ["tree"]
    wide = write("p.csv", "id,truth,m_prob,other\n1,1,0.9,0.1\n2,0,0.2,0.3\n3,1,0.4,0.2\n")
    seen = referee("judge", wide, "--probability", "m_prob", "--metrics", "brier", "--json", "--no-report")
    assert {one["learner"] for one in json.loads(seen.out)["estimates"]} == {"m"}
    plain = write("gpt.csv", "id,truth,answer,note\n1,a,a,x\n2,b,a,y\n")
    seen = referee("judge", plain, "--prediction", "answer", "--metrics", "accuracy", "--json", "--no-report")
    assert {one["learner"] for one in json.loads(seen.out)["estimates"]} == {"gpt"}


def test_the_truth_of_a_file_of_its_own_is_told_by_its_column_and_file(referee, write):
    ids = "\n".join(f"{i},{i % 2}" for i in range(12))
    truth, said = write("solution.csv", f"id,target\n{ids}\n"), write("submission.csv", f"id,target\n{ids}\n")
    seen = referee("judge", said, "--truth", truth, "--no-report")
    assert "truth is 'target' of solution.csv" in seen.err
    refused = referee("judge", said, truth, "--no-report")
    assert refused.code == 2
    assert "--truth FILE" in refused.err
