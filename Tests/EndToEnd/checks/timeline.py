"""Checks on `torpor timeline`: the ledger of a real device, drawn."""

import pathlib
import re
import sqlite3
import time
from contextlib import closing
from xml.etree import ElementTree

import pytest

from support.browser import Browser
from support.harness import World, require, wait_until

SVG = "{http://www.w3.org/2000/svg}"
DAY_NS = 86_400 * 10**9
ROWS = 100_000


def test_draws_what_apps_did(world):
    """the page and the picture have a lane an app with its states and why, and need no network"""
    app = world.app("drawn", "finish")
    # An hour has 8000 places, so that half a second is told from the next.
    time.sleep(1)
    world.call("Home", app=app)
    world.wait_for_state(app, "suspended")
    time.sleep(1)
    page, picture = world.folder / "t.html", world.folder / "t.svg"
    world.torpor("timeline", "--since", "1h", "-o", str(page), app)
    world.torpor("timeline", "--since", "1h", "-o", str(picture), app)
    require(page.stat().st_mode & 0o777 == 0o600, f"the page has the mode {page.stat().st_mode:o}")
    html = page.read_text()
    require("http:" not in html and "https:" not in html and "src=" not in html, "the page loads something")
    require("<title>suspended for " in html and "froze it" in html, "the page does not say that it was frozen")
    lane = html[html.index('aria-label="drawn"') :]
    looks = re.findall(r'class="bar (\w+)"', lane[: lane.index("</svg>")])
    require(looks[0] == "active" and looks[-1] == "suspended", f"the bars are {looks}")
    drawn = ElementTree.parse(picture).getroot()
    require([one for one in drawn.iter(f"{SVG}rect") if "bar" in (one.get("class") or "")], "the picture has no bar")
    world.torpor("timeline", "-o", "/dev/null")
    require(pathlib.Path("/dev/null").is_char_device(), "a device was replaced by a file")
    link = world.folder / "link.html"
    link.symlink_to(page)
    world.torpor("timeline", "-o", str(link))
    require(link.is_symlink(), "a link was replaced by a file")
    refused = world.torpor("timeline", "nothing-of-that-name", status=1)
    require("nothing-of-that-name" in refused, refused)
    piped = world.torpor("timeline", "-o", "-", "--svg", app)
    require(piped.startswith("<svg"), piped[:80])
    return f"bars: {', '.join(looks)}"


def test_names_in_it_are_text(world):
    """a name with HTML and control characters is shown, and does nothing"""
    world.torpor("run", "--detach", "--id", "evil", "--name", "<img src=x onerror=alert(1)>\x1b[2J", "--", "sleep", "60")
    world.torpor("when", "--name", "job", "--on-failure", "true", "--", "/bin/sh", "-c", "exit 3 # <script>\x1b</script>")
    wait_until("the job", lambda: "job" in world.torpor("log"))
    html = world.torpor("timeline", "-o", "-", "--since", "1h")
    require("<img" not in html and "\x1b" not in html, "a name became markup")
    require(html.count("<script>") == 1, "there is a script that is not the page's own")
    world.torpor("quit", "evil")
    return "no markup and no control character in the page"


@pytest.mark.machine
def test_draws_ten_days_of_100000_rows(request):
    """a ledger of 10 days and 100,000 rows becomes a page that a browser shows, with the jumps of its clock"""
    with closing(World(request.config.option.bin.resolve(), "timeline-long")) as world:
        world.start_or_skip()
        app = world.app("busy", "finish")
        world.call("Home", app=app)
        world.wait_for_state(app, "suspended")
        world.stop()
        fill(world.folder / "state" / "journal.sqlite")
        world.start()
        page = world.folder / "long.html"
        begun = time.monotonic()
        world.torpor("timeline", "--since", "10d", "-o", str(page), timeout=300)
        took = time.monotonic() - begun
        html = page.read_text()
        shapes = len(re.findall(r"<(?:rect|circle|line) ", html))
        size = len(html) / 1e6
        require(shapes < 80_000 and size < 20, f"{shapes} shapes in {size:.1f} MB")
        require("the clock had been set forward by" in html, "the jump of the clock is not marked")
        with closing(Browser()) as browser:
            begun = time.monotonic()
            browser.open(page.as_uri())
            browser.wait("the lanes", "document.readyState === 'complete' && document.querySelectorAll('.lane rect').length > 100")
            shown = time.monotonic() - begun
            browser.run("document.querySelector('[data-zoom=\"+\"]').click()")
            browser.wait("the zoom", "document.querySelector('.lanes').scrollWidth > 1.5 * document.querySelector('.lanes').clientWidth")
            require(not browser.complaints(), f"the browser says {browser.complaints()}")
        return f"drawn in {took:.1f} s, {shapes} shapes, {size:.1f} MB, shown in {shown:.1f} s"


def fill(path):
    """Repeats the rows of a ledger over ten days, with a clock that was once set two hours ahead."""
    with closing(sqlite3.connect(path)) as journal:
        rows = journal.execute("SELECT at, app, wall, bytes, format FROM ledger ORDER BY sequence").fetchall()
        end, wall = rows[-1][0], rows[-1][2]
        begin = end - 10 * DAY_NS + 3600 * 10**9
        journal.execute("DELETE FROM ledger")
        for index in range(ROWS):
            _, app, _, words, form = rows[index % len(rows)]
            at = begin + (end - begin) * index // ROWS
            ahead = 7200 * 10**9 if ROWS // 3 < index < ROWS // 2 else 0
            # A decision says itself when it was made.
            words = re.sub(rb'"at":-?[0-9]+,"conditions"', b'"at":%d,"conditions"' % at, words)
            journal.execute(
                "INSERT INTO ledger (sequence, at, app, wall, bytes, format) VALUES (?, ?, ?, ?, ?, ?)",
                (index + 1, at, app, wall - (end - at) + ahead, words, form),
            )
        journal.commit()
