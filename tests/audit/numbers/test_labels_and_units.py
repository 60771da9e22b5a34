"""Labels of rows, words beside scores and signs left out, which must neither hide a contradiction nor make one."""

import json

import pytest


def findings(referee, path, text):
    path.write_text(text, encoding="utf-8")
    seen = referee("audit", str(path), "--json")
    return [one for one in json.loads(seen.out)["findings"] if one["code"] == "F-30"]


@pytest.mark.parametrize("names", ["GRU vs. random forest", "naive Bayes vs. ridge", "Stockholm vs. Uppsala"])
def test_a_p_is_held_against_its_t_whatever_the_models_are_called(names, referee, tmp_path):
    rows = "comparison,stations,t,df,p\nridge vs. mean,39,-4.12,38,0.0002\n"
    wrong, = findings(referee, tmp_path / "tests.csv", f"{rows}{names},39,-1.42,38,0.0124\n")
    assert "p 0.0124 does not follow" in wrong["message"]
    assert findings(referee, tmp_path / "right.csv", f"{rows}{names},39,-1.42,38,0.164\n") == []


@pytest.mark.parametrize("test", ["randomised signs", "randomization", "Bayesian", "Holm-adjusted"])
def test_a_p_that_comes_from_elsewhere_is_left_alone(test, referee, tmp_path):
    text = f"comparison,test,t,df,p\na vs. b,{test},-1.42,38,0.0124\nc vs. d,{test},-2.32,38,0.0258\n"
    assert findings(referee, tmp_path / "tests.csv", text) == []


@pytest.mark.parametrize("interval", ["71.8 to 92.4", "71.8% to 92.4%", "71.8–92.4"])
def test_an_interval_takes_the_per_cent_of_its_score(interval, referee, tmp_path):
    text = f"# Results\n\n| Reader | Accuracy | 95% CI |\n|---|---|---|\n| Network | 84.8% | {interval} |\n"
    assert findings(referee, tmp_path / "text.md", text) == []
    wrong = findings(referee, tmp_path / "wrong.md", text.replace("84.8%", "94.8%"))
    assert len(wrong) == 1
    assert "outside its own interval" in wrong[0]["message"]


@pytest.mark.parametrize("word", ["_AE", " (adverse)", "_pos"])
def test_scores_of_one_class_are_read_by_their_kind(word, referee, tmp_path):
    rows = f"system,precision{word},recall{word},F1{word}\nsvm,0.777,0.707,0.740\n"
    wrong, = findings(referee, tmp_path / "wrong.csv", f"{rows}ours,0.901,0.760,0.864\n")
    assert "0.864" in wrong["message"]
    assert findings(referee, tmp_path / "right.csv", f"{rows}ours,0.901,0.760,0.825\n") == []
