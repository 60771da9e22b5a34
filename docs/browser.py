"""Chromium, driven through a pipe (the DevTools protocol): opens pages, asks them, takes their pictures, prints them.

Nothing is downloaded and no port is opened. Where no Chromium is installed, `CHROMIUM` is None.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), None)
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe")
TALLEST = 16_000                # pixels of a picture: what lies further down is left out
SHEET = 698                     # pixels between the margins of a sheet
PAPER = {"paperWidth": 8.27, "paperHeight": 11.69, "marginTop": .5, "marginBottom": .5, "marginLeft": .5,
         "marginRight": .5}


# The protocol is spoken on descriptors 3 and 4, whatever numbers the pipes have here.
HAND_OVER = """
import fcntl, os, sys
heard, says = (fcntl.fcntl(int(one), fcntl.F_DUPFD, 10) for one in sys.argv[1:3])
os.dup2(heard, 3)
os.dup2(says, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


class Browser:
    """One browser with one tab; a context manager that ends the process it started."""

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        heard, told = os.pipe()                          # the browser hears what we tell it …
        said, says = os.pipe()                           # … and we are said what it says
        words = [CHROMIUM, *FLAGS, f"--user-data-dir={self.profile.name}", "about:blank"]
        self.process = subprocess.Popen(                 # noqa: S603 - the browser that is installed here
            [sys.executable, "-S", "-E", "-c", HAND_OVER, str(heard), str(says), *words], pass_fds=(heard, says),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(heard)
        os.close(says)
        self.tell, self.hear = os.fdopen(told, "wb", buffering=0), os.fdopen(said, "rb", buffering=0)
        self.begun, self.calls, self.session = b"", 0, None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        return self

    def __exit__(self, *_):
        self.tell.close()
        self.hear.close()
        self.process.terminate()
        self.process.wait(timeout=20)
        self.profile.cleanup()

    def call(self, method, **parameters):
        """Ask for one thing and wait for its answer."""
        self.calls += 1
        asked = {"id": self.calls, "method": method, "params": parameters}
        self._send(asked | ({"sessionId": self.session} if self.session else {}))
        answer = self._until(lambda one: one.get("id") == self.calls)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def _send(self, asked):
        self.tell.write(json.dumps(asked).encode() + b"\0")

    def _until(self, wanted):
        while not wanted(one := json.loads(self._message())):
            pass
        return one

    def _message(self):
        parts = [self.begun]
        while b"\0" not in parts[-1]:
            parts.append(self.hear.read(1 << 20))
            if not parts[-1]:
                raise RuntimeError("the browser ended.")
        whole, _, self.begun = b"".join(parts).partition(b"\0")
        return whole

    def show(self, page, *, width, dark=False, height=900):
        """Open a page, a file or an address, in a window of that width."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", media="screen", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        address = page if str(page).startswith("http") else Path(page).resolve().as_uri()
        self.calls += 1
        self._send({"id": self.calls, "method": "Page.navigate", "params": {"url": address}, "sessionId": self.session})
        self._until(lambda one: one.get("method") == "Page.loadEventFired")

    def ask(self, script):
        """What a script in the page comes to."""
        told = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in told:
            raise RuntimeError(told["exceptionDetails"].get("exception", {}).get("description", "the script failed"))
        return told["result"].get("value")

    def picture(self, file, *, tallest=TALLEST):
        """The page from its top, as a PNG."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], tallest), "scale": 1}
        shot = self.call("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)
        Path(file).write_bytes(base64.b64decode(shot["data"]))

    def as_printed(self):
        """Lay the page out as on paper, still on the screen."""
        self.call("Emulation.setDeviceMetricsOverride", width=SHEET, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", media="print", features=[])

    def press(self, key, **more):
        """A key of the keyboard, down and up."""
        for what in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=what, key=key, code=key, **more)

    def paper(self, file):
        """The page as it is printed, as a PDF."""
        self.call("Emulation.setEmulatedMedia", media="", features=[])
        printed = self.call("Page.printToPDF", printBackground=False, **PAPER)
        Path(file).write_bytes(base64.b64decode(printed["data"]))
