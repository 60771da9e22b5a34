"""What may be told: passwords are masked, what is quoted is short, and nothing in it steers a terminal.

This is the one place where it is decided. Refusals, lines of the command line, pages, JSON, command lines that are
recorded and everything a ledger keeps as text go through here.
"""

from __future__ import annotations

import re
import unicodedata

MASK = "***"
MOST_QUOTED = 200          # characters of a cell, a name or a path that a refusal repeats
MOST_TOLD = 1500           # characters of a whole refusal

# Addresses hold no blanks, quotes or angle brackets, and are not endless: each is looked at by itself.
_WORD = re.compile(r"""[^\s'"<>]+""")
_LONGEST = 4096
# user:password@host behind a scheme; a password ends at the last @.
_IN_ADDRESS = re.compile(r"(?P<begin>\b[a-z][a-z0-9+.-]{0,30}://[^:/?#@]{0,200}:)(?P<secret>.+)(?=@)", re.IGNORECASE)
_AS_OPTION = re.compile(r"(?P<begin>(?:[?&;]|^)(?:amp;)?(?:ssl)?(?:password|passwd|pwd|token|secret|api_?key)=)"
                        r"(?P<secret>[^&;]+)", re.IGNORECASE)
_IN_ENVIRONMENT = re.compile(r"(?P<begin>\bPGPASSWORD=)(?P<secret>.+)")
# A text with none of these has nothing to mask; the letters are those that count as i, k or s where case does not.
_TELLTALE = ("password=", "passwd=", "pwd=", "token=", "secret=", "apikey=", "api_key=")
_ODD_LETTERS = "\u0130\u0131\u017f\u212a"
_ADDRESSED = re.compile(r"""://[^\s'"<>]*@""")
# What libpq takes: host=h user=ann password='x y'.
_DSN = re.compile(r"\b(?:host|dbname|user)=", re.IGNORECASE)
_IN_DSN = re.compile(r"""(?P<begin>\bpassword=)(?P<secret>'[^']*'|[^\s'"<>]+)""", re.IGNORECASE)
# Quotes are taken one after another, short ones too: what stands between two of them is no quote.
_QUOTED = re.compile(rf"""(?<!\w)'(?:[^'\\]|\\.)*'(?!\w)|(?<!\w)"(?:[^"\\]|\\.)*"(?!\w)|"""
                     rf"""\S{{{MOST_QUOTED + 1},}}""", re.DOTALL)


def masked(text: str) -> str:
    """The text without the passwords of database addresses.

    >>> masked("Ledger: postgresql://ann:s3c:r@t@host/db?sslpassword=x&a=1")
    'Ledger: postgresql://ann:***@host/db?sslpassword=***&a=1'
    >>> masked("http://host:8080/a@b and postgresql://ann@host/db")
    'http://host:8080/a@b and postgresql://ann@host/db'
    """
    if not _may_hold_secret(text):
        return text
    if _DSN.search(text):
        text = _IN_DSN.sub(_hidden, text)
    return _WORD.sub(_masked_word, text)


def _may_hold_secret(text: str) -> bool:
    """Whether it is worth going through all its words; a page has tens of thousands."""
    if any(letter in text for letter in _ODD_LETTERS):
        return True
    if "=" in text:
        small = text.lower()
        if any(name in small for name in _TELLTALE):
            return True
    return "@" in text and _ADDRESSED.search(text) is not None


def holds_secret(text: str) -> bool:
    """Whether there is something to mask."""
    return masked(text) != text


def shortened(text: str) -> str:
    """The text with every quote and every word of more than 200 characters cut in its middle, and never endless.

    >>> len(shortened("cell " + repr("x" * 70_000) + " is no number."))
    219
    """
    if len(text) <= MOST_QUOTED:
        return text
    text = _QUOTED.sub(lambda found: found[0] if len(found[0]) <= MOST_QUOTED else _cut(found[0], MOST_QUOTED), text)
    return text if len(text) <= MOST_TOLD else _cut(text, MOST_TOLD)


def plain(text: str) -> str:
    """The text with characters that steer a terminal, or are no characters, written out.

    >>> plain("\\x1b[31mred"), plain("two\\nlines")
    ('\\\\x1b[31mred', 'two\\nlines')
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char in "\n\t" or unicodedata.category(char) not in {"Cc", "Cs"}
                   else char.encode("unicode_escape").decode("ascii") for char in text)


def presentable(text: str) -> str:
    """As a refusal may say it."""
    return shortened(plain(masked(text)))


def _masked_word(found: re.Match[str]) -> str:
    word = found[0]
    if len(word) > _LONGEST:
        return word
    if "@" in word and "://" in word:
        word = _IN_ADDRESS.sub(_hidden_in_address, word)
    return _IN_ENVIRONMENT.sub(_hidden, _AS_OPTION.sub(_hidden, word)) if "=" in word else word


def _hidden(found: re.Match[str]) -> str:
    return f"{found['begin']}{MASK}"


def _hidden_in_address(found: re.Match[str]) -> str:
    """A port with a path behind it is no password: http://host:8080/a@b."""
    return found[0] if re.match(r"\d+/", found["secret"]) else _hidden(found)


def _cut(text: str, most: int) -> str:
    tail = most // 5
    note = f"… ({len(text):,} characters) …"
    return f"{text[:most - tail - len(note)]}{note}{text[-tail:]}"
