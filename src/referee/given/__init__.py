"""What a person gives to a function on arrays, read once: columns, numbers, labels, options."""

from referee.given.columns import column
from referee.given.door import door
from referee.given.labels import Labels, label_column
from referee.given.numbers import numbers

__all__ = ["Labels", "column", "door", "label_column", "numbers"]
