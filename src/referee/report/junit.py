"""JUnit XML, which servers of continuous integration read: a document of test cases."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")       # XML 1.0, production 2


def junit(title: str, suite_name: str, cases: Sequence[Element]) -> str:
    """The whole document of one suite, with its cases counted."""
    counts = {"tests": len(cases), "failures": _having(cases, "failure"), "errors": _having(cases, "error"),
              "skipped": _having(cases, "skipped")}
    told = {name: str(count) for name, count in counts.items()}
    root = Element("testsuites", {"name": title, **told})
    suite = SubElement(root, "testsuite", {"name": xml(suite_name), **told})
    suite.extend(cases)
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _having(cases: Sequence[Element], tag: str) -> int:
    return sum(case.find(tag) is not None for case in cases)


def xml(text: str) -> str:
    """The text without the characters that no XML may hold."""
    return _NO_XML.sub("", text)
