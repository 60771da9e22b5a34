"""The command: one address on standard output, a sentence for whatever cannot be, a clean end."""

import re
import signal
import socket
import subprocess
import sys
import time

import pytest


@pytest.mark.parametrize(("words", "said"), [
    (["nothing.db"], "there is no ledger nothing.db"),
    (["."], "is a folder, not a ledger"),
    (["text.db"], "is not a ledger"),
    (["other.db"], "but not a ledger"),
    (["postgresql://ann:geheim@127.0.0.1:1/lab"], "cannot be reached"),
])
def test_what_is_no_ledger_is_refused_before_anything_is_served(referee, tmp_path, words, said):
    import sqlite3

    (tmp_path / "text.db").write_text("no database")
    with sqlite3.connect(tmp_path / "other.db") as file:
        file.execute("CREATE TABLE things (a)")
    file.close()
    seen = referee("serve", *words)
    assert seen.code == 2
    assert said in seen.err
    assert "geheim" not in seen.text
    assert len(seen.err.strip().splitlines()) == 1


def test_a_port_that_is_taken_is_refused(referee, two_studies):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        seen = referee("serve", two_studies, "--port", port)
    assert seen.code == 2
    assert f"port {port} of this machine cannot be used" in seen.err
    assert "--port" in seen.err


def test_without_the_extra_a_sentence_says_what_to_install(referee, two_studies, monkeypatch):
    from referee.serve import serving

    monkeypatch.setattr(serving, "find_spec", lambda name: None if name == "uvicorn" else object())
    seen = referee("serve", two_studies)
    assert seen.code == 2
    assert seen.err == ("referee: a view of a ledger needs the package uvicorn; install it with "
                        "`pip install 'referee[serve]'`.\n")


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_it_ends_with_a_sentence(two_studies, number, code):
    command = [sys.executable, "-m", "referee", "serve", str(two_studies), "--no-browser"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    address = running.stdout.readline()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?key=[\w-]{32}\n", address)
    assert "2 studies. Ctrl-C ends the view, not the runs." in running.stderr.readline()
    time.sleep(0.3)
    running.send_signal(number)
    out, err = running.communicate(timeout=30)
    assert (running.returncode, out) == (code, "")
    assert err.strip() == "The view has ended; whatever is being fitted goes on."
