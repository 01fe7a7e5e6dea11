"""Compressed siblings: the same bytes, beside what gains by them and nothing else."""

import gzip
import json

import brotli

from tests.press.sites import files_of, run

UNPACK = {".br": brotli.decompress, ".gz": gzip.decompress}


def test_each_sibling_is_its_file_and_the_manifest_lists_it(tiny):
    assert run("build", "--root", tiny, "--no-live", "--siblings").status == 0
    files = files_of(tiny / "site")
    siblings = [path for path in files if path.endswith((".br", ".gz"))]
    for path in siblings:
        assert UNPACK[path[-3:]](files[path]) == files[path[:-3]]
        assert len(files[path]) < len(files[path[:-3]])
    assert {"index.html.br", "index.html.gz", "en/tiny/index.html.br"} <= set(siblings)
    assert not any(".woff2" in path or path.startswith("offline/") for path in siblings)
    assert set(json.loads(files["manifest.json"])["files"]) == files.keys() - {"manifest.json"}


def test_there_are_none_unless_asked_for(tiny_built):
    assert not [path for path in files_of(tiny_built) if path.endswith((".br", ".gz"))]
