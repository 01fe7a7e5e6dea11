"""A site for the harness, and a server that can spoil any of its files on the way (`?fault=KIND`)."""

from __future__ import annotations

import functools
import gzip
import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from press.weights import names_in

TYPES = {"html": "text/html; charset=utf-8", "js": "text/javascript", "json": "application/json", "wasm": "application/wasm"}
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'"
POLICIES = {
    "enough": POLICY,
    "nowasm": POLICY.replace(" 'wasm-unsafe-eval'", ""),
    "noworker": POLICY.replace(" blob:", ""),
    "noconnect": POLICY.replace("connect-src 'self'", "connect-src HEREconfig.json"),
}
FOLDER = "/a/sub-folder/"
"""Where the site is: nothing may assume a host's root."""
HANG_SECONDS = 20
PROBE = b"""
const load = self.loadPyodide;
let python;
self.loadPyodide = async (options) => (python = await load(options));
self.addEventListener('message', ({ data }) => {
  if (data.type !== 'python') return;
  try {
    postMessage({ type: 'trace', id: data.id, json: python.runPython(data.code) });
  } catch (error) {
    postMessage({ type: 'error', id: data.id, message: String(error) });
  }
});
"""
TOKENS = "-tokens.json"


@dataclass
class Site:
    """What the server serves: the runtime's files, and the harness around them."""

    root: Path
    runtime: dict[str, bytes]
    request: dict
    trace: str
    models: dict[str, bytes] = field(default_factory=dict)
    """weights by the model's name, as en-masked, and the tokens.json of each language, as en-tokens.json; the
    models that the request names come with the runtime"""

    def file(self, path: str) -> bytes | None:
        folder, _, name = path.rpartition("/")
        if folder == "runtime" and name.endswith(".gz"):
            return _packed(self.runtime[name.removesuffix(".gz")])
        if folder in ("runtime", "models"):
            return getattr(self, folder).get(name)
        if path in ("config.json", "selftest.json"):
            return json.dumps(getattr(self, path.removesuffix(".json"))()).encode()
        where = {"js": "press/theme/js", "worker": "wasm/worker", "": "tests/live"}.get(folder)
        found = self.root / where / name if where else self.root
        return found.read_bytes() if found.is_file() else None

    def config(self) -> dict:
        files = {name: _entry(name, data) | _twin(name, data) for name, data in self.runtime.items()}
        models = {name: self._model(name) for name in self.models if not name.endswith(TOKENS)}
        return {"worker": "worker/worker.js", "base": "runtime/", "files": files, "selftest": "selftest.json", "models": models}

    def _model(self, name: str) -> dict:
        files = {"weights": name, "tokens": name.split("-")[0] + TOKENS}
        parts = {part: _entry(f"models/{file}", self.models[file]) for part, file in files.items()}
        return {"first": name in names_in(self.request), **parts}

    def selftest(self) -> dict:
        return {"request": self.request, "trace": json.loads(self.trace)}


def _entry(url: str, data: bytes) -> dict:
    return {"url": url, "sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}


def _twin(name: str, data: bytes) -> dict:
    return {"packed": len(_packed(data)), "gz": f"{name}.gz"} if name.endswith((".whl", ".zip")) else {}


@functools.cache
def _packed(data: bytes) -> bytes:
    return gzip.compress(data, 6, mtime=0)


@contextmanager
def serve(site: Site) -> Iterator[str]:
    """Serve a site in a folder of a free port; its address, with a slash at the end."""
    handler = type("Handler", (_Handler,), {"site": site})
    server = _Server(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{FOLDER}"
    server.shutdown()
    server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_) -> None:
        """A browser that goes away in the middle of a file is what these tests are about."""


class _Handler(BaseHTTPRequestHandler):
    site: Site
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        query = {key: values[0] for key, values in parse_qs(address.query).items()}
        path = address.path.removeprefix(FOLDER)
        data = _frame(query["frame"]) if "frame" in query else self.site.file(path)
        fault = query.get("fault") if not path.endswith("html") else None
        getattr(self, f"_{fault or 'whole'}")(data, path, POLICIES.get(query.get("policy", "")))

    def _whole(self, data: bytes | None, path: str, policy: str | None = None) -> None:
        if data is None:
            return self._missing(data, path)
        self._head(200, TYPES.get(path.rpartition(".")[2], "application/octet-stream"), len(data), policy)
        self.wfile.write(data)

    def _head(self, status: int, kind: str, size: int, policy: str | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(size))
        self.send_header("Access-Control-Allow-Origin", "*")
        if policy:
            self.send_header("Content-Security-Policy", policy.replace("HERE", f"http://{self.headers['Host']}{FOLDER}"))
        self.end_headers()

    def _missing(self, data, path, policy=None) -> None:
        self._head(404, "text/plain", 0)

    def _abort(self, data, path, policy=None) -> None:
        self.close_connection = True

    def _cut(self, data: bytes, path, policy=None) -> None:
        """Promises all and sends half."""
        self._head(200, "application/octet-stream", len(data))
        self.wfile.write(data[: len(data) // 2])
        self.close_connection = True

    def _short(self, data: bytes, path, policy=None) -> None:
        """Half of the file as if it were the whole."""
        self._whole(data[: len(data) // 2], path)

    def _page(self, data, path, policy=None) -> None:
        """A page in place of the file, as hosts do that answer every address."""
        self._whole(b"<!doctype html><title>Not here</title>", "index.html")

    def _masked(self, data, path, policy=None) -> None:
        """A page in place of the file, under the file's own type."""
        self._whole(b"<!doctype html><title>Not here</title>", path)

    def _octets(self, data, path, policy=None) -> None:
        """The right bytes under a type that says nothing."""
        self._whole(data, "file.bin")

    def _flip(self, data: bytes, path, policy=None) -> None:
        """One bit of the last byte is wrong."""
        self._whole(data[:-1] + bytes([data[-1] ^ 1]), path)

    def _lie(self, data, path, policy=None) -> None:
        """A self-test whose trace ends otherwise."""
        selftest = self.site.selftest()
        selftest["trace"]["ids"][0] += 1
        self._whole(json.dumps(selftest).encode(), path)

    def _probe(self, data: bytes, path, policy=None) -> None:
        """The worker and a few lines more, by which a test may run Python of its own in it."""
        self._whole(data + PROBE, path)

    def _dead(self, data, path, policy=None) -> None:
        """A worker that never says a word."""
        self._whole(b"", path)

    def _broken(self, data, path, policy=None) -> None:
        """A worker that is no JavaScript."""
        self._whole(b"}{", path)

    def _hang(self, data: bytes, path, policy=None) -> None:
        """Half of the file, and then silence."""
        self._head(200, "application/octet-stream", len(data))
        self.wfile.write(data[: len(data) // 2])
        self.wfile.flush()
        threading.Event().wait(HANG_SECONDS)

    def log_message(self, *_) -> None:
        """Says nothing: a test's own words are enough."""


def _frame(address: str) -> bytes:
    return f'<!doctype html><title>Frame</title><iframe sandbox="allow-scripts" src="{address}"></iframe>'.encode()
