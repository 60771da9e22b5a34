"""Two sources that would be one model: refused, and names offered that tell them apart.

What else the files say of how they were made (prompt, solver, arguments) comes first, then the files' own names.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

from referee.data.prediction_table.block import Block
from referee.data.prediction_table.files import stem_of
from referee.data.wording import listed
from referee.errors import BadInput

LONGEST = 40            # characters of a setting in a name


def same_name(blocks: list[Block], one: Block, other: Block, case: str) -> BadInput:
    """The refusal: which sources, which model, and what to say."""
    alike = list(dict.fromkeys(block.source for block in blocks if block.model == one.model))
    both = f"{listed([_shown(source, alike) for source in alike])} all speak" if len(alike) > 2 else \
        f"{_shown(one.source, alike)} and {_shown(other.source, alike)} both speak"
    if one.roles.model is not None or len(one.roles.sides) > 1 or len(other.roles.sides) > 1:
        return BadInput(f"{both} for a model {one.model!r} of the same cases (such as {case}); give it another name in "
                        f"one of them.")
    by, names = offered(blocks, alike)
    every = {block.source: names.get(block.source, block.model) for block in blocks}
    return BadInput(f"{both} for {one.model!r} of the same cases (such as {case}), and one would hide the other; name "
                    f"them, one name a file in their order, for example {by}: --names \"{','.join(every.values())}\".")


def _shown(source: str, among: list[str]) -> str:
    """A file by its name; by its folder too, where others are called like it."""
    path = Path(source)
    alone = [Path(one).name for one in among].count(path.name) < 2
    return path.name if alone else str(Path(path.parent.name, path.name))


def offered(blocks: list[Block], alike: list[str]) -> tuple[str, dict[str, str]]:
    """What the names are taken from, and a name for each of these sources: the fewest settings that tell them apart."""
    settings = {block.source: dict(block.settings) for block in blocks if block.source in alike}
    keys = list(dict.fromkeys(key for told in settings.values() for key in told))
    for size in (1, 2):
        for chosen in combinations(keys, size):
            names = {source: " ".join(_short(told.get(key, "none")) for key in chosen)
                     for source, told in settings.items()}
            if len(set(names.values())) == len(names) > 1:
                return f"by their {' and '.join(chosen)}", names
    stems = {source: stem_of(Path(source)) for source in alike}
    if len(set(stems.values())) < len(stems):
        stems = {source: f"{Path(source).parent.name}/{stem}" for source, stem in stems.items()}
    return "by their files", stems


def _short(text: str) -> str:
    plain = " ".join(text.replace(",", " ").replace('"', " ").split())
    return plain if len(plain) <= LONGEST else plain[:LONGEST - 1] + "…"
