"""referee trials: people with numbers, as they meet the command."""

import json

import pandas as pd
import pytest

FLEXER = {"A": [.812, .798, .825, .807, .819, .801, .811, .83], "B": [.795, .788, .802, .799, .785, .81]}
MOONEY_1 = "trial,SystemA,SystemB\n1,87%,82%\n2,83%,78%\n3,88%,83%\n4,82%,77%\n5,85%,80%\n"
MOONEY_2 = "trial,SystemA,SystemB\n1,90,82\n2,93,76\n3,80,85\n4,85,75\n5,77,82\n"
REICH_BARAI = ("--a", "9.79,1.46,10", "--b", "7.91,.36,10", "--lower-is-better")


@pytest.fixture
def said(referee, tmp_path):
    """The JSON of the command over a table that is written first."""
    def call(text, *words):
        path = tmp_path / "runs.csv"
        path.write_text(text, encoding="utf-8")
        seen = referee("trials", path, *words, "--json", "--no-report")
        assert seen.code == 0, seen.err
        return json.loads(seen.out)
    return call


def long(runs, score="accuracy"):
    rows = [f"{net},{value}" for net, values in runs.items() for value in values]
    return f"net,{score}\n" + "\n".join(rows) + "\n"


def way(line, name):
    return next(one for one in line["ways"] if one["name"] == name)


def test_flexers_equations_1_to_3(said):
    line, = said(long(FLEXER), "--model", "net", "--test", "pooled-t")["lines"]
    pooled = line["test"]
    assert pooled["name"] == "pooled-t"
    assert pooled["statistic"] == pytest.approx(2.9082, abs=5e-5)
    assert pooled["df"] == 12
    assert pooled["p"] == pytest.approx(0.01312, abs=5e-6)
    assert line["outcome"] == "better"


def test_welch_is_the_default_of_runs_that_are_no_pairs(said):
    line, = said(long(FLEXER), "--model", "net")["lines"]
    assert line["test"]["name"] == "welch-t"
    assert way(line, "pooled-t")["p"] == pytest.approx(0.01312, abs=5e-6)


def test_reich_and_barais_six_rules_from_what_is_printed(referee):
    seen = referee("trials", *REICH_BARAI, "--json", "--no-report")
    assert seen.code == 0, seen.err
    line, = json.loads(seen.out)["lines"]
    for rule, df, p in ((2, 18, 0.00093), (4, 18, 0.00093), (5, 10.090, 0.00267), (6, 9, 0.00334)):
        one = way(line, f"reich-barai-{rule}")
        assert one["statistic"] == pytest.approx(3.9536, abs=5e-5)
        assert one["df"] == pytest.approx(df, abs=5e-4)
        assert one["p"] == pytest.approx(p, abs=5e-6)
    assert "for more than 30 iterations, not 10" in way(line, "reich-barai-1")["refused"]
    assert "no exact law" in way(line, "reich-barai-3")["refused"]
    assert line["outcome"] == "worse"       # an error of 9.79 is worse than one of 7.91
    assert line["difference"] == pytest.approx(1.88)


def test_mooneys_first_experiment_has_no_spread(said):
    line, = said(MOONEY_1)["lines"]
    assert line["test"]["p"] == 0.0625
    assert way(line, "paired-t")["flags"][0] == "zero_variance"
    assert line["difference"] == pytest.approx(0.05)
    assert line["test"]["name"] == "signflip"       # a t without spread is no number
    assert line["outcome"] == "can't tell"


def test_mooneys_second_experiment_decides_nothing(said):
    line, = said(MOONEY_2)["lines"]
    assert line["test"]["name"] == "paired-t"
    assert line["test"]["statistic"] == pytest.approx(1.1501, abs=5e-5)
    assert line["test"]["p"] == pytest.approx(0.3142, abs=5e-5)
    interval = line["test"]["interval"]
    assert (interval["low"], interval["high"]) == pytest.approx((-7.07, 17.07), abs=5e-3)
    assert line["outcome"] == "can't tell"


def test_the_sentence_the_interval_the_power_and_what_it_assumes(referee, tmp_path):
    path = tmp_path / "m.csv"
    path.write_text(MOONEY_2, encoding="utf-8")
    seen = referee("trials", path, "--higher-is-better", "--no-report")
    told = " ".join(seen.out.split())
    assert "SystemA is not shown to be better than SystemB" in told
    assert "the difference is +5 (-7 to +17), p = 0.314 (paired t over 5 trials)" in told.replace("−", "-")
    assert "80%" in told                        # the smallest difference five such trials would show
    assert "independent" in told
    assert "data set" not in told.split("Assumes")[0]


def test_unpaired_on_request(said):
    line, = said(MOONEY_2, "--unpaired", "--test", "pooled-t")["lines"]
    assert line["test"]["statistic"] == pytest.approx(1.409, abs=5e-4)
    assert line["test"]["p"] == pytest.approx(0.197, abs=5e-4)


def test_splits_of_one_data_set_take_the_corrected_t(said):
    plain, = said(MOONEY_2)["lines"]
    line, = said(MOONEY_2, "--train-rows", "90", "--test-rows", "10")["lines"]
    assert line["test"]["name"] == "corrected-t"
    assert line["test"]["statistic"] == pytest.approx(plain["test"]["statistic"] * (0.2 / (0.2 + 1 / 9)) ** 0.5)


def test_several_measures_get_hotelling_and_a_correction(said):
    d = [[-.03, .03], [.06, -.05], [-.07, .10], [.15, -.12], [0, .02], [.11, -.09], [.03, -.01], [.08, -.06]]
    rows = [f"{i},{model},{sign * x / 2 + .5},{sign * y / 2 + .5}"
            for i, (x, y) in enumerate(d) for model, sign in (("new", 1), ("old", -1))]
    told = said("run,model,accuracy,auc\n" + "\n".join(rows) + "\n")
    assert [line["measure"] for line in told["lines"]] == ["accuracy", "auc"]
    assert [line["test"]["p"] for line in told["lines"]] == pytest.approx([0.156, 0.404], abs=5e-4)
    assert [line["p_adjusted"] for line in told["lines"]] == pytest.approx([0.312, 0.404], abs=1e-3)
    together, = told["together"]
    assert together["statistic"] == pytest.approx(28.742, abs=5e-4)
    assert together["p"] == pytest.approx(0.0075, abs=5e-5)


def test_a_time_is_better_when_it_is_short(said):
    lines = said("run,model,seconds\n1,a,1.0\n1,b,2.0\n2,a,1.1\n2,b,2.2\n3,a,1.0\n3,b,2.1\n")["lines"]
    assert lines[0]["outcome"] == "better"


def test_a_table_of_what_papers_print_is_corrected_over_its_lines(said):
    told = said("output,mean_a,sd_a,n_a,mean_b,sd_b,n_b\nKT,9.79,1.46,10,7.91,.36,10\nKQ,5.5,1.0,10,5.4,1.1,10\n"
                "eta,4.9,.6,10,4.2,.5,10\n", "--lower-is-better")
    lines = {line["measure"]: line for line in told["lines"]}
    assert set(lines) == {"KT", "KQ", "eta"}
    assert lines["KT"]["test"]["p"] == pytest.approx(0.00267, abs=5e-6)
    assert lines["KT"]["p_adjusted"] == pytest.approx(3 * 0.00267, abs=2e-5)


def test_three_models_are_three_lines(said):
    told = said("trial,x,y,z\n1,1,2,4\n2,2,3,3\n3,1.5,2.6,4.4\n4,1.1,2.2,3.1\n", "--higher-is-better")
    assert [(one["a"], one["b"]) for one in told["lines"]] == [("x", "y"), ("x", "z"), ("y", "z")]
    told = said("trial,x,y,z\n1,1,2,4\n2,2,3,3\n3,1.5,2.6,4.4\n4,1.1,2.2,3.1\n", "--higher-is-better", "--against", "z")
    assert [(one["a"], one["b"]) for one in told["lines"]] == [("x", "z"), ("y", "z")]


BAD = [
    ((), "what to test"),
    (("--a", "9.79,1.46,10"), "--b"),
    (("--a", "9.79,1.46", "--b", "7.91,.36,10"), "mean, sd and n"),
    (("--a", "9.79,-1,10", "--b", "7.91,.36,10"), "sd"),
    (("--a", "9.79,1.46,1", "--b", "7.91,.36,10"), "n is at least 2"),
    (("--a", "9.79,1.46,ten", "--b", "7.91,.36,10"), "ten"),
    (("--a", "nan,1.46,10", "--b", "7.91,.36,10"), "nan"),
    (("--a", "9.79,1.46,10.5", "--b", "7.91,.36,10"), "10.5"),
    (("--a", "9.79,1.46,10", "--b", "7.91,.36,10", "--test", "signflip"), "signflip"),
    (("--a", "9.79,1.46,10", "--b", "7.91,.36,10", "--test", "welsh-t"), "welch-t"),
    (("nowhere.csv",), "nowhere.csv"),
    (("nowhere.csv", "--a", "9.79,1.46,10", "--b", "7.91,.36,10"), "not both"),
]


@pytest.mark.parametrize(("words", "told"), BAD)
def test_bad_input_is_a_sentence(referee, words, told):
    seen = referee("trials", *words, "--no-report")
    assert seen.code == 2
    assert told in " ".join(seen.err.split())
    assert "Traceback" not in seen.err


TABLES = [
    ("trial,x\n1,1\n2,2\n", "one"),
    ("trial,x,y\n1,1,2\n", "two"),
    ("trial,x,y\n1,1,two\n2,3,4\n", "two"),
    ("trial,x,y\n", "no rows"),
    ("trial,x,y\n1,1,2\n1,2,3\n2,3,4\n", "twice"),
    ("trial,x,y\n1,inf,2\n2,2,3\n3,3,4\n", "inf"),
    ("output,mean_a,sd_a,n_a,mean_b,sd_b,n_b\nKT,9.79,-1.46,10,7.91,.36,10\n", "sd"),
    ("output,mean_a,sd_a,mean_b,sd_b,n_b\nKT,9.79,1.46,7.91,.36,10\n", "n_a"),
]


@pytest.mark.parametrize(("text", "told"), TABLES)
def test_bad_tables_are_a_sentence(referee, tmp_path, text, told):
    path = tmp_path / "bad.csv"
    path.write_text(text, encoding="utf-8")
    seen = referee("trials", path, "--no-report")
    assert seen.code == 2
    assert told in " ".join(seen.err.split())
    assert "Traceback" not in seen.err


def test_rank_does_not_call_trials_data_sets(referee, tmp_path):
    path = tmp_path / "m.csv"
    path.write_text(MOONEY_2, encoding="utf-8")
    seen = referee("rank", path, "--higher-is-better", "--no-report")
    assert seen.code == 2
    assert "referee trials" in seen.err
    seen = referee("rank", path, "--higher-is-better", "--no-report", "--dataset", "trial")
    assert seen.code == 0


def test_the_page_holds_the_sentence(referee, tmp_path):
    pd.DataFrame({"seed": range(5), "A": [90, 93, 80, 85, 77], "B": [82, 76, 85, 75, 82]}).to_csv(
        tmp_path / "m.csv", index=False)
    seen = referee("trials", tmp_path / "m.csv", "--higher-is-better")
    assert seen.code == 0
    assert "A is not shown to be better than B" in (tmp_path / "trials.html").read_text(encoding="utf-8")


def shown(referee, tmp_path, text, *words):
    seen = referee("trials", _written(tmp_path, text), *words, "--no-report")
    assert seen.code == 0, seen.err
    return " ".join(seen.out.split())


def test_how_the_table_was_read_is_told(referee, tmp_path):
    assert "runs.csv: a row per trial (by 'trial'), and a column of scores for each of SystemA, SystemB." in shown(
        referee, tmp_path, MOONEY_2, "--higher-is-better")
    seen = shown(referee, tmp_path, MOONEY_2.replace("trial", "night").replace("\n1,", "\nmon,").replace(
        "\n2,", "\ntue,").replace("\n3,", "\nwed,").replace("\n4,", "\nthu,").replace("\n5,", "\nfri,"))
    assert "Column 'night' was taken for what the trials are called" in seen
    assert "a row per model (by 'net') and trial, scores in 'accuracy'." in shown(
        referee, tmp_path, long(FLEXER), "--model", "net")


def test_the_smallest_p_is_that_of_the_side_that_was_asked(referee, tmp_path):
    flips = (MOONEY_2, "--higher-is-better", "--test", "signflip")
    assert "5 trials can give no two-sided p below 0.0625 by sign-flip permutation" in shown(referee, tmp_path, *flips)
    seen = shown(referee, tmp_path, *flips, "--alternative", "greater")
    assert "can give no one-sided p below 0.0312 by sign-flip permutation" in seen
    assert "one-sided (greater) as asked" in seen


def test_several_measures_at_once_go_by_the_level_that_was_asked(referee, tmp_path):
    rows = "run,model,accuracy,f1\n" + "".join(
        f"{k},{m},{.8 + .01 * k * s + d},{.7 + .02 * (k % 3) * s + d / 2}\n"
        for k in range(8) for m, s, d in (("a", 1, .01), ("b", .6, .0)))
    p = json.loads(referee("trials", _written(tmp_path, rows), "--json", "--no-report").out)["together"][0]["p"]
    for level, differ in ((1 - p * 1.5, "a and b differ"), (1 - p / 1.5, "a and b are not shown to differ")):
        assert differ in shown(referee, tmp_path, rows, "--level", f"{level:.8f}")


def _written(tmp_path, text):
    path = tmp_path / "runs.csv"
    path.write_text(text, encoding="utf-8")
    return path
