"""The sheet goes through the product's own path, is the same every time, and goes on where it was."""

import json

import pytest

from referee.errors import BadInput, UnknownName
from referee.lab.__main__ import main
from referee.lab.sheet.cells import Cell, cells_of
from referee.lab.sheet.measure import measure
from referee.lab.sheet.results import read
from referee.lab.sheet.run import run
from referee.lab.sheet.study import How, models_of, problem_of, repetition
from referee.lab.sheet.tally import Rate, Tally, tallies

HOW = How(design="holdout:test=0.5,repeats=12")
NB = Cell(learner="nb", n=100, share=0.1)
OLS = Cell(learner="ols", n=50)


@pytest.fixture(autouse=True)
def cheap_truths(monkeypatch):
    monkeypatch.setattr("referee.lab.sheet.truth.TRAINING_SETS", 3)


def without_time(line):
    return {key: value for key, value in line.items() if key != "seconds"}


def test_a_repetition_is_the_same_every_time_and_through_a_real_ledger():
    from referee.ledger import open_ledger

    first, other = repetition(NB, 3, HOW), repetition(NB, 4, HOW)
    assert set(first["p"]) == set(NB.metrics)
    assert without_time(first) != without_time(other)
    store = open_ledger(":memory:")
    assert without_time(repetition(NB, 3, HOW, ledger=store)) == without_time(first)
    store.close()


def test_a_repetition_says_what_the_verbs_say():
    from referee import compare
    from referee.lab.sheet.samples import draw
    from referee.seeds import stream

    line = repetition(OLS, 0, HOW)
    problem = problem_of(draw(OLS, 50, stream(line["seed"], "sample")), OLS)
    said = compare(models_of(OLS), problem, design=HOW.design, baseline=False, metrics=list(OLS.metrics), jobs=1,
                   seed=line["seed"] % 2**31)
    assert line["p"]["rmse"] == pytest.approx(said["a", "b"].comparison.p, abs=1e-6)
    interval = said.estimates["a"].interval
    assert line["intervals"]["a"]["rmse"][1:3] == pytest.approx([interval.low, interval.high], abs=1e-6)


def test_the_baseline_is_the_one_that_evaluate_brings(tmp_path):
    cell = Cell(learner="prior", n=100, share=0.3)
    run([cell], tmp_path / "x", How(design="halves:repeats=25"), repetitions=2)
    found = {tally.metric: tally for tally in tallies(read(tmp_path / "x"), (cell,))}
    assert found["accuracy"].studies == found["accuracy"].coverage.of == 2
    assert found["accuracy"].rejections is None
    (truth,) = read(tmp_path / "x").truths.values()
    assert truth["accuracy"] == pytest.approx(0.7, abs=0.03)
    assert "mcc" not in truth           # of one label there is none


def test_a_refusal_is_written_down_and_counted():
    line = repetition(NB, 0, How(design="kfold:folds=90"))
    assert "rows" in line["refused"]


def test_a_killed_run_goes_on(tmp_path):
    path = tmp_path / "sheet.jsonl"
    run([OLS], path, HOW, repetitions=2)
    whole = path.read_text()
    path.write_text(whole + '{"cell": "ols n=50", "repet')          # cut short by a kill
    run([OLS], path, HOW, repetitions=5)
    found = read(path)
    assert sorted(line["repetition"] for line in found.lines) == [0, 1, 2, 3, 4]
    assert set(found.truths) == {("ols n=50", 25)}
    before = path.read_text()
    run([OLS], path, HOW, repetitions=5)
    assert path.read_text() == before


@pytest.mark.slow
def test_two_processes_make_the_same(tmp_path):
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for path, jobs in ((one, 1), (two, 2)):
        run([OLS], path, HOW, repetitions=6, jobs=jobs)
    by_number = [sorted((without_time(line) for line in read(path).lines), key=lambda line: line["repetition"])
                 for path in (one, two)]
    assert by_number[0] == by_number[1]


def written(path, p, *, intervals=None, truth=None):
    lines = [{"cell": "ols n=50", "how": "default", "repetition": i, "seed": i, "traits": "t", "p": {"rmse": value},
              "tests": {"rmse": "x"}, "seconds": 0,
              **({"intervals": {"a": {"rmse": intervals}}, "methods": {"rmse": "m"}, "all": {"a": {"rmse": 1.0}}}
                 if intervals else {})} for i, value in enumerate(p)]
    lines += [{"cell": "ols n=50", "n_train": 45, "truth": {"rmse": truth}}] if truth else []
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def tally_of(path):
    return next(tally for tally in tallies(read(path), (OLS,)) if tally.metric == "rmse")


def test_rejections_and_truths_held_are_counted(tmp_path):
    written(tmp_path / "x", [0.01] * 4 + [0.05] + [0.2] * 95, intervals=[1.1, 0.9, 1.2, 45], truth=1.3)
    tally = tally_of(tmp_path / "x")
    assert (tally.rejections, tally.coverage, tally.coverage_all) == (Rate(5, 100), Rate(0, 100), Rate(100, 100))
    assert [said.split(": ")[1].split()[0] for said in tally.alerts()] == ["coverage"]


@pytest.mark.parametrize(("alarms", "off"), [(26, False), (35, False), (36, True)])
def test_a_level_is_off_above_the_bar_and_two_errors(tmp_path, alarms, off):
    """0.065 + 2·√(0.065·0.935/400) = 0.0897: 35 of 400 are 0.0875, 36 are 0.0900."""
    written(tmp_path / "x", [0.01] * alarms + [0.5] * (400 - alarms))
    assert bool(list(tally_of(tmp_path / "x").alerts())) is off


def test_a_power_is_never_off():
    tally = Tally(cell=Cell(learner="lda", n=100, deltas=(0.9, 0.6)), how="default", metric="accuracy")
    tally.rejected[True] += 400
    assert not list(tally.alerts())


def test_the_command_measures_writes_page_and_summary_and_refuses(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("referee.lab.sheet.page.FEWEST", 2)
    path, page, summary = (tmp_path / name for name in ("x.jsonl", "levels.md", "measured.json"))
    words = ["levels", str(path), "--cells", "ols n=50", "--design", HOW.design]
    assert main([*words, "--repetitions", "2", "--page", str(page), "--summary", str(summary)]) == 0
    told = capsys.readouterr()
    assert "ols n=50, rmse: level" in told.out
    assert "2 of 2 studies, about 0 s left" in told.err
    assert "| least squares | 50 | 2 |" in page.read_text()
    assert f'--design "{HOW.design}" --levels-page' in page.read_text()
    assert "Cells of the sheet without 2 studies yet" in page.read_text()
    assert json.loads(summary.read_text()) == []          # two studies are no ground for a claim
    assert main(["levels", str(tmp_path / "none.jsonl"), "--repetitions", "0"]) == 2
    assert "holds no results of the sheet yet" in capsys.readouterr().err
    assert main([*words[:2], "--cells", "nobody"]) == 2
    assert "no cell of the sheet" in capsys.readouterr().err


def test_a_page_of_a_few_studies_is_refused(tmp_path):
    written(tmp_path / "x", [0.5] * 99)
    with pytest.raises(BadInput, match="no cell has 100 studies yet"):
        measure(tmp_path / "x", repetitions=0, page=tmp_path / "levels.md")


def test_a_page_says_what_is_off_and_marks_it(tmp_path):
    written(tmp_path / "x", [0.01] * 20 + [0.5] * 80, intervals=[1.1, 0.9, 1.2, 45], truth=1.0)
    measure(tmp_path / "x", repetitions=0, page=tmp_path / "levels.md")
    page = (tmp_path / "levels.md").read_text()
    assert "| **.200 ± .040** |" in page
    assert "1.00 ± .000 / 1.00" in page
    assert "- ols n=50, rmse (default): level .200 ± .040 of 100" in page


def test_nonsense_is_refused(tmp_path):
    with pytest.raises(UnknownName, match="part of the sheet"):
        cells_of("tiny")
    with pytest.raises(UnknownName, match="learner of the lab"):
        Cell(learner="ldb", n=50)
    other = tmp_path / "other.jsonl"
    other.write_text('{"a": 1}\n')
    with pytest.raises(BadInput, match="no result of the sheet"):
        measure(other, repetitions=0)
