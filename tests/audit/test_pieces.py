"""Rows that are pieces of fewer cases: windows, patches, slices and augmentations, known by their ids."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.audit.pieces import pieces_of

CASES, EACH = 40, 10


def rows(named="P{:02}_seg{:03}", seed=2):
    """Forty subjects with ten pieces each; what they are is drawn by subject."""
    rng = np.random.default_rng(seed)
    case, piece = np.repeat(np.arange(CASES), EACH), np.tile(np.arange(EACH), CASES)
    own = rng.normal(size=(CASES, 5))[case]
    y = rng.permutation(np.repeat(["ill", "well"], CASES // 2))[case]
    table = pd.DataFrame(own + 0.1 * rng.normal(size=own.shape), columns=list("abcde"))
    return table.assign(key=[named.format(c, p) for c, p in zip(case, piece, strict=True)], y=y, case=case)


@pytest.mark.parametrize("named", [
    "img{}_aug{}", "P{:02}_seg{:03}", "rec{}-win{}", "slide {} patch {}", "scan{}_slice_{}.png", "s{}/frame{:04}.jpg",
    "doc{}.sent{}", "A-{}-crop-{}"])
def test_the_stem_is_the_case(named):
    found = pieces_of(rows(named)["key"].to_numpy())
    assert (found.codes.size, found.things) == (400, 40)


@pytest.mark.parametrize("named", ["P{:02}-{:03}", "img_{}{}", "frame_{}{:03}", "{}_{}", "customer{}{}", "aug{}{}"])
def test_other_names_are_no_pieces(named):
    assert pieces_of(rows(named)["key"].to_numpy()) is None


def test_originals_among_their_augmentations_are_the_case():
    names = [f"img{i}.png" for i in range(20)] + [f"img{i}_aug{j}.png" for i in range(20) for j in range(4)]
    assert pieces_of(np.array(names)).things == 20


def test_one_piece_of_each_is_a_case():
    assert pieces_of(np.array([f"P{i}_seg1" for i in range(50)])) is None


def told(result):
    return [(f.severity.value, f.message) for f in result["F-21"].findings]


@pytest.mark.slow
def test_pieces_on_both_sides_are_told_with_both_counts():
    table = rows().drop(columns="case")
    torn = table.assign(part=np.where(np.arange(400) % 4 == 0, "test", "train"))
    (severity, message), = told(referee.audit(torn, target="y", ids="key"))
    assert severity == "serious"
    assert "400 rows are pieces of 40 cases" in message
    assert "40 of them" in message
    kept = table.assign(part=np.where(np.arange(400) >= 300, "test", "train"))
    assert told(referee.audit(kept, target="y", ids="key")) == []
    assert told(referee.audit(torn, target="y", ids="key", groups="none")) == []


@pytest.mark.slow
def test_a_column_that_names_the_pieces_need_not_be_called_ids():
    assert "pieces of 40 cases" in told(referee.audit(rows().drop(columns="case"), target="y"))[0][1]


def said(right):
    table = rows()
    other = {"ill": "well", "well": "ill"}
    answers = [y if r else other[y] for y, r in zip(table["y"], right, strict=True)]
    return pd.DataFrame({"id": table["key"], "truth": table["y"], "model": "m", "prediction": answers})


def test_pieces_in_a_test_set_count_as_fewer_cases():
    rng = np.random.default_rng(4)
    by_case = (rng.random(CASES) < 0.8).repeat(EACH)
    (severity, message), = told(referee.audit(said(by_case)))
    assert severity == "serious"
    assert "pieces of 40 cases" in message
    one_by_one = rng.random(CASES * EACH) < 0.8
    assert told(referee.audit(said(one_by_one)))[0][0] == "warning"
