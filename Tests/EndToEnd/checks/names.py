"""Checks on what apps may call themselves: markup and control characters in names are text on every page."""

import html.parser
import re
import unicodedata
from contextlib import closing

import pytest

from checks.timeline import SVG
from support.actors import Actor, Stage
from support.browser import Browser
from support.dashboards import Dashboard
from support.harness import require, wait_until
from support.machines import machine
from xml.etree import ElementTree

MARKUP = "\"'><img src=x onerror=window.evil=1><script>window.evil=1</script>&amp;]]></text><a href=x>"
# Written to a terminal as they are, they clear it, move its cursor, ring, and turn round what follows.
CONTROLS = "\x1b[2J\x1b]0;evil\x07\r\b\n\t\u202e\u2066\u0085\u009b31m\u200b\ud7ff"


class Tags(html.parser.HTMLParser):
    """The elements of a page, and the handlers and addresses that they have."""

    def __init__(self, text):
        super().__init__()
        self.names, self.attributes = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.names.append(tag)
        self.attributes += [name for name, _ in attributes]


def is_printable(text):
    """Whether a terminal shows it as it stands: no control character, and none that turns the direction of others."""
    return all(one == "\n" or unicodedata.category(one) not in ("Cc", "Cf", "Co", "Cs") for one in text)


def named(stage):
    """Apps that are called so, each with some figures: a command, an installed app, and one that never sleeps."""
    stage.machine = machine(stage.folder / "machine", is_online=False, battery_percent=15)
    stage.start()
    stage.torpor("run", "--detach", "--id", "n.command", "--name", MARKUP + CONTROLS, "--", "sleep", "1000")
    app = Actor(stage, "n.installed", name=MARKUP + "\u202e\u2066")
    for _ in range(3):
        app.quit()
        app.launch()
    # A task of that name keeps it awake; a job of that name has failed.
    app.call("BeginBackgroundTask", name=MARKUP + CONTROLS)
    stage.torpor("when", "--name", "job", "--", "/bin/sh", "-c", f"exit 3 # {MARKUP}{CONTROLS}".replace("\n", " "))
    app.home()
    wait_until("the job's end", lambda: "3" in stage.torpor("jobs"))
    return app


def test_names_are_text_in_a_terminal(world):
    """names with markup and control characters are shown by torpor battery, top, ps, why, log, advice, storage, settings and doctor, and no control character is"""
    with closing(Stage(world.bin_folder, "names", profile="ios26")) as own:
        named(own)
        pages = [
            ["battery"], ["battery", "n.command"], ["battery", "n.installed"], ["top"], ["ps"], ["why", "n.command"],
            ["why", "n.installed"], ["log"], ["advice"], ["storage"], ["storage", "n.installed"], ["settings", "n.installed"],
            ["switcher"], ["jobs"], ["why", "job"], ["doctor"],
        ]
        shows = 0
        for words in pages:
            printed = own.torpor(*words, status=None)
            require(is_printable(printed), f"`torpor {' '.join(words)}` prints {printed!r}")
            shows += "<img src=x" in printed
        require(shows >= 4, f"only {shows} pages show the name")
        said = own.torpor("advice")
        require("n.installed" in said, said)
        return f"{len(pages)} pages without a control character; {shows} of them show the name"


@pytest.mark.nested
def test_names_are_text_in_a_browser(world):
    """the same names are text in the timeline, as a page and as a picture, and on every page of the dashboard"""
    with closing(Stage(world.bin_folder, "pages", profile="ios26")) as own, closing(Browser()) as browser:
        named(own)
        page, picture = own.folder / "t.html", own.folder / "t.svg"
        own.torpor("timeline", "-o", str(page))
        own.torpor("timeline", "-o", str(picture))
        tags = Tags(page.read_text(encoding="utf-8"))
        require(not {"img", "a", "iframe"} & set(tags.names), f"a name became markup: {sorted(set(tags.names))}")
        require(tags.names.count("script") == 1, f"there are {tags.names.count('script')} scripts")
        require(not [one for one in tags.attributes if one.startswith("on")], "a name became a handler")
        drawn = ElementTree.parse(picture).getroot()
        require({one.tag.split("}")[0] + "}" for one in drawn.iter()} == {SVG}, "a name became an element")
        for file in (page, picture):
            text = file.read_text(encoding="utf-8")
            found = re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
            require(not found, f"{file.name} has {found}")
            browser.open(file.as_uri())
            browser.wait("the file", "document.readyState === 'complete'")
            require(browser.run("window.evil") is None, f"a name in {file.name} is a program")
        with closing(Dashboard(own)) as dashboard:
            browser.open(dashboard.address)
            browser.wait("the apps", "document.body.innerText.includes('n.installed')")
            pages, shows = browser.run("[...document.querySelectorAll('nav a')].map(one => one.hash)"), 0
            for address in pages:
                # The link is marked at once, and the page before stands there until the next one has come.
                browser.run("document.querySelectorAll('main > *').forEach(one => one.dataset.before = '')")
                browser.run(f"location.hash = {address!r}")
                browser.wait(f"the page {address}", f"document.querySelector('nav a[aria-current]')?.hash === {address!r}")
                if address != pages[0]:
                    browser.wait("a new page", "!document.querySelector('main > [data-before]')")
                browser.wait("what it shows", "!document.querySelector('main [aria-busy=true]') && document.querySelector('main').innerText.length > 40")
                shows += browser.run("document.querySelector('main').innerText.includes('<img src=x')")
                require(browser.run("window.evil") is None, f"a name on {address} is a program")
                require(not browser.run("document.querySelectorAll('main img, main iframe, main script').length"), f"a name on {address} is markup")
            require(shows >= 4, f"only {shows} of {len(pages)} pages show the name")
            require(not browser.complaints(), f"the browser says {browser.complaints()}")
        return f"a page, a picture, and {len(pages)} pages of the dashboard, {shows} of which show the name"
