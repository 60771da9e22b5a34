"""The numbers checker: can the figures somebody printed all be true? Printed cells in, contradictions out.

A figure is what was printed and the values it may stand for, by each usual way of rounding. A row is figures that speak
of the same thing. Each constraint over a row (or several) says which figures cannot be true together, and what would be
possible. What is not contradicted by every reading of the figures is left in peace.
"""

from referee.audit.numbers.contradiction import Contradiction, Strength
from referee.audit.numbers.engine import contradictions
from referee.audit.numbers.figure import Figure, Row, figure

__all__ = ["Contradiction", "Figure", "Row", "Strength", "contradictions", "figure"]
