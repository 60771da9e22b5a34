"""Numbers and the names of figures as an English text has them: 93,2 % of exactitud is 93.2% of accuracy.

The reader of numbers knows English. What other languages call a figure stands in the lexicon of prose; decimal commas
are told by the text as a whole. Only what numbers need is put into English, the rest of a sentence stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from referee.audit.prose.marks import ENGLISH, language_of, patterns_of, plain

_CI = (r"(?:C\.?I\.?|I\.?C\.?|KI|BI|PU|confidence intervals?|Wilson intervals?|Konfidenzintervalle?|"
       r"Vertrauensintervall|Intervalle?|intervalles? de confiance|intervalos? de confian[zç]a|"
       r"intervall[oi] di confidenza|betrouwbaarheidsinterval|konfidensintervall|przedzia[łl] ufno[śs]ci)")
_LEVEL = r"9[059]\s*(?:-?\s*%|percent|per cent)"
CI = re.compile(rf"(?:{_LEVEL}[-\s]*(?:Wilson |Clopper[- ]Pearson |Wald |exact |bootstrap )?{_CI}"
                rf"|{_CI}\s*(?:à|a|al|de|del|di|do|da|zu|van|på|na poziomie|von|\()?\s*{_LEVEL}\)?)"
                r"(?:\s*(?:de|di|of|von|nach|van|enligt|by)?\s*(?:Wilson|Clopper[- ]Pearson|Wald))?\s*[:,=]?\s*",
                re.IGNORECASE)
ACCENTED = ("è", "é", "È", "É")           # which is, and does not add
COMMA = re.compile(r"(?<![\d.,])\d{1,3},\d(?!\d\d(?!\d))\d*|(?<![\d.,])0,\d+")
POINT = re.compile(r"(?<![\d.,])\d{1,3}\.\d(?!\d\d(?!\d))\d*|(?<![\d.,])0\.\d+")
THOUSANDS_POINT = re.compile(r"(?<![\d.,])(\d{1,3})((?:\.\d{3})+)(?![\d])")
THOUSANDS_BLANK = re.compile(r"(?<![\d.,])(\d{1,3})((?:[ \u00a0\u202f]\d{3})+)(?![\d])")
DECIMAL = re.compile(r"(?<=\d),(?=\d)")
PER_CENT = re.compile(r"(?<=\d)[\s\u00a0\u202f]*(?:%|percent\b|per cent\b|Prozent\b|pour cent\b|por ciento\b|"
                      r"por cento\b|per cento\b|procent\w*)")
OF = re.compile(r"(?<=\d)(\s+[^\W\d]+)??\s+(?:von den|von|der|van de|van|sur les|sur|de los|de las|des|de|sui|sulle|su|"
                r"di|dos|das|em|av de|av|ze|z|na|out of the|out of)\s+(?=\d)")
TO = re.compile(r"(?<=[\d%])\s*(?:bis|à|a|tot|till|do|al|até)\s+(?=[-−]?\d)")


@dataclass(frozen=True)
class Style:
    """How a text writes: its language, and whether a comma stands before decimals."""

    language: str
    comma: bool

    def english(self, content: str) -> str:
        """A piece of the text with its numbers and their names as in English."""
        if self.comma:
            content = THOUSANDS_POINT.sub(lambda found: found[0].replace(".", ""), content)
            content = DECIMAL.sub(".", THOUSANDS_BLANK.sub(_closed, content))
        elif self.language != ENGLISH:
            content = THOUSANDS_BLANK.sub(_closed, content)
        content = CI.sub("95% CI ", PER_CENT.sub("%", content))
        return TO.sub(" to ", OF.sub(r"\1 of ", _named(content, self.language)))


def style_of(content: str) -> Style:
    """How a text writes its numbers.

    >>> style_of("Il modello ha 0,9 di accuratezza.").english("La sensibilità è del 90,0 % (IC 95 %: 81,9 a 94,6).")
    'La sensitivity è del 90.0% (95% CI 81.9 to 94.6).'
    """
    return Style(language_of(content), len(COMMA.findall(content)) > len(POINT.findall(content)))


def _closed(found: re.Match[str]) -> str:
    return re.sub(r"\s", "", found[0])


def _named(content: str, language: str) -> str:
    """The text with the names of figures in English; the longest name counts where two begin alike."""
    bare = "".join(letter if len(letter) == 1 else sign for sign in content for letter in [plain(sign)])
    found = sorted(((place.start(), -place.end(), name) for name, pattern in _names(language) for place in
                    pattern.finditer(bare)))
    parts, end = [], 0
    for start, stop, name in found:
        if start >= end and not (name == "and" and content[start:-stop] in ACCENTED):
            parts += [content[end:start], name]
            end = -stop
    return "".join(parts) + content[end:]


@cache
def _names(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name[1:], pattern) for name, pattern in patterns_of(language) if name.startswith("=") and name not in
                 ("=of which", "=mean"))
