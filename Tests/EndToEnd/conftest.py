"""How a check is run: a world a module, a lane of its own beside others, and two lines of what it saw."""

import pathlib
from contextlib import closing

import pytest

from support.desktop import Desktop
from support.harness import Failure, World
from support.options import OPTIONS
from support.report import Lines, name_of

# Seconds of the lanes that wait longest: they begin first, so that none of them is left at the end.
WAITS_LONGEST = {
    "accessory": 85, "places": 70, "gpsd": 70, "life": 70, "modes": 50, "tasks": 40, "radio": 30,
    "switcher": 45, "desktop": 30, "outputs": 25, "behind": 25, "interfaces": 25,
    # Of the mission.
    "fetches": 45, "work": 45, "pushes": 45, "profiles": 40, "voip": 30, "net": 30, "user": 30,
}


def pytest_addoption(parser):
    parser.addoption("--check", action="append", default=[], help="that check, and no others")
    parser.addoption("--failed", type=pathlib.Path, help="where the names of those that failed are written")
    for name, facts in OPTIONS.items():
        parser.addoption(name, **facts)


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Lines(config))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Takes the checks that are wanted; a module is a lane, as its checks share a daemon."""
    names = config.option.check
    if unknown := set(names) - {name_of(item.nodeid) for item in items}:
        known = ", ".join(name_of(item.nodeid) for item in items)
        raise pytest.UsageError(f"no check is named {', '.join(unknown)}. There are: {known}.")
    items[:] = [item for item in items if not names or name_of(item.nodeid) in names]
    for item in items:
        item.user_properties.append(("sentence", item.obj.__doc__))
        if not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.module.__name__.split(".")[-1]))
    items.sort(key=lambda item: -WAITS_LONGEST.get(item.get_closest_marker("xdist_group").args[0], 0))


# What checks are given.


@pytest.fixture(scope="module")
def module_world(request):
    name = request.module.__name__.split(".")[-1]
    with closing(World(request.config.option.bin.resolve(), name)) as world:
        world.start_or_skip()
        yield world


@pytest.fixture
def world(module_world):
    """A daemon that the checks of a module share, and their folder."""
    yield module_world
    if not module_world.is_alive():
        status = module_world.daemon.returncode
        module_world.start()
        raise Failure(f"the check has left no daemon: it ended with {status}")


@pytest.fixture
def desktop(world):
    """A bus with what a desktop has on it."""
    with closing(Desktop(world)) as desktop:
        yield desktop


@pytest.fixture
def display(request, world):
    """A display of the kind that the check names, and a desktop whose bridge knows of it (`display.desktop`)."""
    kind = request.node.get_closest_marker("display").kwargs["kind"]
    with closing(kind(world)) as display, closing(Desktop(world)) as desktop:
        for name in ("DISPLAY", "SWAYSOCK", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"):
            if name in display.environment:
                desktop.environment[name] = display.environment[name]
            elif name in ("DISPLAY", "WAYLAND_DISPLAY"):
                desktop.environment.pop(name, None)
        display.desktop, display.bridge = desktop, desktop.bridge()
        yield display


# What is said.


def pytest_pyfunc_call(pyfuncitem):
    """Calls the check; what it returns is what it saw, for its line."""
    names = pyfuncitem._fixtureinfo.argnames
    seen = pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names})
    # Plain values alone cross from a lane to where they are shown.
    facts = seen._asdict() if hasattr(seen, "_asdict") else {"": seen}
    pyfuncitem.user_properties.append(("seen", {name: str(fact) for name, fact in facts.items()}))
    return True


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """A check that fails leaves the daemon's last words."""
    report = (yield).get_result()
    world = item.funcargs.get("world") or item.funcargs.get("bench")
    if report.failed and world and world.log.exists():
        words = world.log.read_text(errors="replace").splitlines()[-10:]
        report.sections.append(("the daemon's last words", "\n".join(words)))


def pytest_report_teststatus(report):
    """Counts a check; its line is said by `Lines`."""
    if report.when == "call" or report.outcome != "passed":
        return report.outcome, "", ""
    return "", "", ""
