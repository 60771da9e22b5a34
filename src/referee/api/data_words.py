"""The keywords by which every verb that takes data says what is in them."""

from __future__ import annotations

from inspect import Parameter, signature

from referee.data.make import make_problem

OF_DATA = tuple(name for name, one in signature(make_problem).parameters.items() if one.kind is Parameter.KEYWORD_ONLY)
