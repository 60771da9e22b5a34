"""Which packages may be imported because somebody wrote their name down: a list that only the user adds to.

Installed distributions and modules in the working folder may; the standard library and anything else that happens to
be on the path may not, until the user says so: `--allow PACKAGE`, the environment variable REFEREE_ALLOW, or `allow`.
Nothing is imported to find out.
"""

from __future__ import annotations

import importlib.util
import os
import site
import sys
import sysconfig
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.metadata import distributions
from pathlib import Path
from urllib.parse import unquote, urlsplit

from referee.errors import BadInput

SETTING = "REFEREE_ALLOW"


def allow(*packages: str) -> None:
    """Allow packages by name, for this process and those that it starts.

    >>> allow("no spaces please")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: 'no spaces please' is not the name of a package; allow one as in my_package.
    """
    for package in packages:
        if not all(part.isidentifier() for part in package.split(".")):
            raise BadInput(f"{package!r} is not the name of a package; allow one as in my_package.")
    os.environ[SETTING] = ",".join(dict.fromkeys([*_said(), *packages]))


def said_to_be(path: str) -> bool:
    """Whether the user has allowed the package, or the part of it, by name."""
    return any(path == one or path.startswith(f"{one}.") for one in _said())


def require_allowed(path: str) -> None:
    """Refuse a path whose package the user has not allowed; a package that is not there is left to the import.

    >>> require_allowed("sklearn.svm.SVC")
    >>> require_allowed("subprocess.getoutput")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: subprocess.getoutput is part of Python itself, which no model or design comes from; if \
you mean it, allow it: --allow subprocess, or REFEREE_ALLOW=subprocess.
    """
    top = path.partition(".")[0]
    if said_to_be(path):
        return
    remedy = f"if you mean it, allow it: --allow {top}, or {SETTING}={top}"
    if top in sys.stdlib_module_names or top in sys.builtin_module_names:
        raise BadInput(f"{path} is part of Python itself, which no model or design comes from; {remedy}.")
    found = spec_of(top)
    if found is not None and not _known_place(found):
        raise BadInput(f"{path} is neither installed nor in the working folder ({place(top)}); {remedy}.")


def place(package: str) -> str:
    """Where a package would be imported from; nothing is imported."""
    found = spec_of(package)
    if found is None:
        return "not found"
    return str(found.origin or next(iter(found.submodule_search_locations or ()), package))


def spec_of(package: str) -> ModuleSpec | None:
    """What Python would import under a name, looked up and not loaded."""
    try:
        return importlib.util.find_spec(package)
    except (ImportError, ValueError, AttributeError):
        return None


def _said() -> list[str]:
    return [word.strip() for word in os.environ.get(SETTING, "").split(",") if word.strip()]


def _known_place(found: ModuleSpec) -> bool:
    where = [found.origin] if found.origin else list(found.submodule_search_locations or ())
    roots = [Path.cwd().resolve(), *_installed()]
    return all(any(Path(one).resolve().is_relative_to(root) for root in roots) for one in where)


@cache
def _installed() -> tuple[Path, ...]:
    """The folders into which packages are installed, and those of projects installed to be edited."""
    folders = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), *site.getsitepackages(),
               site.getusersitepackages()}
    return (*(Path(folder).resolve() for folder in folders), *_edited())


def _edited() -> list[Path]:
    """Folders of `pip install -e`, which each distribution notes in its direct_url.json."""
    noted = [one.read_text("direct_url.json") or "" for one in distributions()]
    return [Path(unquote(urlsplit(url).path)).resolve() for text in noted if '"editable"' in text
            for url in [_url_in(text)] if url.startswith("file://")]


def _url_in(text: str) -> str:
    import json

    return str(json.loads(text).get("url", ""))
