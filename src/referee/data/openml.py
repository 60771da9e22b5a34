"""A problem from OpenML, by number or name.

Vanschoren, J., van Rijn, J. N., Bischl, B. and Torgo, L. (2013). OpenML: networked science in machine
learning. SIGKDD Explorations 15(2), 49-60. A name stands for the oldest version that is still active.
"""

from __future__ import annotations

from typing import Any

from referee.data.make import make_problem
from referee.data.problem import Problem
from referee.errors import BadInput


def openml_problem(id_or_name: int | str, *, target: Any = None, **options: Any) -> Problem:
    """A data set of OpenML with its default target, unless another is named; options go to `make_problem`."""
    key = int(id_or_name) if str(id_or_name).isdigit() else str(id_or_name)
    dataset, frame = _fetch(key)
    chosen = target or dataset.default_target_attribute
    if not chosen:
        raise BadInput(f"OpenML data set {key!r} names no default target; say which column is the target. "
                       f"Columns: {', '.join(map(str, frame.columns))}.")
    return make_problem(frame, target=chosen, **{"name": dataset.name, **options})


def _fetch(key: int | str) -> tuple[Any, Any]:
    """The description and all its columns but those that OpenML marks as row ids or to be ignored."""
    try:
        import openml
    except ImportError as error:
        raise BadInput("reading from OpenML needs the package openml: pip install 'referee[openml]'.") from error
    try:
        dataset = openml.datasets.get_dataset(key, download_data=True, download_qualities=False,
                                              download_features_meta_data=True)
        frame, *_ = dataset.get_data()
    except OSError as error:        # requests' errors are OSErrors
        raise BadInput(f"OpenML cannot be reached for data set {key!r} ({type(error).__name__}); "
                       f"check the network, or save the table and read it from a file.") from error
    except openml.exceptions.PyOpenMLError as error:
        raise BadInput(f"OpenML gives no data set {key!r}: {error}.") from error
    return dataset, frame
