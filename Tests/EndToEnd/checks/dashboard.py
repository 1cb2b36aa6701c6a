"""Checks on `torpor dashboard`: who gets in, what it costs, and what a real browser shows."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
from contextlib import closing

import pytest

from checks.restrictions import AdministratorsFile
from checks.storage import MEGABYTE, container, fill
from support.actors import Actor, Stage
from support.browser import Browser
from support.dashboards import Dashboard, next_event, opener, program
from support.days import FOLLOWS, HEARS, Day
from support.harness import Failure, Skip, require, wait_until
from support.machines import machine

pytestmark = pytest.mark.nested

PATHS = ["/", "/style.css", "/shell.js", "/pages/apps.js", "/api/apps", "/api/battery", "/api/storage?measures=all", "/api/why?app=x", "/api/log", "/api/settings", "/nothing"]

# The pages, and of each what is there once it is.
PARTS = {
    "apps": ".apps:not(.usage) tr td", "battery": ".usage tr td", "storage": ".storage .parts:not([data-busy])", "timeline": ".lane", "activity": ".log li",
    "settings": ".setting",
}


def test_a_stranger_gets_nothing(world):
    """without the token there is 401 and no byte, under another name 421; the token lets one browser in, once"""
    with closing(Dashboard(world)) as dashboard:
        for path in PATHS:
            status, headers, body = dashboard.ask(path)
            require((status, body) == (401, b""), f"{path} without a cookie: {status} {body[:80]}")
        for token in ("", "0" * 64, dashboard.token[:-1], dashboard.token.upper()):
            status, headers, body = dashboard.ask(f"/login?token={token}")
            require((status, body, headers.get("Set-Cookie")) == (401, b"", None), f"the token '{token}': {status}")
        cookie = dashboard.log_in()
        require("HttpOnly" in cookie and "SameSite=Strict" in cookie, cookie)
        status, headers, body = dashboard.ask("/")
        require(status == 200 and b"<nav" in body, f"with the cookie: {status}")
        policy = headers["Content-Security-Policy"]
        require("default-src 'none'" in policy and "unsafe" not in policy, policy)
        require(dashboard.ask(f"/login?token={dashboard.token}", Cookie="x=1")[0] == 401, "the token was good twice")
        forged = dashboard.cookie[:-1] + ("0" if dashboard.cookie[-1] != "0" else "1")
        require(dashboard.ask("/", Cookie=forged)[0] == 401, "a forged cookie was good")
        for host in (f"127.0.0.1:{dashboard.port}", f"localhost:{dashboard.port}", "evil.example"):
            status, _, body = dashboard.ask("/", host=host)
            require((status, body) == (421, b""), f"as {host}, with the cookie: {status}")
        listeners = listening(dashboard.port)
        loopback = {"0100007F", "00000000000000000000000001000000"}
        require("0100007F" in listeners and listeners <= loopback, f"it listens on {listeners}")
    return f"{len(PATHS)} paths: 401, 0 bytes; listens on {len(listeners)} addresses of the loopback alone"


def test_another_user_gets_nothing_even_with_the_token(world):
    """a process of another user gets 401 with the right name and the right token"""
    if os.geteuid() != 0:
        raise Skip("only root can become another user")
    with closing(Dashboard(world)) as dashboard:
        script = (
            "import http.client, os, sys; os.setgid(65534); os.setuid(65534); "
            "link = http.client.HTTPConnection('127.0.0.1', int(sys.argv[1])); "
            "link.request('GET', '/login?token=' + sys.argv[3], headers={'Host': sys.argv[2]}); "
            "answer = link.getresponse(); print(answer.status, len(answer.read()))"
        )
        said = subprocess.run(
            [sys.executable, "-c", script, str(dashboard.port), dashboard.authority, dashboard.token],
            capture_output=True, text=True, timeout=30,
        )
        require(said.stdout.strip() == "401 0", f"another user got {said.stdout} {said.stderr}")
        require(dashboard.ask(f"/login?token={dashboard.token}")[0] == 200, "the token is used up by another user")
    return "401, 0 bytes; the token is still good for its own user"


def listening(port):
    """The addresses on which the kernel has a listener on the port, as /proc/net/tcp writes them."""
    found = set()
    for table in ("tcp", "tcp6"):
        path = pathlib.Path(f"/proc/net/{table}")
        for line in (path.read_text() if path.exists() else "\n").splitlines()[1:]:
            address, state = line.split()[1], line.split()[3]
            if state == "0A" and int(address.split(":")[1], 16) == port:
                found.add(address.split(":")[0])
    return found


def test_changes_come_from_its_own_pages(world):
    """a change needs the cookie, the page's own origin and JSON; one that is too long is cut off"""
    with closing(Dashboard(world)) as dashboard:
        dashboard.log_in()
        change = json.dumps({"automaticLowPowerMode": True})
        refused = {
            "no origin": dashboard.change(change, Origin=None),
            "another origin": dashboard.change(change, Origin="http://evil.example"),
            "another port": dashboard.change(change, Origin=f"http://{dashboard.authority}1"),
            "another site": dashboard.change(change, Sec_Fetch_Site="cross-site"),
        }
        for what, (status, _, body) in refused.items():
            require((status, body) == (403, b""), f"{what}: {status} {body}")
        require(dashboard.change(change, **{"Content-Type": "text/plain"})[0] == 415, "a form may change settings")
        require(dashboard.ask("/api/purge", "POST", '{"app":"x"}', Content_Type="application/json")[0] == 403, "a purge without an origin")
        require(dashboard.change("{" * 5000)[0] == 413, "5000 bytes of change were read")
        require(dashboard.change('{"colour":1}')[0] == 400, "a setting that there is not was changed")
        require(dashboard.ask("/", X_Long="x" * 20_000)[0] in (400, 431), "a header of 20 kB was read")
        require(dashboard.ask("/api/settings", "DELETE")[0] == 405, "there is DELETE")
        require(not world.call("GetSettings")["automaticLowPowerMode"], "a refused change was made")
        require(dashboard.change(change)[0] == 200, "a change of its own page was refused")
        require(world.call("GetSettings")["automaticLowPowerMode"], "a change was not made")
        world.torpor("settings", "automaticLowPowerMode=off")
    return ", ".join(f"{what}: 403" for what in refused)


def test_costs_a_daemon_at_rest_nothing(world):
    """a page that is open while nothing changes costs the daemon no wake-up, also not within a day, and sees the next change at once"""
    # A daemon of its own: what other checks leave waits for its time.
    with closing(Stage(world.bin_folder, "at-rest")) as stage:
        stage.start_or_skip()
        return costs_nothing(stage)


def costs_nothing(world):
    app = world.app("resting", "finish")
    world.call("Home", app=app)
    world.wait_for_state(app, "suspended")
    with closing(Dashboard(world)) as dashboard:
        dashboard.log_in()
        link, events = dashboard.events()
        try:
            kind, data = next_event(events)
            # That something was decided may be told first.
            while kind != "apps":
                kind, data = next_event(events)
            states = {one["app"]: one["state"] for one in json.loads(data)["apps"]}
            require(states[app] == "suspended", f"the first apps: {states}")
            own = switches(dashboard.process.pid)
            begun = time.monotonic()
            seconds = rest(world.daemon_process_id())
            asleep = sleeps_for_a_day(world.daemon_process_id())
            now = switches(dashboard.process.pid)
            own = sum(count - own.get(thread, 0) for thread, count in now.items()) / (time.monotonic() - begun)
            world.call("Launch", app=app)
            begun = time.monotonic()
            while states[app] != "active":
                kind, data = next_event(events)
                if kind == "apps":
                    states = {one["app"]: one["state"] for one in json.loads(data)["apps"]}
            took = (time.monotonic() - begun) * 1000
        finally:
            link.close()
    return f"0 wake-ups in {seconds:.0f} s with a page open ({own:.1f} a second of the dashboard), {asleep}; the change was there {took:.0f} ms after the call"


def switches(pid):
    """How often each thread of a process has begun to wait or was made to."""
    counts = {}
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            found = re.findall(r"ctxt_switches:\s+(\d+)", (task / "status").read_text())
        except OSError:
            continue  # It has ended meanwhile.
        counts[task.name] = sum(int(one) for one in found)
    return counts


def rest(pid, seconds=10):
    """Waits for so many seconds in which no thread of the process has run."""
    limit = time.monotonic() + 4 * 30
    while time.monotonic() < limit:
        before, begun = switches(pid), time.monotonic()
        while switches(pid) == before:
            if time.monotonic() - begun >= seconds:
                return seconds
            time.sleep(0.2)
    require(False, "the daemon did not rest while a page was open")


DAY_SECONDS = 86_400
# epoll_wait and epoll_pwait, on x86-64 and on AArch64; the fourth of their arguments is the time limit.
WAITS = {"232", "281", "22"}


def text_of(file):
    """What a file of /proc says; nothing where its thread or descriptor has ended meanwhile."""
    try:
        return file.read_text()
    except OSError:
        return ""


def runs_by_itself(pid):
    """What would make a thread of the process run within a day although nothing happens: time limits, and timers."""
    found = []
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        words = text_of(task / "syscall").split()
        if len(words) < 5 or words[0] not in WAITS or int(words[4], 16) & 0xFFFFFFFF != 0xFFFFFFFF:
            found.append(f"thread {task.name}: {words}")
    for file in pathlib.Path(f"/proc/{pid}/fdinfo").iterdir():
        seconds = re.search(r"it_value: \((\d+), (\d+)\)", text_of(file))
        if seconds and seconds.groups() != ("0", "0") and int(seconds[1]) < DAY_SECONDS:
            found.append(f"timer {file.name}: in {seconds[1]} s")
    timers = pathlib.Path(f"/proc/{pid}/timers").read_text()
    return found + ([f"timers: {timers}"] if timers else [])


def sleeps_for_a_day(pid):
    """Waits until every thread of the process waits without a limit, and no timer of it ends within a day."""
    if os.geteuid() != 0:
        return "only root sees for how long it would sleep"
    try:
        # Where there is swap, what has been at rest for five minutes is written there once (AppPaging.restUsual).
        wait_until("a sleep without an end", lambda: not runs_by_itself(pid), 420)
    except Failure as failure:
        raise Failure(f"{failure}: {runs_by_itself(pid)}") from failure
    return "no thread waits with a limit, no timer ends within a day"


def test_opens_a_browser_without_showing_the_token(world):
    """xdg-open gets a file that only its user can read; Ctrl-C and SIGTERM end it and remove the file"""
    folder, given = opener(world)
    runtime = world.folder / "runtime"
    runtime.mkdir(mode=0o700, exist_ok=True)
    for number in (signal.SIGINT, signal.SIGTERM):
        given.unlink(missing_ok=True)
        environment = {"XDG_RUNTIME_DIR": str(runtime), "PATH": f"{folder}:{program(world)}:{world.environment['PATH']}"}
        with closing(Dashboard(world, environment=environment, opens=True)) as dashboard:
            wait_until("the browser", given.exists)
            file = given.read_text().split()
            require(len(file) == 1 and dashboard.token not in file[0], f"xdg-open got {file}")
            require(pathlib.Path(f"{given}.mode").read_text().strip() == "600", "others can read the file")
            require(dashboard.token in pathlib.Path(f"{given}.page").read_text(), "the file does not lead there")
            words = pathlib.Path(f"/proc/{dashboard.process.pid}/cmdline").read_bytes()
            require(dashboard.token.encode() not in words, "the token is among the words of the program")
            status = dashboard.end(number)
            require(status == 0, f"it ended with {status}")
            require(not os.path.exists(file[0]), "the file is left")
    return "mode 600, not among the words of any program, removed at the end"


def test_says_where_it_comes_from(world):
    """`torpor dashboard` says what to do where the program is not installed, and where no daemon is"""
    if (world.bin_folder / "torpor-dashboard").exists():
        raise Skip("the dashboard is beside torpor here")
    done = subprocess.run(
        [world.torpor_path, "dashboard"], env=dict(world.environment, PATH="/nonexistent"), capture_output=True, text=True
    )
    require(done.returncode == 1 and "scripts/build-services" in done.stderr, f"{done.returncode}: {done.stderr}")
    absent = world.torpor("dashboard", "--socket", "/nonexistent/socket", status=69)
    require("Start it with `torpord`" in absent, absent)
    return done.stderr.strip()


def test_in_a_browser(world):
    """live states, why, settings and the timeline in Chromium, by pointer and by keyboard, on a desk and a phone"""
    world.torpor("run", "--detach", "--id", "named", "--name", "<b>Bold</b>\x1b", "--", "sleep", "600")
    app = world.app("browsed", "finish")
    with closing(Dashboard(world)) as dashboard, closing(Browser()) as browser:
        browser.size(1280, 800)
        browser.open(dashboard.address)
        browser.wait("the apps", "document.querySelectorAll('.apps tbody tr').length >= 2")
        require("token" not in browser.run("location.href"), "the address still has the token")
        require("<b>Bold</b>\\x1b" in browser.text(), "a name is not shown as text")
        state = "document.querySelector('[data-app=browsed] .state').textContent"
        browser.wait("the state", f"{state} === 'Active'")
        world.call("Home", app=app)
        browser.wait("the change", f"{state} === 'Suspended'")
        # By keyboard: the app, why, and back.
        browser.run("document.querySelector('[data-app=browsed] button').focus()")
        browser.key("Enter", number=13, text="\r")
        browser.wait("why", "document.querySelector('dialog[open] .log')")
        told = browser.run("document.querySelector('dialog').innerText")
        require("frozen" in told and "froze it" in told, told)
        browser.key("Escape", number=27)
        browser.wait("the end of why", "!document.querySelector('dialog[open]')")
        require(browser.run("document.activeElement.closest('tr')?.dataset.app") == "browsed", "the focus is lost")
        # The settings of the device.
        browser.run("document.querySelector('[data-page=settings]').click()")
        switch = "document.getElementById('setting-automaticLowPowerMode')"
        browser.wait("the settings", switch)
        browser.run(f"{switch}.click()")
        wait_until("the change of a setting", lambda: world.call("GetSettings")["automaticLowPowerMode"])
        world.torpor("settings", "automaticLowPowerMode=off")
        browser.wait("the setting as another program has set it", f"{switch}.checked === false")
        # The timeline, and what was decided.
        browser.run("document.querySelector('[data-page=timeline]').click()")
        browser.wait("the timeline", "document.querySelectorAll('.timeline .lane rect.bar').length > 1")
        browser.run("document.querySelector('.lane svg[aria-label=browsed]').focus()")
        browser.key("ArrowRight", number=39)
        browser.wait("the words for it", "/ for /.test(document.querySelector('.told').textContent)")
        browser.run("document.querySelector('[data-page=activity]').click()")
        browser.wait("what was decided", "document.querySelectorAll('.activity .log li').length > 3")
        # The daemon restarts.
        browser.run("document.querySelector('[data-page=apps]').click()")
        world.kill()
        browser.wait("that the daemon is gone", "document.querySelector('.device .lost')")
        world.start()
        browser.wait("its return", "!document.querySelector('.device .lost') && document.querySelector('[data-app=browsed]')")
        # What can be read, by day and by night, on a desk and on a phone.
        faint = []
        for theme in ("light", "dark"):
            browser.theme(theme)
            for width, height in ((1280, 800), (390, 844)):
                browser.size(width, height, is_phone=width < 500)
                for page in PARTS:
                    browser.run(f"document.querySelector('[data-page={page}]').click()")
                    browser.wait(f"the page {page}", f"document.title.toLowerCase().startsWith('{page}') && "
                                 "!document.querySelector('main .quiet progress') && document.querySelector('main h1') && "
                                 f"document.querySelector('{PARTS[page]}')")
                    faint += [f"{page} {theme}: {one}" for one in browser.run(CONTRAST)]
                    wide = browser.run("document.documentElement.scrollWidth - innerWidth")
                    require(wide <= 0, f"{page} is {wide} px wider than a screen of {width}")
                    nameless = browser.run(NAMELESS)
                    require(not nameless, f"{page} has controls without a name: {nameless}")
        require(not faint, f"too little contrast: {faint[:8]}")
        # What was asked for while there was no daemon has failed, as it should.
        said = [one for one in browser.complaints() if not re.search(r"status of 50[234]", one)]
        require(not said, f"the browser says {said}")
    world.torpor("quit", "named")
    world.torpor("quit", app)
    return f"{len(PARTS)} pages at 2 sizes by day and by night: contrast of text 4.5 or more, every control has a name"


def test_shows_the_battery_in_a_browser(world):
    """the battery page in Chromium: names as text, receipts that sum up, what never sleeps and the button that ends it"""
    with closing(Stage(world.bin_folder, "battery-page", profile="ios26")) as stage:
        day = Day(stage)
        mail = day.app("Mail", HEARS, modes=("remote-notification",), name="<b>Mail</b>")
        maps = day.app("Maps", {"didBecomeActive": [FOLLOWS]}, modes=("location",))
        day.uses(mail, 0.3, 25, 40)
        day.pushes(mail)
        day.passes(45, 31)
        day.pushes(mail)
        day.uses(maps, 0.2, 10, 18, stays_awake=True)
        day.passes(40, 12)
        with closing(Dashboard(stage)) as dashboard, closing(Browser()) as browser:
            browser.size(1280, 900)
            browser.open(dashboard.address)
            browser.wait("the menu", "document.querySelector('[data-page=battery]')")
            browser.run("document.querySelector('[data-page=battery]').click()")
            browser.wait("the apps", "document.querySelectorAll('.usage tbody tr').length === 2")
            told = browser.text()
            require("<b>Mail</b>" in told and "12 %" in told, told)
            label = browser.run("document.querySelector('.plot svg').getAttribute('aria-label')")
            require("from 62 % to 12 %, the lowest was 12 %" in label, label)
            require(browser.run("document.querySelectorAll('.plot .low').length") > 0, "no level is drawn as low")
            # What never sleeps, and the button that ends it.
            require("Maps has run off screen for" in told.replace("\n", " "), told)
            browser.run("[...document.querySelectorAll('.sleepless [data-change]')].find((one) => /location/.test(one.textContent)).click()")
            wait_until("the change", lambda: stage.call("GetSettings", app=maps.identifier)["location"] == "never")
            maps.becomes("suspended", 30)
            wait_until("nobody to be named", lambda: not stage.call("DescribeBattery")["battery"]["sleepless"])
            is_read = "document.getElementById('notice').textContent.startsWith('Changed') && document.querySelector('.battery').ariaBusy === 'false'"
            browser.wait("the page after the change", is_read)
            browser.run("[...document.querySelectorAll('main button')].find((one) => one.textContent === 'Read again').click()")
            browser.wait("the end of it", f"{is_read} && document.querySelector('.usage') && !document.querySelector('.sleepless')")
            # Everything is frozen: the page and the command line add up the same.
            all_apps = browser.run("document.querySelector('.usage tfoot [data-label=energy]').textContent")
            sums = [line for line in stage.torpor("battery").splitlines() if line.startswith("all ")]
            require(len(sums) == 1 and sums[0].rstrip().endswith("  " + all_apps), f"the page says {all_apps}, and torpor battery {sums}")
            # By keyboard: the receipts of an app, and back.
            page = stage.call("DescribeBattery", app=mail.identifier)["battery"]
            runs = [one for hour in page["hours"] for one in hour["runs"]]
            parts = [hour["apart"] for hour in page["hours"]] + [page["apps"][0]["onScreen"]] + [one["used"] for one in runs]
            for figure in ("nanojoules", "processorMicroseconds", "timeMicroseconds"):
                total = page["apps"][0]["onScreen"][figure] + page["apps"][0]["offScreen"][figure]
                require(sum(one[figure] for one in parts) == total, f"{figure}: receipts of {parts} and a total of {total}")
            browser.run("document.querySelector('.usage [data-app=\"org.example.mail\"] button').focus()")
            browser.key("Enter", number=13, text="\r")
            browser.wait("the receipts", "document.querySelector('dialog[open] .receipts')")
            shown = browser.run("[...document.querySelectorAll('.receipts tbody .why')].map((one) => one.textContent)")
            require(len(shown) in (len(runs) + 1, len(runs) + 2), f"{len(runs)} runs are shown as {shown}")
            require(sum("silent push" in one for one in shown) >= 2, f"the receipts say {shown}")
            require(browser.run("document.querySelector('dialog h2').textContent") == "<b>Mail</b>", "its name is markup")
            browser.key("Escape", number=27)
            browser.wait("the end of it", "!document.querySelector('dialog[open]')")
            back = browser.run("document.activeElement.closest('tr')?.dataset.app")
            require(back == "org.example.mail", f"the focus is at {back}")
            # An address that leads to the receipts of an app.
            browser.run("location.hash = 'battery/240/org.example.mail'")
            browser.wait("its receipts", "document.querySelector('dialog[open] .receipts') && document.querySelectorAll('.segments button')[1].ariaPressed === 'true'")
            browser.run("document.querySelector('dialog').close()")
            # What can be read, by day and by night, on a desk and on the smallest phone; also of one app and ten days.
            faint = []
            for theme in ("light", "dark"):
                browser.theme(theme)
                for width, height in ((1280, 900), (360, 740)):
                    browser.size(width, height, is_phone=width < 500)
                    for days in (1, 0):
                        browser.run(f"document.querySelectorAll('.segments button')[{days}].click()")
                        browser.wait("its hours", f"document.querySelectorAll('.segments button')[{days}].ariaPressed === 'true' && "
                                     f"document.querySelector('.usage caption')?.textContent.includes('{'10 days' if days else '24 hours'}')")
                        faint += [f"{theme}: {one}" for one in browser.run(CONTRAST)]
                    wide = browser.run("document.documentElement.scrollWidth - innerWidth")
                    require(wide <= 0, f"it is {wide} px wider than a screen of {width}")
                    require(not browser.run(NAMELESS), f"controls without a name: {browser.run(NAMELESS)}")
                    browser.run("document.querySelector('.usage tbody button').click()")
                    browser.wait("the receipts", "document.querySelector('dialog[open] .receipts')")
                    faint += [f"one app, {theme}: {one}" for one in browser.run(CONTRAST)]
                    wide = browser.run("(() => { const one = document.querySelector('dialog'); return one.scrollWidth - one.clientWidth; })()")
                    require(wide <= 0, f"the receipts are {wide} px wider than their place, of {width}")
                    browser.run("document.querySelector('dialog').close()")
            require(not faint, f"too little contrast: {faint[:8]}")
            # Where there was no daemon, the page comes back with it.
            stage.kill()
            browser.run("[...document.querySelectorAll('main button')].find((one) => one.textContent === 'Read again').click()")
            browser.wait("why there is none", "/No daemon serves|has ended the connection|connection to the daemon was lost/.test(document.querySelector('.battery').textContent)")
            browser.wait("that it is gone", "document.querySelector('.device .lost')")
            stage.later(60)
            browser.wait("its return", "document.querySelector('.usage') && document.querySelector('.battery').ariaBusy === 'false'")
            # It is read once, and costs nothing while it is open.
            seconds = rest(stage.daemon_process_id())
            asleep = sleeps_for_a_day(stage.daemon_process_id())
            said = [one for one in browser.complaints() if not re.search(r"status of 50[23]", one)]
            require(not said, f"the browser says {said}")
    return f"{len(runs)} receipts sum up to the total; {all_apps} as torpor battery says; 0 wake-ups in {seconds:.0f} s with the page open, {asleep}"


def test_shows_storage_in_a_browser(world):
    """the storage page in Chromium: sizes as `torpor storage` has them, measured on request only; caches go after a confirmation, of one app and of all, by keyboard too, and data stays"""
    with closing(Stage(world.bin_folder, "storage-page", profile="ios26")) as stage:
        stage.start_or_skip()
        reader = Actor(stage, "st.reader", launch=False, name="<b>Reader</b>")
        maps, front = Actor(stage, "st.maps", launch=False), Actor(stage, "st.front", launch=False)
        kept, caches = [], {}
        for app, size in ((reader, 60), (maps, 3), (front, 2)):
            app.launch()
            place = container(stage, app.identifier)
            kept.append(fill(place / "Documents", "letter", MEGABYTE))
            caches[app] = fill(place / "Library/Caches/pages", "page", size * MEGABYTE)
        reader.quit()
        maps.home(suspended=True)
        front.launch()
        with closing(Dashboard(stage)) as dashboard, closing(Browser()) as browser:
            browser.size(1280, 900)
            browser.open(dashboard.address)
            browser.wait("the menu", "document.querySelector('[data-page=storage]')")
            browser.run("document.querySelector('[data-page=storage]').click()")
            is_read = "document.querySelector('.storage')?.ariaBusy === 'false' && document.querySelector('.sizes')"
            browser.wait("the sizes", f"{is_read} && document.querySelectorAll('.sizes tbody tr').length === 3")
            told = browser.text()
            for words in ("<b>Reader</b>", "free of", "Measured", "are caches of st.reader", "removes them"):
                require(words in told, f"“{words}” is missing: {told}")
            cell = "document.querySelector('[data-row=\"{}\"] [data-label={}]').textContent"
            shown = browser.run(cell.format("st.reader", "caches"))
            lines = [line for line in stage.torpor("storage").splitlines() if line.startswith("st.reader")]
            require(len(lines) == 1 and f" {shown} " in lines[0], f"the page says {shown}, and torpor storage {lines}")
            # Opening it again, and reading it, measures nothing: a file that was added is not seen until it is asked for.
            fill(caches[maps].parent, "more", 5 * MEGABYTE)
            before = browser.run(cell.format("st.maps", "caches"))
            browser.run("document.querySelector('[data-page=apps]').click()")
            browser.wait("another page", "document.querySelector('main h1')?.textContent === 'Apps'")
            browser.run("document.querySelector('[data-page=storage]').click()")
            browser.wait("the sizes again", is_read)
            require(browser.run(cell.format("st.maps", "caches")) == before, "opening the page has measured")
            browser.run("[...document.querySelectorAll('main button')].find((one) => one.textContent === 'Measure again').click()")
            browser.wait("the new size", f"{is_read} && {cell.format('st.maps', 'caches')} !== '{before}'")
            # It costs nothing while it is open.
            seconds = rest(stage.daemon_process_id(), 5)
            # By keyboard: the confirmation is refused, then given.
            button = "document.querySelector('[data-key=\"row st.reader\"]')"
            browser.run(f"{button}.focus()")
            browser.key("Enter", number=13, text="\r")
            browser.wait("the question", "document.querySelector('dialog.ask[open]')")
            asked = browser.run("document.querySelector('dialog.ask').innerText")
            require("Remove the caches of <b>Reader</b>?" in asked and "Data stays" in asked, asked)
            require(browser.run("document.activeElement.textContent") == "Cancel", "the question begins with its answer")
            browser.key("Enter", number=13, text="\r")
            browser.wait("its end", "!document.querySelector('dialog.ask[open]')")
            require(browser.run(f"document.activeElement === {button}"), "the focus is lost")
            require(caches[reader].exists(), "caches went without a confirmation")
            browser.run(f"{button}.click()")
            browser.wait("the question", "document.querySelector('dialog.ask[open]')")
            browser.run("document.querySelector('dialog.ask .sure').click()")
            wait_until("the purge", lambda: not caches[reader].exists())
            note = "document.querySelector('[data-row=\"st.reader\"] .note')?.textContent"
            browser.wait("what came of it", f"{is_read} && /60 MB of caches were removed, because you asked for it/.test({note})")
            require("not measured" not in browser.text(), "it was not measured anew")
            # What can be read, by day and by night, on a desk and on the smallest phone; also the question.
            everything = "document.querySelector('[data-key=all]')"
            require(not browser.run(f"Boolean({everything})"), "there is a button for all of one app")
            fill(caches[reader].parent, "page", 55 * MEGABYTE)
            browser.run("[...document.querySelectorAll('main button')].find((one) => one.textContent === 'Measure again').click()")
            browser.wait("the caches of two apps", f"{is_read} && {everything}")
            faint = []
            for theme in ("light", "dark"):
                browser.theme(theme)
                for width, height in ((1280, 900), (360, 740)):
                    browser.size(width, height, is_phone=width < 500)
                    faint += [f"{theme}: {one}" for one in browser.run(CONTRAST)]
                    wide = browser.run("document.documentElement.scrollWidth - innerWidth")
                    require(wide <= 0, f"it is {wide} px wider than a screen of {width}")
                    require(not browser.run(NAMELESS), f"controls without a name: {browser.run(NAMELESS)}")
                    browser.run(f"{everything}.click()")
                    browser.wait("the question", "document.querySelector('dialog.ask[open]')")
                    faint += [f"the question, {theme}: {one}" for one in browser.run(CONTRAST)]
                    browser.run("document.querySelector('dialog.ask').close()")
            require(not faint, f"too little contrast: {faint[:8]}")
            # All of them, but for the app on screen.
            browser.run(f"{everything}.click()")
            browser.wait("the question", "document.querySelector('dialog.ask[open]')")
            require("of 2 apps?" in browser.run("document.querySelector('dialog.ask').innerText"), "it asks about others")
            browser.run("document.querySelector('dialog.ask .sure').click()")
            wait_until("the purge of all", lambda: not caches[reader].exists() and not caches[maps].exists())
            browser.wait("what came of it", f"{is_read} && document.querySelectorAll('.sizes .note').length === 2 && !{everything}")
            require(caches[front].exists(), "the caches of the app on screen are gone")
            require(all(file.stat().st_size == MEGABYTE for file in kept), "data is gone")
            # One that the daemon refuses: the reason is said, and nothing else goes.
            refused = browser.run("fetch('/api/purge', {method: 'POST', headers: {'Content-Type': 'application/json'}, "
                                  "body: '{\"app\":\"st.front\"}'}).then(async (one) => one.status + ' ' + await one.text())")
            require(refused.startswith("409 ") and "is running" in refused, refused)
            said = [one for one in browser.complaints() if "status of 409" not in one]
            require(not said, f"the browser says {said}")
        for app in (reader, maps, front):
            app.uninstall()
    return f"{shown} as torpor storage says; 0 wake-ups in {seconds:.0f} s with the page open; 3 caches removed, 3 files of data kept"


def test_shows_what_an_administrator_has_fixed(world):
    """a setting that root's file fixes cannot be changed on the page of settings, which names the file; it can be again without the file"""
    if os.getuid() != 0:
        raise Skip("only root can write a file that counts")
    with closing(Stage(world.bin_folder, "fixed-page", profile="ios26")) as own:
        own.machine = machine(own.folder / "machine")
        file = AdministratorsFile(own)
        own.start()
        with closing(Dashboard(own)) as dashboard, closing(Browser()) as browser:
            browser.open(dashboard.address)
            browser.wait("the menu", "document.querySelector('[data-page=settings]')")
            browser.run("document.querySelector('[data-page=settings]').click()")
            switch = "document.getElementById('setting-wifiOnly')"
            browser.wait("the settings", f"{switch} && !{switch}.disabled")
            downloads = browser.run("document.getElementById('setting-automaticDownloads').labels[0].innerText + ' ' + "
                                    "document.getElementById('setting-automaticDownloads').innerText")
            require("Automatic downloads" in downloads and "On Wi-Fi or a cable" in downloads, downloads)
            file.put("wifiOnly=on\nwifionly=on\n")
            browser.wait("the setting as it is fixed", f"{switch}?.disabled && {switch}.checked")
            told = browser.run(f"{switch}.labels[0].innerText")
            require(f"Fixed by the administrator in {file.path}" in told, told)
            require(f"{file.path}:2: the device has no setting 'wifionly'" in browser.text(), browser.text())
            browser.run(f"{switch}.click()")
            require(browser.run("document.querySelectorAll('.setting :disabled').length") == 1, "others are fixed, too")
            for theme in ("light", "dark"):
                browser.theme(theme)
                require(not browser.run(CONTRAST), f"too little contrast: {browser.run(CONTRAST)}")
            refused = browser.run("fetch('/api/settings', {method: 'POST', headers: {'Content-Type': 'application/json'}, "
                                  "body: '{\"wifiOnly\":false}'}).then(async (one) => one.status + ' ' + await one.text())")
            require(refused.startswith("409 ") and str(file.path) in refused, refused)
            file.path.unlink()
            browser.wait("the setting as it can be changed", f"{switch} && !{switch}.disabled && !{switch}.checked")
            require("Fixed by" not in browser.text(), "it still says so")
    return "disabled with the file's name, 409 for a change, enabled without the file"


# The elements with text of their own whose colours have a contrast below 4.5 (WCAG 2.2, 1.4.3).
CONTRAST = """(() => {
  const channels = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, index) => sum + c * [0.2126, 0.7152, 0.0722][index], 0);
  const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = channels(getComputedStyle(one).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const element of document.body.querySelectorAll('*')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !element.checkVisibility() || element.closest('title, noscript, .skip, :disabled')) continue;
    const style = getComputedStyle(element);
    const ink = channels(element instanceof SVGElement ? style.fill : style.color);
    const [a, b] = [light(ink), light(ground(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) found.push(`${element.tagName}.${element.getAttribute('class')} ${ratio.toFixed(2)}`);
  }
  return [...new Set(found)];
})()"""

# Controls of which a screen reader could say nothing.
NAMELESS = """[...document.querySelectorAll('button, a[href], input, select, [tabindex="0"]')]
  .filter((one) => one.checkVisibility())
  .filter((one) => !(one.getAttribute('aria-label') || one.innerText || one.labels?.length || one.textContent.trim()))
  .map((one) => one.outerHTML.slice(0, 120))"""
