"""Who may come in: whoever has the key, on this machine, by an address that names this machine.

A page of a stranger that is open in the same browser can send requests here. It does not know the key; its name is not
that of this machine, whatever its owner's name server says (DNS rebinding); and a strict cookie does not travel with
what it sends. Only GET and HEAD are understood, and every answer says what a browser may do with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from hmac import compare_digest
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import MutableHeaders
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.serve.drawing import refusal, script_marks

KEY = "key"
READING = {"GET", "HEAD"}
WRONG_HOST, NO_KEY, NOT_READ = 421, 403, 405


class Door:
    """Stands before every page."""

    def __init__(self, app: ASGIApp, *, key: str, port: int) -> None:
        self._app, self._key = app, key
        self._cookie = f"referee-{port}"
        self._hosts = {f"{name}:{port}".encode() for name in ("127.0.0.1", "localhost")}
        if port == 80:
            self._hosts |= {b"127.0.0.1", b"localhost"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it here."""
        if scope["type"] != "http":
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(headers())
            await send(message)

        await (self._answer(scope) or self._app)(scope, receive, with_headers)

    def _answer(self, scope: Scope) -> ASGIApp | None:
        """What is answered at the door; None for whoever may come in."""
        if self._sent(scope, b"host") not in [[host] for host in self._hosts]:
            return _refused(WRONG_HOST, "This is not the address of this view. Open the address that the terminal "
                                        "shows.")
        if scope["method"] not in READING:
            return _refused(NOT_READ, "Here one can only look.", Allow="GET, HEAD")
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if any(name == KEY for name, _ in query):
            return self._with_key(scope["path"], query)
        if not any(self._is_key(said) for said in self._cookies(scope)):
            return _refused(NO_KEY, "This view is for whoever started it. Open the address that the terminal shows, "
                                    "with the key in it.")
        return None

    def _with_key(self, path: str, query: Iterable[tuple[str, str]]) -> ASGIApp:
        """The key came with the address: from now on a cookie holds it, and the address does not."""
        said = [value for name, value in query if name == KEY]
        if not self._is_key(said[0].encode("utf-8", "replace")):
            return _refused(NO_KEY, "This key does not fit. Open the address that the terminal shows.")
        rest = urlencode([(name, value) for name, value in query if name != KEY])
        place = "/" + path.lstrip("/\\")            # never to another machine
        answer = RedirectResponse(f"{place}?{rest}" if rest else place, status_code=303)
        answer.set_cookie(self._cookie, self._key, httponly=True, samesite="strict", path="/")
        return answer

    def _is_key(self, said: bytes) -> bool:
        return compare_digest(said, self._key.encode())

    def _cookies(self, scope: Scope) -> Iterable[bytes]:
        for line in self._sent(scope, b"cookie"):
            for part in line.split(b";"):
                name, _, value = part.strip().partition(b"=")
                if name == self._cookie.encode():
                    yield value

    def _sent(self, scope: Scope, name: bytes) -> list[bytes]:
        return [value for sent, value in scope["headers"] if sent == name]


def headers() -> dict[str, str]:
    """What every answer carries: it loads nothing, runs no script but ours, and stands in nobody's frame."""
    scripts = " ".join(f"'sha256-{mark}'" for mark in script_marks())
    policy = (f"default-src 'none'; style-src 'unsafe-inline'; script-src {scripts}; connect-src 'self'; "
              f"form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
    return {"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            "X-Frame-Options": "DENY", "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin", "Cache-Control": "no-store"}


def _refused(status: int, sentence: str, **more: Any) -> HTMLResponse:
    return HTMLResponse(refusal(sentence), status_code=status, headers=more)
