"""Sentences of a text, the clause that something stands in, and whether the text says it of itself.

Shared by the readers of what studies write: a phrase counts only where its clause asserts it, that is where nothing
denies it, makes it a condition or a wish, or says it of somebody else's work.
"""

from __future__ import annotations

import re

SHORT = "cf vs ca al No Nr nr bzw Fig fig Tab tab Abb etc resp approx ebd evtl"        # words that end in a point
FULL_STOP = (r"(?<=[.!?])(?<!\b[A-Za-z]\.)" + "".join(rf"(?<!\b{one}[.])" for one in SHORT.split())
             + r"\s+(?=[^\W_a-z]|[(*\"'«„“])|\n\s*\n")
WHOLE = FULL_STOP + r"|\n(?=\s*(?:[-*#>]|\d+[.)])\s)"
SENTENCE, WHOLE_SENTENCE = re.compile(WHOLE + r"|;\s"), re.compile(WHOLE)
CODE = re.compile(r"```.*?```|^[^\S\n]*\|[^\n]*$|`[^`]*`", re.DOTALL | re.MULTILINE)
COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
          "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50, "hundred": 100}
NUMBER = rf"(?:\d[\d,]*|{'|'.join(COUNTS)})"
MOST = 1000                    # characters of a sentence that are read
NEGATED = re.compile(r"\b(?:not|never|no|none|cannot|neither|nor|without|nothing|avoid\w*|prevent\w*|instead of|"
                     r"rather than|unlike|too (?:small|few|short|little))\b|n't\b", re.IGNORECASE)
SUPPOSED = re.compile(r"\b(?:would|could|should|might|may|if|suppose|imagine|whether|unless|hypothes[ie]s (?:of|that)|"
                      r"wrongly|wrong to|(?:be|is|are) wrong|mistake\w*|naive(?:ly)?|remains? (?:open"
                      r"|unclear))\b", re.IGNORECASE)
OF_OTHERS = re.compile(r"\bet al\b|\b(?:previous|prior|earlier|other) (?:work|stud\w+|authors|papers)\b|\bothers\b|"
                       r"\b(?:reviewers?|critics)\b", re.IGNORECASE)
ASKED = re.compile(r"\b(?:see|test|tests|tested|check|determine|assess|know|examine|find out|decide) (?:if|whether)\b",
                   re.IGNORECASE)
BREAKS = (",", ";", ":", " but ", " so ", " and that ", " whereas ", " although ", " while ")


def sentences_of(text: str, *, whole: bool = False) -> list[str]:
    """The sentences of a text, each on one line, without code and the rows of tables; `whole`: not cut at semicolons.

    >>> sentences_of("We split at random. It was\\nfair; all agree.")
    ['We split at random.', 'It was fair', 'all agree.']
    >>> sentences_of("We split at random. It was\\nfair; all agree.", whole=True)
    ['We split at random.', 'It was fair; all agree.']
    """
    parts = (WHOLE_SENTENCE if whole else SENTENCE).split(CODE.sub(" ", text))
    return [plain for part in parts if (plain := " ".join(part[:MOST].split()))]


def clause_around(sentence: str, start: int, end: int) -> str:
    """The clause in which something stands, from the break before it to the break behind it."""
    first = max((at + len(mark) for mark in BREAKS if (at := sentence.rfind(mark, 0, start)) >= 0), default=0)
    last = min((at for mark in BREAKS if (at := sentence.find(mark, end)) >= 0), default=len(sentence))
    return sentence[first:last]


def asserted(sentence: str, found: re.Match[str]) -> bool:
    """Whether the sentence itself says what was found in it.

    >>> said = re.compile("equivalent")
    >>> [asserted(one, said.search(one)) for one in (
    ...     "Hence both are equivalent.", "We cannot say that they are equivalent.", "If they are equivalent, stop.")]
    [True, False, False]
    """
    bare = found.re.sub(lambda other: "·" * len(other[0]), sentence)        # its own words are no denial
    clause = ASKED.sub(" ", clause_around(bare, found.start(), found.end()))
    return not (NEGATED.search(clause) or SUPPOSED.search(clause) or OF_OTHERS.search(clause))


def number_of(word: str) -> int | None:
    """A number in digits or as a word; None where it is neither.

    >>> number_of("1,200"), number_of("Ten"), number_of("several")
    (1200, 10, None)
    """
    bare = word.strip().replace(",", "")
    return int(bare) if bare.isdigit() else COUNTS.get(bare.lower())


def line_of(sentence: str, text: str) -> int | None:
    """The line of a text on which a sentence begins: where its first words stand one after another.

    >>> [line_of(one, "One.\\nThen the \\\\emph{$t$} test was used.") for one in ("the t test was used", "No such")]
    [2, None]
    """
    words = re.findall(r"[^\W\d_]{3,}", sentence)[:6]
    if len(words) < 2:
        return None
    between = r"(?![^\W_])(?:[\W\d_]|(?<![^\W_])[^\W\d_]{1,2}(?![^\W_])|\\[a-zA-Z]{3,}){1,40}?(?<![^\W_])"
    found = re.search(between.join(map(re.escape, words)), text)
    return None if found is None else text.count("\n", 0, found.start()) + 1
