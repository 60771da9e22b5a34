"""The server: a place on this machine, a key, and pages until it is told to stop."""

from __future__ import annotations

import os
import secrets
import socket
from importlib.util import find_spec

from referee.discreet import masked
from referee.errors import BadInput
from referee.serve.moment import Moment
from referee.serve.watching import Watching

HERE = "127.0.0.1"
USUAL_PORT = 8765
KEY_BYTES = 24
LAST_WORDS = 1             # seconds for answers that are on their way when it stops
MOST_AT_ONCE = 100         # connections


class Serving:
    """One ledger, ready to be looked at: it was opened once, and the place is taken."""

    def __init__(self, where: str, *, port: int | None = None) -> None:
        require_extra()
        import uvicorn

        from referee.serve.app import View
        from referee.serve.door import Door

        watching = Watching(where)
        self.moment: Moment = watching.now()            # what cannot be read is refused before anything is served
        self.socket = _place(port)
        self.port: int = self.socket.getsockname()[1]
        self.where, self.key = masked(where), secrets.token_urlsafe(KEY_BYTES)
        self.view = View(where, watching)
        self._server = uvicorn.Server(uvicorn.Config(
            Door(self.view.app, key=self.key, port=self.port), http="h11", ws="none", lifespan="off", log_config=None,
            access_log=False, server_header=False, limit_concurrency=MOST_AT_ONCE,
            timeout_graceful_shutdown=LAST_WORDS))

    @property
    def address(self) -> str:
        """Where it is, with the key."""
        return f"http://{HERE}:{self.port}/?key={self.key}"

    def run(self) -> None:
        """Serve until it is stopped, by Ctrl-C or otherwise."""
        try:
            self._server.run(sockets=[self.socket])
        finally:
            self.socket.close()
            self.view.close()

    def stop(self) -> None:
        """Have `run` end soon."""
        self._server.should_exit = True


def require_extra() -> None:
    """A sentence where the packages of the extra are not installed."""
    missing = [name for name in ("starlette", "uvicorn") if find_spec(name) is None]
    if missing:
        raise BadInput(f"a view of a ledger needs the package {' and the package '.join(missing)}; install it with "
                       f"`pip install 'referee[serve]'`.")


def _place(port: int | None) -> socket.socket:
    """A socket on this machine alone: at the port named; or at the usual one, if that is free, or at any."""
    if port is not None:
        return _bound(port)
    try:
        return _bound(USUAL_PORT)
    except BadInput:
        return _bound(0)


def _bound(port: int) -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":                 # elsewhere it would share the port with whoever has it
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((HERE, port))
        made.listen()
    except OSError as error:
        made.close()
        raise BadInput(f"port {port} of this machine cannot be used ({error.strerror or error}); name another with "
                       f"--port, or none to have one chosen.") from error
    return made
