"""Times and groups that cannot be read, and those that can but want a word, by the verbs that deal with a series."""

import numpy as np
import pandas as pd
import pytest

N = 40
DAYS = pd.date_range("2024-01-01", periods=N).astype(str).tolist()
HOURS = [f"2024-01-{1 + i // 24:02d}T{i % 24:02d}:00:00" for i in range(N)]
VERBS = {"curve": (), "chance": ("--shuffles", 2, "--design", "rolling:splits=2"), "panorama": ()}


@pytest.fixture
def written(tmp_path):
    def write(**columns):
        draw = np.random.default_rng(0)
        frame = pd.DataFrame({"a": draw.normal(size=N)}).assign(y=lambda f: f.a + draw.normal(size=N), **columns)
        frame.to_csv(tmp_path / "series.csv", index=False)
        return tmp_path / "series.csv"

    return write


def asked(referee, verb, path, *more):
    return referee(verb, path, "--target", "y", "--models", "ridge", "--metrics", "mae", "--jobs", 1, "--no-report",
                   "--time", "when", *VERBS[verb], *more)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(("when", "sentence"), [
    ([*DAYS[:7], "soon", *DAYS[8:]], "holds no date and no number in 1 row (row 8, counting from 1), such as 'soon'"),
    ([*DAYS[:7], "", *DAYS[8:]], "says no time for 1 row (row 8, counting from 1)"),
    ([hour + ("+02:00" if i % 2 else "") for i, hour in enumerate(HOURS)], "only some times in 'when' say their time"),
    ([DAYS[0]] * N, "every row has one and the same time in 'when'"),
])
def test_times_that_cannot_be_read_are_one_sentence(referee, written, verb, when, sentence):
    told = asked(referee, verb, written(when=when))
    assert told.code == 2
    assert sentence in " ".join(told.err.split())
    assert "Traceback" not in told.err


@pytest.mark.parametrize("verb", VERBS)
def test_groups_that_are_not_all_named_are_one_sentence(referee, written, verb):
    told = asked(referee, verb, written(when=DAYS, who=["u", None] * (N // 2)), "--groups", "who")
    assert told.code == 2
    assert "no group is given for 20 rows" in " ".join(told.err.split())


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(("when", "sentence"), [
    (np.repeat(DAYS[:20], 2), "40 rows have 20 different times in 'when'"),
    ([*DAYS[:20], *(day.replace("2024", "2025") for day in DAYS[20:])], "is longer than the usual one"),
    ([day.replace("2024", "2096") for day in DAYS], "are of a day to come"),
    ([hour + ("+02:00" if i % 2 else "Z") for i, hour in enumerate(HOURS)], "instants of universal time"),
])
def test_times_that_want_a_word_get_a_notice_and_an_answer(referee, written, verb, when, sentence):
    told = asked(referee, verb, written(when=when))
    assert told.code == 0
    assert sentence in " ".join(told.err.split())


def test_times_with_unequal_numbers_of_rows_cannot_be_moved_along(referee, written):
    told = asked(referee, "chance", written(when=[DAYS[0], *DAYS[:-1]]))
    assert told.code == 2
    assert "times that hold as many rows each, and here they hold 1 to 2; take one row" in " ".join(told.err.split())
