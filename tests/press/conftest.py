"""Sites to look at: a tiny one to change, and two that are built once."""

import pytest

from tests.press.sites import run, tiny_site


@pytest.fixture
def tiny(tmp_path):
    """A tiny valid site, to be changed at will."""
    return tiny_site(tmp_path / "tiny")


@pytest.fixture(scope="session")
def tiny_built(tmp_path_factory):
    """The tiny site, built; not to be changed."""
    root = tiny_site(tmp_path_factory.mktemp("built"))
    ran = run("build", "--root", root, "--no-live")
    assert ran.status == 0, ran.err
    return root / "site"


@pytest.fixture(scope="session")
def real_built(tmp_path_factory):
    """The real site, built without the live toy; not to be changed."""
    site = tmp_path_factory.mktemp("real") / "site"
    ran = run("build", "--out", site, "--no-live")
    assert ran.status == 0, ran.err
    return site
