"""Writing one picture to a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from referee.errors import BadInput

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def save_picture(figure: Figure, path: str | Path) -> Path:
    """Write a figure, as .svg, .pdf or .png; another ending is refused."""
    target = Path(path)
    try:
        figure.savefig(target, dpi=150, facecolor="white")
    except ValueError as error:
        raise BadInput(f"{target}: {str(error).rstrip('.')}; name a .svg, .pdf or .png file.") from error
    return target
