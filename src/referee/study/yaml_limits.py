"""YAML looked at before it is read: how deep it goes, and how long it would get with every alias written out.

Events are counted as they come, nothing is built: twelve lines of anchors that stand for a thousand million words are
refused in the time it takes to read twelve lines.
"""

from __future__ import annotations

from typing import Any

from referee.errors import BadInput

MOST_BYTES = 1 << 20
MOST_DEEP = 40
MOST_PARTS = 20_000             # words, lists and mappings, aliases written out


def require_moderate(text: str, where: str) -> None:
    """Refuse a text that is nested too deeply, refers to itself, or would grow too long."""
    import yaml

    sizes: dict[str, int] = {}                          # of what an anchor stands for
    around: list[tuple[str | None, int]] = []           # the lists and mappings that are open, and their parts so far
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        line = event.start_mark.line + 1
        if isinstance(event, yaml.CollectionStartEvent):
            around.append((event.anchor, 1))
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, parts = around.pop()
            _add(sizes, around, anchor, parts)
        elif isinstance(event, yaml.ScalarEvent):
            _add(sizes, around, event.anchor, 1)
        elif isinstance(event, yaml.AliasEvent):
            if any(anchor == event.anchor for anchor, _ in around):
                raise BadInput(f"{where}, line {line}: {event.anchor!r} refers to itself; write out what it means.")
            _add(sizes, around, None, sizes.get(str(event.anchor), 1))
        _require(around, where, line)


def _add(sizes: dict[str, int], around: list[tuple[str | None, int]], anchor: str | None, parts: int) -> None:
    """Count what has been read into what it stands in, and under its anchor."""
    if anchor is not None:
        sizes[anchor] = parts
    if around:
        name, before = around[-1]
        around[-1] = (name, before + parts)


def _require(around: list[Any], where: str, line: int) -> None:
    if len(around) > MOST_DEEP:
        raise BadInput(f"{where}, line {line}: more than {MOST_DEEP} lists and mappings stand in one another; write it "
                       f"flatter.")
    if sum(parts for _, parts in around) > MOST_PARTS:
        raise BadInput(f"{where}, line {line}: with every alias written out there are more than {MOST_PARTS:,} words; "
                       f"a study needs fewer.")
