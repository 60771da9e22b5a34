"""In which encoding a text is that is not UTF-8: the one in which its words look like words.

Bytes above 127 stand for other letters in every encoding. Read in the wrong one, words mix alphabets, have capitals
or signs in their middle, or are made of rare characters; such marks are counted, and the encoding with the fewest is
taken. Windows-1252, the usual one, is taken where it does as well as others; others that do are not guessed between.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

SHOWN = {"cp1252": "Windows-1252", "cp1250": "Windows-1250", "cp1251": "Windows-1251", "cp1253": "Windows-1253",
         "iso8859_2": "ISO 8859-2", "koi8_r": "KOI8-R", "mac_roman": "Mac Roman", "cp932": "Shift JIS",
         "euc_jp": "EUC-JP", "gb18030": "GB18030", "big5": "Big5", "cp949": "EUC-KR", "utf-16": "UTF-16",
         "utf-16-le": "UTF-16", "utf-16-be": "UTF-16"}
USUAL = "cp1252"        # taken where it fits as well as others; it comes first
EASTERN = ("cp932", "euc_jp", "gb18030", "big5", "cp949")
WORD = re.compile(r"[^\s,;|\"'()/.:!?0-9+*=<>&#%$@_-]+")
CJK = {"CJK", "HIRAGANA", "KATAKANA"}
MOST_ODD = 0.7          # marks a word, from which on nothing fits
COMMON = 5              # different characters, from which on their places in the table tell something
FEWEST = 3              # different words, below which only the usual encoding is taken
MANY = 20               # different characters, among which Japanese has kana
NEAR = 0.3              # marks a word, by which East Asian encodings must differ to be told apart


@dataclass(frozen=True, slots=True)
class Charset:
    """An encoding in which a text can be read, a word of it, and how odd its words are on average."""

    encoding: str
    text: str
    odd: float

    @property
    def words(self) -> list[str]:
        """The words that are not plain ASCII, each once."""
        return list(dict.fromkeys(word for word in WORD.findall(self.text) if not word.isascii()))

    @property
    def sure(self) -> bool:
        """Whether it is the usual one, or there are words enough to tell."""
        return self.encoding == USUAL or len(self.words) >= FEWEST

    @property
    def shown(self) -> str:
        """Its name and a word, for a sentence."""
        return f"{SHOWN[self.encoding]} text ({next(iter(self.words), '')!r})"


def charsets(sample: bytes) -> list[Charset]:
    """The encodings that fit a text best: one, or several that nobody can tell apart; none where it is no text."""
    fits: dict[str, Charset] = {}
    for encoding in SHOWN:
        if encoding.startswith("utf"):
            continue
        try:
            text = sample.decode(encoding)
        except UnicodeDecodeError:
            continue
        if text not in {fit.text for fit in fits.values()}:
            fits[encoding] = Charset(encoding, text, _odd(text, encoding))
    best = min((fit.odd for fit in fits.values()), default=1.0)
    if best > MOST_ODD:
        return []
    western = [fit for fit in fits.values() if fit.odd <= best + 1e-9 and fit.encoding not in EASTERN]
    eastern = [fit for fit in fits.values() if fit.odd <= best + NEAR and fit.encoding in EASTERN]
    if any(fit.encoding == USUAL for fit in western):
        return western[:1]
    return western or sorted(eastern, key=lambda fit: fit.odd)


def _odd(text: str, encoding: str) -> float:
    """Marks of a misreading, a word that is not plain ASCII on average."""
    words = Charset(encoding, text, 0.0).words
    if not words:
        return 0.0
    rare = RARE[encoding](words) if encoding in RARE else 0.0
    return (sum(map(_marks, words)) + rare) / len(words)


def _marks(word: str) -> float:
    """What a word has that words of a language do not."""
    scripts = [_script(letter) for letter in word]
    letters = {script for script in scripts if script}
    marks = 3.0 * (len(letters) > 1 and not letters <= CJK)
    marks += 5.0 * sum(unicodedata.category(letter) in {"Cc", "Co", "Cn"} for letter in word)
    marks += 2.0 * sum(one.islower() and other.isupper() for one, other in pairwise(word))
    marks += sum(script == "HALFWIDTH" for script in scripts)
    signs = [not script and not letter.isascii() for script, letter in zip(scripts, word, strict=True)]
    marks += 1.0 * sum(signs) if letters or len(word) > 1 else 0.0
    if letters == {"GREEK"} and len(word) > 3:          # which has one accent a word
        marks += 1.0 * (sum(letter in "άέήίόύώΆΈΉΊΌΎΏ" for letter in word) != 1)
    if letters == {"LATIN"} and len(word) > 1 and all(not letter.isascii() for letter in word):
        marks += 2.0
    return marks


@cache
def _script(letter: str) -> str:
    """The alphabet of a letter; nothing for what is none."""
    if not letter.isalpha():
        return ""
    return "LATIN" if letter in "ªº" else unicodedata.name(letter, "").split(" ")[0].split("-")[0]


def _pairs(words: list[str], encoding: str) -> list[bytes]:
    """The characters of two bytes, each once."""
    found = dict.fromkeys(letter.encode(encoding) for word in words for letter in word if not letter.isascii())
    return [pair for pair in found if len(pair) == 2]


def _japanese(words: list[str]) -> float:
    letters = "".join(words)
    kana = any(_script(letter) in {"HIRAGANA", "KATAKANA"} for letter in letters)
    kanji = [letter.encode("euc_jp", "ignore") for letter in set(letters) if _script(letter) == "CJK"]
    lacking = not kana and len(set(letters)) >= MANY
    return 2.0 * len(words) * lacking + sum(not 0xB0 <= pair[0] <= 0xCF for pair in kanji if pair)


def _chinese(words: list[str]) -> float:
    pairs = _pairs(words, "gb18030")
    korean = len(pairs) >= COMMON and all(0xB0 <= pair[0] <= 0xC8 and pair[1] >= 0xA1 for pair in pairs)
    return sum(not (0xB0 <= pair[0] <= 0xD7 and pair[1] >= 0xA1) for pair in pairs) + 1.0 * len(words) * korean


def _traditional(words: list[str]) -> float:
    pairs = _pairs(words, "big5")
    never_low = len(pairs) >= COMMON and all(pair[1] >= 0xA1 for pair in pairs)
    return sum(not 0xA4 <= pair[0] <= 0xC6 for pair in pairs) + 2.0 * len(words) * never_low


def _korean(words: list[str]) -> float:
    return sum(not (0xB0 <= pair[0] <= 0xC8 and pair[1] >= 0xA1) for pair in _pairs(words, "cp949"))


RARE: dict[str, Callable[[list[str]], float]] = {"cp932": _japanese, "euc_jp": _japanese, "gb18030": _chinese,
                                                 "big5": _traditional, "cp949": _korean}
