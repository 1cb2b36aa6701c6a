"""The rows of the mission: each is driven on a real daemon, and printed with its verdict.

A function `row_A5(world)` is the row A5, and its documentation comment is the capability. Marks say of what
kind its proof is; without one it is live: nothing stands in for anything.
"""

from contextlib import closing

import pytest

from support.actors import Stage
from support.report import name_of

# How many rows each part of the mission has.
PARTS = {"A": 17, "B": 12, "C": 6, "D": 9, "E": 11, "F": 10, "G": 24, "H": 10, "I": 4, "J": 14, "K": 2}
ROWS = [f"{part}{number}" for part, count in PARTS.items() for number in range(1, count + 1)]
VERDICTS = {"stand_in": "live s", "simulated": "by scenario", "other_issue": "other issue", "not_yet": "not yet"}


@pytest.fixture(scope="module")
def stage(request):
    """The daemon that the rows of a module share; `STAGE` of the module says which profile and machine."""
    name = request.module.__name__.split(".")[-1]
    options = getattr(request.module, "STAGE", {})
    with closing(Stage(request.config.option.bin.resolve(), name, **options)) as stage:
        stage.start_or_skip()
        yield stage


@pytest.fixture
def world(stage):
    yield stage
    if not stage.is_alive():
        stage.start()
        pytest.fail("the row has left no daemon")


def pytest_collection_modifyitems(config, items):
    for item in items:
        if not any(item.get_closest_marker(mark) for mark in VERDICTS):
            item.user_properties.append(("verdict", "live"))
        for mark, verdict in VERDICTS.items():
            if found := item.get_closest_marker(mark):
                item.user_properties.append(("verdict", verdict))
                item.user_properties.append(("of", found.args[0] if found.args else ""))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """A row that is not built yet fails, which is printed and no defect. One that holds has to lose its mark."""
    report = (yield).get_result()
    if report.when != "call" or not item.get_closest_marker("not_yet"):
        return
    said = [one for one in report.user_properties if one[0] not in ("verdict", "seen")]
    if report.failed:
        reason = (str(call.excinfo.value) or repr(call.excinfo.value)).splitlines()[0]
        report.user_properties = [*said, ("verdict", "not yet"), ("seen", {"": reason})]
        report.outcome = "passed"
    elif report.passed:
        report.outcome = "failed"
        report.longrepr = "it holds: remove its mark `not_yet`"


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Count(config))


class Count:
    """What the rows come to, at the end."""

    def __init__(self, config):
        self.config = config
        self.verdicts = {}

    def pytest_runtest_logreport(self, report):
        if report.when != "call" and report.passed:
            return
        said = dict(report.user_properties)
        verdict = said.get("verdict", "live") if report.passed else "skipped" if report.skipped else "FAIL"
        self.verdicts[name_of(report.nodeid)] = (verdict, said.get("of", ""))

    def pytest_sessionfinish(self, session):
        # The runner asks for those in lanes, then for those that may have none beside them: of those there are none.
        if not self.verdicts:
            return
        writer = self.config.get_terminal_writer()
        lines = [""]
        inside = {row: found for row, found in self.verdicts.items() if row in ROWS}
        for verdict in ["live", *VERDICTS.values(), "skipped", "FAIL"]:
            rows = [row for row in ROWS if inside.get(row, ("",))[0] == verdict]
            if not rows:
                continue
            lines.append(f"{len(rows):>4} {verdict}: {' '.join(rows)}")
            if verdict in ("other issue", "not yet"):
                owners = sorted({inside[row][1] for row in rows})
                lines += [
                    f"       {owner}: {' '.join(row for row in rows if inside[row][1] == owner)}"
                    for owner in owners
                ]
        lines.append(f"{len(inside):>4} of {len(ROWS)} rows")
        for row, (verdict, _) in self.verdicts.items():
            if row not in ROWS:
                lines.append(f"     beside them: {row} {verdict}")
        if not self.config.option.check and (missing := [row for row in ROWS if row not in inside]):
            lines.append(f"rows without a check: {' '.join(missing)}")
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        writer.line("\n".join(lines))
