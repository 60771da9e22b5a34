"""A ledger that is served, and a browser without a screen."""

import contextlib
import http.client
import re
import threading
import time
from dataclasses import dataclass

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed")

import referee


@dataclass(frozen=True)
class Got:
    """What came back."""

    status: int
    headers: dict
    text: str

    @property
    def words(self):
        """What a person reads, without marks."""
        import html

        bare = re.sub(r"<(style|script)\b.*?</\1>", " ", self.text, flags=re.DOTALL)
        return " ".join(html.unescape(re.sub(r"<wbr>", "", re.sub(r"<(?!wbr)[^>]*>", " ", bare))).split())


class Browser:
    """Asks one server; knows its key by heart, and shows it as a cookie."""

    def __init__(self, serving):
        self.serving = serving

    @property
    def cookie(self):
        return f"referee-{self.serving.port}={self.serving.key}"

    def get(self, path="/", *, method="GET", host=None, cookie=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.serving.port, timeout=30)
        try:
            connection.putrequest(method, path, skip_host=True)
            hosts = [f"127.0.0.1:{self.serving.port}" if host is None else host]
            for one in host if isinstance(host, list) else hosts:
                connection.putheader("Host", one)
            sent = {"Cookie": self.cookie if cookie is None else cookie} | headers
            for name, value in sent.items():
                if value:
                    connection.putheader(name.replace("_", "-"), value)
            connection.endheaders()
            answer = connection.getresponse()
            text = answer.read().decode()
            return Got(answer.status, {name.lower(): value for name, value in answer.getheaders()}, text)
        finally:
            connection.close()

    def until(self, path, says, seconds=30):
        """Ask again and again, as the page itself does, until it says something."""
        end = time.monotonic() + seconds
        while True:
            got = self.get(path)
            if says in got.words or time.monotonic() > end:
                return got
            time.sleep(0.05)


@contextlib.contextmanager
def served_from(where):
    from referee.serve.serving import Serving

    serving = Serving(str(where))
    thread = threading.Thread(target=serving.run, daemon=True)
    thread.start()
    try:
        yield Browser(serving)
    finally:
        serving.stop()
        thread.join(20)
        assert not thread.is_alive()


@pytest.fixture(autouse=True)
def _undrawn(undrawn):
    """What is drawn is tested in tests/report."""


@pytest.fixture
def serve():
    """A function that serves a ledger for as long as the test lasts."""
    with contextlib.ExitStack() as open_ones:
        yield lambda where: open_ones.enter_context(served_from(where))


@pytest.fixture(scope="session")
def two_studies(tmp_path_factory):
    """A ledger with two studies on the same rows."""
    place = tmp_path_factory.mktemp("served") / "lab.db"
    referee.compare(["lda", "tree"], "iris", design="kfold:folds=5", jobs=1, ledger=place)
    referee.compare(["lda", "gaussian-nb"], "iris", design="kfold:folds=3", seed=1, jobs=1, ledger=place)
    return place


@pytest.fixture(scope="module")
def browser(two_studies):
    """The two studies, served for a whole file of tests."""
    with served_from(two_studies) as one:
        yield one
