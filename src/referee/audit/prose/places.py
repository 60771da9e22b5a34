"""Places and periods that are the test set: of "patients of the second network (n = 312) formed the test set" it is
the second network, wherever the text comes back to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.audit.prose.marks import Mark, Sentence

_ORDINAL = (r"(?:second|third|fourth|zweiten?|zweiter|dritten?|deuxieme|second[eoai]?|troisieme|segund[oa]s?|"
            r"tercer[oa]?|terceir[oa]|terz[oa]|tweede|derde|andra|tredje|drugi\w*|drugiej|trzeci\w*)")
PLACE = rf"(?:{_ORDINAL} [^\W\d]{{4,}}|(?:[^\W\d]{{4,}}) (?:[a-h]|\d|i{{1,3}}|iv))"
ROUND = r"\s*(?:\([^()]{0,40}\))?"
VERBS = (r"(?:\s*,?\s*(?:the|are|is|was|were|formed|form|forms|served|serve|serves|as|our|constituted|made|up|das|die|"
         r"den|der|dienten|diente|als|bilden|bildeten|bildet|sind|war|waren|le|la|les|ont|a|servi|de|comme|constituent|"
         r"forment|el|los|fueron|forman|formaron|sirvieron|como|il|lo|sono|formano|servono|da|come|o|os|foram|formam|"
         r"serviram|het|zijn|vormden|vormen|dienden|ar|utgor|utgjorde|som|stanowi\w*|sa|to|zbior)\b){0,5}\s*")
FIRST = r"(?:first|erste\w?|premiere?|primer[oa]?|prim[oa]|primeir[oa]|eerste|forsta|pierwsz\w+)"
SHORTEST = 4                   # letters of a noun
NAMED = re.compile(rf"\b(?P<place>{PLACE}){ROUND}{VERBS}$")


def places_of_test(sentences: Sequence[Sentence]) -> frozenset[str]:
    """What the text calls its test set by: a place that stands before the words for it, and before no other part's."""
    found: dict[str, set[str]] = {}
    for sentence in sentences:
        for part in sentence.marks:
            if part.concept in ("test", "training", "valid") and (
                    named := NAMED.search(sentence.plain[max(0, part.start - 120):part.start])):
                found.setdefault(named["place"], set()).add(part.concept)
    return frozenset(place for place, parts in found.items() if parts == {"test"})


def marks_by_place(sentence: Sentence, places: frozenset[str]) -> Iterator[Mark]:
    """Marks of the test set where a sentence names it by its place alone."""
    if places and not sentence.of("test", denied=True):
        yield from (Mark("test", *found.span()) for place in places if not _beside_another(place, sentence.plain)
                    for found in re.finditer(rf"\b{re.escape(place)}\b", sentence.plain))


def _beside_another(place: str, bare: str) -> bool:
    """Whether a sentence names another place of the kind too: what was done in hospital A is used in hospital B."""
    first, last = place.split()
    other = rf"{first}s? (?!{last}\b)(?:[a-h]|\d|i{{1,3}}|iv)" if len(last) < SHORTEST else rf"{FIRST} {last}"
    return re.search(rf"\b{other}\b", bare) is not None
