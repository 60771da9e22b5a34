"""A column that says which part each row belongs to, whatever it is called and in whichever language."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.audit.reading.divided import times_of
from referee.data.row_parts import divides, part_of
from referee.errors import BadInput

N = 400


def rows(seed=1):
    """Honest rows, of which the last quarter is tested on."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(N, 4))
    y = np.where(x[:, 0] + rng.normal(size=N) > 0, "yes", "no")
    return pd.DataFrame(x, columns=list("abcd")).assign(y=y, part=np.repeat(["train", "test"], [300, 100]))


def found(table, **options):
    result = referee.audit(table, target="y", **options)
    return {f.code: f for f in result.findings if f.severity.value in {"serious", "fatal"}}, result


@pytest.mark.slow
@pytest.mark.parametrize(("train", "test"), [
    ("train", "test"), ("Training", "Prüfung"), ("entraînement", "évaluation"), ("Trainingsdaten", "Testdaten"),
    ("entrenamiento", "prueba"), ("Train set", "Hold-out"), ("TRN", "TST"), ("learn", "validation")])
def test_a_column_is_known_by_its_words(train, test):
    table = rows()
    table.loc[300:330, list("abcdy")] = table.loc[:30, list("abcdy")].to_numpy()
    table["zz"] = table.pop("part").map({"train": train, "test": test})
    grave, result = found(table)
    assert grave["F-20"].evidence["exact"] == 31
    assert "'zz' divides the rows: 300 to train" in " ".join(result.audit.bundle.notices)


def test_an_honest_split_is_no_alarm():
    grave, result = found(rows())
    assert grave == {}
    assert result["F-01"].outcome == "passed"
    assert result["F-20"].outcome == "passed"
    assert result["F-46"].outcome == "not applicable"


def test_none_answers_that_it_is_no_split():
    table = rows()
    _, result = found(table, split="none")
    assert result.audit.bundle.undivided
    assert found(table, drop="part")[1].audit.bundle.undivided
    assert "nobody has divided" in result.audit.bundle.notices[0]


@pytest.mark.parametrize(("name", "train"), [("is_train", 1), ("is_test", 0), ("fold", 0)])
def test_zeros_and_ones_are_parts_only_when_asked(name, train):
    table = rows()
    table[name] = np.where(table.pop("part") == "train", train, 1 - train)
    assert found(table)[1].audit.bundle.undivided
    _, result = found(table, split=name)
    division, = result.audit.bundle.divisions
    assert (division.train.size, division.test.size) == (300, 100)


def test_groups_on_both_sides_are_told_and_kept_groups_are_not():
    table = rows()
    torn, kept = table.assign(g=np.arange(N) % 40), table.assign(g=np.arange(N) // 10)
    assert "40 of 40 groups" in found(torn, groups="g")[0]["F-21"].message
    assert found(kept, groups="g")[0] == {}


def test_time_is_held_against_the_parts_whatever_the_order_of_the_file():
    table = rows()
    day = np.arange(N)
    assert found(table.assign(day=day), time="day")[0] == {}
    shuffled = table.assign(day=day).sample(frac=1, random_state=3)
    assert found(shuffled, time="day")[0] == {}
    assert found(table.assign(day=day[::-1]), time="day")[0]["F-22"].severity.value == "fatal"


def test_class_shares_that_differ_are_a_warning():
    table = rows()
    table.loc[:200, "y"] = "yes"
    result = referee.audit(table, target="y", split="part")
    assert any("of the training rows and" in f.message for f in result["F-17"].findings)
    assert not referee.audit(rows(), target="y")["F-17"].findings


def test_a_column_that_is_no_split_is_refused_and_one_that_is_not_there():
    with pytest.raises(BadInput, match="does not say which rows"):
        referee.audit(rows().assign(part="a"), target="y", split="part")
    with pytest.raises(BadInput, match="zzz"):
        referee.audit(rows(), target="y", split="zzz")


@pytest.mark.parametrize("values", [
    ["train", "bus", "car"], ["test", "control"], ["train"], [0, 1], ["training", "sales"], ["yes", "no"],
    ["validation", "test"], ["a", "b"], ["learning", "memory"]])
def test_other_words_divide_nothing(values):
    assert not divides(values)


def test_a_part_is_one_part():
    assert part_of("train/test") is None
    assert part_of("train_2") == "train"


def predictions(**more):
    table = rows()
    right = np.random.default_rng(5).random(N) < 0.8
    said = np.where(right, table["y"], np.where(table["y"] == "yes", "no", "yes"))
    return pd.DataFrame({"id": np.arange(N), "truth": table["y"], "model": "m", "prediction": said,
                         "Teil": np.repeat(["Training", "Prüfung"], [300, 100]), **more})


def grave_of(result):
    return {f.code: f for f in result.findings if f.severity.value in {"serious", "fatal"}}


def test_predictions_whose_parts_share_groups():
    torn = referee.audit(predictions(patient=np.arange(N) % 40))
    assert "40 of 40 groups" in torn["F-21"].findings[0].message
    kept = referee.audit(predictions(patient=np.arange(N) // 10))
    assert not kept["F-21"].findings
    assert kept.audit.bundle.said[0].rows.size == 100


def test_predictions_whose_parts_share_cases():
    table = predictions()
    table.loc[300:319, "id"] = np.arange(20)
    result = referee.audit(table)
    assert "20 of 100 test rows were also used for training" in result["F-01"].findings[0].message
    assert "F-01" not in grave_of(referee.audit(predictions()))


def test_predictions_beside_data_that_say_which_rows_were_trained_on(tmp_path):
    data, said = rows().assign(id=np.arange(N)), predictions().drop(columns="Teil")
    told = {"data": data, "target": "y", "ids": "id"}
    assert "F-01" not in grave_of(referee.audit(said.iloc[300:], **told))
    partly = referee.audit(said.iloc[290:], **told)
    assert "10 of 110 test rows" in partly["F-01"].findings[0].message
    everything = referee.audit(said, **told)                    # most are no test rows: the column may be another's
    assert "F-01" not in grave_of(everything)
    asked = referee.audit(said, split="part", **told)
    assert "300 of 400 test rows" in asked["F-01"].findings[0].message


def test_a_ledger_or_a_text_has_no_such_column(tmp_path):
    text = tmp_path / "abstract.txt"
    text.write_text("Accuracy was 91.2%.")
    with pytest.raises(BadInput, match="split names a column"):
        referee.audit(text, split="part")


def test_the_command_line_takes_it(referee, tmp_path):
    table = rows()
    table.assign(is_train=(table.pop("part") == "train").astype(int)).to_csv(tmp_path / "t.csv", index=False)
    assert "300 to train, 100 to test" in referee("audit", "t.csv", "--target", "y", "--split", "is_train").out
    assert "nobody has divided" in referee("audit", "t.csv", "--target", "y", "--split", "none").out


def folded(names, k=5, *, whole=False, seed=0):
    """Units with one target each, known again by their features, in folds of rows or of whole units."""
    rng = np.random.default_rng(seed)
    unit = np.repeat(np.arange(40), 8)
    table = pd.DataFrame(rng.normal(size=(40, 4))[unit] + 0.2 * rng.normal(size=(unit.size, 4)), columns=list("abcd"))
    fold = rng.permutation(np.arange(40) % k)[unit] if whole else rng.permutation(np.arange(unit.size) % k)
    y = np.array(["no", "yes"])[rng.permutation(np.arange(40) % 2)[unit]]
    return table.assign(vat=[f"v{i}" for i in unit], y=y,
                        fold=[names.format(i + 1) if isinstance(names, str) else i for i in fold])


@pytest.mark.slow
@pytest.mark.parametrize("table", [folded(None), folded("fold {}"), folded("Fold0{}"), folded(None, 10)])
def test_units_in_several_folds_of_a_table(table):
    grave, result = found(table)
    assert grave["F-21"].evidence["shared"] == 40
    assert "folds, each tested by" in " ".join(result.audit.bundle.notices)
    assert "fold" not in [column.name for column in result.audit.bundle.problem.columns]


@pytest.mark.slow
def test_folds_of_whole_units_or_honest_rows_are_in_order():
    assert "F-21" not in found(folded(None, whole=True))[0]
    honest, result = found(rows().drop(columns="part").assign(fold=np.arange(N) % 5))
    assert honest == {}
    assert len(result.audit.bundle.divisions) == 5


@pytest.mark.parametrize(("name", "values"), [
    ("fold", np.arange(N) % 2), ("fold", np.minimum(np.arange(N) // 10, 4)), ("fold", np.arange(N) % 5 * 10),
    ("change", np.arange(N) % 5)], ids=["two", "uneven", "not counted through", "another name"])
def test_numbers_that_nobody_named_are_no_folds(name, values):
    table = rows().drop(columns="part").assign(**{name: values})
    assert found(table)[1].audit.bundle.undivided


def test_a_column_of_another_name_is_of_folds_when_asked():
    table = rows().drop(columns="part").assign(piece=np.arange(N) % 4)
    assert len(found(table, split="piece")[1].audit.bundle.divisions) == 4
    with pytest.raises(BadInput, match="does not say which rows"):
        found(table.assign(piece=np.arange(N) % 4 * 10), split="piece")


def test_times_beside_a_study_are_read_in_one_form_and_none_may_be_missing(tmp_path):
    """31/01 shows that the day comes first, so that 05/02 is later."""
    place = tmp_path / "d.csv"
    pd.DataFrame({"plain": ["31/01/2024", "05/02/2024", "01/03/2024"], "unclear": ["05/02/2024"] * 2 + ["06/02/2024"],
                  "gap": ["2024-01-31", None, "2024-03-01"], "number": [1.0, None, 2.0]}).to_csv(place, index=False)
    assert np.diff(times_of(place, "plain")).tolist() == [5 * 86400, 25 * 86400]
    with pytest.raises(BadInput, match="begin with the day or with the month"):
        times_of(place, "unclear")
    for name in ("gap", "number"):
        with pytest.raises(BadInput, match=f"'{name}' says no time for 1 row \\(row 2"):
            times_of(place, name)
