"""Two sources that would be one model, and nothing in them tells them apart: refused, with names that would do."""

from __future__ import annotations

from pathlib import Path

from referee.data.prediction_table.block import Block
from referee.data.prediction_table.files import stem_of
from referee.data.wording import listed
from referee.errors import BadInput


def same_name(blocks: list[Block], one: Block, other: Block, case: str) -> BadInput:
    """The refusal: which sources, which model, and what to say."""
    alike = list(dict.fromkeys(block.source for block in blocks if block.model == one.model))
    both = f"{listed([_shown(source, alike) for source in alike])} all speak" if len(alike) > 2 else \
        f"{_shown(one.source, alike)} and {_shown(other.source, alike)} both speak"
    if one.roles.model is not None or len(one.roles.sides) > 1 or len(other.roles.sides) > 1:
        return BadInput(f"{both} for a model {one.model!r} of the same cases (such as {case}); give it another name in "
                        f"one of them.")
    names = offered(alike)
    every = {block.source: names.get(block.source, block.model) for block in blocks}
    return BadInput(f"{both} for {one.model!r} of the same cases (such as {case}), and one would hide the other; name "
                    f"them, one name a file in their order, for example by their files: --names "
                    f"\"{','.join(every.values())}\".")


def _shown(source: str, among: list[str]) -> str:
    """A file by its name; by its folder too, where others are called like it."""
    path = Path(source)
    alone = [Path(one).name for one in among].count(path.name) < 2
    return path.name if alone else str(Path(path.parent.name, path.name))


def offered(alike: list[str]) -> dict[str, str]:
    """A name for each of these sources: its file's, with as many folders as tell files apart that are called alike."""
    names = {source: stem_of(Path(source)) for source in alike}
    folders = {source: Path(source).resolve().parts[-2:0:-1] for source in alike}
    for depth in range(min(map(len, folders.values()))):
        if len(set(names.values())) == len(names):
            break
        names = {source: f"{folders[source][depth]}/{name}" for source, name in names.items()}
    return names
