"""What the page around an embed sees and does: its height, its cache, its policies, many frames at once."""

from __future__ import annotations

import pytest

from press.serve import Handler

from .conftest import Served, serving
from .test_bench import start_live
from .test_embed import SANDBOX
from .test_hosting import Noting

PAGE = '<!doctype html><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,">'
FRAME = '<iframe data-plateworks {more} title="plate" width="600" height="{height}" src="{url}/embed/en/diffusionlm/{query}"></iframe>'
AT_REST = """() => new Promise((done) => {
    const height = () => document.querySelector('iframe').clientHeight;
    const before = height();
    setTimeout(() => done(height() === before), 150);
})"""
HEIGHT = "() => document.querySelector('iframe').clientHeight"


def frame_code(site, query: str = "?show=stage", more: str = f'sandbox="{SANDBOX}"', height: int = 300) -> str:
    """An iframe as a host writes it."""
    return FRAME.format(url=site.url, query=query, more=more, height=height)


def snippet(site, name: str) -> str:
    """A host's script, as the site ships it."""
    return f"<script>{(site.folder / 'embed' / f'{name}.js').read_text(encoding='utf-8')}</script>"


def inner(one, selector: str = "iframe"):
    """The frame's document, alive."""
    frame = one.page.wait_for_selector(selector).content_frame()
    frame.wait_for_selector("html[data-ready]")
    return frame


def fits(one, frame) -> None:
    """Wait until nothing in the frame has to be scrolled to."""
    one.page.wait_for_function("frame => frame.clientHeight > 310", arg=one.page.query_selector("iframe"))
    frame.evaluate("document.fonts.ready")
    frame.wait_for_function("() => document.documentElement.scrollHeight <= window.innerHeight")
    one.page.wait_for_function(AT_REST)


@pytest.mark.parametrize("style", ["", "<style>* { box-sizing: border-box } iframe { border: 8px solid }</style>"])
def test_the_frame_is_as_high_as_its_content_and_shrinks_again(hosting, site, style):
    one = hosting(PAGE + style + frame_code(site, "?hide=link") + snippet(site, "height"))
    frame = inner(one)
    fits(one, frame)
    before = one.page.evaluate(HEIGHT)
    frame.click("[data-own] summary")
    one.page.wait_for_function(f"before => ({HEIGHT})() > before + 100", arg=before)
    fits(one, frame)
    frame.click("[data-own] summary")
    one.page.wait_for_function(f"before => ({HEIGHT})() === before", arg=before)


def test_it_says_so_once_and_not_again(hosting, site):
    count = "<script>said = []; addEventListener('message', ({data}) => said.push(data))</script>"
    one = hosting(PAGE + count + frame_code(site) + snippet(site, "height"))
    fits(one, inner(one))
    one.page.wait_for_timeout(500)
    before = one.page.evaluate("said")
    one.page.wait_for_timeout(1000)
    assert one.page.evaluate("said") == before
    assert all(message["plateworks"] == "height" and message["height"] == int(message["height"]) for message in before)


def test_a_script_that_comes_late_asks(hosting, site):
    one = hosting(PAGE + frame_code(site))
    frame = inner(one)
    assert one.page.evaluate(HEIGHT) == 300
    one.page.evaluate((site.folder / "embed" / "height.js").read_text(encoding="utf-8"))
    fits(one, frame)


def test_a_page_that_does_nothing_has_a_frame_that_scrolls(hosting, site):
    one = hosting(PAGE + frame_code(site))
    frame = inner(one)
    assert one.page.evaluate(HEIGHT) == 300
    frame.locator(".embed-foot").scroll_into_view_if_needed()
    assert frame.evaluate("document.querySelector('.embed-foot').getBoundingClientRect().bottom <= window.innerHeight")


def test_other_messages_are_no_heights(hosting, site):
    one = hosting(PAGE + frame_code(site) + snippet(site, "height"))
    frame = inner(one)
    fits(one, frame)
    before = one.page.evaluate(HEIGHT)
    one.page.evaluate("postMessage({plateworks: 'height', height: 900}, '*')")
    for message in ("{plateworks: 'height', height: 1e9}", "{plateworks: 'height', height: '700'}", "'height'", "null", "{height: 700}"):
        frame.evaluate(f"parent.postMessage({message}, '*')")
    frame.evaluate("window.postMessage({plateworks: 'lends'}, '*')")  # it does not come from the page around
    one.page.wait_for_timeout(200)
    assert one.page.evaluate(HEIGHT) == before


def test_nothing_inside_depends_on_the_height_of_the_frame(reader):
    for plate in ("diffusionlm/", "larkspur/", "larkspur/?show=workbench", "decoding/", "decoding/?show=lab"):
        page = reader().open(f"/embed/en/{plate}")
        found = page.evaluate(r"""() => [...document.styleSheets].flatMap(function all(group) { return [...group.cssRules].flatMap((rule) => [rule, ...(rule.cssRules ? all(rule) : [])]); })
            .filter((rule) => rule.selectorText && /\d[sld]?v(w|h|i|b|min|max)\b|sticky|position: fixed/.test(rule.style.cssText))
            .filter((rule) => document.querySelector(rule.selectorText.replace(/::[\w-]+/g, ''))).map((rule) => rule.cssText)""")
        assert found == []


def test_what_can_be_taken_away_opens_at_its_button(hosting, site):
    one = hosting(PAGE + frame_code(site, "?show=bench") + snippet(site, "height"))
    frame = inner(one)
    fits(one, frame)
    frame.click("[data-take-open]")
    gap = frame.evaluate("document.querySelector('[data-take-dialog]').getBoundingClientRect().top - document.querySelector('[data-take-open]').getBoundingClientRect().top")
    assert abs(gap) < 5


REFUSED = """
const refuse = () => { throw new DOMException('refused', 'SecurityError'); };
for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(window, name, { get: refuse });
history.pushState = history.replaceState = refuse;
Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('refused')) } });
"""


def test_it_works_where_storage_history_and_clipboard_are_refused(hosting, site):
    one = hosting(PAGE + frame_code(site, "?show=bench&seed=3", more="", height=900), script=REFUSED)
    frame = inner(one)
    assert "seed=3" in frame.inner_text("[data-embed-said]")
    frame.click("[data-preset] >> nth=1")
    frame.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '2'")
    frame.click("[data-bench-copy]")
    frame.wait_for_function("() => document.querySelector('[data-bench-link-said]').textContent !== ''")


def test_it_works_as_the_text_of_a_frame(reader, site):
    """A frame with srcdoc has the address and the origin of the page around."""
    one = reader()
    html = (site.folder / "embed/en/diffusionlm/index.html").read_text(encoding="utf-8")
    html = html.replace("<head>", f'<head><base href="{site.url}/embed/en/diffusionlm/">')
    one.page.route("**/host.html", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    one.page.goto(f"{site.url}/host.html")
    one.page.evaluate("html => document.body.append(Object.assign(document.createElement('iframe'), {srcdoc: html, width: 600, height: 900}))", html)
    frame = inner(one)
    assert frame.evaluate("location.href") == "about:srcdoc"
    frame.click("[data-preset] >> nth=1")
    frame.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '2'")


def test_twenty_on_a_page_wait_for_their_turn(hosting, site):
    frames = "".join(frame_code(site, "?show=stage", height=700) for _ in range(20))
    one = hosting(PAGE + frames + snippet(site, "height"))
    inner(one)
    one.page.wait_for_timeout(500)
    alive = [frame for frame in one.page.frames if frame.query_selector("html[data-ready]")]
    assert 1 <= len(alive) <= 3
    assert not [url for url in one.requests if "runtime" in url or "three" in url or "later" in url]
    last = one.page.query_selector_all("iframe")[19]
    last.scroll_into_view_if_needed()
    last.content_frame().wait_for_selector("html[data-ready]")


class Isolated(Handler):
    """A host whose page is isolated from other origins."""

    def end_headers(self) -> None:
        """The site's own headers, and COEP for every page."""
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


class Silent(Handler):
    """A host of the site that sends no header of its own."""

    def send_header(self, keyword: str, value: str) -> None:
        """All but what concerns other origins."""
        if not keyword.startswith(("Cross-Origin-", "Access-Control-")):
            super().send_header(keyword, value)


@pytest.mark.parametrize("more", ["", f'sandbox="{SANDBOX}"'])
def test_an_isolated_page_may_hold_it_live_too(hosting, site, more):
    one = hosting(PAGE + frame_code(site, "?show=bench", more, height=1400), handler=Isolated)
    frame = inner(one)
    frame.click("[data-do=on]")
    start_live(frame)
    frame.fill("#bench-passes", "5")
    frame.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '5'")


def test_an_isolated_page_may_hold_it_without_its_credentials_from_a_host_that_says_nothing(hosting, site):
    with serving(site.folder, Silent) as url:
        code = frame_code(site, more="credentialless").replace(site.url, url)
        one = hosting(PAGE + code, handler=Isolated)
        inner(one).click("[data-do=on]")


def test_a_sandboxed_frame_plays_from_a_host_that_says_nothing(hosting, site):
    with serving(site.folder, Silent) as url:
        one = hosting(PAGE + frame_code(site, "?show=bench", height=900).replace(site.url, url))
        frame = inner(one)
        frame.click("[data-preset] >> nth=1")
        frame.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '2'")
        one.errors[:] = [e for e in one.errors if "CORS" not in e and "ERR_FAILED" not in e]  # fonts, which the frame may not have


def asked_by(one, frame) -> list[str]:
    """Names of the runtime's files that a frame asked the network for."""
    return [url.rpartition("/")[2] for who, url in one.runtime if who == frame]


ANSWERED = """() => new Promise((done) => {
    addEventListener('message', ({ data }) => data.plateworks === 'lends' && done());
    parent.postMessage({ plateworks: 'height', height: 1400 }, '*');
})"""
"""Until the page around has said once more that it lends: so its first word has been heard."""


def lending(hosting, site, script: str):
    """A sandboxed frame in a page with a script; who asked for which of the runtime's files."""
    one = hosting(PAGE + frame_code(site, "?show=bench&hide=words", height=1400) + script)
    one.runtime = []
    one.page.on("request", lambda request: "/assets/runtime/" in request.url and one.runtime.append((request.frame, request.url)))
    frame = inner(one)
    if script:
        frame.evaluate(ANSWERED)
    return one, frame


def test_a_sandboxed_frame_runs_live_from_what_the_page_around_lends(hosting, site):
    one, frame = lending(hosting, site, snippet(site, "lend"))
    start_live(frame)
    assert asked_by(one, frame) == []
    assert any(name.endswith(".wasm") for name in asked_by(one, one.page.main_frame))
    frame.fill("#bench-passes", "5")
    frame.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '5'")


def test_what_is_lent_comes_from_a_cache_at_the_next_visit(hosting, site):
    noting = type("NotingHere", (Noting,), {"asked": []})
    with serving(site.folder, noting) as url:
        one, frame = lending(hosting, Served(site.folder, url), snippet(site, "lend"))
        start_live(frame)
        assert any(path.endswith(".wasm") for path in noting.asked)
        noting.asked.clear()
        one.page.reload()
        frame = inner(one)
        start_live(frame)
        assert [path for path in noting.asked if path.startswith("/assets/runtime/")] == []


def test_two_frames_with_a_lender_each_are_served_once(hosting, site):
    """The builder's code brings the script along every time."""
    one, frame = lending(hosting, site, snippet(site, "lend") + frame_code(site, "?show=stage") + snippet(site, "lend"))
    heard = "() => { window.heard = []; addEventListener('message', ({ data }) => { if (data.plateworks === 'lends') heard.push(1); }); }"
    frame.evaluate(heard)
    one.page.evaluate("document.querySelector('iframe').contentWindow.postMessage({ plateworks: 'ask' }, '*')")
    frame.wait_for_function("() => window.heard.length")
    one.page.wait_for_timeout(300)
    assert frame.evaluate("window.heard.length") == 1
    start_live(frame)
    asked = asked_by(one, one.page.main_frame)
    assert asked and len(asked) == len(set(asked)) and asked_by(one, frame) == []


STOPS = """<script>
addEventListener('message', ({ source, data }) => {
  if (data.plateworks === 'height') source.postMessage({ plateworks: 'lends' }, '*');
  if (data.plateworks === 'fetch') {
    source.postMessage({ plateworks: 'bytes', id: data.id, bytes: new ArrayBuffer(9), more: true }, '*');
    source.postMessage({ plateworks: 'bytes', id: data.id, bytes: null }, '*');
  }
});
</script>"""


def test_a_lender_that_stops_half_way_is_told_as_a_file_that_came_incomplete(hosting, site):
    one, frame = lending(hosting, site, STOPS)
    frame.click("[data-live] [data-do=start]")
    frame.wait_for_selector("[data-show=status][data-state=failed]")
    assert "came incomplete" in frame.inner_text("[data-show=status]")


def test_a_sandboxed_frame_fetches_for_itself_where_nobody_lends(hosting, site):
    one, frame = lending(hosting, site, "")
    start_live(frame)
    assert any(name.endswith(".wasm") for name in asked_by(one, frame))
    assert asked_by(one, one.page.main_frame) == []


FALSE = """<script>
addEventListener('message', ({ source, data }) => {
  if (data.plateworks === 'height') source.postMessage({ plateworks: 'lends' }, '*');
  if (data.plateworks === 'fetch') source.postMessage({ plateworks: 'bytes', id: data.id, bytes: new ArrayBuffer(9) }, '*');
});
</script>"""


def test_lent_bytes_are_checked_as_fetched_ones_are(hosting, site):
    one, frame = lending(hosting, site, FALSE)
    frame.click("[data-live] [data-do=start]")
    frame.wait_for_selector("[data-show=status][data-state=failed]")
    frame.click("[data-preset] >> nth=1")
    frame.wait_for_function("() => document.querySelector('[data-reading=passes]').textContent === '2'")
