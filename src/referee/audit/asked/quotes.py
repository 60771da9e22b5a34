"""Whether a quote stands in a text, word by word, and on which line: marks, spaces and line breaks aside."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

WORD = re.compile(r"\w+")
CUT = re.compile(r"…|\.{3,}|\[\s*(?:…|\.{3,})\s*\]")       # where a quote leaves something out
FEWEST = 2                   # words of a quote: one word stands in any text


def says_enough(quote: str) -> bool:
    """Whether a quote has words enough to be sought."""
    return len(WORD.findall(quote)) >= FEWEST


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text, one after another, and where each begins."""

    joined: str
    lines: dict[int, int] = field(default_factory=dict)          # place in `joined` → line of the text

    @classmethod
    def of(cls, text: str) -> Words:
        """Those of a text.

        >>> Words.of("The *scaler* saw\\nall rows.").line_of("scaler saw all")
        1
        """
        words: list[str] = []
        lines: dict[int, int] = {}
        place = 1
        for number, line in enumerate(text.splitlines(), 1):
            for word in WORD.findall(line):
                lines[place] = number
                words.append(word.casefold())
                place += len(words[-1]) + 1
        return cls(f" {' '.join(words)} ", lines)

    def line_of(self, quote: str) -> int | None:
        """The line on which a quote begins; None where it does not stand in the text, or says too little to be sought.

        >>> text = Words.of("One thing.\\nThe test set was used to choose the epoch, as others do.")
        >>> text.line_of("“the test set was used … as others do”"), text.line_of("the test set was not used")
        (2, None)
        """
        first, start = None, 0
        for part in CUT.split(quote):
            words = [word.casefold() for word in WORD.findall(part)]
            if not words:
                continue
            at = self.joined.find(f" {' '.join(words)} ", start)
            if at < 0:
                return None
            first = at + 1 if first is None else first
            start = at + 1
        return None if first is None or not says_enough(quote) else self.lines[first]
