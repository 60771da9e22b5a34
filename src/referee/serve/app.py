"""The pages by their addresses; each is made anew from what the ledger holds at that moment."""

from __future__ import annotations

from collections.abc import Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from referee.errors import BadInput, RefereeError, Undefined
from referee.serve.answers import Answers, Told, Whole
from referee.serve.drawing import drawn, page_html, study_html
from referee.serve.looks import told_looks
from referee.serve.moment import Study
from referee.serve.overview import PER_PAGE, overview
from referee.serve.watching import Watching

FIRST_WAIT = 0.3            # seconds for verdicts before the list is shown without them
PAGE_WAIT = 4.0             # seconds for an answer before one is told that it is being read
NOT_FOUND, UNREADABLE = 404, 503


class View:
    """One ledger, and the pages about it."""

    def __init__(self, where: str, watching: Watching) -> None:
        self.where, self.watching = where, watching
        self.answers = Answers(where, study_html)
        self.app = Starlette(
            routes=[Route("/", self._told(self.list)), Route("/live", self._told(self.live)),
                    Route("/looks", self._told(self.looks)), Route("/compare", self._told(self.compare)),
                    Route("/study/{name}", self._told(self.study)), Route("/study/{name}/row", self._told(self.row))],
            exception_handlers={HTTPException: self._no_such_page})

    def close(self) -> None:
        """Let go of the ledger."""
        self.answers.close()
        self.watching.close()

    def list(self, request: Request) -> Response:
        """All studies, those that are being fitted first."""
        return HTMLResponse(drawn("list.html.j2", **self._overview(request)))

    def live(self, request: Request) -> Response:
        """What of the list may have changed."""
        return HTMLResponse(drawn("live.html.j2", **self._overview(request)))

    def looks(self, request: Request) -> Response:
        """Who looked at what, and the vaults."""
        with self.watching.reading() as ledger:
            told = told_looks(ledger, page=_page(request), per_page=PER_PAGE)
        return HTMLResponse(drawn("looks.html.j2", where=self.where, looks=told,
                                  shown=overview(self.watching.now(), {}, page=1)))

    def study(self, request: Request) -> Response:
        """The page of `referee report`."""
        found = self._read(self._study(request.path_params["name"]))
        return HTMLResponse(found.html) if isinstance(found, Whole) else found

    def row(self, request: Request) -> Response:
        """What every model said of one row."""
        from referee.api import Result
        from referee.serve.one_row import row_page

        study = self._study(request.path_params["name"])
        found = self._read(study)
        if not isinstance(found, Whole):
            return found
        asked = request.query_params.get("row", "")
        if not isinstance(found.answer, Result):
            return self._sentence("There is no list of rows for a study of this kind; open its page.", NOT_FOUND)
        try:
            page = row_page(found.answer.analysis, asked)
        except (BadInput, Undefined) as error:
            return self._sentence(str(error), NOT_FOUND, study=study)
        return HTMLResponse(page_html(page, study=study))

    def compare(self, request: Request) -> Response:
        """Two studies beside each other."""
        from referee.serve.side_by_side import compared_page

        studies = [self._study(request.query_params.get(name, "")) for name in ("a", "b")]
        found = [self._read(study) for study in studies]
        for one in found:
            if not isinstance(one, Whole):
                return one
        answers = [one.answer for one in found if isinstance(one, Whole)]
        return HTMLResponse(page_html(compared_page(studies, answers)))

    def _overview(self, request: Request) -> dict[str, object]:
        moment, page = self.watching.now(), _page(request)
        shown = overview(moment, {}, page=page)
        told = self.answers.told([item.study for item in shown.items if item.finished], wait=FIRST_WAIT)
        return {"where": self.where, "shown": overview(moment, told, page=page)}

    def _study(self, name: str) -> Study:
        found = self.watching.now().study(name)
        if found is None:
            raise HTTPException(NOT_FOUND, f"There is no study {name[:60]!r} in this ledger; the list has all." if name
                                else "There is no study without a number; name two, such as 1 and 2.")
        return found

    def _read(self, study: Study) -> Whole | Response:
        """The answer of a study, or a page that says why it is not there."""
        if study.trouble:
            return self._sentence(study.trouble, UNREADABLE)
        found = self.answers.whole(study, wait=PAGE_WAIT)
        if isinstance(found, Told):
            return self._sentence(found.trouble, UNREADABLE, study=study)
        if found is None:
            return HTMLResponse(drawn("waiting.html.j2", where=self.where, study=study))
        return found

    def _told(self, page: Callable[[Request], Response]) -> Callable[[Request], Response]:
        """The page, or the sentence that a refusal is."""
        def answered(request: Request) -> Response:
            try:
                return page(request)
            except RefereeError as error:
                return self._sentence(str(error), UNREADABLE, live=page == self.live)

        return answered

    def _sentence(self, sentence: str, status: int, *, study: Study | None = None, live: bool = False) -> Response:
        template = "live_sentence.html.j2" if live else "sentence.html.j2"
        return HTMLResponse(drawn(template, where=self.where, sentence=sentence, study=study,
                                  again=status == UNREADABLE), status_code=status)

    def _no_such_page(self, _request: Request, error: Exception) -> Response:
        said = str(getattr(error, "detail", ""))
        return self._sentence(said if said.startswith("There is no ") else "There is no such page here.", NOT_FOUND)


def _page(request: Request) -> int:
    """The page of a list that was asked for."""
    said = request.query_params.get("page", "1")
    return int(said) if said.isascii() and said.isdigit() and 0 < len(said) < 7 and int(said) else 1
