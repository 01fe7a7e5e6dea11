"""A Firefox that tests read with, by WebDriver BiDi: its own protocol, which needs no driver beside the browser.

Playwright drives a Firefox of its own making alone; this is the one that the system has.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from websockets.sync.client import connect

from press.install import FIREFOXES

LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
SECONDS = 120
"""How long anything may take: the browser's start, a page, a condition."""


def executable() -> str | None:
    """The path of the system's Firefox, or None."""
    return next((path for name in FIREFOXES if (path := shutil.which(name))), None)


class Firefox:
    """One headless browser in a profile of its own, with one tab, for as long as the block lasts."""

    def __enter__(self) -> Firefox:
        self._profile = tempfile.mkdtemp()
        self._process = subprocess.Popen(
            [executable(), "--headless", "--no-remote", "--profile", self._profile, "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self._held, self._last, self.requests = ExitStack(), 0, []
        try:
            self._wire = self._held.enter_context(connect(self._address() + "/session", max_size=None, open_timeout=SECONDS))
            self._ask("session.new", capabilities={})
            self._ask("session.subscribe", events=["network.beforeRequestSent"])
            self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()
        self._process.terminate()
        self._process.wait(SECONDS)
        self._process.stderr.close()
        shutil.rmtree(self._profile, ignore_errors=True)

    def open(self, address: str) -> None:
        """Go to an address and wait until its document is there."""
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="interactive")

    def run(self, expression: str) -> Any:
        """What a JavaScript expression gives, through JSON; a promise is waited for."""
        answer = self._ask("script.evaluate", target={"context": self._tab}, awaitPromise=True,
                           expression=f"(async () => JSON.stringify((await ({expression})) ?? null))()")
        if answer["type"] != "success":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def wait(self, condition: str) -> None:
        """Until a JavaScript expression gives something true."""
        end = time.monotonic() + SECONDS
        while not self.run(condition):
            assert time.monotonic() < end, f"still not so: {condition}"
            time.sleep(0.1)

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Read and press in the page's first frame for as long as the block lasts."""
        page = self._tab
        [tree] = self._ask("browsingContext.getTree", root=page)["contexts"]
        self._tab = tree["children"][0]["context"]
        try:
            yield
        finally:
            self._tab = page

    def press(self, keys: str, held: str = "") -> None:
        """Press keys one after another, as WebDriver spells those without a sign of their own, with one held down or none."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        if held:
            actions = [{"type": "keyDown", "value": held}, *actions, {"type": "keyUp", "value": held}]
        self._ask("input.performActions", context=self._tab, actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def _address(self) -> str:
        """Where the browser says that it listens. It says nothing more that is read, and its pipe is wide enough."""
        for line in self._process.stderr:
            if found := LISTENING.search(line):
                return found[1]
        raise AssertionError(f"{executable()} ended before it listened")

    def _ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """One command and its result; requests that are told of meanwhile are noted."""
        self._last += 1
        self._wire.send(json.dumps({"id": self._last, "method": method, "params": parameters}))
        while True:
            said = json.loads(self._wire.recv(timeout=SECONDS))
            if said.get("method") == "network.beforeRequestSent":
                self.requests.append(said["params"]["request"]["url"])
            if said.get("id") == self._last:
                assert said["type"] == "success", f"{method}: {said.get('message')}"
                return said["result"]
