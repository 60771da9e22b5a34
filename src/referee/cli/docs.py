"""referee docs: the pages of the documentation, which come along with the program."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.show import columns


def docs(
    page: Annotated[str | None, typer.Argument(
        metavar="PAGE", help="A page or a section of one, as messages name them: audit, audit#f-14. "
                             "Without it, all pages are listed.")] = None,
) -> None:
    """Read the documentation: a page, or the section that a message names (docs: audit#f-14).

    Example: referee docs audit#f-14
    """
    from referee.report import manual

    if page is None:
        print(columns([("page", "about"), *manual.titles().items()]))
    else:
        print(f"{manual.read(page)}\n\nFile: {manual.path_of(page)}")
