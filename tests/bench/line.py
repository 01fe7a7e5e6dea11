"""A server that counts its bytes and can be as slow as a line; the CPU seconds of a browser's threads."""

from __future__ import annotations

import http.server
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import brotli

from press.assets import digest
from press.install import ROOT
from press.serve import TYPES

CHUNK = 16384
TICKS = os.sysconf("SC_CLK_TCK")
KEPT = ROOT / ".cache/bench"
"""Compressed files, by hash: brotli 11 takes most of a minute for Pyodide's wasm."""


@dataclass(frozen=True)
class Line:
    """Bytes a second, shared by all answers (0: no limit), and seconds before each answer."""

    bytes_per_second: float = 0
    seconds: float = 0


class Server(http.server.ThreadingHTTPServer):
    """Serves a site at its root, and some files more under /stock/. `sent` counts bytes of bodies."""

    daemon_threads = True

    def __init__(self, site: Path, stock: dict[str, Path]):
        super().__init__(("127.0.0.1", 0), Handler)
        self.site, self.stock = site, stock
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.line, self.sent, self._free_at, self._lock = Line(), 0, 0.0, threading.Lock()

    def file(self, path: str) -> Path:
        """The file of an address."""
        if path.startswith("/stock/"):
            return self.stock.get(path.removeprefix("/stock/"), self.site / "none")
        found = self.site / path.strip("/")
        return found / "index.html" if found.is_dir() else found

    def wait(self, size: int) -> None:
        """Until the line has carried so many bytes more."""
        with self._lock:
            self.sent += size
            if not self.line.bytes_per_second:
                return
            self._free_at = max(time.monotonic(), self._free_at) + size / self.line.bytes_per_second
            until = self._free_at
        time.sleep(max(0.0, until - time.monotonic()))

    def handle_error(self, *_: object) -> None:
        """A browser that closes in the middle of an answer is no news."""


class Handler(http.server.BaseHTTPRequestHandler):
    """Brotli where the browser takes it; hashed and pinned files are kept for a year."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        """The file, at the line's pace."""
        time.sleep(self.server.line.seconds)
        file = self.server.file(self.path.split("?")[0])
        content = squeezed(file) if file.is_file() else b""
        self.send_response(200 if file.is_file() else 404)
        self.send_header("Content-Type", TYPES.get(file.suffix, TYPES[".js"] if file.suffix == ".mjs" else "application/octet-stream"))
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-cache" if file.suffix == ".html" else "public, max-age=31536000, immutable")
        if content:
            self.send_header("Content-Encoding", "br")
        self.end_headers()
        for begin in range(0, len(content), CHUNK):
            self.server.wait(len(content[begin : begin + CHUNK]))
            self.wfile.write(content[begin : begin + CHUNK])

    def log_message(self, *_: object) -> None:
        """Quiet."""


def squeezed(file: Path) -> bytes:
    """A file under brotli 11, kept from run to run."""
    data = file.read_bytes()
    path = KEPT / f"{digest(data)}.br"
    if not path.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        path.write_bytes(brotli.compress(data, quality=11, lgwin=24))
    return path.read_bytes()


@contextmanager
def line_server(site: Path, stock: dict[str, Path]) -> Iterator[Server]:
    """A server that runs for as long as the block, with every file compressed beforehand."""
    server = Server(site, stock)
    for file in (*stock.values(), *site.glob("assets/runtime/*")):
        squeezed(file)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def cpu_seconds(pid: int) -> tuple[float, float]:
    """CPU seconds, so far, of all processes that this one started, and of theirs; of their workers' threads alone."""
    found = dict(filter(None, (_process(entry) for entry in os.listdir("/proc") if entry.isdigit())))
    children: dict[int, list[int]] = {}
    for child, (parent, _) in found.items():
        children.setdefault(parent, []).append(child)
    total, workers, waiting = 0.0, 0.0, list(children.get(pid, []))
    while waiting:
        one = waiting.pop()
        total += found[one][1]
        workers += _workers(one)
        waiting += children.get(one, [])
    return total, workers


def _workers(pid: int) -> float:
    """CPU seconds of the threads of a process that run web workers."""
    total = 0.0
    for thread in Path("/proc", str(pid), "task").glob("*"):
        try:
            if (thread / "comm").read_text().startswith("DedicatedWorker"):
                total += int((thread / "schedstat").read_text().split()[0]) / 1e9
        except OSError:  # it has just ended
            continue
    return total


def _process(entry: str) -> tuple[int, tuple[int, float]] | None:
    """A process: its id, its parent's, and its CPU seconds."""
    try:
        fields = Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return int(entry), (int(fields[1]), (int(fields[11]) + int(fields[12])) / TICKS)
