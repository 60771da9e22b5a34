"""Ship propellers in open water by the Wageningen B-series: rows as many as one likes, with a known truth."""

from referee.data.propellers.open_water import open_water
from referee.data.propellers.rows import INPUTS, OUTPUTS, propeller_rows

__all__ = ["INPUTS", "OUTPUTS", "open_water", "propeller_rows"]
