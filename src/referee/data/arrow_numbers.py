"""Arrow's columns of numbers as arrays of numpy.

Not by Arrow's own way there: it loads pandas, which takes longer than reading a hundred thousand rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.kinds import Array


def floats_of(column: Any) -> Array:
    """A column of numbers as floats, NaN where one is missing.

    >>> import pyarrow as pa
    >>> floats_of(pa.chunked_array([[1, None], [3]]))
    array([ 1., nan,  3.])
    """
    import pyarrow as pa  # type: ignore[import-untyped]
    from pyarrow import compute

    numbers = column if column.type == pa.float64() else column.cast(pa.float64(), safe=False)
    if numbers.null_count:
        numbers = compute.fill_null(numbers, float("nan"))
    chunks = [chunk for chunk in (numbers.chunks if isinstance(numbers, pa.ChunkedArray) else [numbers]) if len(chunk)]
    parts = [np.from_dlpack(chunk) for chunk in chunks]
    return parts[0] if len(parts) == 1 else np.concatenate(parts) if parts else np.empty(0)
