"""One contract over every exported function on arrays: a number or a refusal in one sentence, whatever it is given."""

import inspect
import json
import math
import time
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import islice

import numpy as np
import pandas as pd
import pytest

import array_calls
from referee.comparisons import Growing  # what it writes down is the answer of a verb
from referee.errors import RefereeError
from referee.written import Written

# What is exported beside functions on arrays, and why no call of it is here.
NO_NUMBERS = {
    "metrics": {"FAMILIES", "METRICS", "as_metric", "each_of", "mean_of", "metric", "named_metrics"},    # look up names
    "power": {"fewest", "smallest_difference"},                     # search over a Setting, which is checked when made
}
EVERY = [(room, name) for room, calls in array_calls.CALLS.items() for name in calls]
TOGETHER = 13           # numbers, up to half precision; text and the like are refused one by one
WHOLE = [1, 2.5, 1e300, -1, 0, math.nan, math.inf, -math.inf, 95, "x", None]


def ids(one):
    return one if isinstance(one, str) else None


def function_of(room, name):
    return getattr(array_calls.ROOMS[room], name)


def numeric(value):
    return isinstance(value, list | np.ndarray) and np.asarray(value).dtype.kind in "iufb"


def broken_array(value):
    """The ways in which an array of numbers goes wrong in practice."""
    array = np.asarray(value, dtype=float)
    holed, infinite = array.copy(), array.copy()
    holed[(-1, *[0] * (array.ndim - 1))] = math.nan
    infinite[(-1, *[0] * (array.ndim - 1))] = -math.inf
    yield from (array[:0], array[:1], array[:2], array[:-1], np.full_like(array, array.flat[0]), np.zeros_like(array))
    yield from (holed, infinite, array[None], array * 1e200, array * 1e-200, -array, array.astype(np.float16))
    yield from (array.astype(str), array.astype(object), "abc", None, math.nan, 3, [], [[]], [None] * len(array))
    yield from (["a"] * len(array), [b"a"] * len(array), np.array(["2020-01-01"] * len(array), dtype="M8[D]"))
    yield np.ma.masked_array(array, mask=np.arange(array.size).reshape(array.shape) == 0)
    if array.ndim == 1:
        yield from (pd.Series(array), pd.Series(array, index=range(5, 5 + len(array))))
        yield pd.Series(array, dtype="Float64")
        yield pd.Series([*array[:-1], pd.NA], dtype="Float64")
        yield from (pd.Series(array.astype(str)), pd.Series(array).astype("category"))
    else:
        yield pd.DataFrame(array.reshape(len(array), -1))


def broken(value):
    """Everything that may stand where this stands and is not it."""
    if numeric(value):
        return list(broken_array(value))
    if isinstance(value, str):
        return [value + "x", value.upper(), "", 3, None]
    if isinstance(value, bool):
        return []
    if isinstance(value, int | float):
        return WHOLE
    if isinstance(value, tuple) and len(value) == 2:
        return [(1.0, 0.0), (0.9, 1.0), (math.nan, 1), (-1e9, -1e8), "ab", 3, (0, 1, 2)]
    return [[1.0, 2.0, 3.0], "x", 3, None]


def faulty_calls(room, name):
    """The sound call with one thing wrong at a time, and with all its arrays wrong alike."""
    arguments, options = array_calls.CALLS[room][name]
    for place, value in enumerate(arguments):
        for bad in broken(value):
            yield [*arguments[:place], bad, *arguments[place + 1:]], options
    for option, value in options.items():
        for bad in broken(value):
            yield arguments, options | {option: bad}
    arrays = [place for place, value in enumerate(arguments) if numeric(value)]
    if len(arrays) > 1:
        alike = zip(*(broken_array(arguments[place]) for place in arrays), strict=False)
        for bads in islice(alike, TOGETHER):
            worse = list(arguments)
            for place, bad in zip(arrays, bads, strict=True):
                worse[place] = bad
            yield worse, options


def told(arguments, options):
    """The call in words, for a failure."""
    return ", ".join([*map(repr, arguments), *(f"{key}={value!r}" for key, value in options.items())])[:400]


def parts(result):
    """All that a result holds, down to plain values."""
    yield result
    if is_dataclass(result):
        for field in fields(result):
            yield from parts(getattr(result, field.name))
    elif isinstance(result, dict):
        for one in result.values():
            yield from parts(one)
    elif isinstance(result, list | tuple | set):
        for one in result:
            yield from parts(one)


def check_sound(result, given):
    """No number that is none, the estimate inside its interval, flags in the sentence, a dictionary that comes back."""
    for part in parts(result):
        if isinstance(part, float | np.ndarray) and not isinstance(part, Enum):
            array = np.asarray(part)
            assert array.dtype.kind not in "fc" or not np.isnan(array).any(), f"NaN after {given}: {result}"
        interval = getattr(part, "interval", None)
        value = next((getattr(part, n) for n in ("value", "difference", "probability") if hasattr(part, n)), None)
        if interval is not None and value is not None:
            slack = 1e-9 * max(1.0, abs(value))
            assert interval.low - slack <= value <= interval.high + slack, f"outside after {given}: {result}"
        if getattr(part, "p", None) is not None and np.ndim(part.p) == 0:
            assert 0 <= part.p <= 1
        for sentence in getattr(part, "spoken", ()):
            assert sentence in str(part), f"{sentence!r} is not in {part}"
        if isinstance(part, np.ndarray | np.generic):
            continue
        assert not getattr(part, "flags", ()) or getattr(part, "spoken", ()), f"flags nobody speaks: {part.flags}"
        assert not hasattr(part, "interval") or isinstance(part, Written | Growing), f"{part} is not written down"
        if isinstance(part, Written):
            told = json.loads(json.dumps(part.to_dict()))
            assert told == part.to_dict()
            again = type(part).from_dict(told)
            assert again.to_dict() == part.to_dict()
            assert str(again) == str(part)


@pytest.mark.parametrize("room", array_calls.ROOMS)
def test_every_export_has_a_call(room):
    exported = {name for name in array_calls.ROOMS[room].__all__ if not inspect.isclass(function_of(room, name))}
    assert exported - NO_NUMBERS.get(room, set()) <= set(array_calls.CALLS[room])


@pytest.mark.parametrize(("room", "name"), EVERY, ids=ids)
def test_the_sound_call_is_sound(room, name):
    arguments, options = array_calls.CALLS[room][name]
    check_sound(function_of(room, name)(*arguments, **options), (arguments, options))


@pytest.mark.parametrize(("room", "name"), EVERY, ids=ids)
def test_whatever_is_given_is_a_number_or_a_refusal(room, name):
    function, failures = function_of(room, name), []
    for arguments, options in faulty_calls(room, name):
        try:
            check_sound(function(*arguments, **options), name)
        except RefereeError as refusal:
            failures += [] if str(refusal).endswith((".", "?", ")")) else [f"no sentence: {refusal}"]
        except AssertionError as fault:
            failures.append(f"{str(fault)[:400]} after {told(arguments, options)}")
        except Exception as fault:          # noqa: BLE001 - that there is none is what is tested
            failures.append(f"{type(fault).__name__}: {fault} after {told(arguments, options)}")
    assert not failures, f"{len(failures)} of {name}:\n" + "\n".join(failures[:40])


MILLION = 10**6
# Every pair of rows is looked at, or every row by itself in Python: what these cost is said where they are made.
ROW_BY_ROW = {"bayesian_signed_rank", "growing", "confidence_sequence", "manova", "no_information_rate", "swap",
              "paired_bootstrap_of", "bootstrap_of_estimator", "stuart_maxwell", "shapiro_wilk"}


def takes_rows(arguments):
    return bool(arguments) and all(numeric(value) and np.ndim(value) == 1 and len(value) in {12, 36}
                                   for value in arguments)


@pytest.mark.slow
@pytest.mark.parametrize(("room", "name"), [
    (room, name) for room, name in EVERY
    if takes_rows(array_calls.CALLS[room][name][0]) and name not in ROW_BY_ROW], ids=ids)
def test_a_million_rows(room, name):
    """In half a minute of processor time, and with less than 4 GB."""
    arguments, options = array_calls.CALLS[room][name]
    large = [np.tile(value, MILLION // len(value)) for value in arguments]
    options = {key: np.tile(value, MILLION // 12) if numeric(value) and len(value) == 12 else value
               for key, value in options.items()}
    start = time.process_time()
    try:
        check_sound(function_of(room, name)(*large, **options), name)
    except RefereeError as refusal:
        assert str(refusal).endswith((".", "?", ")"))       # noqa: PT017 - a refusal is an answer
    assert time.process_time() - start < 30


@pytest.mark.parametrize(("room", "name"), EVERY, ids=ids)
def test_a_misspelt_word_is_refused(room, name):
    """No option takes a word nobody wrote down for it; free text is what an argument is called."""
    arguments, options = array_calls.CALLS[room][name]
    for option, value in options.items():
        if isinstance(value, str) and option not in {"unit", "what"} and (room, name) != ("estimates", "area_interval"):
            for bad in {value + "x", value.swapcase(), ""}:
                with pytest.raises(RefereeError, match=option):
                    function_of(room, name)(*arguments, **options | {option: bad})
