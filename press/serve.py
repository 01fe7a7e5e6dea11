"""A small web server for looking at the site, and for its tests: right types, compressed, live reload."""

from __future__ import annotations

import functools
import http.server
import multiprocessing
import queue
import sys
import threading
from pathlib import Path

import brotli

from .build import Options, build
from .check import check_output
from .errors import PressError

TYPES = {
    ".html": "text/html; charset=utf-8", ".md": "text/markdown; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8", ".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".png": "image/png",
    ".woff2": "font/woff2", ".xml": "application/xml", ".txt": "text/plain; charset=utf-8",
    ".zip": "application/zip", ".whl": "application/zip", ".gz": "application/gzip",
}
COMPRESSED = ("text/", "application/json", "application/xml", "application/wasm", "application/zip", "image/svg+xml")
"""Kinds that are sent compressed, as hosts send them."""
HASHED = "/assets/"
"""What lies in this folder has a hash of its bytes in its name."""
FRAMED = "/embed/"
"""What lies here may stand in a page that is isolated from other origins, if it is isolated itself."""
KEEP, ASK = "public, max-age=31536000, immutable", "no-cache"
RELOAD = b"<script src=/_reload.js></script>"
RELOAD_SCRIPT = b"new EventSource('/_reload').onmessage = () => location.reload();"


class Handler(http.server.SimpleHTTPRequestHandler):
    """Files of one folder. `listeners`, where given, are told of each new build."""

    listeners: list[queue.Queue] | None = None
    extensions_map = TYPES
    protocol_version = "HTTP/1.1"

    def guess_type(self, path: str) -> str:
        """The type by the ending, and nothing from this machine's own lists."""
        return TYPES.get(Path(path).suffix, "application/octet-stream")

    def end_headers(self) -> None:
        """Any page may load these files: an embed in a sandbox has no origin of its own."""
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Cross-Origin-Resource-Policy", "cross-origin")
        if self.path.startswith(FRAMED):
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.send_header("Cache-Control", KEEP if self.path.startswith(HASHED) else ASK)
        super().end_headers()

    def log_message(self, *args: object) -> None:
        """Quiet."""

    def do_GET(self) -> None:
        """A file, the site's own 404, or the reload stream."""
        if self.listeners is not None and self.path.startswith("/_reload"):
            return self._reload()
        path = Path(self.translate_path(self.path))
        if path.is_dir() and not self.path.split("?")[0].endswith("/"):
            return super().do_GET()
        page = path / "index.html" if path.is_dir() else path
        if not page.is_file():
            return self._send(404, self._missing(), TYPES[".html"])
        content = page.read_bytes()
        if self.listeners is not None and page.suffix == ".html":
            content = content.replace(b"</body>", RELOAD + b"</body>")
        return self._send(200, content, self.guess_type(page.name))

    def _missing(self) -> bytes:
        page = Path(self.directory) / "404.html"
        return page.read_bytes() if page.exists() else b"nothing here"

    def _send(self, status: int, content: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if kind.startswith(COMPRESSED) and "br" in self.headers.get("Accept-Encoding", ""):
            content = compressed(content)
            self.send_header("Content-Encoding", "br")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _reload(self) -> None:
        if self.path == "/_reload.js":
            return self._send(200, RELOAD_SCRIPT, TYPES[".js"])
        mine: queue.Queue = queue.Queue()
        self.listeners.append(mine)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        try:
            while True:
                self.wfile.write(f"data: {mine.get()}\n\n".encode())
                self.wfile.flush()
        except OSError:
            self.listeners.remove(mine)


@functools.lru_cache(maxsize=256)
def compressed(content: bytes) -> bytes:
    """Brotli, at a level that takes milliseconds."""
    return brotli.compress(content, quality=5)


def server(folder: Path, port: int = 0, listeners: list | None = None, handler: type[Handler] = Handler) -> http.server.ThreadingHTTPServer:
    """A server of one folder on this machine only; port 0 takes a free one."""
    made = type("Served", (handler,), {"listeners": listeners})
    http.server.ThreadingHTTPServer.daemon_threads = True
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(made, directory=str(folder)))


def serve(options: Options, port: int) -> int:
    """Build, serve, watch the inputs, build again; a fault is printed and the last good site stays."""
    from watchfiles import watch

    listeners: list[queue.Queue] = []
    _rebuild(options, listeners)
    httpd = server(options.out, port, listeners)
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{httpd.server_port}/ (Ctrl-C ends it)", flush=True)
    watched = [options.root / name for name in ("content", "plates", "wasm", "press") if (options.root / name).exists()]
    try:
        for changes in watch(*watched, raise_interrupt=True):
            if any("__pycache__" not in path and not path.endswith("~") for _, path in changes):
                _rebuild(options, listeners)
    except KeyboardInterrupt:
        print()
    return 0


def _rebuild(options: Options, listeners: list[queue.Queue]) -> None:
    """Build in a process of its own, which reads every module anew: an input may be Python, of a plate's or ours."""
    child = multiprocessing.get_context("spawn").Process(target=build_once, args=(options,))
    child.start()
    child.join()
    if child.exitcode == 0:
        for listener in list(listeners):
            listener.put("built")


def build_once(options: Options) -> None:
    """One build; faults are printed and end the process with status 1."""
    try:
        output = build(options)
        check_output(output, options.cache)
        output.publish(options.out)
    except PressError as error:
        for fault in error.faults:
            print(fault, file=sys.stderr, flush=True)
        sys.exit(1)
    print(f"built: {len(output.files)} files", flush=True)
