"""The registry: files that add themselves, plug-ins that are looked for once, and broken ones that cost a sentence."""

import warnings
from types import SimpleNamespace

import pytest

from referee import registry
from referee.errors import BadInput, BrokenPlugin, RefereeError, UnknownName
from referee.registry import Registry, instance_of


class Point:
    """An entry point as importlib.metadata gives it."""

    def __init__(self, name, brings, package="foreign"):
        self.name, self.brings, self.value = name, brings, "foreign:thing"
        self.dist = SimpleNamespace(name=package)

    def load(self):
        if isinstance(self.brings, BaseException):
            raise self.brings
        return self.brings


def thing(name):
    return SimpleNamespace(name=name)


@pytest.fixture
def installed(monkeypatch):
    """Give the list of installed entry points; it counts how often it is asked for."""
    points, asked = [], []
    monkeypatch.setattr(registry, "entry_points", lambda group: asked.append(group) or points)
    return SimpleNamespace(points=points, asked=asked)


@pytest.fixture
def shelf():
    made = Registry("book", admit=instance_of(SimpleNamespace, "a book"))
    made.add(thing("emma"))
    return made


def test_a_known_name_asks_nobody(shelf, installed):
    assert shelf["emma"].name == "emma"
    assert "emma" in shelf
    assert installed.asked == []


@pytest.mark.parametrize("ask", [
    lambda shelf: [book.name for book in shelf], len,
    lambda shelf: "persuasion" in shelf, lambda shelf: [shelf["persuasion"]], lambda shelf: [shelf.get("persuasion")],
])
def test_listing_and_a_miss_look_at_what_is_installed_once(shelf, installed, ask):
    installed.points.append(Point("persuasion", thing("persuasion")))
    ask(shelf)
    ask(shelf)
    assert installed.asked == ["referee.books"]
    assert [book.name for book in shelf] == ["emma", "persuasion"]
    assert len(shelf) == 2


def test_a_plugin_is_found_by_did_you_mean(shelf, installed):
    installed.points.append(Point("persuasion", thing("persuasion")))
    with pytest.raises(UnknownName, match=r"did you mean 'persuasion'.*shows all 2"):
        shelf["persuasian"]


@pytest.mark.parametrize(("brings", "sentence"), [
    (ImportError("No module named 'x'"), "ImportError: No module named 'x'"),
    (SystemExit(3), "SystemExit: 3"),
    (RuntimeError("two\nlines."), "RuntimeError: two lines"),
    (7, "it is of type int, not a book"),
    (thing("other"), "it calls itself 'other'"),
])
def test_a_broken_plugin_is_one_sentence_and_costs_nothing_else(shelf, installed, brings, sentence):
    installed.points += [Point("broken", brings), Point("persuasion", thing("persuasion"))]
    whole = f"the book 'broken' of the package foreign cannot be used: {sentence}"
    with pytest.warns(BrokenPlugin, match=whole) as told:
        assert [book.name for book in shelf] == ["emma", "persuasion"]
    assert len(told) == 1
    assert "\n" not in str(told[0].message)
    assert len(shelf.faults) == 1
    with pytest.raises(BadInput, match=sentence):
        shelf["broken"]


def test_the_sentence_is_said_once_where_the_broken_one_is_asked_for(shelf, installed):
    installed.points.append(Point("broken", ImportError("gone")))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(BadInput, match="gone"):
            shelf["broken"]


def test_a_plugin_takes_no_name_that_is_taken(shelf, installed):
    mine = shelf["emma"]
    installed.points.append(Point("emma", thing("emma")))
    with pytest.warns(BrokenPlugin, match="of that name already"):
        assert list(shelf) == [mine]
    assert shelf["emma"] is mine


def test_a_plugin_that_added_itself_when_it_was_imported_is_admitted_now(installed):
    shelf = Registry("book", admit=lambda book, _: SimpleNamespace(name=book.name, guarded=True))
    own = shelf.add(thing("emma"))
    installed.points.append(Point("emma", own))
    assert [book.guarded for book in shelf] == [True]
    assert shelf.faults == ()


def test_a_closed_registry_asks_nobody(installed):
    shelf = Registry("rule")
    assert list(shelf) == []
    assert installed.asked == []


def test_what_is_no_name_is_refused_in_a_sentence(shelf):
    with pytest.raises(BadInput, match="a book goes by its name, and list is none"):
        shelf[["emma"]]


def test_two_of_a_name_are_refused(shelf):
    with pytest.raises(RefereeError, match="two books are called 'emma'"):
        shelf.add(thing("emma"))


def test_files_of_the_home_room_add_themselves(tmp_path, monkeypatch):
    room = tmp_path / "room_of_books"
    room.mkdir()
    (room / "__init__.py").write_text("from referee.registry import Registry\n"
                                      "SHELF = Registry('book', home='room_of_books')\n")
    (room / "emma.py").write_text("from types import SimpleNamespace\nfrom room_of_books import SHELF\n"
                                  "SHELF.add(SimpleNamespace(name='emma'))\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    from room_of_books import SHELF

    assert "emma" in SHELF
    assert len(SHELF) == 1
