"""Arrays to bytes and back: to the last bit, of any type that is stored, and never through pickle."""

import ast
import json
import struct
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

import referee.ledger
from referee.errors import BadInput, LedgerCorrupt
from referee.ledger.blobs import ALIGN, BODY, DTYPES, MAGIC, digest_of, pack, unpack

shapes = npst.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=7)
kinds = st.one_of(
    npst.boolean_dtypes(), npst.integer_dtypes(endianness="?"), npst.unsigned_integer_dtypes(endianness="?"),
    npst.floating_dtypes(endianness="?", sizes=(16, 32, 64)),
)
texts = npst.arrays(npst.unicode_string_dtypes(endianness="?", max_len=5), shapes)
arrays = st.one_of(npst.arrays(kinds, shapes), texts)


def assert_same(back, given):
    assert back.shape == given.shape
    assert not back.flags.writeable
    if given.dtype.kind == "U":
        assert np.array_equal(back, given)
    else:
        assert back.dtype == given.dtype.newbyteorder("<")
        assert back.tobytes() == given.astype(back.dtype).tobytes()


@pytest.mark.slow
@given(arrays=st.dictionaries(st.text(max_size=8), arrays, max_size=3))
def test_what_goes_in_comes_out(arrays):
    back = unpack(pack(arrays))
    assert list(back) == list(arrays)
    for name in arrays:
        assert_same(back[name], arrays[name])


@given(array=npst.arrays(kinds, st.tuples(st.integers(0, 9), st.integers(0, 9))), step=st.integers(1, 3))
def test_strided_reversed_and_column_order_make_no_difference(array, step):
    for view in (array[::-step, ::step], array.T, np.asfortranarray(array)):
        assert_same(unpack(pack({"a": view}))["a"], view)


@pytest.mark.parametrize(("values", "stored"), [
    ([], "|u1"), ([0, 255], "|u1"), ([0, 256], "<u2"), ([0, 65_536], "<u4"), ([0, 2**32], "<u8"),
    ([-1, 127], "|i1"), ([-1, 128], "<i2"), ([-129, 0], "<i2"), ([-1, 2**31], "<i8"), ([-1, 2**63 - 1], "<i8"),
    ([-(2**63), 0], "<i8"), ([2**63 - 1], "<u8"),
])
def test_whole_numbers_take_the_smallest_type_that_holds_them(values, stored):
    array = np.array(values, dtype=np.int64)
    blob = pack({"a": array})
    assert header_of(blob)[0][1:3] == [stored, "<i8"]
    assert_same(unpack(blob)["a"], array)


@pytest.mark.parametrize("name", ["p", "pp", "ppp", "pppp"])
def test_arrays_are_aligned_in_memory(name):
    blob = pack({"flags": np.ones(3, dtype=bool), name: np.arange(3.0), "q": np.arange(5.0)})
    assert len(blob) % ALIGN == 0
    assert all(array.flags.aligned for array in unpack(blob).values())


@given(array=npst.arrays(np.float64, 5), data=st.data())
def test_a_single_changed_bit_is_noticed_wherever_it_is(array, data):
    blob = bytearray(pack({"p": array}))
    where = data.draw(st.integers(0, 8 * len(blob) - 1))
    blob[where // 8] ^= 1 << where % 8
    with pytest.raises(LedgerCorrupt):
        unpack(bytes(blob))


@pytest.mark.parametrize("keep", [0, 3, 19, 20, 23, 40, -1])
def test_a_shortened_blob_is_noticed(keep):
    with pytest.raises(LedgerCorrupt):
        unpack(pack({"p": np.arange(5.0)})[:keep])


@pytest.mark.parametrize("array", [
    np.array([{}, []], dtype=object), np.array(["a", None], dtype=object), np.array([1j]),
    np.array(["2020-01-01"], dtype="M8[D]"), np.array([b"x"]), np.zeros(1, dtype=[("a", int)]),
])
def test_objects_and_other_types_are_refused(array):
    with pytest.raises(BadInput, match="'odd' is an array of"):
        pack({"odd": array})


def header_of(blob):
    (n,) = struct.unpack("<I", blob[BODY : BODY + 4])
    return json.loads(blob[BODY + 4 : BODY + 4 + n])


def forged(header, data=b"\0" * 64):
    """A blob with a valid checksum, made by somebody who means ill."""
    text = json.dumps(header).encode()
    body = struct.pack("<I", len(text)) + text + data
    return MAGIC + sha256(body).digest()[:16] + body


@pytest.mark.parametrize("entry", [
    ["a", "|O", "|O", [1], 8],              # an address in memory as an object
    ["a", "<f8", "|O", [1], 8],
    ["a", "<f8", "<f8", [10**12], 8],       # more than there is
    ["a", "<f8", "<f8", [1], 10**12],
    ["a", "<f8", "<f8", [-1], 8],
    ["a", "<f8", "<f8", [1], -8],
    ["a", "<f8", "<f8", [1], 16],           # lengths that contradict each other
    ["a", "text", "text", [1], 8],          # no JSON
    ["a", "<f8", "<f8", "x", 8],
    ["a"],
    7,
])
def test_a_forged_header_is_refused(entry):
    with pytest.raises(LedgerCorrupt):
        unpack(forged([entry]))


def test_a_header_that_is_no_list_is_refused():
    with pytest.raises(LedgerCorrupt):
        unpack(forged(7))
    with pytest.raises(LedgerCorrupt):
        unpack(forged([["a", "text", "text", [1], 3]], b"[1]"))


def test_the_digest_can_be_read_without_verifying():
    a, b = pack({"p": np.zeros(2)}), pack({"p": np.ones(2)})
    assert digest_of(a) != digest_of(b)
    assert len(bytes.fromhex(digest_of(a))) == 16


def test_every_stored_type_names_itself():
    assert all(dtype.str == name for name, dtype in DTYPES.items())
    assert not any(dtype.hasobject for dtype in DTYPES.values())


def test_nothing_in_the_ledger_can_run_code_that_it_reads():
    """No module of the room imports pickle or its kin, and numpy is never allowed to use it."""
    forbidden = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"}
    files = sorted(Path(referee.ledger.__file__).parent.glob("*.py"))
    assert len(files) > 5
    for path in files:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        names |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names |= {alias.name.split(".")[0] for alias in node.names} | {getattr(node, "module", "") or ""}
        assert not names & (forbidden | {"eval", "exec", "allow_pickle", "PickleType"}), path
