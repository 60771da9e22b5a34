import hashlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from referee.fingerprint import fingerprint


def test_the_fingerprint_is_the_same_on_any_machine_and_day():
    """Stored in ledgers: a change here would orphan every record ever written. The convention, by hand."""
    said = b'json"plan"\0' + b'json{"a": null, "b": 1}\0'
    assert fingerprint("plan", {"b": 1, "a": None}) == hashlib.sha256(said).hexdigest()[:16]
    said = b"i8(2,)" + bytes([1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]) + b"\0"
    assert fingerprint(np.array([1, 2])) == hashlib.sha256(said).hexdigest()[:16]


def test_byte_order_memory_layout_and_integer_width_do_not_count():
    grid = np.arange(12.0).reshape(3, 4)
    assert fingerprint(grid) == fingerprint(np.asfortranarray(grid)) == fingerprint(grid.astype(">f8"))
    assert fingerprint(np.arange(4, dtype=np.int8)) == fingerprint(np.arange(4, dtype=">i4"))


def test_shape_kind_and_borders_between_parts_count():
    assert fingerprint(np.zeros(4)) != fingerprint(np.zeros((2, 2)))
    assert fingerprint(np.array([1, 2])) != fingerprint(np.array([1.0, 2.0]))
    assert fingerprint("ab", "c") != fingerprint("a", "bc")
    assert fingerprint(["a"], "b") != fingerprint(["a", "b"])
    assert fingerprint(np.array(["a", "b"])) != fingerprint(np.array(["ab", ""]))


def test_text_that_is_no_unicode_has_a_fingerprint_too():
    assert fingerprint("\ud800") != fingerprint("\ud801")


@given(arrays.arrays(np.float64, arrays.array_shapes(max_dims=2), elements=st.floats(allow_nan=False)), st.data())
def test_one_changed_number_changes_it(array, data):
    where = tuple(data.draw(st.integers(0, size - 1)) for size in array.shape)
    other = array.copy()
    other[where] = 1.0 if array[where] != 1.0 else 2.0
    assert fingerprint(array) != fingerprint(other)


@pytest.mark.parametrize("part", [None, True, 3, 3.5, "x", [1, "a"], {"k": [1]}, ()])
def test_json_like_values_have_one(part):
    assert len(fingerprint(part)) == 16
