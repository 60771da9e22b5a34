"""Who may come in: attacks on the door, each of which must fail."""

import base64
import hashlib
import re
import socket

import pytest

SAID = "Open the address that"


@pytest.mark.parametrize("path", ["/", "/live", "/looks", "/study/1", "/compare?a=1&b=2", "/study/1/row?row=3", "/no"])
@pytest.mark.parametrize("cookie", ["none=1", "referee-0=x"])
def test_without_the_key_nobody_comes_in(browser, path, cookie):
    got = browser.get(path, cookie=cookie)
    assert got.status == 403
    assert SAID in got.words
    assert "iris" not in got.text
    assert browser.serving.key not in got.text


@pytest.mark.parametrize("change", ["", "{key}x", " {key}", "x{key}", "{upper}", "%C3%A9", "%00", "%FF"])
def test_a_wrong_key_opens_nothing(browser, change):
    key = change.format(key=browser.serving.key, upper=browser.serving.key.swapcase()).replace(" ", "%20")
    got = browser.get(f"/?key={key}", cookie="a=b")
    assert got.status == 403
    assert "set-cookie" not in got.headers
    assert browser.get("/", cookie=f"referee-{browser.serving.port}={key}").status == 403


def test_part_of_the_key_is_no_key(browser):
    assert browser.get(f"/?key={browser.serving.key[:-1]}", cookie="a=b").status == 403


def test_the_key_is_compared_in_constant_time(browser, monkeypatch):
    from referee.serve import door

    asked = []
    true = door.compare_digest
    monkeypatch.setattr(door, "compare_digest", lambda a, b: asked.append((a, b)) or true(a, b))
    browser.get("/?key=guess", cookie="a=b")
    browser.get("/", cookie=f"referee-{browser.serving.port}=guess")
    assert (b"guess", browser.serving.key.encode()) in asked
    assert len(asked) == 2


def test_the_key_is_shown_once_and_then_a_strict_cookie(browser):
    got = browser.get(f"/looks?key={browser.serving.key}&page=2", cookie="a=b")
    assert got.status == 303
    assert got.headers["location"] == "/looks?page=2"
    said = got.headers["set-cookie"]
    assert {"httponly", "samesite=strict", "path=/"} <= {part.strip().lower() for part in said.split(";")}
    assert browser.get("/looks", cookie=said.split(";")[0]).status == 200


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example", "///evil.example"])
def test_the_door_sends_nobody_elsewhere(browser, path):
    got = browser.get(f"{path}?key={browser.serving.key}", cookie="a=b")
    place = got.headers.get("location", "/")
    assert re.match(r"/(?![/\\])", place), place


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example:{port}", "127.0.0.1:1",
                                  "0.0.0.0:{port}", "[::1]:{port}", "", ["127.0.0.1:{port}", "evil.example"], []])
def test_another_host_is_refused_even_with_the_key(browser, host):
    port = browser.serving.port
    said = host.format(port=port) if isinstance(host, str) else [one.format(port=port) for one in host]
    got = browser.get(f"/?key={browser.serving.key}", host=said)
    assert got.status in {400, 421}
    assert "iris" not in got.text
    assert "set-cookie" not in got.headers


def test_localhost_is_this_machine_too(browser):
    assert browser.get("/", host=f"localhost:{browser.serving.port}").status == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND"])
def test_only_reading_is_understood(browser, method):
    got = browser.get("/", method=method)
    assert got.status in {400, 405}
    if got.status == 405:
        assert got.headers["allow"] == "GET, HEAD"


def test_head_has_the_headers_and_no_page(browser):
    got = browser.get("/", method="HEAD")
    assert (got.status, got.text) == (200, "")


@pytest.mark.parametrize("path", ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/study/..%2f..%2fetc%2fpasswd",
                                  "/study/%00", "/static/../serving.py", "/study/" + "9" * 400, "/study/-1", "/study/0",
                                  "/study/1e3", "/study/%D9%A3", "/templates/base.html.j2"])
def test_no_path_leads_out_of_the_ledger(browser, path):
    got = browser.get(path)
    assert got.status == 404
    assert "root:" not in got.text
    assert "There is no" in got.words
    assert "Traceback" not in got.text


@pytest.mark.parametrize("path", ["/", "/live", "/looks", "/study/1", "/study/no", "/compare?a=1&b=2", "/nothing"])
def test_every_answer_forbids_what_it_does_not_need(browser, path):
    browser.until("/study/1", "How good each is")
    got = browser.get(path, Origin="http://evil.example")
    policy = got.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src 'sha256-" in policy
    assert "'unsafe-inline'" not in policy.split("script-src")[1].split(";")[0]
    assert got.headers["x-content-type-options"] == "nosniff"
    assert got.headers["referrer-policy"] == "no-referrer"
    assert got.headers["cache-control"] == "no-store"
    assert not [name for name in got.headers if name.startswith("access-control")]
    assert "server" not in got.headers


@pytest.mark.parametrize("path", ["/", "/study/1"])
def test_the_scripts_of_a_page_are_those_that_the_policy_allows(browser, path):
    browser.until("/study/1", "How good each is")
    got = browser.get(path)
    scripts = re.findall(r"<script>(.*?)</script>", got.text, flags=re.DOTALL)
    assert scripts
    for text in scripts:
        mark = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{mark}'" in got.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/", "/looks", "/study/1", "/compare?a=1&b=2"])
def test_nothing_is_fetched_from_elsewhere(browser, path):
    browser.until("/study/1", "How good each is")
    text = browser.get(path).text
    assert not re.search(r"""(?:src|href|action)\s*=\s*["']?(?:https?:)?//""", text)
    assert "@import" not in text
    assert "url(" not in text


def test_it_listens_on_this_machine_alone(browser):
    assert browser.serving.socket.getsockname()[0] == "127.0.0.1"


def test_what_is_no_request_ends_with_an_error(browser):
    with socket.create_connection(("127.0.0.1", browser.serving.port), timeout=10) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: " + b"x" * 200_000)
        line.settimeout(10)
        assert b" 400 " in line.recv(100) or line.recv(1) == b""
    assert browser.get("/").status == 200
