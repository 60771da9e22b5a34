"""Comments, docstrings and cells of text are sentences: those that sound like a fault are asked about."""

import json

import pytest

import referee

FAULTS = {
    "comment": ("x = 1\n# Of five seeds we show the luckiest one on the held-out films.\n", 2),
    "two lines": ("x = 1\n\n# Of five seeds we show the\n# luckiest one on the held-out films.\n", 3),
    "behind code": ("x = 1  # pick the random state with the highest test accuracy\n", 1),
    "docstring": ('def f():\n    """One.\n\n    Pick the random state with the highest test accuracy.\n    """\n', 4),
    "string alone": ('x = 1\n"""Of five seeds we show the luckiest one on the held-out films."""\n', 2),
    "module": ('"""Of five seeds we show the luckiest one on the held-out films."""\nx = 1\n', 1),
    "below code taken out": ("# x = f(1)\n# Of five seeds we show the luckiest one on the held-out films.\n", 2),
    "in a branch": ("if 1:\n    # pick the random state with the highest test accuracy\n    x = 1\n", 2),
    "method": ('class A:\n    def f(self):\n        """Pick the random state with the highest test accuracy."""\n', 3),
}
CLEAN = {
    "training rows alone": "# The scaler was fitted on training rows only. Results are the mean of five seeds.\n",
    "text in a string": 'print("# pick the random state with the highest test accuracy")\n',
    "text that is assigned": 'title = """Of five seeds we show the luckiest one on the held-out films."""\n',
    "code that was taken out": "# for seed in range(9):\n#     best = max(best, test_accuracy(seed))\n# print(best)\n",
    "one line of it": "# best_seed = pick_the_random_state_with_the_highest_test_accuracy(held_out)\nx = 1\n",
    "to programs": "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\nimport os  # noqa: F401\nx = 1  # type: ignore\n",
    "licence": "# Copyright (c) 2020 A. Licensed under MIT: the best of several seeds on the test set is reported.\n",
    "rules": "# ------------------\nx = 1\n# ==================\n",
    "what a step does": "# read the table\nx = 1  # one bottle per producer\n# fit on the training part\n",
    "nothing": "x = 1\n",
}


def doubted(path):
    return [one.evidence["line"] for one in referee.audit(path).findings if one.code == "F-61"]


def cell(kind, text):
    own = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return {"cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True)} | own


def notebook(path, *cells):
    path.write_text(json.dumps({"cells": [cell(*one) for one in cells], "metadata": {}, "nbformat": 4,
                                "nbformat_minor": 5}), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", FAULTS)
def test_a_remark_that_sounds_like_a_fault_is_asked_about_at_its_line(name, tmp_path):
    code, line = FAULTS[name]
    (tmp_path / "study.py").write_text(code, encoding="utf-8")
    assert doubted(tmp_path / "study.py") == [line]


@pytest.mark.parametrize("name", CLEAN)
def test_code_and_words_to_programs_are_no_remarks(name, tmp_path):
    (tmp_path / "study.py").write_text(CLEAN[name], encoding="utf-8")
    assert doubted(tmp_path / "study.py") == []


def test_cells_of_text_and_of_code_are_named_by_their_place_among_all(tmp_path):
    fault = "Of five seeds we show the luckiest one on the held-out films."
    text = notebook(tmp_path / "a.ipynb", ("markdown", "# Films"), ("code", "x = 1"), ("markdown", f"## End\n{fault}"))
    code = notebook(tmp_path / "b.ipynb", ("markdown", "# Films"), ("code", "x = ("), ("code", f"# {fault}\nx = 1"))
    assert doubted(text) == doubted(code) == [3]
    assert "(cell 3 of all)" in next(one.message for one in referee.audit(text).findings if one.code == "F-61")


def test_what_the_code_itself_tells_is_not_asked_again(tmp_path):
    code = """from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from sklearn.svm import SVC
X, y = load_wine(return_X_y=True)

def run(seed):
    A, B, a, b = train_test_split(X, y, random_state=seed)
    return SVC().fit(A, a).score(B, b)

# Of five seeds we show the luckiest one on the held-out films.
print(max(run(seed) for seed in range(5)))
"""
    (tmp_path / "study.py").write_text(code, encoding="utf-8")
    assert [one.code for one in referee.audit(tmp_path / "study.py").findings] == ["F-08"]


def test_how_many_of_very_many_remarks_were_read_is_said(tmp_path):
    (tmp_path / "study.py").write_text("x = 1  # a word\n" * 1001, encoding="utf-8")
    assert "Of its 1,001 remarks the first 1000 were read." in str(referee.audit(tmp_path / "study.py").to_dict())


def test_a_script_without_remarks_has_no_text(tmp_path):
    (tmp_path / "study.py").write_text("x = 1\n", encoding="utf-8")
    assert "no text of the study" in referee.audit(tmp_path / "study.py")["F-61"].reason
