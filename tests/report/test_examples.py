"""A function on arrays shows how it is called; those without an example are named here, and the list only shrinks."""

import inspect

import pytest

from referee import comparisons, estimates
from referee.comparisons import power

# They take what other functions of their room have made.
WITHOUT = {"bbc_from_counts", "cells_of_parts", "full_size_variance", "metric_statistic", "out_of_bag_standard_error"}


@pytest.mark.parametrize("room", [comparisons, power, estimates], ids=lambda room: room.__name__)
def test_every_function_on_arrays_has_an_example(room):
    functions = {name: getattr(room, name) for name in room.__all__ if not inspect.isclass(getattr(room, name))}
    bare = {name for name, one in functions.items() if ">>>" not in (inspect.getdoc(one) or "")}
    assert bare == WITHOUT & set(functions)
