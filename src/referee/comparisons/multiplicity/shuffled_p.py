"""The p-value of a randomization test, never 0.

p = (1 + #{shuffles as good or better}) / (1 + shuffles): Ojala & Garriga (2010), definition 1; Phipson, B. and
Smyth, G. (2010), Statistical Applications in Genetics and Molecular Biology 9, article 39. The data as they are count
as one of the shuffles, which makes it exact for any number of them, and for all orders, each once, the exact test.
"""

from __future__ import annotations

from referee.errors import BadInput


def shuffled_p(as_good: int, shuffles: int) -> float:
    """The p-value from how many shuffles were as good as the data or better.

    >>> shuffled_p(12, 999)
    0.013
    >>> shuffled_p(0, 999)
    0.001
    """
    if not 0 <= as_good <= shuffles:
        raise BadInput(f"of {shuffles} shuffles, {as_good} cannot be as good as the data.")
    return (1 + as_good) / (1 + shuffles)
