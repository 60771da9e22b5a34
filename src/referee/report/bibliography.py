r"""The works behind the methods of an answer, as BibTeX: methods name them as "Authors Year", `works.bib` has the rest.

>>> keys("Nadeau & Bengio 2003; Reich & Barai 1999, eq. 8; docs/halves.md")
['nadeau-bengio-2003', 'reich-barai-1999']
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.metadata import version
from importlib.resources import files

OURS = "referee"                     # the key of this program itself
CITED = re.compile(r" ?⟦([^⟧]*)⟧")   # how a paragraph of methods marks what it cites
YEAR = re.compile(r"\b(1[89]|20)\d\d\b")


def cited(*references: str) -> str:
    """A mark in a paragraph where these works are cited; nothing where none of them is known.

    >>> cited("Holm 1979", "docs/halves.md")
    ' ⟦Holm 1979⟧'
    """
    named = list(dict.fromkeys(part for text in references for part in _parts(text)))
    return f" ⟦{'; '.join(named)}⟧" if named else ""


def in_words(paragraph: str) -> str:
    """The paragraph with its works by author and year.

    >>> in_words("by Holm ⟦Holm 1979⟧.")
    'by Holm (Holm 1979).'
    """
    return CITED.sub(r" (\1)", paragraph)


def in_latex(paragraph: str) -> str:
    r"""The paragraph for LaTeX, with its works by their keys.

    >>> in_latex("by Holm, 95% ⟦Holm 1979; Student 1908⟧.")
    'by Holm, 95\\%~\\cite{holm-1979,student-1908}.'
    """
    from referee.report.booktabs import escaped

    parts = CITED.split(paragraph)               # every other one is what is cited
    return "".join(rf"~\cite{{{','.join(keys(part))}}}" if i % 2 else escaped(part) for i, part in enumerate(parts))


def keys(reference: str) -> list[str]:
    """The keys of the works that a reference names."""
    return [_key(part) for part in _parts(reference)]


def bibtex(references: Iterable[str]) -> str:
    """The entries of all works named, each once, in the order of their keys, after that of this program."""
    named = {_key(part): part for text in references for part in _parts(text)}
    entries = [works().get(key) or _unlisted(key, text) for key, text in sorted(named.items())]
    return "\n".join([_own(), *entries])


def all_cited(paragraph: str) -> Sequence[str]:
    """Every reference marked in a paragraph."""
    return CITED.findall(paragraph)


@cache
def works() -> dict[str, str]:
    """The entries that come along, by their keys."""
    text = files("referee.report").joinpath("works.bib").read_text(encoding="utf-8")
    return {entry[1]: f"{entry[0].strip()}\n" for entry in re.finditer(r"@\w+\{([^,]+),.*?\n\}\n", text, re.DOTALL)}


def _parts(reference: str) -> list[str]:
    """The works in a reference: those parts of it that have a year, without the place in the work."""
    found = ((part.strip(), YEAR.search(part)) for part in reference.split(";"))
    return [part[:year.end()] for part, year in found if year is not None]


def _key(work: str) -> str:
    plain = unicodedata.normalize("NFKD", work.replace("et al.", "")).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", plain.lower()))


def _unlisted(key: str, text: str) -> str:
    """A work of which only author and year are known, as one that a plugin names."""
    authors, _, year = text.rpartition(" ")
    return f"@misc{{{key},\n  author = {{{authors.replace(' &', ' and')}}}, year = {{{year}}}\n}}\n"


def _own() -> str:
    return (f"@misc{{{OURS},\n  author = {{{{The referee developers}}}},\n"
            f"  title = {{referee: which model is better, by how much, how sure}},\n"
            f"  note = {{Version {version(OURS)}}}\n}}\n")
